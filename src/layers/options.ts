/** What skeletons of DragonBones can be played with. */
import { OsteonError } from '../errors'
import type { LayerOptions } from '../model/machine'
import type { Mask } from '../rig/animation/mask'
import type { Rig, RigAnimation } from '../rig/rig'
import { REPLACES } from '../world/layers'

/** Options of `play` and `queue` that layers know. */
export interface PlayedWith extends LayerOptions {
  track?: number
  loop?: boolean
  alpha?: number
  timeScale?: number
  mix?: number
  start?: number
  end?: number
  trackTime?: number
  delay?: number
  mask?: Mask | null
  /** Changes nothing, as in DragonBones. */
  additive?: boolean
  parameter?: number
}

/** Names of all of them. */
export const KNOWN: readonly string[] = [
  ...[
    'track',
    'loop',
    'alpha',
    'timeScale',
    'mix',
    'start',
    'end',
    'trackTime',
    'delay',
    'mask',
    'additive',
    'parameter',
  ],
  ...['playTimes', 'group', 'replaces', 'mixOut', 'autoFadeOut'],
  ...['pauseIn', 'pauseOut', 'resets', 'displays', 'reports', 'paused'],
]

/** @throws OsteonError `bad-option` for what layers cannot do; nothing has changed then. */
export function checkOptions(eid: number, { animations }: Rig, animation: number, options: PlayedWith): void {
  const { autoFadeOut, group = 0, mixOut = 0, replaces = 'all', start, end } = options
  const playTimes = timesOf(animations[animation], options)
  if (!(Number.isInteger(playTimes) && playTimes >= 0 && playTimes < 2 ** 31))
    throw bad(eid, 'playTimes', `expected a whole number of loops, 0 or more, got ${playTimes}`)
  if (!(Number.isInteger(group) && Math.abs(group) < 2 ** 31))
    throw bad(eid, 'group', `expected a whole number, got ${group}`)
  if (!Object.hasOwn(REPLACES, replaces))
    throw bad(
      eid,
      'replaces',
      `expected one of ${Object.keys(REPLACES).join(', ')}, got ${JSON.stringify(replaces)}`,
    )
  for (const [name, seconds] of Object.entries({ mixOut, autoFadeOut: autoFadeOut ?? 0 }))
    if (!(Number.isFinite(seconds) && seconds >= 0))
      throw bad(eid, name, `expected seconds, 0 or more, got ${seconds}`)
  if (start !== undefined && end !== undefined && end < start)
    throw bad(eid, 'end', `expected a second behind the start, got ${end}`)
}

/** How often it is played; 0: for ever. */
export function timesOf({ playback }: RigAnimation, { loop, playTimes }: PlayedWith): number {
  return playTimes ?? (loop === undefined ? (playback?.playTimes ?? 1) : loop ? 0 : 1)
}

function bad(eid: number, path: string, message: string): OsteonError {
  return new OsteonError('bad-option', `entity ${eid}`, path, message)
}
