import { join, shows } from '../../motion/common'
import { cycle, sway } from '../../motion/keys'
import type { AnimationJson } from '../../rig/spine-json'

const T = 2.4

/** On springs, and listening: one ear, then the other. */
export const idle = (): AnimationJson => ({
  slots: {
    eyes: {
      attachment: shows(
        [0, 'eyes-open'],
        [0.7, 'eyes-shut'],
        [0.78, 'eyes-open'],
        [1.9, 'eyes-shut'],
        [1.98, 'eyes-open'],
      ),
    },
  },
  bones: join({
    hip: { translatey: sway(T, -5, 4, 0, 3), translatex: sway(T, 0, 2, 0.1) },
    chest: { rotate: sway(T, -1, 1.4, 0.02, 3), scalex: sway(T, 1.006, 0.012, 0.05, 3) },
    head: {
      rotate: cycle([0, 0], [0.6, 3], [1.2, -3], [1.8, -1], [T, 0]),
      translatey: sway(T, 0, 1.4, 0.9, 3),
    },
    'ear-front-1': { rotate: cycle([0, 0], [0.5, 0], [0.6, 22], [0.72, -6], [0.86, 0], [1.5, 3], [T, 0]) },
    'ear-front-2': { rotate: cycle([0, 0], [0.54, 0], [0.66, 20], [0.8, -12], [0.96, 2], [1.6, -4], [T, 0]) },
    'ear-back-1': { rotate: cycle([0, 0], [1, -2], [1.42, 0], [1.5, -20], [1.62, 5], [1.76, 0], [T, 0]) },
    'ear-back-2': { rotate: cycle([0, 0], [1, -3], [1.46, 0], [1.56, -16], [1.7, 10], [1.86, -2], [T, 0]) },
    'arm-front-1': { rotate: sway(T, -2, 3, 0.1, 3) },
    'arm-front-2': { rotate: sway(T, 0, 3, 0, 3) },
    blade: { rotate: cycle([0, 0], [0.8, 4], [1.2, -3], [1.7, 5], [T, 0]) },
    'arm-back-1': { rotate: sway(T, 0, 3, 0.2, 3) },
    'arm-back-2': { rotate: sway(T, 2, 3, 0.1, 3) },
  }),
})
