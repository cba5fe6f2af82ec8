/** The state of reading a file, shared by the reading functions. */
import type { TimelineModel } from '../../../base/model/animation'
import type { SkeletonModel } from '../../../base/model/skeleton'
import type { EntryIndex } from '../shared/entries'
import type { ConstraintName } from '../shared/names'
import { type Cursor, warnAt } from './cursor'
import type { Layout } from './layouts'

export interface Context extends EntryIndex {
  readonly cursor: Cursor
  readonly layout: Layout
  /** Loader scale. */
  readonly scale: number
  /** The file has data that only editors show. */
  readonly nonessential: boolean
  readonly skins: Map<string, number>
  /** For each number in the file, an index into `model.constraints`; -1 for a number of another kind. */
  readonly constraints: { readonly [type in ConstraintName]: number[] }
  /** Timelines of the current animation. */
  timelines: TimelineModel[]
  /** Owners of the timelines in the current group. */
  readonly keyed: Set<string | number>
}

export function newContext(
  cursor: Cursor,
  layout: Layout,
  scale: number,
  nonessential: boolean,
  model: SkeletonModel,
): Context {
  return {
    cursor,
    layout,
    scale,
    nonessential,
    model,
    skins: new Map(),
    constraints: { ik: [], transform: [], path: [], physics: [], slider: [] },
    entries: new Map(),
    timelines: [],
    keyed: new Set(),
  }
}

/**
 * Adds the timeline of an owner in its group. Warns `keyed-twice` if the owner already has one; that one acts first.
 */
export function addTimeline(
  { cursor, keyed, timelines }: Context,
  subject: string | number,
  timeline: TimelineModel,
): void {
  if (keyed.has(subject))
    warnAt(
      cursor,
      undefined,
      'keyed-twice',
      'this is keyed before in the same animation; both act, in their order',
    )
  keyed.add(subject)
  timelines.push(timeline)
}
