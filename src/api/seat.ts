/** Finds the rows of a skeleton, and numbers by names, for functions that users call. */

import { listNames, OsteonError } from '../base/errors'
import type { OwnType } from '../rig/constraints'
import type { Rig } from '../rig/rig'
import { ensureSeated } from '../tick/settle'
import type { Chunk } from '../world/chunks/blocks'
import { chunkAt } from '../world/chunks/blocks'
import type { AnimationWorld } from '../world/world-type'

/** Returns the chunk of an entity's skeleton. @throws OsteonError `no-skeleton`. */
export function chunkOf(world: AnimationWorld, eid: number): Chunk {
  ensureSeated(world, eid)
  const { blocks, skeletons } = world.animation
  return chunkAt(blocks, skeletons.chunk[eid])
}

export function boneNumber({ rig: { source: rig } }: Chunk, bone: string | number, eid: number): number {
  return numberOf(rig, 'bone', rig.bones, bone, eid)
}

export function constraintNumber(
  { rig: { source: rig } }: Chunk,
  type: OwnType,
  name: string,
  eid: number,
): number {
  return numberOf(rig, type, { index: rig.constraints[type], count: 0 }, name, eid)
}

export function slotNumber({ rig: { source: rig } }: Chunk, slot: string | number, eid: number): number {
  return numberOf(rig, 'slot', rig.slots, slot, eid)
}

/**
 * Returns the number of a bone, slot or constraint of a rig, from its name or number.
 *
 * @param count numbers below it may be given.
 * @throws OsteonError `unknown-bone`, `unknown-slot` or `unknown-constraint`; the message lists the known names.
 */
export function numberOf(
  rig: Rig,
  what: 'bone' | 'slot' | OwnType,
  { index, count }: { readonly index: ReadonlyMap<string, number>; readonly count: number },
  nameOrNumber: string | number,
  eid: number,
): number {
  if (typeof nameOrNumber === 'string') {
    const found = index.get(nameOrNumber)
    if (found !== undefined) return found
  } else if (Number.isInteger(nameOrNumber) && nameOrNumber >= 0 && nameOrNumber < count) return nameOrNumber
  const code = what === 'bone' || what === 'slot' ? (`unknown-${what}` as const) : 'unknown-constraint'
  const known = listNames(index.keys())
  const message = `"${rig.name}" has no ${what} ${JSON.stringify(nameOrNumber)}; it has ${known}`
  throw new OsteonError(code, `entity ${eid}`, what, message)
}
