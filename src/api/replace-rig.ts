/** Replaces a rig in a running world. */
import { addComponent, getComponent, hasComponent, set } from 'bitecs'
import type { SkeletonData } from '../../components/skeleton'
import { OsteonError } from '../base/errors'
import type { Rig } from '../rig/rig'
import { ensureSeated, settle } from '../tick/settle'
import { takeMixes } from '../tracks/player/mix-table'
import { heardCall, isHeard } from '../world/calls'
import type { RegisteredRig } from '../world/chunks/blocks'
import { registerRig, takeId } from '../world/chunks/registry'
import type { AnimationState } from '../world/state'
import { stateOf } from '../world/state-of'
import type { AnimationWorld } from '../world/world-type'
import { forgetWithNested, wearersOf } from './unregister'

/**
 * Gives every skeleton of a rig another rig, and unregisters the old one (see `unregisterRig`), for example after a
 * file was saved again. Tracks, skin, followers, what is in slots, tint, opacity, flips and time scale stay, and
 * mixes are taken over, if the new rig has the names. A skeleton whose tracks or followers use a missing name starts
 * again. Poses begin from the setup pose. Additions to the old rig (`addAttachment`, `addSkin`, `replaceImage`) are
 * not taken over. A rig that was not registered before gets the id of the old one, and its nested armatures get those
 * of the old ones, so saves name them as before.
 *
 * @returns the number of skeletons that got it.
 * @throws OsteonError `unknown-rig` if `from` is not registered, `bad-option` if both are the same, `capacity`;
 *   everything stays as it was.
 */
export function replaceRig(world: AnimationWorld, from: Rig, to: Rig): number {
  if (isHeard(world)) return heardCall('replaceRig', replaceRig, world, from, to)
  const state = stateOf(world)
  const old = state.rigsByRig.get(from)
  const refuse = (code: 'unknown-rig' | 'bad-option', path: string, message: string) =>
    new OsteonError(code, 'replaceRig', path, message)
  if (!old) throw refuse('unknown-rig', 'from', `rig "${from.name}" is not registered here`)
  if (from === to) throw refuse('bad-option', 'to', `"${from.name}" has been given as both`)
  settle(world)
  const heirs = heirsOf(state, from, to)
  const next = registerRig(state, to)
  takeMixes(old, next)
  const { Skeleton } = world.components
  const found = wearersOf(world, old.number)
  for (const eid of found) {
    // It may have been a child of an earlier one, and have been removed with it.
    if (!hasComponent(world, eid, Skeleton)) continue
    const { rig: _, skin: __, ...look }: SkeletonData = getComponent(world, eid, Skeleton)
    addComponent(world, eid, set(Skeleton, { ...look, rig: to }))
    ensureSeated(world, eid)
  }
  settle(world)
  forgetWithNested(world, old)
  for (const [left, heir] of heirs) {
    const registered = state.rigsByRig.get(heir)
    if (registered && state.rigs[left.number] === null) takeId(state, registered, left.id)
  }
  return found.length
}

/**
 * Returns rigs that are not registered yet, with the rigs that they replace: a rig, and the armatures nested in it by
 * name.
 */
function heirsOf(state: AnimationState, from: Rig, to: Rig): ReadonlyMap<RegisteredRig, Rig> {
  const heirs = new Map<RegisteredRig, Rig>()
  const add = (before: Rig | undefined, after: Rig): void => {
    const left = before && state.rigsByRig.get(before)
    if (!before || !left || heirs.has(left)) return
    if (!state.rigsByRig.has(after)) heirs.set(left, after)
    for (const [name, inner] of after.nested) add(before.nested.get(name), inner)
  }
  add(from, to)
  return heirs
}
