/** Computes a rig's fingerprint, by which saves recognise it. */
import type { Rig } from '../../rig/rig'
import { hashOf } from './bytes/envelope'

/**
 * Returns a number that is equal for rigs with equal bones, slots, constraints, attachments, skins, animations (by name
 * and length), events and setup pose. Rows of one such rig fit the other. Saves hold the number, so its inputs must
 * never change.
 */
export function rigPrint(rig: Rig): number {
  const { animations, attachments, bones, constraints, events, rows, skins, slots } = rig
  return hashOf(
    JSON.stringify([
      [bones.names, [...bones.parent]],
      [slots.names, [...slots.bone]],
      constraints.models.map(({ name, type }) => [name, type]),
      attachments.models.map(({ name }, i) => [
        name,
        attachments.slot[i],
        attachments.deform[i],
        attachments.vertices[i],
      ]),
      skins.map(({ name }) => name),
      animations.map(({ name, duration }) => [name, duration]),
      events.map(({ name }) => name),
      [...rows.setup],
    ]),
  )
}
