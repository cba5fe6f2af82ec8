/** Sets skins, and attachments of slots. */

import { listNames, OsteonError, refuseUnknown } from '../../base/errors'
import { LANES, SLOT, slotRow } from '../../base/memory/lanes'
import type { Entity, NameOf, RigNames } from '../../base/model/names'
import { editSkeleton } from '../../tick/doors/edit'
import { moveToProgram } from '../../tick/doors/move'
import { setShown } from '../../tick/doors/set-pose'
import { heardCall, isHeard } from '../../world/calls'
import type { RegisteredRig } from '../../world/chunks/blocks'
import { findAttachment, skinNumber } from '../../world/chunks/registry'
import type { OpenLane } from '../../world/rows/lane'
import type { AnimationWorld } from '../../world/world-type'
import { setToSetupPose } from '../pose/write-pose'
import { chunkOf, slotNumber } from '../seat'

/** How a skin is changed. */
export interface SkinOptions {
  /**
   * Resets all slots to the setup pose of the new skin, for changing clothes. Otherwise, whatever only the old skin has
   * stays. @default false
   */
  reset?: boolean
}

/**
 * Changes the skin. A slot that shows an attachment of the old skin shows the new skin's attachment with the same key.
 * If there was no old skin, setup attachments are taken from the new one. Other slots stay as they are. `reset` resets
 * all slots, even if the skin is already worn.
 *
 * @param skin a name, several to combine in order (a later one wins), or `null` for none.
 * @throws OsteonError `no-skeleton`, `unknown-skin`, `bad-option`; everything stays as it was.
 */
export function setSkin<N extends RigNames, G extends string>(
  world: AnimationWorld,
  eid: Entity<N>,
  skin: NameOf<N['skins'], G> | readonly NameOf<N['skins'], G>[] | null,
  options: SkinOptions = {},
): void {
  if (isHeard(world)) return void heardCall('setSkin', setSkin, world, eid, skin, options)
  const { rig: registered } = chunkOf(world, eid)
  refuseUnknown(options, ['reset'], eid)
  const state = world.animation
  const names: readonly string[] = skin === null ? [] : typeof skin === 'string' ? [skin] : skin
  const next = skin === null ? -1 : skinNumber(registered, names, `entity ${eid}`)
  const old = state.skeletons.skin[eid]
  if (next !== old) {
    const lane = moveToProgram(state, eid, next, {})
    world.components.Skeleton.skin[eid] = next
    if (next >= 0) showSkin(world, eid, lane, old, next)
  }
  if (options.reset) setToSetupPose(world, eid, 'slots')
}

function showSkin(world: AnimationWorld, eid: number, lane: OpenLane, old: number, next: number): void {
  const { animation: state } = world
  const { layout, rig: registered } = chunkOf(world, eid)
  const { source: rig, skins } = registered
  const keys = rig.keys.length
  for (let slot = 0; slot < rig.slots.count; slot++) {
    const shown = state.arena.i32[slotRow(lane + layout.slots, slot) + SLOT.ATTACHMENT * LANES]
    const key = old < 0 ? rig.slots.setupKey[slot] : keyOf(skins[old].entries, slot * keys, keys, shown)
    // Only the new skin itself counts: attachments that it lacks stay.
    const found = key < 0 ? undefined : skins[next].entries.get(slot * keys + key)
    if (found !== undefined) setShown(state, eid, lane, slot, found)
  }
}

/** Returns the first key, in the skin's order, under which it holds the attachment in the slot; -1 = none. */
function keyOf(
  entries: ReadonlyMap<number, number>,
  first: number,
  keys: number,
  attachment: number,
): number {
  if (attachment < 0) return -1
  for (const [entry, present] of entries)
    if (present === attachment && entry >= first && entry < first + keys) return entry - first
  return -1
}

/**
 * Shows an attachment in a slot, looked up in the current skin, then in the default skin.
 *
 * @param attachment its key in the skin, or a number from `addAttachment`; `null` empties the slot.
 * @throws OsteonError `no-skeleton`, `unknown-slot`, `unknown-attachment`; everything stays as it was.
 */
export function setAttachment<N extends RigNames, G extends string>(
  world: AnimationWorld,
  eid: Entity<N>,
  slot: NameOf<N['slots'], G> | number,
  attachment: string | number | null,
): void {
  if (isHeard(world)) return void heardCall('setAttachment', setAttachment, world, eid, slot, attachment)
  const chunk = chunkOf(world, eid)
  const state = world.animation
  const { source: rig } = chunk.rig
  const index = slotNumber(chunk, slot, eid)
  let found = -1
  if (attachment !== null) {
    const skin = state.skeletons.skin[eid]
    found = attachmentNumber(chunk.rig, skin, index, attachment)
    if (found < 0) {
      const names = rig.keys.filter((_, key) => findAttachment(chunk.rig, skin, index, key) >= 0)
      const message =
        `slot "${rig.slots.names[index]}" has no attachment ${JSON.stringify(attachment)} in its skins; ` +
        `it has ${listNames(names)}`
      throw new OsteonError('unknown-attachment', `entity ${eid}`, 'attachment', message)
    }
  }
  setShown(state, eid, editSkeleton(world, eid), index, found)
}

/** Returns the number of an attachment; -1 if there is none. */
function attachmentNumber(
  registered: RegisteredRig,
  skin: number,
  slot: number,
  attachment: string | number,
): number {
  const { attachments, keyIndex } = registered.source
  if (typeof attachment === 'number') return attachments.slot[attachment] === slot ? attachment : -1
  return findAttachment(registered, skin, slot, keyIndex.get(attachment) ?? -1)
}
