import { feet, join, shoulders } from '../../motion/common'
import { type Gait, step } from '../../motion/gait'
import { sway } from '../../motion/keys'
import type { AnimationJson } from '../../rig/spine-json'

const T = 0.84

export const WALK: Gait = {
  duration: T,
  stance: 0.58,
  land: 52,
  leave: -66,
  heel: 76,
  strike: 12,
  push: 36,
  kick: [12, 40],
  knee: [12, 30, 8],
  reach: 4,
}

/** A spring in every step, ears nodding after it. */
export const walk = (): AnimationJson => ({
  bones: join(feet(T, step(WALK), { inward: 8 }), shoulders(T, 6), {
    hip: {
      translatey: sway(T, -9, 9, 0.56, 2),
      translatex: sway(T, 2, 2, 0.2, 2),
      rotate: sway(T, -2, 5, 0.25),
    },
    chest: { rotate: sway(T, -2, 6, 0.5, 2), scalex: sway(T, 1, 0.02, 0.52, 2) },
    head: { rotate: sway(T, 3, 6, 0.84, 2), translatey: sway(T, 0, 2, 0.4, 2) },
    'ear-front-1': { rotate: sway(T, 4, 8, 0.12, 2) },
    'ear-front-2': { rotate: sway(T, 6, 16, 0.98, 2) },
    'ear-back-1': { rotate: sway(T, 2, 7, 0.08, 2) },
    'ear-back-2': { rotate: sway(T, 6, 15, 0.94, 2) },
    'arm-front-1': { rotate: sway(T, -14, 38, 0.77) },
    'arm-front-2': { rotate: sway(T, -12, 20, 0.66) },
    blade: { rotate: sway(T, -8, 14, 0.56) },
    'arm-back-1': { rotate: sway(T, -20, 36, 0.27) },
    'arm-back-2': { rotate: sway(T, -30, 18, 0.16) },
    shadow: { scalex: sway(T, 0.97, 0.04, 0.06, 2) },
  }),
  events: [
    { time: 0.04, name: 'footstep', string: 'front' },
    { time: 0.46, name: 'footstep', int: 1, string: 'back' },
  ],
})
