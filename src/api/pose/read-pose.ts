/** Reads bones, slots, colours and the draw order. */

import { LANES, SLOT, slotRow, WORLD, WORLD_RECORD } from '../../base/memory/lanes'
import type { AttachmentModel } from '../../base/model/attachment'
import type { Entity, NameOf, RigNames } from '../../base/model/names'
import { DARK_KIND } from '../../rig/tables'
import { withPose } from '../../tick/doors/posed'
import { readSkeleton } from '../../tick/doors/read'
import type { Chunk } from '../../world/chunks/blocks'
import { orderBase, slotAt } from '../../world/chunks/shown-order'
import { colorStep, colorWord, darkWord } from '../../world/colors'
import type { AnimationState } from '../../world/state'
import type { AnimationWorld } from '../../world/world-type'
import { boneNumber, chunkOf, slotNumber } from '../seat'

/** A bone's world matrix, for destructuring: `const [a, b, c, d, x, y] = getBone(…)`. */
export type BoneMatrix = Float64Array &
  readonly [a: number, b: number, c: number, d: number, worldX: number, worldY: number]

/**
 * Returns a bone's world matrix as of the last `worldTransform`: a local point (x, y) of the bone is at (a x + b y +
 * worldX, c x + d y + worldY).
 *
 * `runPipeline` discards world matrices once vertices are made. A call keeps the matrices of up to 32 neighbouring
 * skeletons, 24 bytes a bone, for the next 64 ticks. A first call, or one after a longer pause, is a structure call:
 * get views of the streams again. Writes to bones since the last tick show after the next one; only a call that has to
 * compute the matrices again includes them at once.
 *
 * For a skeleton that nobody sees (`timeOnly`) it is what it would be if it had been `full` in the last tick: it is
 * posed on demand, once a tick, and nothing else changes. For a `frozen` one it is the pose in which it was frozen.
 *
 * @param out filled with a, b, c, d, worldX, worldY. @returns `out`.
 * @throws OsteonError `no-skeleton`, `unknown-bone`.
 */
export function getBone<N extends RigNames, G extends string>(
  world: AnimationWorld,
  eid: Entity<N>,
  bone: NameOf<N['bones'], G> | number,
  out: Float64Array = new Float64Array(6),
): BoneMatrix {
  const chunk = chunkOf(world, eid)
  const index = boneNumber(chunk, bone, eid)
  return withPose(world, eid, readBone, index, out) as BoneMatrix
}

function readBone(
  { arena: { f32 } }: AnimationState,
  _: number,
  first: number,
  bone: number,
  out: Float64Array,
): Float64Array {
  const row = first + bone * WORLD_RECORD
  out[0] = f32[row + WORLD.A * LANES]
  out[1] = f32[row + WORLD.B * LANES]
  out[2] = f32[row + WORLD.C * LANES]
  out[3] = f32[row + WORLD.D * LANES]
  out[4] = f32[row + WORLD.X * LANES]
  out[5] = f32[row + WORLD.Y * LANES]
  return out
}

/** Returns whether a bone is posed. A bone that skins must activate is not posed under other skins. */
export function isBoneActive(world: AnimationWorld, eid: number, bone: string | number): boolean {
  const chunk = chunkOf(world, eid)
  return chunk.program.program.activeBones[boneNumber(chunk, bone, eid)] === 1
}

/**
 * Returns the attachment that a slot shows; `null` if it is empty.
 *
 * @throws OsteonError `no-skeleton`, `unknown-slot`.
 */
export function getAttachment<N extends RigNames, G extends string>(
  world: AnimationWorld,
  eid: Entity<N>,
  slot: NameOf<N['slots'], G> | number,
): AttachmentModel | null {
  const chunk = chunkOf(world, eid)
  const number = slotValue(world, eid, slot, SLOT.ATTACHMENT)
  return number < 0 ? null : chunk.rig.source.attachments.models[number]
}

/**
 * Returns the frame of a slot's sequence: -1 = its setup frame; `null` if the slot's attachment has no sequence.
 *
 * @throws OsteonError `no-skeleton`, `unknown-slot`.
 */
export function getSequenceIndex<N extends RigNames, G extends string>(
  world: AnimationWorld,
  eid: Entity<N>,
  slot: NameOf<N['slots'], G> | number,
): number | null {
  const attachment = getAttachment(world, eid, slot)
  if (!attachment || !('sequence' in attachment) || !attachment.sequence) return null
  return slotValue(world, eid, slot, SLOT.SEQUENCE)
}

function slotValue(world: AnimationWorld, eid: number, slot: string | number, field: number): number {
  const chunk = chunkOf(world, eid)
  const index = slotNumber(chunk, slot, eid)
  const row = slotRow(readSkeleton(world, eid) + chunk.layout.shownSlots, index)
  return world.animation.arena.i32[row + field * LANES]
}

/**
 * Returns a slot's colour, straight, 0…1.
 *
 * @param out filled with r, g, b, a. @returns `out`.
 * @throws OsteonError `no-skeleton`, `unknown-slot`.
 */
export function getSlotColor<N extends RigNames, G extends string>(
  world: AnimationWorld,
  eid: Entity<N>,
  slot: NameOf<N['slots'], G> | number,
  out: Float64Array = new Float64Array(4),
): Float64Array {
  const chunk = chunkOf(world, eid)
  const index = slotNumber(chunk, slot, eid)
  const word = colorWord(world.animation, eid, chunk, readSkeleton(world, eid), index)
  return readColor(world, word, colorStep(chunk, index), 4, out)
}

/**
 * Returns a slot's dark colour, straight, 0…1; `null` if the slot is not drawn with two colours.
 *
 * @param out filled with r, g, b. @returns `out`, or `null`.
 * @throws OsteonError `no-skeleton`, `unknown-slot`.
 */
export function getDarkColor<N extends RigNames, G extends string>(
  world: AnimationWorld,
  eid: Entity<N>,
  slot: NameOf<N['slots'], G> | number,
  out: Float64Array = new Float64Array(3),
): Float64Array | null {
  const chunk = chunkOf(world, eid)
  const index = slotNumber(chunk, slot, eid)
  return secondColor(world, eid, chunk, index, DARK_KIND.dark, out)
}

/**
 * Returns the colour that is added to a slot's colour after its factors, -1…1; `null` if the slot is drawn without one.
 * Only slots of DragonBones have it, if they need it.
 *
 * @param out filled with r, g, b, a. @returns `out`, or `null`.
 * @throws OsteonError `no-skeleton`, `unknown-slot`.
 */
export function getColorOffset<N extends RigNames, G extends string>(
  world: AnimationWorld,
  eid: Entity<N>,
  slot: NameOf<N['slots'], G> | number,
  out: Float64Array = new Float64Array(4),
): Float64Array | null {
  const chunk = chunkOf(world, eid)
  return secondColor(world, eid, chunk, slotNumber(chunk, slot, eid), DARK_KIND.offset, out)
}

function secondColor(
  world: AnimationWorld,
  eid: number,
  chunk: Chunk,
  slot: number,
  kind: number,
  out: Float64Array,
): Float64Array | null {
  if (chunk.rig.source.slots.dark[slot] !== kind) return null
  const word = darkWord(world.animation, eid, chunk, readSkeleton(world, eid), slot)
  return readColor(world, word, colorStep(chunk, slot), kind === DARK_KIND.dark ? 3 : 4, out)
}

function readColor(
  { animation }: AnimationWorld,
  word: number,
  step: number,
  count: number,
  out: Float64Array,
): Float64Array {
  for (let i = 0; i < count; i++) out[i] = animation.arena.f32[word + i * step]
  return out
}

/**
 * Returns the slots in draw order, back to front.
 *
 * @param out at least as long as the rig has slots. @returns `out`.
 * @throws OsteonError `no-skeleton`.
 */
export function getDrawOrder(world: AnimationWorld, eid: number, out?: Uint16Array): Uint16Array {
  const chunk = chunkOf(world, eid)
  const { count } = chunk.rig.source.slots
  const order = out ?? new Uint16Array(count)
  const { i32 } = world.animation.arena
  const base = orderBase(chunk, readSkeleton(world, eid))
  for (let place = 0; place < count; place++) order[place] = slotAt(i32, base, place)
  return order
}
