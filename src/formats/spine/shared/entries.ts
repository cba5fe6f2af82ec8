/** Looks up attachments in skins while a file is read. */
import type { AttachmentModel } from '../../../base/model/attachment'
import type { SkeletonModel, SkinEntryModel } from '../../../base/model/skeleton'

export interface EntryIndex {
  readonly model: SkeletonModel
  /** Entries by slot and key, for skins in which an entry was looked up. */
  readonly entries: Map<number, Map<number, Map<string, SkinEntryModel>>>
}

/** Returns the entry of a skin, or undefined. Indexes a skin on its first look-up, because few skins are asked. */
export function entryOf(
  { entries, model }: EntryIndex,
  skin: number,
  slot: number,
  key: string,
): SkinEntryModel | undefined {
  let slots = entries.get(skin)
  if (!slots) {
    slots = new Map()
    for (const entry of model.skins[skin].entries) {
      const keys = slots.get(entry.slot) ?? new Map<string, SkinEntryModel>()
      slots.set(entry.slot, keys.set(entry.key, entry))
    }
    entries.set(skin, slots)
  }
  return slots.get(slot)?.get(key)
}

/** Adds an entry to a skin and to the index. @returns false if the skin already has one under that key. */
export function addEntry({ entries, model }: EntryIndex, skin: number, entry: SkinEntryModel): boolean {
  const slots = entries.get(skin) ?? new Map<number, Map<string, SkinEntryModel>>()
  const keys = slots.get(entry.slot) ?? new Map<string, SkinEntryModel>()
  if (keys.has(entry.key)) return false
  entries.set(skin, slots.set(entry.slot, keys.set(entry.key, entry)))
  model.skins[skin].entries.push(entry)
  return true
}

/**
 * Returns the length of a deform array: 2 numbers for each point or influence. `null` for an attachment without points.
 */
export function deformSize(attachment: AttachmentModel): number | null {
  if (!('vertices' in attachment)) return null
  return attachment.bones ? (attachment.vertices.length / 3) * 2 : attachment.count * 2
}
