/** What the reading functions share: options and the names met so far. Made per file, thrown away after. */

import type { TimelineModel } from '../../../model/animation'
import type { ConstraintModel } from '../../../model/constraint'
import type { SkeletonModel } from '../../../model/skeleton'
import type { Dialect } from '../maths'
import type { EntryIndex } from '../shared/entries'

export interface Context extends EntryIndex {
  readonly dialect: Dialect
  /** Loader scale (spine-json §1.5). */
  readonly scale: number
  readonly bones: Map<string, number>
  readonly slots: Map<string, number>
  readonly skins: Map<string, number>
  readonly events: Map<string, number>
  /** Names are unique per type; indices are into `model.constraints`, final after sorting. */
  readonly constraints: { readonly [type in Exclude<ConstraintModel['type'], 'aim'>]: Map<string, number> }
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
    constraints: {
      ik: new Map(),
      transform: new Map(),
      map: new Map(),
      path: new Map(),
      physics: new Map(),
      slider: new Map(),
    },
    entries: new Map(),
    timelines: [],
  }
}
