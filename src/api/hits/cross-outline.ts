/** Finds where a segment crosses the bounding box of a slot: for shots, and feet on the ground. */

import { OsteonError } from '../../base/errors'
import type { Affine } from '../../base/math/affine'
import { cosine, sine } from '../../base/math/circular'
import {
  type Crossing,
  crossEllipse,
  crossPolygon,
  crossRectangle,
  IDENTITY,
  type Segment,
} from '../../base/math/outline-crossings'
import { LANES, SLOT, WORLD, WORLD_RECORD } from '../../base/memory/lanes'
import type { PlaceModel } from '../../base/model/attachment'
import { isSlotActive, slotRows } from '../../streams/shown'
import { skinPolygon } from '../../streams/vertices/clipping'
import { laneAt, type SolvedLane, solveLane } from '../../tick/doors/find-world'
import { isPosedOnDemand, withPose } from '../../tick/doors/posed'
import { chunkAt } from '../../world/chunks/blocks'
import { isGone } from '../../world/flags/states'
import type { AnimationState } from '../../world/state'
import type { AnimationWorld } from '../../world/world-type'
import { chunkOf, slotNumber } from '../seat'

export type { Crossing, Segment }

const ENDS = ['x1', 'y1', 'x2', 'y2'] as const

/**
 * Returns the places where a segment crosses the outline of the bounding box that a slot shows, from its start on, in
 * world units. An ellipse (DragonBones) is hit exactly, not as a polygon.
 *
 * The list is empty if the slot shows no bounding box, or if the segment is inside it; `hitTest` finds out whether an
 * end is. Poses are the same as for `hitTest` with `eid`: a hidden skeleton has its current pose.
 *
 * @throws OsteonError `not-finite` for a segment with a number that isn't a finite float32; `no-skeleton`;
 *   `unknown-slot`.
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
  if (!state.solved || isGone(state, eid)) return []
  if (isPosedOnDemand(state, eid)) return withPose(world, eid, crossingsPosed, number, segment)
  const lane = solveLane(world, eid)
  return lane ? crossingsOf(state, lane, number, segment) : []
}

function crossingsPosed(state: AnimationState, eid: number, _: number, slot: number, segment: Segment) {
  const { chunk, seat } = state.skeletons
  return crossingsOf(state, laneAt(chunkAt(state.blocks, chunk[eid]), seat[eid]), slot, segment)
}

function crossingsOf(state: AnimationState, lane: SolvedLane, number: number, segment: Segment): Crossing[] {
  const { chunk, base } = lane
  const attachment = state.arena.i32[slotRows(chunk, base, number) + SLOT.ATTACHMENT * LANES]
  const model = chunk.rig.source.attachments.models[attachment]
  if (model?.type !== 'boundingbox' || !isSlotActive(chunk, number)) return []
  const { place, shape } = model
  const toWorld = place ? placeInWorld(state, lane, number, place) : IDENTITY
  // Not by its polygon: a small error of rounded corners would move the crossings of a grazing segment far.
  if (shape?.type === 'ellipse') return crossEllipse(segment, shape, toWorld)
  if (shape) return crossRectangle(segment, shape, toWorld)
  const count = skinPolygon(state, chunk, base, number, lane.world)
  return crossPolygon(segment, state.streams.pools.polygonPoints, count, toWorld)
}

/** Maps a box that was drawn around a place into the world. */
function placeInWorld(
  { arena: { f32 } }: AnimationState,
  { chunk, world }: SolvedLane,
  slot: number,
  { x, y, rotation, shearY, scaleX, scaleY }: PlaceModel,
): Affine {
  const row = world + chunk.rig.source.slots.bone[slot] * WORLD_RECORD
  const a = f32[row + WORLD.A * LANES]
  const b = f32[row + WORLD.B * LANES]
  const c = f32[row + WORLD.C * LANES]
  const d = f32[row + WORLD.D * LANES]
  const cos = cosine(rotation) * scaleX
  const sin = sine(rotation) * scaleX
  const upX = -sine(rotation + shearY) * scaleY
  const upY = cosine(rotation + shearY) * scaleY
  return {
    x: a * x + b * y + f32[row + WORLD.X * LANES],
    y: c * x + d * y + f32[row + WORLD.Y * LANES],
    a: a * cos + b * sin,
    b: a * upX + b * upY,
    c: c * cos + d * sin,
    d: c * upX + d * upY,
  }
}
