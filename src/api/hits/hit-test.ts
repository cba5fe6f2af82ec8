/** Finds the skeletons under a pointer, a shot or a selection. */

import { OsteonError, refuseUnknown } from '../../base/errors'
import { meetsBox, type Probe } from '../../base/math/probe'
import type { AttachmentModel } from '../../base/model/attachment'
import { createCuts } from '../../streams/vertices/cuts'
import { laneAt, type SolvedLane, solveLane } from '../../tick/doors/find-world'
import { isPosedOnDemand, withPose } from '../../tick/doors/posed'
import { ensureSeated, settle } from '../../tick/settle'
import { chunkAt } from '../../world/chunks/blocks'
import { EXTENT_NUMBERS } from '../../world/extents'
import { stateOf } from '../../world/state-of'
import type { Cuts } from '../../world/streams'
import type { AnimationWorld } from '../../world/world-type'
import { canBeHit, type HitKind, hitStateOf, renewExtents } from './extents'
import { testFrontToBack } from './front-to-back'
import { testLane } from './shown'

/**
 * The target of a test, in world units: a point, a segment between two points, or an upright box from its lower left
 * corner.
 */
export type HitTarget =
  | { x: number; y: number }
  | { x1: number; y1: number; x2: number; y2: number }
  | { x: number; y: number; width: number; height: number }

/** The scope of a hit test. */
export interface HitOptions {
  /**
   * `'boxes'`: bounding box attachments, whether the skeleton is drawn or not. `'shapes'`: triangles of regions and
   * meshes as they are drawn, with their clips; transparent pixels count. @default 'boxes'
   */
  by?: 'boxes' | 'shapes'
  /** One entity only. @default all skeletons */
  eid?: number
  /** Return `false` to leave out a skeleton. Called before the exact test. */
  filter?: (eid: number) => boolean
  /** The greatest number of hits, counted from the front; at least 1. @default all */
  limit?: number
}

/** One slot under the target. */
export interface Hit {
  eid: number
  /** Index and name of the slot. */
  slot: number
  name: string
  attachment: AttachmentModel
}

const OPTIONS = ['by', 'eid', 'filter', 'limit'] as const

/**
 * Returns the slots with an attachment that a point, a segment or a box meets, front to back: in the order in which
 * skeletons are drawn over one another, then the slots within a skeleton. A child in a slot is over the slot's
 * attachment.
 *
 * Polygons follow the even-odd rule. A segment meets a bounding box if it crosses the outline, so a segment inside it
 * does not. It meets a drawn shape wherever it touches it. A box meets everything that it overlaps.
 *
 * Poses are those of the last tick. A skeleton that was posed by hand since then is tested in its current pose; a
 * `Transform` that was written since then counts from the next tick on. Before the first tick there are no hits.
 * `Visibility` matters: skeletons at `timeOnly` are not tested, and skeletons at `noVertices` only by boxes, unless
 * `eid` names them. They are then tested in their current pose, as for `getBone`. Other drawables are not tested.
 *
 * The first call after a tick reads the vertices of every skeleton that moved; each further call makes one comparison
 * per skeleton. Ticks without a call cost nothing. World matrices are not kept.
 *
 * @throws OsteonError `not-finite` for a target with a number that isn't a finite float32; `bad-option` for a target of
 *   another form, a negative size or an invalid option; `no-skeleton` for `eid`.
 */
export function hitTest(world: AnimationWorld, target: HitTarget, options: HitOptions = {}): Hit[] {
  const state = stateOf(world)
  const probe = probeOf(target)
  const { by = 'boxes', eid, filter, limit = Number.POSITIVE_INFINITY } = checkOptions(options)
  if (eid === undefined) settle(world)
  else ensureSeated(world, eid)
  if (!state.solved || state.solver === null) return []
  const candidates = eid === undefined ? candidatesFor(world, probe, by, filter) : [eid]
  const hits: Hit[] = []
  const test = (candidate: number, inSlot?: (slot: number) => boolean): boolean => {
    const isSeen = canBeHit(state, candidate, by)
    // A skeleton that nobody sees is found only if `eid` names it.
    if (!isSeen && candidate !== eid) return true
    const cuts = by === 'shapes' ? cutsOf(world, candidate) : NO_CUTS
    if (!isSeen || (candidate === eid && isPosedOnDemand(state, candidate)))
      return withPose(
        world,
        candidate,
        ({ blocks, skeletons: { chunk, seat } }, of) =>
          testIn(laneAt(chunkAt(blocks, chunk[of]), seat[of]), of, cuts, inSlot),
        undefined,
        undefined,
      )
    const lane = solveLane(world, candidate)
    return lane === null || testIn(lane, candidate, cuts, inSlot)
  }
  const testIn = (
    lane: SolvedLane,
    candidate: number,
    cuts: Cuts,
    inSlot?: (slot: number) => boolean,
  ): boolean => {
    const { attachments, slots } = lane.chunk.rig.source
    const found = (slot: number, attachment: number) => {
      hits.push({ eid: candidate, slot, name: slots.names[slot], attachment: attachments.models[attachment] })
      return hits.length < limit
    }
    return testLane(state, lane, { probe, kind: by, cuts, hits: hitStateOf(state) }, found, inSlot)
  }
  if (eid !== undefined) test(eid)
  else testFrontToBack(world, candidates, test)
  return hits
}

const NO_CUTS = createCuts()

/** Returns the clips of the skeleton's holders. Their world rows replace its own in scratch memory. */
function cutsOf(world: AnimationWorld, eid: number): Cuts {
  const { joins, skeletons } = world.animation
  const carried = skeletons.carried[eid]
  if (carried === 0 || joins.carry === null) return NO_CUTS
  const cuts = createCuts()
  joins.carry.takeCuts(carried, cuts, (carrier) => solveLane(world, carrier)?.world)
  return cuts
}

/** Returns the skeletons whose noted boxes meet the probe. */
function candidatesFor(
  world: AnimationWorld,
  probe: Probe,
  by: HitKind,
  filter: ((eid: number) => boolean) | undefined,
): number[] {
  const { boxes } = renewExtents(world, by)
  const { alive } = world.animation
  const { count, ids } = alive
  const found: number[] = []
  for (let i = 0; i < count; i++) {
    const eid = ids[i]
    const at = EXTENT_NUMBERS * eid
    if (!meetsBox(probe, boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3])) continue
    if (canBeHit(world.animation, eid, by) && (filter === undefined || filter(eid))) found.push(eid)
  }
  return found
}

function probeOf(target: HitTarget): Probe {
  if (typeof target === 'object' && target !== null) {
    for (const [field, value] of Object.entries(target)) checkNumber(field, value)
    if (isOf(target, 'x1', 'y1', 'x2', 'y2')) {
      const { x1: x0, y1: y0, x2: x1, y2: y1 } = target as { x1: number; y1: number; x2: number; y2: number }
      return { kind: 'segment', x0, y0, x1, y1 }
    }
    const {
      x,
      y,
      width = 0,
      height = 0,
    } = target as { x: number; y: number; width?: number; height?: number }
    if (isOf(target, 'x', 'y')) return { kind: 'point', x0: x, y0: y, x1: x, y1: y }
    if (isOf(target, 'x', 'y', 'width', 'height')) {
      if (width < 0 || height < 0) throw refuse('width', `expected a size from 0, got ${width} × ${height}`)
      return { kind: 'box', x0: x, y0: y, x1: x + width, y1: y + height }
    }
  }
  throw refuse('target', 'expected { x, y }, { x1, y1, x2, y2 } or { x, y, width, height }')
}

function checkNumber(field: string, value: unknown): void {
  if (typeof value === 'number' && Number.isFinite(Math.fround(value))) return
  throw new OsteonError('not-finite', 'hitTest', field, `expected a finite float32, got ${value}`)
}

function isOf(target: object, ...fields: string[]): boolean {
  return Object.keys(target).length === fields.length && fields.every((field) => Object.hasOwn(target, field))
}

function checkOptions(options: HitOptions): HitOptions {
  refuseUnknown(options, OPTIONS, 'hitTest')
  const { by, filter, limit } = options
  if (by !== undefined && by !== 'boxes' && by !== 'shapes')
    throw refuse('by', `expected 'boxes' or 'shapes', got ${JSON.stringify(by)}`)
  if (filter !== undefined && typeof filter !== 'function') throw refuse('filter', 'expected a function')
  if (limit !== undefined && !(limit >= 1)) throw refuse('limit', `expected a number from 1, got ${limit}`)
  return options
}

function refuse(path: string, message: string): OsteonError {
  return new OsteonError('bad-option', 'hitTest', path, message)
}
