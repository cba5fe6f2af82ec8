/** The bounding box of a figure in its own space, and hit tests on it. */
import { type Hit, hitTest } from '../../api/hits/hit-test'
import { getBounds } from '../../api/pose/read-vertices'
import type { Box } from '../../world/joins'
import { createMatrix, type Down, type Matrix, ownMatrix, worldMatrix } from './place'
import { type Runs, readRuns } from './runs'
import type { Scene } from './scene'

export type { Box } from '../../world/joins'

/**
 * Computes the box of all drawn triangles, clipped, with those of skeletons and sprites in its slots, without host
 * objects. Call it after `refreshScene`. If the figure was not drawn yet or is hidden, it is the box of the present
 * pose.
 *
 * @param runs is filled with the figure's runs. @returns `false` if nothing is drawn; `out` stays as it was.
 */
export function figureBounds(scene: Scene, eid: number, down: Down, runs: Runs, out: Box): boolean {
  readRuns(scene, eid, runs)
  if (runBounds(scene, runs, ownMatrix(scene, eid, down, createMatrix()), out)) return true
  return posedBounds(scene, eid, down, out)
}

/**
 * Computes the box of all triangles of some runs. @param to from vertices to the space of the box. @returns `false` if
 * there are none.
 */
export function runBounds({ mesh }: Scene, runs: Runs, to: Matrix, out: Box): boolean {
  const { a, b, c, d, x, y } = to
  const { indices, positions } = mesh
  let minX = Number.POSITIVE_INFINITY
  let minY = minX
  let maxX = Number.NEGATIVE_INFINITY
  let maxY = maxX
  for (let run = 0; run < runs.count; run++) {
    const end = runs.start[run] + runs.length[run]
    for (let i = runs.start[run]; i < end; i++) {
      const vertex = indices[i]
      // Spare room is filled with triangles of one vertex, which is not always in use.
      if (i % 3 === 0 && vertex === indices[i + 1]) {
        i += 2
        continue
      }
      const px = positions[2 * vertex]
      const py = positions[2 * vertex + 1]
      const ownX = a * px + c * py + x
      const ownY = b * px + d * py + y
      if (ownX < minX) minX = ownX
      if (ownX > maxX) maxX = ownX
      if (ownY < minY) minY = ownY
      if (ownY > maxY) maxY = ownY
    }
  }
  if (!(minX <= maxX)) return false
  out.minX = minX
  out.minY = minY
  out.maxX = maxX
  out.maxY = maxY
  return true
}

/** Computes the box of the present pose, clipped, also of figures that are not visible. */
export function posedBounds(scene: Scene, eid: number, down: Down, out: Box): boolean {
  const box = getBounds(scene.world, eid, undefined, { clipped: true })
  if (!box) return false
  const { a, b, c, d, x, y } = ownMatrix(scene, eid, down, createMatrix())
  out.minX = out.minY = Number.POSITIVE_INFINITY
  out.maxX = out.maxY = Number.NEGATIVE_INFINITY
  for (let corner = 0; corner < 4; corner++) {
    const px = box[0] + (corner & 1) * box[2]
    const py = box[1] + (corner >> 1) * box[3]
    out.minX = Math.min(out.minX, a * px + c * py + x)
    out.maxX = Math.max(out.maxX, a * px + c * py + x)
    out.minY = Math.min(out.minY, b * px + d * py + y)
    out.maxY = Math.max(out.maxY, b * px + d * py + y)
  }
  return true
}

/** Whether a point of the figure's own space hits its bounding boxes, or the shapes that it draws. */
export function hitsFigure(...target: Parameters<typeof hitsAt>): boolean {
  return hitsAt(...target).length > 0
}

/** Finds the foremost slot of a figure at a point of its own space: one hit, or none. */
export function hitsAt(
  scene: Scene,
  eid: number,
  down: Down,
  x: number,
  y: number,
  by: 'boxes' | 'shapes',
): Hit[] {
  const to = worldMatrix(scene, eid, down, createMatrix())
  const target = { x: to.a * x + to.c * y + to.x, y: to.b * x + to.d * y + to.y }
  return hitTest(scene.world, target, { by, eid, limit: 1 })
}
