/** Carries out keyed actions: plays an animation on the skeleton, or on the skeletons in its slots. */

import { resolveSkeleton } from '../../../world/attached/skeleton-ref'
import type { AnimationState, PlayAction } from '../../../world/state'

/** Carries out an action (`Player.carryOut`). */
export function carryOut(state: AnimationState, event: number, play: PlayAction): void {
  const { events, joins, rigs, skeletons } = state
  const { animation, entity, key, rig: rigOf, serial } = events.shown
  const eid = resolveSkeleton(state, entity[event], serial[event])
  const rig = rigs[rigOf[event]]?.rig
  if (!rig || eid === 0 || skeletons.rig[eid] !== rigOf[event]) return
  const track = rig.animations[animation[event]].image().events
  const details = track?.details[key[event]]
  if (!track || !details) return
  const name = track.string[key[event]]
  const slot = details.slot === null ? undefined : rig.slots.index.get(details.slot)
  const bone = details.bone === null ? undefined : rig.bones.index.get(details.bone)
  if (slot !== undefined) {
    joins.carry?.playInSlot(eid, slot, name)
    return
  }
  if (bone !== undefined) {
    for (let one = 0; one < rig.slots.count; one++)
      if (rig.slots.bone[one] === bone) joins.carry?.playInSlot(eid, one, name)
    return
  }
  const number = rig.animationIndex.get(name)
  if (number === undefined) return
  play(state, eid, number)
}
