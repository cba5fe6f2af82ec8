/** Whole turns that angles lose when an entry begins to fade out. */
import { TAU } from '../math/angles'
import { CHANNEL_SETUP, CHANNEL_TIMELINE } from '../rig/animation/image'
import { workAt } from '../world/commands'
import { MODE_TOTAL, MODE_WORDS, WORK_VALUE } from '../world/playback'
import type { AnimationState } from '../world/state'
import { formOf, planOf, writeShown } from './form'
import { clockAfter } from './list'
import { sampleChannel } from './sampling/sample'

/** Notes beside the modes of an entry's angles how many radians they lose: as long as its time stands still. */
export function countTurns(state: AnimationState, row: number): void {
  for (let own = row; own >= 0; own = clockAfter(state, own)) countOwn(state, own)
}

function countOwn(state: AnimationState, row: number): void {
  const { arena, playback, rigs, skeletons } = state
  const { commands, entries } = playback
  const plan = planOf(state, row)
  const registered = rigs[skeletons.rig[entries.entity[row]]]
  if (!plan || !registered) return
  const image = registered.animations[formOf(state, row)]
  const work = workAt(commands, row)
  writeShown(state, row, work)
  for (let i = 0; i < plan.angles.length; i++) {
    const record = sampleChannel(state, image, plan.angles[i], work)
    const angle = arena.f64[work + WORK_VALUE] - arena.f32[record + CHANNEL_SETUP]
    const own = entries.modes[row] + arena.i32[record + CHANNEL_TIMELINE] * MODE_WORDS
    arena.f32[own + MODE_TOTAL] = TAU * Math.round(angle / TAU)
  }
}
