import type { AttachmentModel } from '../../model/attachment'
import type { SkeletonModel } from '../../model/skeleton'

/** An attachment in a slot: what gets a number. */
export interface NumberedAttachment {
  readonly attachment: AttachmentModel
  readonly slot: number
  /** Skin and key under which it was met first, for messages. */
  readonly skin: number
  readonly key: string
}

export interface AttachmentNumbers {
  readonly list: readonly NumberedAttachment[]
  /** Number of a skin's entry (indices of the model); -1 = there is none. */
  numberOf(skin: number, slot: number, key: string): number
  /** Number of an attachment object, in `slot` if it is used there, else where it was met first; -1 = never. */
  numberOfModel(attachment: AttachmentModel, slot: number): number
}

/**
 * Numbers the distinct attachments of all skins in order of appearance. One that is shared by entries of
 * several slots gets a number a slot, since its points hang on the slot's bone.
 */
export function numberAttachments(model: SkeletonModel): AttachmentNumbers {
  const list: NumberedAttachment[] = []
  const bySlot = new Map<AttachmentModel, Map<number, number>>()
  const bySkin = model.skins.map((skin, skinIndex) => {
    const entries = new Map<number, Map<string, number>>()
    for (const { slot, key, attachment } of skin.entries) {
      const slots = getOrMake(bySlot, attachment)
      let number = slots.get(slot)
      if (number === undefined) {
        number = list.push({ attachment, slot, skin: skinIndex, key }) - 1
        slots.set(slot, number)
      }
      getOrMake(entries, slot).set(key, number)
    }
    return entries
  })
  return {
    list,
    numberOf: (skin, slot, key) => bySkin[skin]?.get(slot)?.get(key) ?? -1,
    numberOfModel(attachment, slot) {
      const slots = bySlot.get(attachment)
      if (!slots) return -1
      return slots.get(slot) ?? slots.values().next().value ?? -1
    },
  }
}

/** The map at `key`; an empty one is put there if there is none. */
export function getOrMake<K, A, B>(map: Map<K, Map<A, B>>, key: K): Map<A, B> {
  let made = map.get(key)
  if (!made) {
    made = new Map()
    map.set(key, made)
  }
  return made
}
