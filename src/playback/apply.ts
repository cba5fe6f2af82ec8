import { writeTimeBits } from '../kernels/time-bits'
import type { Chunk } from '../world/blocks'
import {
  APPLY_FLAG,
  ENTRY_FLAG,
  MIX_BLEND,
  MIX_DIRECTION,
  WORK_ALPHA,
  WORK_FIELDS,
  WORK_HOLD,
  WORK_TIME,
} from '../world/playback'
import { SKELETON_FLAG } from '../world/skeletons'
import type { AnimationState } from '../world/state'
import { pushItem } from './apply-list'
import { fixUpAttachments, skipsOrder, stepDiscrete } from './discrete'
import { findModes } from './modes'
import { passEntry } from './pass'
import { applyQuietly, findQuietTime, reportQuietly } from './quiet'
import { writeFraction } from './times'
import { sumWeights, weighEntry } from './weights'

/**
 * Turns a skeleton's tracks into items of the apply list, in application order (spine-animation-state §7, §8,
 * §13.1), steps their discrete timelines and collects events.
 */
export function applyTracks(state: AnimationState, entity: number, chunk: Chunk): void {
  const { arena, playback, skeletons } = state
  const { list } = playback
  skeletons.flags[entity] &= ~SKELETON_FLAG.behind
  const only = onlyEntry(state, entity)
  if (only >= 0 && applyQuietly(state, entity, chunk, only)) return
  const first = list.count
  walkTracks(state, entity, chunk, true)
  if (playback.markedCount > 0) fixUpAttachments(state, entity, chunk)
  if (skeletons.trackCount[entity] !== 1 || list.count !== first + 1) return
  const { changes } = chunk.rig.rig.animations[list.animation[first]].image()
  findQuietTime(state, entity, arena.i32[skeletons.tracks[entity]], first, changes)
}

/**
 * Everything that `applyTracks` does but for the pose: clocks, ends of mixes and events go on, slots stay as they
 * are and nothing is left to mix.
 */
export function reportTracks(state: AnimationState, entity: number, chunk: Chunk): void {
  const only = onlyEntry(state, entity)
  if (only < 0 || !reportQuietly(state, entity, only)) walkTracks(state, entity, chunk, false)
}

/** The entry of the only track; -1 if there are more, or if its modes are to be found first. */
function onlyEntry({ arena, skeletons }: AnimationState, entity: number): number {
  if (skeletons.trackCount[entity] !== 1 || skeletons.modesDirty[entity] === 1) return -1
  return arena.i32[skeletons.tracks[entity]]
}

function walkTracks(state: AnimationState, entity: number, chunk: Chunk, poses: boolean): void {
  const { arena, playback, skeletons } = state
  const { entries } = playback
  if (skeletons.modesDirty[entity] === 1) findModes(state, entity)
  const tracks = skeletons.tracks[entity]
  const count = skeletons.trackCount[entity]
  for (let track = 0; track < count; track++) {
    const row = arena.i32[tracks + track]
    if (row < 0 || entries.delay[row] > 0) continue
    const blend = track === 0 ? MIX_BLEND.first : entries.mixBlend[row]
    if (entries.mixingFrom[row] >= 0) applyChain(state, chunk, row, blend, poses)
    applyCurrent(state, chunk, row, blend, poses)
  }
}

/** Applies the entry that is current on its track. */
function applyCurrent(state: AnimationState, chunk: Chunk, row: number, blend: number, poses: boolean): void {
  const { entries, list } = state.playback
  const { bases, negativeHides } = chunk.rig.rig.maths.tracks
  let alpha = entries.alpha[row]
  if (entries.mixingFrom[row] >= 0) alpha *= entries.fraction[row]
  else if (entries.trackTime[row] >= entries.trackEnd[row] && entries.next[row] < 0) alpha = 0
  const isFull = entries.track[row] === 0 && alpha === 1
  let flags = APPLY_FLAG.marks | APPLY_FLAG.events
  const threshold = entries.alphaAttachmentThreshold[row]
  if (isFull || alpha >= threshold || (threshold <= 0 && !negativeHides)) flags |= APPLY_FLAG.keepAttachments
  if (isFull || (!bases && blend === MIX_BLEND.add)) flags |= APPLY_FLAG.plain
  const item = pushItem(list)
  list.work[item * WORK_FIELDS + WORK_ALPHA] = list.work[item * WORK_FIELDS + WORK_HOLD] = alpha
  list.blend[item] = isFull && bases ? MIX_BLEND.setup : blend
  list.direction[item] = MIX_DIRECTION.mixIn
  applyEntry(state, chunk, row, item, flags, poses)
}

/**
 * Applies what `to` is mixing from, oldest first.
 *
 * @param blend the current entry's.
 */
function applyChain(state: AnimationState, chunk: Chunk, to: number, blend: number, poses: boolean): void {
  const { entries, list } = state.playback
  const { bases } = chunk.rig.rig.maths.tracks
  const row = entries.mixingFrom[to]
  writeFraction(state, to)
  if (entries.mixingFrom[row] >= 0) applyChain(state, chunk, row, blend, poses)
  const isFirst = blend === MIX_BLEND.first
  let from = blend
  if (entries.mixDuration[to] === 0) from = isFirst ? MIX_BLEND.setup : blend
  else if (!isFirst) from = entries.mixBlend[row]
  const mix = entries.fraction[to]
  let flags: number = APPLY_FLAG.marks
  if (mix < entries.eventThreshold[row]) flags |= APPLY_FLAG.events
  if (mix < entries.mixAttachmentThreshold[row]) flags |= APPLY_FLAG.keepAttachments
  if (mix < entries.mixDrawOrderThreshold[row]) flags |= APPLY_FLAG.keepOrder
  if (!bases && from === MIX_BLEND.add) flags |= APPLY_FLAG.plain
  const item = pushItem(list)
  weighEntry(state, item, row, bases)
  list.blend[item] = from
  list.direction[item] = MIX_DIRECTION.mixOut
  applyEntry(state, chunk, row, item, flags, poses)
}

/**
 * Completes an item whose weights, blend and direction are set. It is taken back where nothing is to be mixed: of the
 * empty animation, which only has a clock, and without a pose.
 */
function applyEntry(
  state: AnimationState,
  chunk: Chunk,
  row: number,
  item: number,
  flags: number,
  poses: boolean,
): void {
  const { playback } = state
  const { entries, list } = playback
  const { animations, maths } = chunk.rig.rig
  const at = item * WORK_FIELDS
  const animation = entries.animation[row]
  passEntry(state, chunk, row, at, (flags & APPLY_FLAG.events) !== 0)
  const isPlain = (flags & APPLY_FLAG.plain) !== 0
  if (animation < 0) {
    if (!isPlain && list.direction[item] === MIX_DIRECTION.mixOut) entries.totalAlpha[row] = 0
    list.count = item
    return
  }
  const info = animations[animation]
  const image = info.image()
  const isWhole = (isPlain && entries.mask[row] === 0) || entries.modeCount[row] === 0
  list.entity[item] = entries.entity[row]
  list.animation[item] = animation
  list.entry[item] = row
  list.flags[item] = flags
  list.modes[item] = isWhole ? -1 : entries.modes[row]
  if (list.direction[item] === MIX_DIRECTION.mixOut && !isPlain) {
    const order = image.drawOrder
    const skipped = order && skipsOrder(state, item, order.timeline, maths.tracks.bases) ? 1 : 0
    sumWeights(state, item, row, skipped)
  }
  if (!poses) {
    list.count = item
    return
  }
  const isHeld = (entries.flags[row] & ENTRY_FLAG.held) !== 0 && list.work[at + WORK_HOLD] === 1
  if (isHeld && !isPlain) list.flags[item] |= APPLY_FLAG.held
  if (!isPlain && turns(entries.flags[row], maths.tracks.bases)) {
    list.flags[item] |= APPLY_FLAG.turns
    entries.flags[row] |= ENTRY_FLAG.turned
  }
  if ((entries.flags[row] & ENTRY_FLAG.reverse) !== 0)
    list.work[at + WORK_TIME] = info.duration - list.work[at + WORK_TIME]
  writeTimeBits(list.work, at, playback.bits)
  stepDiscrete(state, item, chunk, image)
}

/** Whether an entry's rotations go on in the way in which they turned (§10.1). */
function turns(flags: number, bases: boolean): boolean {
  return (
    (flags & (bases ? ENTRY_FLAG.shortestRotation | ENTRY_FLAG.additive : ENTRY_FLAG.shortestRotation)) === 0
  )
}
