/** Calls the reader of each timeline of an owner. */
import { listNames } from '../../../../base/errors'
import type { TimelineModel } from '../../../../base/model/animation'
import { fail, missing, type Place, warnAt } from '../../../shared/place'
import { entriesOf } from '../../../shared/values'
import type { Context } from '../context'
import { type Keys, readKeys } from './keys'

/**
 * Makes the timeline of an owner, which is an index or another animated thing; `null` if it does nothing. There is at
 * least one key.
 */
export type TimelineReader<Owner> = (context: Context, keys: Keys, owner: Owner) => TimelineModel | null

/** Adds the timeline whose keys are at `at`, if there are any. */
export function readTimeline<Owner>(
  context: Context,
  at: Place,
  owner: Owner,
  reader: TimelineReader<Owner>,
): void {
  const keys = missing(at.value) ? null : readKeys(at)
  const timeline = keys && reader(context, keys, owner)
  if (timeline) context.timelines.push(timeline)
}

/** Adds the timelines of an owner, by name. Unknown names are refused or skipped with a warning. */
export function readTimelines<Owner>(
  context: Context,
  at: Place,
  owner: Owner,
  readers: ReadonlyMap<string, TimelineReader<Owner>>,
  others: 'refused' | 'skipped',
): void {
  for (const keys of entriesOf(at)) {
    const reader = readers.get(keys.key)
    if (reader) readTimeline(context, keys, owner, reader)
    else {
      const message = `expected one of ${listNames(readers.keys(), 20)}`
      if (others === 'refused') fail(keys, undefined, 'unknown-timeline', message)
      warnAt(keys, undefined, 'ignored-timeline', `${message}; it is skipped`)
    }
  }
}
