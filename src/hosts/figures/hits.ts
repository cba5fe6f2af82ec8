/** Hit tests on a crowd: on skeletons, and on figures of tables among them. */

import { type HitOptions, hitTest } from '../../api/hits/hit-test'
import type { MeshArrays } from '../../render/mesh-arrays'
import type { AnimationWorld } from '../../world/world-type'
import type { Runs } from './runs'

/** A slot under a point. */
export interface CrowdHit {
  readonly eid: number
  /** Name of the slot. */
  readonly name: string
}

/**
 * Finds the foremost slot at a point of the world, of skeletons and, by shapes, of figures of tables; `null` if there
 * is none.
 */
export function hitCrowd(
  world: AnimationWorld,
  point: { x: number; y: number },
  options: Pick<HitOptions, 'by' | 'filter'>,
): CrowdHit | null {
  const live: CrowdHit | undefined = hitTest(world, point, { ...options, limit: 1 })[0]
  if (options.by !== 'shapes') return live ?? null
  const { value } = world.components.SortKey
  let foremost: CrowdHit | null = live ?? null
  for (const hitJoined of world.animation.joins.hitTest) {
    const other = hitJoined(point)
    if (other && (foremost === null || value[other.eid] > value[foremost.eid])) foremost = other
  }
  return foremost
}

/**
 * Reads the texture coordinates of the foremost triangle at a point of the world.
 *
 * @param out filled with u and v. @returns `false` if nothing is drawn there; `out` stays as it was.
 */
export function texelAt(
  mesh: MeshArrays,
  runs: Runs,
  x: number,
  y: number,
  out: { x: number; y: number },
): boolean {
  for (let run = runs.count - 1; run >= 0; run--)
    for (let i = runs.start[run] + runs.length[run] - 3; i >= runs.start[run]; i -= 3)
      if (isIn(mesh, i, x, y, out)) return true
  return false
}

function isIn(
  { indices, positions, uvs }: MeshArrays,
  first: number,
  x: number,
  y: number,
  out: { x: number; y: number },
): boolean {
  const [a, b, c] = [2 * indices[first], 2 * indices[first + 1], 2 * indices[first + 2]]
  const [abX, abY] = [positions[b] - positions[a], positions[b + 1] - positions[a + 1]]
  const [acX, acY] = [positions[c] - positions[a], positions[c + 1] - positions[a + 1]]
  const [dx, dy] = [x - positions[a], y - positions[a + 1]]
  const area = abX * acY - abY * acX
  const atB = (dx * acY - dy * acX) / area
  const atC = (abX * dy - abY * dx) / area
  if (!(atB >= 0 && atC >= 0 && atB + atC <= 1)) return false
  out.x = uvs[a] + atB * (uvs[b] - uvs[a]) + atC * (uvs[c] - uvs[a])
  out.y = uvs[a + 1] + atB * (uvs[b + 1] - uvs[a + 1]) + atC * (uvs[c + 1] - uvs[a + 1])
  return true
}
