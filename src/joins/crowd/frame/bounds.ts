/** Bounds and hits of figures, from their tables. */

import { OsteonError } from '../../../base/errors'
import { hypotenuse } from '../../../base/math/circular'
import { meetsTriangle, type Probe } from '../../../base/math/probe'
import { lookArrays } from '../../../streams/looks'
import type { Box } from '../../../world/joins'
import { stateOf } from '../../../world/state-of'
import type { VertexArrays } from '../../../world/streams'
import type { CrowdWorld } from '../component'
import { type CrowdState, crowdOf, type RegisteredTable } from '../state'
import { figureAt, sortFigures } from './order'
import { A, B, C, D, PLACE_NUMBERS, placeFigure, X, Y } from './place'
import { writeFigure } from './vertices'

const PLACE = new Float64Array(PLACE_NUMBERS)

/** Adds the boxes of all visible figures' tables to a box of the world. */
export function addFigureBounds(world: CrowdWorld, box: Box): void {
  const crowd = crowdOf(stateOf(world))
  const count = sortFigures(world)
  for (let i = 0; i < count; i++) {
    const eid = figureAt(crowd, i)
    const table = crowd.tables[world.components.Baked.table[eid]]?.table
    if (!table) continue
    placeFigure(world, crowd, eid, PLACE)
    for (let corner = 0; corner < 4; corner++) {
      const x = table.x + (corner & 1) * table.width
      const y = table.y + (corner >> 1) * table.height
      const worldX = PLACE[A] * x + PLACE[B] * y + PLACE[X]
      const worldY = PLACE[C] * x + PLACE[D] * y + PLACE[Y]
      box.minX = Math.min(box.minX, worldX)
      box.maxX = Math.max(box.maxX, worldX)
      box.minY = Math.min(box.minY, worldY)
      box.maxY = Math.max(box.maxY, worldY)
    }
  }
}

/** A slot of a figure under a point. */
export interface BakedHit {
  eid: number
  /** Index and name of the slot. */
  slot: number
  name: string
}

/**
 * Returns a box around a figure as it is drawn now.
 *
 * @param out filled with x, y of the lower left corner, width, height. @returns `out`, or `null` if nothing is shown.
 * @throws OsteonError `no-extension`, `no-figure`.
 */
export function getBakedBounds(
  world: CrowdWorld,
  eid: number,
  out: Float64Array = new Float64Array(4),
): Float64Array | null {
  const crowd = crowdOf(stateOf(world))
  const shape = verticesOf(world, crowd, eid)
  let left = Number.POSITIVE_INFINITY
  let bottom = left
  let right = -left
  let top = -left
  for (let i = 0; i < 2 * shape.count; i += 2) {
    left = Math.min(left, shape.positions[i])
    right = Math.max(right, shape.positions[i])
    bottom = Math.min(bottom, shape.positions[i + 1])
    top = Math.max(top, shape.positions[i + 1])
  }
  if (!(left <= right)) return null
  out[0] = left
  out[1] = bottom
  out[2] = right - left
  out[3] = top - bottom
  return out
}

/**
 * Returns the slots of figures whose triangles contain a point, front to back; transparent pixels count. Live skeletons
 * are tested by `hitTest`.
 *
 * @param limit the greatest number of hits. @throws OsteonError `no-extension`, `not-finite`.
 */
export function hitTestBaked(
  world: CrowdWorld,
  { x, y }: { x: number; y: number },
  limit = Number.POSITIVE_INFINITY,
): BakedHit[] {
  const crowd = crowdOf(stateOf(world))
  if (!Number.isFinite(x + y))
    throw new OsteonError('not-finite', 'hitTestBaked', 'point', `expected finite numbers, got ${x} and ${y}`)
  const count = sortFigures(world)
  const hits: BakedHit[] = []
  const probe: Probe = { kind: 'point', x0: x, y0: y, x1: x, y1: y }
  for (let i = count - 1; i >= 0 && hits.length < limit; i--) {
    const eid = figureAt(crowd, i)
    if (!mayContain(world, crowd, eid, x, y)) continue
    const { registered, parts, positions } = verticesOf(world, crowd, eid)
    for (let at = parts.length - 1; at >= 0 && hits.length < limit; at--) {
      const { part, first } = parts[at]
      if (!contains(registered, part, first, positions, probe)) continue
      const slot = registered.table.parts.slot[part]
      hits.push({ eid, slot, name: registered.rig.source.slots.names[slot] })
    }
  }
  return hits
}

/** The visible parts of a figure, back to front, with their vertices in the world. */
interface Shape {
  readonly registered: RegisteredTable
  readonly parts: readonly { readonly part: number; readonly first: number }[]
  readonly positions: Float32Array
  readonly count: number
}

function verticesOf(world: CrowdWorld, crowd: CrowdState, eid: number): Shape {
  const registered = crowd.tables[world.components.Baked.table[eid]]
  if (!registered || crowd.figures.serial[eid] === 0)
    throw new OsteonError('no-figure', `entity ${eid}`, '', 'it is not a baked figure')
  const room = registered.table.uvs.length / 2
  const arrays: VertexArrays = { positions: new Float32Array(2 * room), ...lookArrays(room) }
  const parts: { part: number; first: number }[] = []
  const count = writeFigure(
    world,
    crowd,
    eid,
    arrays,
    0,
    (_, part, first) => void parts.push({ part, first }),
  )
  return { registered, parts, positions: arrays.positions, count }
}

/** Returns whether a point is in the table's box, as the figure is placed. */
function mayContain(
  { components }: CrowdWorld,
  crowd: CrowdState,
  eid: number,
  x: number,
  y: number,
): boolean {
  const { Baked, Transform } = components
  const table = crowd.tables[Baked.table[eid]]?.table
  if (!table) return false
  const far = (from: number, size: number) => Math.max(Math.abs(from), Math.abs(from + size))
  const reach = hypotenuse(
    far(table.x, table.width) * Transform.scaleX[eid],
    far(table.y, table.height) * Transform.scaleY[eid],
  )
  return hypotenuse(x - Transform.x[eid], y - Transform.y[eid]) <= reach
}

/** Returns whether a part contains a point. @param first place of the part's first vertex in `positions`. */
function contains(
  { table: { parts, triangles } }: RegisteredTable,
  part: number,
  first: number,
  positions: Float32Array,
  probe: Probe,
): boolean {
  const corners = new Float64Array(6)
  const shift = first - parts.vertex[part]
  for (let i = parts.index[part]; i < parts.index[part + 1]; i += 3)
    if (
      meetsTriangle(
        probe,
        corners,
        positions,
        triangles[i] + shift,
        triangles[i + 1] + shift,
        triangles[i + 2] + shift,
      )
    )
      return true
  return false
}
