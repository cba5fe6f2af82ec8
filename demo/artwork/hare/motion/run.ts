import { feet, join, shows } from '../../motion/common'
import { type Gait, step } from '../../motion/gait'
import { sway } from '../../motion/keys'
import type { AnimationJson } from '../../rig/spine-json'

const T = 0.56

export const RUN: Gait = {
  duration: T,
  stance: 0.32,
  land: 46,
  leave: -80,
  heel: 76,
  strike: 0,
  push: 44,
  kick: [66, 80],
  knee: [36, 104, 24],
  reach: 14,
}

/** Bounds: one foot just after the other, and then a long flight with the ears behind. */
export const run = (): AnimationJson => ({
  slots: {
    eyes: { attachment: shows([0, 'eyes-keen']) },
    mouth: { attachment: shows([0, 'mouth-open']) },
  },
  bones: join(feet(T, step(RUN), { inward: 4, later: 0.17 }), {
    hip: { translatey: sway(T, 2, 34, 0.5), translatex: sway(T, 8, 6, 0.3), rotate: sway(T, -14, 10, 0.28) },
    chest: { rotate: sway(T, -17, 9, 0.9), scalex: sway(T, 1.01, 0.04, 0.25) },
    head: { rotate: sway(T, 30, 7, 0.55) },
    'ear-front-1': { rotate: sway(T, 34, 13, 0.62) },
    'ear-front-2': { rotate: sway(T, 22, 24, 0.48) },
    'ear-back-1': { rotate: sway(T, 42, 13, 0.58) },
    'ear-back-2': { rotate: sway(T, 22, 24, 0.44) },
    'arm-front-1': { rotate: sway(T, -36, 20, 0.05) },
    'arm-front-2': { rotate: sway(T, -76, 14, 0.95) },
    blade: { rotate: sway(T, -14, 8, 0.8) },
    'arm-back-1': { rotate: sway(T, -66, 18, 0) },
    'arm-back-2': { rotate: sway(T, -20, 14, 0.9) },
    shadow: { scalex: sway(T, 0.84, 0.14, 0.98), scaley: sway(T, 0.9, 0.1, 0.98) },
  }),
  events: [
    { time: 0.01, name: 'footstep', string: 'front' },
    { time: 0.1, name: 'footstep', int: 1, string: 'back' },
    { time: 0.28, name: 'leap' },
  ],
})
