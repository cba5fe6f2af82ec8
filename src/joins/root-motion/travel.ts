/**
 * Finds how far a bone travels in a tick: for each entry, the way between the places that its animation has for the
 * bone at the entry's clocks before and after; weighed as mixing weighs the entry's curves.
 */
import { CHANNEL } from '../../rig/animation/image'
import type { Chunk } from '../../world/chunks/blocks'
import { COMMAND, COMMAND_HELD, commandAt } from '../../world/commands'
import { BLEND_PLAIN, MIX_BLEND, MODE, MODE_WEIGHT, MODE_WORDS, WORK } from '../../world/playback'
import { AXES } from '../moving-bones/options'
import { channelAt, findChannels } from './curve'
import { type Motion, type MovingState, ROTATION, SPAN, X, Y } from './state'
import { writeWay } from './way'

/** Notes the clocks of all entries of a skeleton, before they advance. */
export function noteClocks(state: MovingState, eid: number): void {
  const { arena, motions, playback, skeletons } = state
  const { next, older } = playback.entries
  const { scratch } = motions
  if (scratch.clocks.length < playback.rows) scratch.clocks = new Float64Array(2 * playback.rows)
  for (let track = 0; track < skeletons.trackCount[eid]; track++) {
    const current = arena.i32[skeletons.tracks[eid] + track]
    if (current < 0) continue
    for (let row = current; row >= 0; row = older[row]) writeClock(state, row, scratch.clocks, row)
    for (let row = next[current]; row >= 0; row = next[row]) writeClock(state, row, scratch.clocks, row)
  }
}

/**
 * Writes the track time up to which an entry has travelled. If another entry is to take over, that is the time of the
 * hand-over at most: the one that takes over travels from there on.
 */
function writeClock({ playback }: MovingState, row: number, out: Float64Array, at: number): void {
  const { delay, next, trackTime } = playback.entries
  const time = trackTime[row]
  out[at] = next[row] >= 0 && delay[next[row]] < time ? delay[next[row]] : time
}

/** Writes the travel of a skeleton's bone since `noteClocks`, in the space of the bone's parent, to `scratch.total`. */
export function sumTravel(state: MovingState, chunk: Chunk, motion: Motion): void {
  const { arena, motions, playback, skeletons } = state
  const { delay } = playback.entries
  const { eid } = motion
  motions.scratch.total.fill(0)
  for (let track = 0; track < skeletons.trackCount[eid]; track++) {
    const row = arena.i32[skeletons.tracks[eid] + track]
    if (row >= 0 && delay[row] <= 0) addChain(state, chunk, motion, row)
  }
}

/** Adds the travel of an entry and those that it replaces, oldest first. */
function addChain(state: MovingState, chunk: Chunk, motion: Motion, row: number): void {
  const { animation, older } = state.playback.entries
  const { scratch } = state.motions
  if (older[row] >= 0) addChain(state, chunk, motion, older[row])
  if (animation[row] < 0) return
  const image = chunk.rig.animations[animation[row]]
  if (!findChannels(state.arena, image, motion.bone, scratch.channels)) return
  writeSpan(state, chunk, row)
  const flags = state.playback.trackEntries.flags[row]
  writeWay(scratch, state.arena, image, chunk.rig.source, motion, flags)
  // A skeleton that turns goes on in its new direction.
  const turns = (motion.moves & (1 << ROTATION)) !== 0
  for (let axis = 0; axis < AXES; axis++)
    if (turns || (motion.moves & (1 << axis)) !== 0) mixStep(state, row, image, axis)
}

/** Writes what an entry played since `noteClocks` to `scratch.span`. */
function writeSpan(state: MovingState, chunk: Chunk, row: number): void {
  const { clocks, span } = state.motions.scratch
  const { animation, animationEnd, animationStart } = state.playback.entries
  span[SPAN.BEFORE] = clocks[row]
  writeClock(state, row, span, SPAN.AFTER)
  span[SPAN.START] = animationStart[row]
  span[SPAN.END] = animationEnd[row]
  span[SPAN.DURATION] = chunk.rig.source.animations[animation[row]].duration
}

/** Mixes the step of an entry into the total of the skeleton along one axis, as its curve is mixed into a row. */
function mixStep({ arena, motions, playback }: MovingState, row: number, image: number, axis: number): void {
  const { f32, f64, i32 } = arena
  const { channels, step, total } = motions.scratch
  const channel = decidingChannel(channels, axis)
  const record = channelAt(i32, image, channel)
  const command = commandAt(playback.commands, row)
  const flags = i32[command + COMMAND.BLEND]
  const isHeld = (flags & COMMAND_HELD) !== 0
  const modes = isHeld ? -1 : i32[command + COMMAND.MODES]
  const own = modes + i32[record + CHANNEL.TIMELINE] * MODE_WORDS
  const heeded = (flags & BLEND_PLAIN) !== 0 ? MODE.off : -1
  const how = modes < 0 ? 0 : i32[own] & heeded
  const named = how & MODE.blend
  const blend = isHeld ? MIX_BLEND.setup : named === 0 ? flags & 3 : named - 1
  const at = command >> 1
  const isEarly = f64[at + WORK.TIME] < f32[record + CHANNEL.FIRST]
  if ((how & MODE.off) !== 0 || (isEarly && blend > MIX_BLEND.first)) return
  const weight = isHeld
    ? 1
    : (how & MODE.own) !== 0
      ? f32[own + MODE_WEIGHT]
      : f64[at + ((how & MODE.hold) !== 0 ? WORK.HOLD : WORK.ALPHA)]
  // An axis that isn't keyed only has what turns add to it.
  const adds = channels[axis] < 0 || blend === MIX_BLEND.add || (how & MODE.add) !== 0
  const before = adds ? total[axis] : blend === MIX_BLEND.setup ? 0 : total[axis] * (1 - weight)
  total[axis] = before + step[axis] * weight
}

/** Returns the channel by which an axis is weighed: a bone that turns also travels along axes that aren't keyed. */
function decidingChannel(channels: Int32Array, axis: number): number {
  if (channels[axis] >= 0) return channels[axis]
  const other = axis === X ? Y : X
  return channels[channels[other] >= 0 ? other : axis === ROTATION ? Y : ROTATION]
}
