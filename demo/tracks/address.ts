/** Reads the page's address: `?rig=hare&seed=7&ticks=120&paused=1&script=0 play 0 walk loop`. */
import { MOST_TRACKS } from './script'

export const RIGS = ['lamplighter', 'badger', 'hare'] as const
export type RigName = (typeof RIGS)[number]

export interface AddressOptions {
  rig: RigName
  /** Seed of the stress test. */
  seed: number
  /** Ticks of a sixtieth of a second that pass before the first picture. */
  ticks: number
  paused: boolean
  /** `opening`, `none`, `stress`, or a script's text. */
  script: string
  /** Number of tracks shown. */
  lanes: number
  /** Factor on the seconds. */
  speed: number
}

/** Ticks before the first picture for visitors with reduced motion: they see the middle of a crossfade. */
const STILL_TICKS = 148

/**
 * Numbers out of range are limited; a value that is no number, or no known name, counts as absent.
 *
 * @param still the visitor prefers reduced motion: the page starts paused unless the address says otherwise.
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
