/** The state of reading a file, shared by the reading functions: options and known names. */

import type { TimelineModel } from '../../../base/model/animation'
import type { SliderModel } from '../../../base/model/constraint'
import type { SkeletonModel } from '../../../base/model/skeleton'
import type { ObjectPlace } from '../../shared/place'
import type { Dialect } from '../maths'
import type { EntryIndex } from '../shared/entries'
import type { ConstraintName } from '../shared/names'
import type { Version } from './versions'

export interface Context extends EntryIndex {
  readonly dialect: Dialect
  /** The file may be from before 3.6. */
  readonly before36: boolean
  /** Loader scale. */
  readonly scale: number
  readonly bones: Map<string, number>
  readonly slots: Map<string, number>
  readonly skins: Map<string, number>
  readonly events: Map<string, number>
  /** Names are unique within each type; indices are into `model.constraints`, final after sorting. */
  readonly constraints: { readonly [type in ConstraintName]: Map<string, number> }
  /** Sliders, whose animations are read later. */
  readonly sliders: { readonly slider: SliderModel; readonly at: ObjectPlace }[]
  /** Timelines of the current animation. */
  timelines: TimelineModel[]
}

export function newContext({ dialect, before36 }: Version, scale: number, model: SkeletonModel): Context {
  return {
    dialect,
    before36,
    scale,
    model,
    bones: new Map(),
    slots: new Map(),
    skins: new Map(),
    events: new Map(),
    constraints: {
      ik: new Map(),
      transform: new Map(),
      path: new Map(),
      physics: new Map(),
      slider: new Map(),
    },
    sliders: [],
    entries: new Map(),
    timelines: [],
  }
}
