/** What the reading functions share. Made per file, thrown away after. */
import type { TimelineModel } from '../../../model/animation'
import type { SkeletonModel } from '../../../model/skeleton'
import type { EntryIndex } from '../shared/entries'
import type { ConstraintName } from '../shared/names'
import { type Cursor, warnAt } from './cursor'
import type { Layout } from './layouts'

export interface Context extends EntryIndex {
  readonly cursor: Cursor
  readonly layout: Layout
  /** Loader scale. */
  readonly scale: number
  /** The file has what only editors show. */
  readonly nonessential: boolean
  readonly skins: Map<string, number>
  /** Number in the file → index into `model.constraints`; -1 where it is that of another kind. */
  readonly constraints: { readonly [type in ConstraintName]: number[] }
  /** Of the animation at hand. */
  timelines: TimelineModel[]
  /** What those of the group at hand are of. */
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

/** Adds a timeline of what `subject` stands for in its group. Warns `keyed-twice` if there is one, which acts first. */
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
