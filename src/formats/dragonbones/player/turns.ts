/** Removes whole turns from angles of an entry that fades out. */
import { TAU } from '../../../base/math/angles'
import { LANES } from '../../../base/memory/lanes'
import { CURVE } from '../../../base/model/animation'
import { ANIMATION, CHANNEL, CHANNEL_WORDS } from '../../../rig/animation/image'
import type { Chunk } from '../../../world/chunks/blocks'
import { workAt } from '../../../world/commands'
import { MODE, MODE_TOTAL, MODE_WEIGHT, MODE_WORDS, WORK } from '../../../world/playback'
import type { AnimationState } from '../../../world/state'
import { formOf, keyedOf, writeShown } from './form'
import { keyReached } from './limits'
import { clockAfter } from './list'
import { FADE, type KeyedTargets, LAYER_FLAG } from './sampling/layers'
import { sampleChannel } from './sampling/sample'

const { begun, lacksTurns, looped } = LAYER_FLAG
const LOSES = begun | lacksTurns

/** Notes, next to the modes of an entry's angles, the radians that they lose for as long as its time stands still. */
export function countTurns(state: AnimationState, row: number): void {
  for (let own = row; own >= 0; own = clockAfter(state, own)) countOwn(state, own)
}

function countOwn(state: AnimationState, row: number): void {
  const { arena, playback, rigs, skeletons } = state
  const { commands, entries, layerEntries } = playback
  const keyed = keyedOf(state, row)
  const registered = rigs[skeletons.rig[entries.entity[row]]]
  if (!keyed || !registered) return
  const image = registered.animations[formOf(state, row)]
  const work = workAt(commands, row)
  writeShown(state, row, work)
  layerEntries.flags[row] &= ~lacksTurns
  for (let i = 0; i < keyed.angles.length; i++) {
    const record = sampleChannel(state, image, keyed.angles[i], work)
    const angle = arena.f64[work + WORK.VALUE] - arena.f32[record + CHANNEL.SETUP]
    const own = entries.modes[row] + arena.i32[record + CHANNEL.TIMELINE] * MODE_WORDS
    arena.f32[own + MODE_TOTAL] = TAU * Math.round(angle / TAU)
    if (arena.f32[own + MODE_TOTAL] !== 0) layerEntries.flags[row] |= lacksTurns
  }
}

/**
 * Gives back the turns of angles whose keys are read again because a fading entry's time moves on: of tweens, and of
 * timelines that reached another key. @param before its first number is the second shown before.
 */
export function regainTurns(state: AnimationState, row: number, before: Float64Array): void {
  const { arena, playback, rigs, skeletons } = state
  const { entity, modes } = playback.entries
  const { flags, second: times } = playback.layerEntries
  if ((flags[row] & lacksTurns) === 0) return
  const timelines =
    rigs[skeletons.rig[entity[row]]]?.source.animations[formOf(state, row)].playback?.timelines
  if (!timelines) return
  for (let timeline = 0; timeline < timelines.length; timeline++) {
    const model = timelines[timeline]
    if (model.type !== 'bone' || model.times.length === 1) continue
    const key = keyReached(model.times, times, row)
    const tweens = key < model.times.length - 1 && model.curves[key] !== CURVE.stepped
    if (tweens || (flags[row] & looped) !== 0 || key !== keyReached(model.times, before, 0))
      arena.f32[modes[row] + timeline * MODE_WORDS + MODE_TOTAL] = 0
  }
}

/** Subtracts the noted turns from angles, by the entry's weight. */
export function loseTurns(
  state: AnimationState,
  chunk: Chunk,
  row: number,
  keyed: KeyedTargets,
  base: number,
): void {
  const { arena, playback } = state
  const { modes } = playback.entries
  const { fade, flags } = playback.layerEntries
  // An automatic fade-out that began in this update was read with its turns.
  if (fade[row] !== FADE.out || (flags[row] & LOSES) !== LOSES) return
  const { f32, i32 } = arena
  const image = chunk.rig.animations[playback.entries.animation[row]]
  const table = image + i32[image + ANIMATION.CHANNEL_TABLE]
  for (let i = 0; i < keyed.angles.length; i++) {
    const record = table + keyed.angles[i] * CHANNEL_WORDS
    const own = modes[row] + i32[record + CHANNEL.TIMELINE] * MODE_WORDS
    if (i32[own] === MODE.off || f32[own + MODE_TOTAL] === 0) continue
    const target = base + chunk.layout.local + i32[record + CHANNEL.ROW] * LANES
    f32[target] -= f32[own + MODE_TOTAL] * f32[own + MODE_WEIGHT]
  }
}
