/** Building blocks for the motions of all characters: joining timelines, switching attachments, moving feet. */
import type { KeyJson, Timelines } from '../rig/spine-json'
import { cycle, delayed, type Key, sway } from './keys'

/** Joins motions of different bones (or slots); a timeline that is given twice is a mistake. */
export function join(...groups: Timelines[]): Timelines {
  const all: Timelines = {}
  for (const group of groups)
    for (const [owner, timelines] of Object.entries(group))
      for (const [name, keys] of Object.entries(timelines)) {
        if (all[owner]?.[name]) throw new Error(`${owner}.${name} is given twice`)
        all[owner] = { ...all[owner], [name]: keys }
      }
  return all
}

/** Shows one attachment after another. */
export const shows = (...keys: [time: number, name: string][]): KeyJson[] =>
  keys.map(([time, name]) => (time === 0 ? { name } : { time, name }))

/** A short red flash of the slots with fur or cloth. */
export function flash(...slots: string[]): Timelines {
  const rgb = (): KeyJson[] => [
    { color: 'ffffff' },
    { time: 0.04, color: 'ff9a8c' },
    { time: 0.12, color: 'ff9a8c' },
    { time: 0.4, color: 'ffffff' },
  ]
  return Object.fromEntries(slots.map((slot) => [slot, { rgb: rgb() }]))
}

/** One step of the near foot; the far foot makes it half a cycle later. */
export interface Step {
  /** Forward and back, over the ground. */
  x: Key[]
  /** Lift. */
  y: Key[]
  /** Roll about the ball of the foot: negative lifts the heel. */
  roll: Key[]
}

export interface FeetOptions {
  /** Distance by which each foot comes nearer to the other's line while walking. */
  inward?: number
  /** Delay of the far foot after the near one, as a part of the cycle. @default 0.5 */
  later?: number
}

/** A walk's shoulders turn against its feet: each is farthest back, by so many units, when the foot of its side lands. */
export const shoulders = (duration: number, by: number): Timelines => ({
  'arm-front-1': { translatey: sway(duration, 0, by, 0.25) },
  'arm-back-1': { translatey: sway(duration, 0, by, 0.75) },
})

const aside = (keys: readonly Key[], by: number): Key[] => keys.map(([time, x, way]) => [time, x + by, way])

export function feet(
  duration: number,
  { x, y, roll }: Step,
  { inward = 0, later = 0.5 }: FeetOptions = {},
): Timelines {
  const by = duration * later
  return {
    'foot-front-ctrl': {
      translatex: cycle(...aside(x, inward)),
      translatey: cycle(...y),
      rotate: cycle(...roll),
    },
    'foot-back-ctrl': {
      translatex: delayed(by, ...aside(x, -inward)),
      translatey: delayed(by, ...y),
      rotate: delayed(by, ...roll),
    },
  }
}
