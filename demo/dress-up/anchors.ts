/** Where things are put into slots: points of a slot's picture in the setup pose, in the space of the slot's bone. */
import {
  type AnimationWorld,
  despawnSkeleton,
  getBone,
  getWorldVertices,
  type Rig,
  spawnSkeleton,
} from 'osteon'
import { worldTransform } from 'osteon/systems'

/** A slot's bone and picture in the setup pose. */
export interface Anchor {
  /** a, b, c, d, x, y of the bone. */
  readonly matrix: ArrayLike<number>
  /** Left, bottom, right, top; where the slot is empty, the bone's origin. World units. */
  readonly box: readonly [number, number, number, number]
}

/** A point of the bone's space, and the angle there that stands upright in the setup pose. */
export interface Spot {
  readonly x: number
  readonly y: number
  /** Radians. */
  readonly rotation: number
}

/** Measures every slot on a skeleton that comes and goes. */
export function measureSlots(world: AnimationWorld, rig: Rig): Anchor[] {
  const eid = spawnSkeleton(world, rig)
  worldTransform(world)
  const anchors = rig.slots.names.map((_, slot): Anchor => {
    const matrix = getBone(world, eid, rig.slots.bone[slot])
    return { matrix, box: boxOf(getWorldVertices(world, eid, slot) ?? [matrix[4], matrix[5]]) }
  })
  despawnSkeleton(world, eid)
  return anchors
}

function boxOf(points: ArrayLike<number>): Anchor['box'] {
  const xs = Array.from(points).filter((_, i) => i % 2 === 0)
  const ys = Array.from(points).filter((_, i) => i % 2 === 1)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** @param across 0 = the left edge of the slot's picture, 1 = the right. @param up 0 = its lower edge, 1 = its upper. */
export function spotIn({ matrix, box }: Anchor, across: number, up: number): Spot {
  const [a, b, c, d, originX, originY] = Array.from(matrix)
  const x = box[0] + across * (box[2] - box[0]) - originX
  const y = box[1] + up * (box[3] - box[1]) - originY
  const area = a * d - b * c
  return { x: (d * x - b * y) / area, y: (a * y - c * x) / area, rotation: -Math.atan2(c, a) }
}
