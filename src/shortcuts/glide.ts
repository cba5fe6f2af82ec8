/**
 * The common case of a tick: skeletons of which the time is all that changes in the command that their lane has. Nothing
 * else of them is touched; what stands in the apply list for others stands there.
 */

import { isStored, pushItem } from '../apply/apply-list'
import { doubled } from '../memory/growing'
import { LANES } from '../memory/lanes'
import type { Chunk } from '../world/blocks'
import { MIX_COMMAND_BITS, MIX_COMMAND_TIME, MIX_COMMAND_WORDS } from '../world/mix-commands'
import { MIX_BLEND, WORK_FIELDS, WORK_TIME } from '../world/playback'
import { chunkAt, commandAt, isResting } from '../world/seats'
import { LEVEL, SKELETON_FLAG, STIR } from '../world/skeletons'
import { type AnimationState, PLACE } from '../world/state'
import { fillItem } from './quiet'

const { settled, mobile, moved, look, kept, colored, listed } = STIR
/** Bits of a skeleton that may glide on, beside those that make no difference. */
const GLIDES = mobile | kept
const INDIFFERENT = colored | moved | look

/**
 * Moves the clocks of all skeletons that have a command and are not due yet, and lists them. For each it does what
 * `rouse`, `runQuietly` and `writeCommand` would do, at a fifth of what they cost together.
 */
export function glide(state: AnimationState): void {
  const { alive, arena, awake, blocks, playback, skeletons, tick } = state
  const { f32, f64, i32 } = arena
  const { begun, chunk: chunkOf, due, flags, seat: seatOf, steady, stir, timeScale } = skeletons
  const { timeScale: pace, trackTime } = playback.entries
  const { ids, count } = alive
  const seconds = tick.seconds[0]
  let id = -1
  let commands = 0
  let run = 0
  let skin = 0
  let own = 0
  let glided = awake.count
  while (awake.ids.length < glided + count) awake.ids = doubled(awake.ids)
  const listedIds = awake.ids
  for (let i = 0; i < count; i++) {
    const eid = ids[i]
    const set = stir[eid]
    if (!mayGlideOn(set)) continue
    const row = steady[eid] - 1
    const before = trackTime[row]
    const now = before + seconds * timeScale[eid] * pace[row]
    const time = now - begun[eid]
    if (!(now > before && time < due[eid])) continue
    if (chunkOf[eid] !== id) {
      id = chunkOf[eid]
      const chunk = chunkAt(blocks, id)
      ;({ commands, run, skin, kept: own } = chunk)
      chunk.stirred = tick.number
    }
    trackTime[row] = now
    const seat = seatOf[eid]
    const command = (commands + seat * MIX_COMMAND_WORDS) | 0
    f64[(command + MIX_COMMAND_TIME) >> 1] = time
    // `writeTimeBits`, in place; which way it was rounded is a guess, so without a branch.
    const at = command + MIX_COMMAND_BITS
    f32[at] = time
    if (time > 0) i32[at] -= Number(f32[at] > time)
    else i32[at] = time === 0 ? 0 : -1
    const block = seat >> 2
    const bit = 1 << (seat & (LANES - 1))
    i32[run + block] |= bit
    i32[skin + block] |= bit
    i32[own + block] |= bit
    if ((set & colored) !== 0) flags[eid] |= SKELETON_FLAG.keyedColor
    stir[eid] = (set & ~(moved | look)) | listed
    listedIds[glided++] = eid
  }
  awake.count = tick.glided = glided
}

/** Whether a skeleton was left alone since it had its command; with the bits of STIR that it has. */
export function mayGlideOn(set: number): boolean {
  return (set & ~INDIFFERENT) === GLIDES
}

/** Whether the command of a skeleton's item holds for the ticks to come. */
export function mayGlide(
  { playback, skeletons }: AnimationState,
  chunk: Chunk,
  seat: number,
  eid: number,
  item: number,
): boolean {
  const { blend, deformCount, deformStart, entry } = playback.list
  const { due, itemCount, level, rate, steady, stir } = skeletons
  if ((stir[eid] & (mobile | settled)) !== mobile) return false
  if (itemCount[eid] !== 1 || steady[eid] !== entry[item] + 1) return false
  // One whose discrete timelines were stepped in this tick may start from another pose than `fillItem` says.
  if (deformStart[item] >= 0 && blend[item] !== MIX_BLEND.first) return false
  if (deformCount[item] > 0 && !isStored(playback.list, item)) return false
  if (level[eid] !== LEVEL.full || rate[eid] > 1) return false
  return due[eid] > Number.NEGATIVE_INFINITY && !isResting(chunk, seat)
}

/** A lane's command was written: the skeleton glides from the next tick on, unless something happens to it. */
export function keepCommand(
  { playback, skeletons }: AnimationState,
  chunk: Chunk,
  eid: number,
  item: number,
): void {
  const { keysColors } = chunk.rig
  skeletons.stir[eid] |= keysColors[playback.list.animation[item]] === 1 ? kept | colored : kept
}

/**
 * To be called before anything happens to a skeleton in mid-tick: what it was to be mixed with stands in the apply list
 * then, as that of everybody else.
 */
export function stopGliding(state: AnimationState, chunk: Chunk, eid: number): void {
  const { arena, playback, skeletons, tick } = state
  const { f64, i32 } = arena
  const { list } = playback
  const seat = skeletons.seat[eid]
  const bit = 1 << (seat & (LANES - 1))
  skeletons.stir[eid] &= ~(kept | colored)
  if ((i32[chunk.kept + (seat >> 2)] & bit) === 0) return
  i32[chunk.kept + (seat >> 2)] &= ~bit
  if ((tick.done & (1 << PLACE.mixing)) !== 0) return
  const item = pushItem(list)
  list.work[item * WORK_FIELDS + WORK_TIME] = f64[(commandAt(chunk, seat) + MIX_COMMAND_TIME) >> 1]
  fillItem(state, eid, chunk, skeletons.steady[eid] - 1, item)
  skeletons.itemStart[eid] = item
  skeletons.itemCount[eid] = 1
}
