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
  /** The number of each attachment in its first slot. */
  readonly firsts: ReadonlyMap<AttachmentModel, number>
  /** Numbers by slot, for attachments in further slots. */
  readonly others: ReadonlyMap<AttachmentModel, ReadonlyMap<number, number>>
}

/**
 * Numbers the distinct attachments of all skins in order of appearance. An attachment in several slots gets a number
 * for each slot, since its points are in the space of the slot's bone.
 */
export function numberAttachments(model: SkeletonModel): AttachmentNumbers {
  const list: NumberedAttachment[] = []
  const bySkin: Int32Array[] = []
  const firsts = new Map<AttachmentModel, number>()
  const others = new Map<AttachmentModel, Map<number, number>>()
  for (const { entries } of model.skins) {
    const skin = bySkin.length
    const numbers = new Int32Array(entries.length)
    for (let i = 0; i < entries.length; i++) {
      const { slot, key, attachment } = entries[i]
      const first = firsts.get(attachment)
      const known =
        first === undefined || list[first].slot === slot ? first : others.get(attachment)?.get(slot)
      numbers[i] = known ?? list.length
      if (known !== undefined) continue
      if (first === undefined) firsts.set(attachment, list.length)
      else getOrMake(others, attachment).set(slot, list.length)
      list.push({ attachment, slot, skin, key })
    }
    bySkin.push(numbers)
  }
  return { list, bySkin, firsts, others }
}

/** Number of an attachment object: in `slot` if it is used there, otherwise in its first slot; -1 = none. */
export function numberOfModel(
  { firsts, others }: AttachmentNumbers,
  attachment: AttachmentModel,
  slot: number,
): number {
  return others.get(attachment)?.get(slot) ?? firsts.get(attachment) ?? -1
}

/** Finds the number of a skin's entry (indices of the model); -1 = none. */
export function entryNumbers(
  { skins }: SkeletonModel,
  { bySkin }: AttachmentNumbers,
): (skin: number, slot: number, key: string) => number {
  /** Made for a skin when a timeline first asks for it; few do. */
  const asked = new Map<number, Map<number, Map<string, number>>>()
  return (skin, slot, key) => {
    if (!(skin in skins)) return -1
    let slots = asked.get(skin)
    if (!slots) {
      slots = new Map()
      for (const [i, entry] of skins[skin].entries.entries())
        getOrMake(slots, entry.slot).set(entry.key, bySkin[skin][i])
      asked.set(skin, slots)
    }
    return slots.get(slot)?.get(key) ?? -1
  }
}

/** The map at `key`; makes an empty one if there is none. */
export function getOrMake<K, A, B>(map: Map<K, Map<A, B>>, key: K): Map<A, B> {
  let made = map.get(key)
  if (!made) {
    made = new Map()
    map.set(key, made)
  }
  return made
}
