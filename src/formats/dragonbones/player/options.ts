/** Checks the options with which a skeleton of DragonBones plays. */
import { badOption } from '../../../base/errors'
import type { Rig, RigAnimation } from '../../../rig/rig'
import { COMMON_FIELDS } from '../../../tracks/entries/common-fields'
import type { QueueOptions } from '../../../world/play-options'
import { REPLACES } from './sampling/layers'

/** Fields of `setEntry`. `additive` is accepted without effect, as in DragonBones. */
export const FIELDS: readonly string[] = [...COMMON_FIELDS, 'last', 'loop', 'mix', 'additive', 'parameter']

/** Options of `play` and `queue`. */
export const OPTIONS: readonly string[] = [
  ...FIELDS.filter((field) => field !== 'last'),
  'track',
  ...['playTimes', 'group', 'replaces', 'mixOut', 'autoFadeOut'],
  ...['pauseIn', 'pauseOut', 'resets', 'displays', 'reports', 'paused'],
]

/**
 * Checks options. @throws OsteonError `bad-option` for an option that layers do not support; everything stays as it
 * was.
 */
export function checkOptions(
  eid: number,
  { animations }: Rig,
  animation: number,
  options: QueueOptions,
): void {
  const { autoFadeOut, group = 0, mixOut = 0, replaces = 'all', start, end } = options
  const playTimes = timesOf(animations[animation], options)
  if (!(Number.isInteger(playTimes) && playTimes >= 0 && playTimes < 2 ** 31))
    throw badOption(eid, 'playTimes', `expected a whole number of loops, 0 or more, got ${playTimes}`)
  if (!(Number.isInteger(group) && Math.abs(group) < 2 ** 31))
    throw badOption(eid, 'group', `expected a whole number, got ${group}`)
  if (!Object.hasOwn(REPLACES, replaces))
    throw badOption(
      eid,
      'replaces',
      `expected one of ${Object.keys(REPLACES).join(', ')}, got ${JSON.stringify(replaces)}`,
    )
  for (const [name, seconds] of Object.entries({ mixOut, autoFadeOut: autoFadeOut ?? 0 }))
    if (!(Number.isFinite(seconds) && seconds >= 0))
      throw badOption(eid, name, `expected seconds, 0 or more, got ${seconds}`)
  if (start !== undefined && end !== undefined && end < start)
    throw badOption(eid, 'end', `expected seconds after the start, got ${end}`)
}

/** Returns the number of loops to play; 0 means forever. */
export function timesOf({ playback }: RigAnimation, { loop, playTimes }: QueueOptions): number {
  return playTimes ?? (loop === undefined ? (playback?.playTimes ?? 1) : loop ? 0 : 1)
}
