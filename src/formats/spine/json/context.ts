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
  /** Per skin: slot → key → entry. */
  readonly entries: Map<number, Map<string, SkinEntryModel>>[]
  /** Of the animation at hand. */
  timelines: TimelineModel[]
  /** Numbers that draw-order keys may still take, over all animations. */
  drawOrderBudget: number
}

/** Draw orders are the one thing that a small file could blow up: keys × slots. */
const MOST_DRAW_ORDER_NUMBERS = 1 << 23

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
    entries: [],
    timelines: [],
    drawOrderBudget: MOST_DRAW_ORDER_NUMBERS,
  }
}
