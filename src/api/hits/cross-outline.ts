/** Where a segment enters and leaves the bounding box of a slot: shots, and feet on the ground. */
import type { AnimationWorld } from '../../../components/world-type'
import { OsteonError } from '../../errors'
import { type Crossing, crossEllipse, crossPolygon, type Segment } from '../../math/outline-crossings'
import { LANES, SLOT_ATTACHMENT } from '../../memory/lanes'
import { isSlotActive, slotRows } from '../../streams/shown'
import { skinPolygon } from '../../streams/vertices/clipping'
import { chunkOf, slotNumber } from '../seat'
import { canBeHit } from './extents'
import { solveLane } from './lane'

export type { Crossing, Segment }

const ENDS = ['x1', 'y1', 'x2', 'y2'] as const

/**
 * Places where a segment crosses the outline of the bounding box that a slot shows, from its start on, in world units. An
 * ellipse (DragonBones) is met exactly, and not as the polygon that stands for it.
 *
 * There are none if the slot shows no bounding box, and if the segment lies within it: `hitTest` tells whether an end does.
 * Poses are those that `hitTest` looks at.
 *
 * @throws OsteonError `not-finite` for a segment with a number that is no finite float32; `no-skeleton`; `unknown-slot`.
 */
export function crossOutline(
  world: AnimationWorld,
  eid: number,
  slot: string | number,
  segment: Segment,
): Crossing[] {
  const number = slotNumber(chunkOf(world, eid), slot, eid)
  for (const end of ENDS)
    if (typeof segment?.[end] !== 'number' || !Number.isFinite(Math.fround(segment[end])))
      throw new OsteonError(
        'not-finite',
        'crossOutline',
        end,
        `expected a finite float32, got ${segment?.[end]}`,
      )
  const state = world.animation
  const lane = state.solved && canBeHit(state, eid, 'boxes') ? solveLane(world, eid) : null
  if (!lane) return []
  const { chunk, base } = lane
  const attachment = state.arena.i32[slotRows(chunk, base, number) + SLOT_ATTACHMENT * LANES]
  const model = chunk.rig.rig.attachments.models[attachment]
  if (model?.type !== 'boundingbox' || !isSlotActive(chunk, number)) return []
  const count = skinPolygon(state, chunk, base, number, lane.world)
  const cross = model.shape?.type === 'ellipse' ? crossEllipse : crossPolygon
  return cross(segment, state.streams.pools.polygonPoints, count)
}
