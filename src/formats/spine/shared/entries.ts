/** Looks attachments up in skins while a file is read. */
import type { AttachmentModel } from '../../../model/attachment'
import type { SkeletonModel, SkinEntryModel } from '../../../model/skeleton'

export interface EntryIndex {
  readonly model: SkeletonModel
  /** Entries of the skins that somebody has looked one up in, by slot and key. */
  readonly entries: Map<number, Map<number, Map<string, SkinEntryModel>>>
}

/** The entry of a skin, or undefined. Few skins are asked, so they are indexed when they are. */
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

/** Adds an entry to a skin and to the index. @returns false where the skin has one under that key. */
export function addEntry({ entries, model }: EntryIndex, skin: number, entry: SkinEntryModel): boolean {
  const slots = entries.get(skin) ?? new Map<number, Map<string, SkinEntryModel>>()
  const keys = slots.get(entry.slot) ?? new Map<string, SkinEntryModel>()
  if (keys.has(entry.key)) return false
  entries.set(skin, slots.set(entry.slot, keys.set(entry.key, entry)))
  model.skins[skin].entries.push(entry)
  return true
}

/** Numbers of a deform array: 2 a point, or 2 an influence. `null` for what has no points. */
export function deformSize(attachment: AttachmentModel): number | null {
  if (!('vertices' in attachment)) return null
  return attachment.bones ? (attachment.vertices.length / 3) * 2 : attachment.count * 2
}
