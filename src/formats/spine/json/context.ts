/** What the reading functions share: options and the names met so far. Made per file, thrown away after. */

import type { TimelineModel } from '../../../model/animation'
import type { ConstraintModel } from '../../../model/constraint'
import type { SkeletonModel, SkinEntryModel } from '../../../model/skeleton'
import type { Dialect } from '../maths'

/** In this order constraints of one `order` apply (spine-json §5.1). */
export const CONSTRAINT_TYPES = ['ik', 'transform', 'path', 'physics'] as const

export interface Context {
  readonly dialect: Dialect
  /** Loader scale (spine-json §1.5). */
  readonly scale: number
  readonly model: SkeletonModel
  readonly bones: Map<string, number>
  readonly slots: Map<string, number>
  readonly skins: Map<string, number>
  readonly events: Map<string, number>
  /** Names are unique per type; indices are into `model.constraints`, final after sorting. */
  readonly constraints: { readonly [type in ConstraintModel['type']]: Map<string, number> }
  /** Entries of the skins that somebody has looked one up in, by slot and key. */
  readonly entries: Map<number, Map<number, Map<string, SkinEntryModel>>>
  /** Of the animation at hand. */
  timelines: TimelineModel[]
}

export function newContext(dialect: Dialect, scale: number, model: SkeletonModel): Context {
  return {
    dialect,
    scale,
    model,
    bones: new Map(),
    slots: new Map(),
    skins: new Map(),
    events: new Map(),
    constraints: { ik: new Map(), transform: new Map(), path: new Map(), physics: new Map() },
    entries: new Map(),
    timelines: [],
  }
}

/** The entry of a skin, or undefined. Few skins are asked, so they are indexed when they are. */
export function entryOf(
  { entries, model }: Context,
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
