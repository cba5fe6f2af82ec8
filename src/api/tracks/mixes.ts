/** Sets and reads mix durations of a rig's animations. */

import { OsteonError } from '../../base/errors'
import type { NameOf, RigNames } from '../../base/model/names'
import { numberOfName } from '../../rig/names'
import type { Rig } from '../../rig/rig'
import { mixSeconds, setMixSeconds } from '../../tracks/player/mix-table'
import { heardCall, isHeard } from '../../world/calls'
import { registerRig } from '../../world/chunks/registry'
import { stateOf } from '../../world/state-of'
import type { AnimationWorld } from '../../world/world-type'

/**
 * Sets the mix duration of a rig's animations for pairs without a `setMix` of their own. It applies to all skeletons of
 * the rig in this world; existing entries keep theirs. It is 0 until this is called.
 *
 * @param seconds 0 or more.
 * @throws OsteonError `bad-option`, `capacity`.
 */
export function setDefaultMix(world: AnimationWorld, rig: Rig, seconds: number): void {
  if (isHeard(world)) return void heardCall('setDefaultMix', setDefaultMix, world, rig, seconds)
  checkSeconds(rig, seconds)
  registerRig(stateOf(world), rig).mixes.fallback = seconds
}

/**
 * Sets the mix duration from one animation of a rig to another. The way back is a pair of its own. It applies to all
 * skeletons of the rig in this world; existing entries keep theirs.
 *
 * @param from name of an animation; `null` for the empty one that `fadeOut` plays.
 * @param seconds 0 or more.
 * @throws OsteonError `unknown-animation`, `bad-option`, `capacity`; everything stays as it was.
 */
export function setMix<N extends RigNames, F extends string, T extends string>(
  world: AnimationWorld,
  rig: Rig<N>,
  from: NameOf<N['animations'], F> | null,
  to: NameOf<N['animations'], T> | null,
  seconds: number,
): void {
  if (isHeard(world)) return void heardCall('setMix', setMix, world, rig, from, to, seconds)
  const pair = [numberOf(rig, 'from', from), numberOf(rig, 'to', to)] as const
  checkSeconds(rig, seconds)
  setMixSeconds(registerRig(stateOf(world), rig), ...pair, seconds)
}

/**
 * Returns the mix duration from one animation to another, in seconds: that of `setMix` for this pair, or else the
 * default.
 *
 * @throws OsteonError `unknown-animation`.
 */
export function getMix<N extends RigNames, F extends string, T extends string>(
  world: AnimationWorld,
  rig: Rig<N>,
  from: NameOf<N['animations'], F> | null,
  to: NameOf<N['animations'], T> | null,
): number {
  const pair = [numberOf(rig, 'from', from), numberOf(rig, 'to', to)] as const
  const registered = stateOf(world).rigsByRig.get(rig)
  return registered ? mixSeconds(registered, ...pair) : 0
}

function numberOf(rig: Rig, path: string, name: string | null): number {
  return name === null ? -1 : numberOfName(rig, 'animation', name, rig.name, path)
}

function checkSeconds(rig: Rig, seconds: number): void {
  if (Number.isFinite(seconds) && seconds >= 0) return
  throw new OsteonError('bad-option', rig.name, 'mix', `expected seconds, 0 or more, got ${seconds}`)
}
