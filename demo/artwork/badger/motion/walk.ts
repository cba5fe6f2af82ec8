import { feet, join, shoulders } from '../../motion/common'
import { type Gait, step } from '../../motion/gait'
import { sway } from '../../motion/keys'
import type { AnimationJson } from '../../rig/spine-json'

const T = 1.36

export const WALK: Gait = {
  duration: T,
  stance: 0.64,
  land: 40,
  leave: -52,
  heel: 84,
  strike: 12,
  push: 36,
  kick: [8, 34],
  knee: [8, 20, 6],
  reach: 3,
}

/** Every step shakes the lane: the weight rolls from foot to foot. */
export const walk = (): AnimationJson => ({
  bones: join(feet(T, step(WALK), { inward: 14 }), shoulders(T, 9), {
    hip: {
      translatey: sway(T, -12, 7, 0.56, 2),
      translatex: sway(T, 2, 5, 0.1, 2),
      rotate: sway(T, -1, 5, 0.3),
    },
    spine: { rotate: sway(T, -2, 6, 0.76), scaley: sway(T, 1, 0.025, 0.5, 2) },
    chest: { rotate: sway(T, -3, 4.5, 0.5, 2), scalex: sway(T, 1, 0.016, 0.52, 2) },
    head: { rotate: sway(T, 4, 6, 0.84, 2), translatey: sway(T, -1, 3, 0.4, 2) },
    face: { translatex: sway(T, 1, 1.2, 0, 2) },
    ear: { rotate: sway(T, 0, 8, 0.1, 2) },
    tail: { rotate: sway(T, 0, 14, 0.2, 2) },
    'arm-front-1': { rotate: sway(T, 3, 9, 0.78) },
    'arm-front-2': { rotate: sway(T, 0, 7, 0.68) },
    hammer: { rotate: sway(T, 0, 5, 0.14, 2) },
    'arm-back-1': { rotate: sway(T, 0, 34, 0.27) },
    'arm-back-2': { rotate: sway(T, 20, 20, 0.17) },
    shadow: { scalex: sway(T, 0.98, 0.03, 0.06, 2) },
  }),
  events: [
    { time: 0.05, name: 'footstep', string: 'front' },
    { time: 0.73, name: 'footstep', int: 1, string: 'back' },
  ],
})
