/** Removes rigs from a world. */

import { OsteonError } from '../base/errors'
import type { Rig } from '../rig/rig'
import { settle } from '../tick/settle'
import { heardCall, isHeard } from '../world/calls'
import type { RegisteredRig } from '../world/chunks/blocks'
import { forgetRig } from '../world/chunks/unregister'
import { stateOf } from '../world/state-of'
import type { AnimationWorld } from '../world/world-type'

/**
 * Removes a rig from a world and frees its memory there, once no skeleton has it any more: after a hot reload, for
 * instance. Its mixes and combined skins are forgotten; states that were saved while it was registered are refused.
 * Events that were not read yet lose their animation name. Pages stay, because other rigs may show them. Rigs of its
 * nested armatures go with it, unless a skeleton has them. If it is registered again, it counts as another rig.
 *
 * @returns whether it was registered.
 * @throws OsteonError `rig-in-use` while a skeleton has it, `no-animation`; everything stays as it was.
 */
export function unregisterRig(world: AnimationWorld, rig: Rig): boolean {
  if (isHeard(world)) return heardCall('unregisterRig', unregisterRig, world, rig)
  const registered = stateOf(world).rigsByRig.get(rig)
  if (!registered) return false
  settle(world)
  const { id, number } = registered
  const [eid] = wearersOf(world, number)
  if (eid !== undefined)
    throw new OsteonError('rig-in-use', `entity ${eid}`, 'Skeleton.rig', `it has rig "${id}"`)
  forgetWithNested(world, registered)
  return true
}

/** Returns the entities whose skeleton has a rig, or will have it. */
export function wearersOf(world: AnimationWorld, rig: number): number[] {
  const { animation, components } = world
  const { alive, skeletons, tick } = animation
  const seated = [...alive.ids.subarray(0, alive.count)].filter((eid) => skeletons.rig[eid] === rig)
  // These wait for their skin.
  const waiting = [...tick.pending].filter((eid) => components.Skeleton.rig[eid] === rig)
  return [...new Set([...seated, ...waiting])]
}

/** Forgets a rig without skeletons, and those rigs of its nested armatures that have no skeletons. */
export function forgetWithNested(world: AnimationWorld, registered: RegisteredRig): void {
  const { animation: state } = world
  forgetRig(state, registered)
  for (const inner of registered.source.nested.values()) {
    const known = state.rigsByRig.get(inner)
    if (known && wearersOf(world, known.number).length === 0) forgetWithNested(world, known)
  }
}
