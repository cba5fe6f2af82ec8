import { feet, join, shows } from '../../motion/common'
import { type Gait, step } from '../../motion/gait'
import { sway } from '../../motion/keys'
import type { AnimationJson } from '../../rig/spine-json'

const T = 0.68

export const RUN: Gait = {
  duration: T,
  stance: 0.38,
  land: 22,
  leave: -68,
  heel: 84,
  strike: 0,
  push: 48,
  kick: [44, 84],
  knee: [30, 48, 26],
  reach: 8,
}

/** A charge: head down, shoulders first, nothing to stop it. */
export const run = (): AnimationJson => ({
  slots: {
    eyes: { attachment: shows([0, 'eyes-angry']) },
    mouth: { attachment: shows([0, 'mouth-open']) },
  },
  bones: join(feet(T, step(RUN), { inward: 16 }), {
    hip: {
      translatey: sway(T, -15, 11, 0.43, 2),
      translatex: sway(T, 6, 3, 0.2, 2),
      rotate: sway(T, -10, 4, 0.25),
    },
    spine: { rotate: sway(T, -10, 4, 0.72), scaley: sway(T, 1, 0.03, 0.45, 2) },
    chest: { rotate: sway(T, -9, 5, 0.55, 2) },
    head: { rotate: sway(T, 20, 5, 0.08, 2), translatey: sway(T, 0, 4, 0.4, 2) },
    face: { translatex: sway(T, 2, 1.5, 0, 2) },
    ear: { rotate: sway(T, 26, 10, 0.95, 2) },
    tail: { rotate: sway(T, -26, 16, 0.05, 2) },
    'arm-front-1': { rotate: sway(T, 14, 10, 0.75) },
    'arm-front-2': { rotate: sway(T, 2, 6, 0.7) },
    hammer: { rotate: sway(T, 8, 6, 0.25, 2) },
    'arm-back-1': { rotate: sway(T, 6, 56, 0.25) },
    'arm-back-2': { rotate: sway(T, 50, 16, 0.2) },
    shadow: { scalex: sway(T, 0.9, 0.08, 0.93, 2) },
  }),
  events: [
    { time: 0.02, name: 'footstep', string: 'front' },
    { time: 0.36, name: 'footstep', int: 1, string: 'back' },
  ],
})
