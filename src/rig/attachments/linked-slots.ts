/** Finds other slots in which an attachment's deform and sequence timelines act: slots with meshes linked to it. */
import type { AttachmentModel } from '../../base/model/attachment'
import type { SkeletonModel } from '../../base/model/skeleton'

/** The entry of a skin to which a timeline belongs. */
interface Target {
  readonly skin: number
  readonly slot: number
  readonly key: string
}

/** Slots other than the timeline's own, each once. */
export type LinkedSlots = (timeline: Target) => readonly number[]

const NONE: readonly number[] = []

/** An entry whose timelines act in other slots, and these slots. Links within one slot are left out. */
export interface Linked extends Target {
  readonly others: readonly number[]
}

export function linkedSlots(found: readonly Linked[]): LinkedSlots {
  const byEntry = new Map<string, readonly number[]>()
  for (const one of found) byEntry.set(nameOf(one), one.others)
  return (timeline) => (byEntry.size === 0 ? NONE : (byEntry.get(nameOf(timeline)) ?? NONE))
}

export function findLinked({ skins }: SkeletonModel): Linked[] {
  /** Slots by source. */
  const links = new Map<AttachmentModel, Set<number>>()
  for (const { entries } of skins)
    for (const { slot, attachment } of entries) {
      if (attachment.type !== 'mesh' || !attachment.source || attachment.timelines === 'own') continue
      const slots = links.get(attachment.source) ?? new Set()
      links.set(attachment.source, slots.add(slot))
    }
  const found: Linked[] = []
  if (links.size > 0)
    skins.forEach(({ entries }, skin) => {
      for (const { slot, key, attachment } of entries) {
        const others = [...(links.get(attachment) ?? NONE)].filter((other) => other !== slot)
        if (others.length > 0) found.push({ skin, slot, key, others })
      }
    })
  return found
}

function nameOf({ skin, slot, key }: Target): string {
  return `${skin} ${slot} ${key}`
}
