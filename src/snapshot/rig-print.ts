/** What a save knows its rigs by. */
import type { Rig } from '../rig/rig'
import { hashOf } from './bytes/envelope'

/**
 * A number that is the same for rigs with the same bones, slots, constraints, attachments, skins, animations (by name and length),
 * events and setup pose: rows of one can be put into the other. Saves hold it, so what goes into it never changes.
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
