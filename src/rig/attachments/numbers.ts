/** Numbers the attachments of all skins. */
import type { AttachmentModel } from '../../base/model/attachment'
import type { SkeletonModel } from '../../base/model/skeleton'

/** An attachment in a slot; each gets a number. */
export interface NumberedAttachment {
  readonly attachment: AttachmentModel
  readonly slot: number
  /** Skin and key of its first appearance, for messages. */
  readonly skin: number
  readonly key: string
}

export interface AttachmentNumbers {
  readonly list: readonly NumberedAttachment[]
  /** Per skin of the model: the number of each of its entries, in their order. */
  readonly bySkin: readonly Int32Array[]
  /** Number of a skin's entry (indices of the model); -1 = none. */
  numberOf(skin: number, slot: number, key: string): number
  /** Number of an attachment object: in `slot` if it is used there, otherwise in its first slot; -1 = none. */
  numberOfModel(attachment: AttachmentModel, slot: number): number
}

/**
 * Numbers the distinct attachments of all skins in order of appearance. An attachment in several slots gets a number
 * for each slot, since its points are in the space of the slot's bone.
 */
export function numberAttachments(model: SkeletonModel): AttachmentNumbers {
  const list: NumberedAttachment[] = []
  const firsts = new Map<AttachmentModel, number>()
  /** Numbers by slot, for attachments that appeared in another slot before. */
  const others = new Map<AttachmentModel, Map<number, number>>()
  const numberIn = (attachment: AttachmentModel, slot: number): number | undefined => {
    const first = firsts.get(attachment)
    if (first === undefined || list[first].slot === slot) return first
    return others.get(attachment)?.get(slot)
  }
  const bySkin: Int32Array[] = []
  for (const { entries } of model.skins) {
    const skin = bySkin.length
    const numbers = new Int32Array(entries.length)
    for (let i = 0; i < entries.length; i++) {
      const { slot, key, attachment } = entries[i]
      let number = numberIn(attachment, slot)
      if (number === undefined) {
        number = list.push({ attachment, slot, skin, key }) - 1
        if (firsts.has(attachment)) getOrMake(others, attachment).set(slot, number)
        else firsts.set(attachment, number)
      }
      numbers[i] = number
    }
    bySkin.push(numbers)
  }
  /** Made for a skin when a timeline first asks for it; few do. */
  const asked = new Map<number, Map<number, Map<string, number>>>()
  return {
    list,
    bySkin,
    numberOf(skin, slot, key) {
      if (!(skin in model.skins)) return -1
      let slots = asked.get(skin)
      if (!slots) {
        slots = new Map()
        for (const [i, entry] of model.skins[skin].entries.entries())
          getOrMake(slots, entry.slot).set(entry.key, bySkin[skin][i])
        asked.set(skin, slots)
      }
      return slots.get(slot)?.get(key) ?? -1
    },
    numberOfModel: (attachment, slot) => numberIn(attachment, slot) ?? firsts.get(attachment) ?? -1,
  }
}

/** The map at `key`; makes an empty one if there is none. */
function getOrMake<K, A, B>(map: Map<K, Map<A, B>>, key: K): Map<A, B> {
  let made = map.get(key)
  if (!made) {
    made = new Map()
    map.set(key, made)
  }
  return made
}
