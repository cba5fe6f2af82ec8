/** Finds the rows of a skeleton, and numbers by names, for functions that users call. */

import { type ErrorCode, listNames, OsteonError } from '../base/errors'
import type { OwnType } from '../rig/constraints'
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

/**
 * Returns the index of a bone, slot or similar in a rig, from its name or index.
 *
 * @throws OsteonError with `code`; the message lists the known names.
 */
export function numberOf(
  what: string,
  code: ErrorCode,
  nameOrIndex: string | number,
  index: ReadonlyMap<string, number>,
  count: number,
  rig: string,
  eid: number,
): number {
  if (typeof nameOrIndex === 'string') {
    const found = index.get(nameOrIndex)
    if (found !== undefined) return found
  } else if (Number.isInteger(nameOrIndex) && nameOrIndex >= 0 && nameOrIndex < count) return nameOrIndex
  const message = `"${rig}" has no ${what} ${JSON.stringify(nameOrIndex)}; it has ${listNames(index.keys())}`
  throw new OsteonError(code, `entity ${eid}`, what, message)
}

export function boneNumber(chunk: Chunk, bone: string | number, eid: number): number {
  const { bones, name } = chunk.rig.rig
  return numberOf('bone', 'unknown-bone', bone, bones.index, bones.count, name, eid)
}

export function constraintNumber({ rig: { rig } }: Chunk, type: OwnType, name: string, eid: number): number {
  return numberOf(type, 'unknown-constraint', name, rig.constraints[type], 0, rig.name, eid)
}

export function slotNumber(chunk: Chunk, slot: string | number, eid: number): number {
  const { slots, name } = chunk.rig.rig
  return numberOf('slot', 'unknown-slot', slot, slots.index, slots.count, name, eid)
}
