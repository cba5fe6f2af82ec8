/** What the page's address says: `?rig=hare&seed=7&ticks=120&paused=1&script=0 play 0 walk loop`. */
import { MOST_TRACKS } from './script'

export const RIGS = ['lamplighter', 'badger', 'hare'] as const
export type RigName = (typeof RIGS)[number]

export interface AddressOptions {
  rig: RigName
  /** Of the stress test. */
  seed: number
  /** Ticks of a sixtieth of a second that pass before the first picture. */
  ticks: number
  paused: boolean
  /** `opening`, `none`, `stress`, or a script's text. */
  script: string
  /** Number of tracks shown. */
  lanes: number
  /** Multiplies the seconds. */
  speed: number
}

/** Ticks into the opening at which a visitor who wants no motion finds it standing: in the middle of a crossfade. */
const STILL_TICKS = 148

/**
 * Numbers out of range are brought into it; what is no number, or no name that is known, counts as left out.
 *
 * @param still the visitor asked for less motion: the page waits unless the address says otherwise.
 */
export function readAddress(search: string, still = false): AddressOptions {
  const given = new URLSearchParams(search)
  const number = (name: string, standard: number, least: number, most: number): number => {
    const value = given.get(name) ? Number(given.get(name)) : Number.NaN
    return Number.isFinite(value) ? Math.max(least, Math.min(most, value)) : standard
  }
  const integer = (name: string, standard: number, least: number, most: number): number =>
    Math.round(number(name, standard, least, most))
  const paused = given.get('paused')
  return {
    rig: RIGS.find((name) => name === given.get('rig')) ?? 'lamplighter',
    seed: integer('seed', 1, -(2 ** 31), 2 ** 31 - 1),
    ticks: integer('ticks', still ? STILL_TICKS : 0, 0, 100_000),
    paused: paused === null ? still : paused !== '0' && paused !== 'false',
    script: given.get('script') ?? 'opening',
    lanes: integer('lanes', 4, 1, MOST_TRACKS),
    speed: number('speed', 1, 0.1, 2),
  }
}
