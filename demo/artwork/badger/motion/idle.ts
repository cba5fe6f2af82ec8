import { join, shows } from '../../motion/common'
import { cycle, sway } from '../../motion/keys'
import type { AnimationJson } from '../../rig/spine-json'

const T = 3.6

/** Deep, slow breath; the hammer rises and falls with the shoulder. */
export const idle = (): AnimationJson => ({
  slots: {
    eyes: {
      attachment: shows(
        [0, 'eyes-open'],
        [1.1, 'eyes-shut'],
        [1.22, 'eyes-open'],
        [2.9, 'eyes-shut'],
        [3.02, 'eyes-open'],
      ),
    },
  },
  bones: join({
    hip: { translatey: sway(T, -3, 3, 0, 2) },
    spine: { rotate: sway(T, 0, 1, 0.1), scaley: sway(T, 1.005, 0.012, 0.1, 2) },
    chest: {
      rotate: sway(T, 0, 1.4, 0.02),
      scalex: sway(T, 1.008, 0.012, 0.06, 2),
      scaley: sway(T, 1.01, 0.02, 0.04, 2),
    },
    head: {
      rotate: cycle([0, 0], [0.9, 3], [1.9, -2], [2.8, -3], [T, 0]),
      translatey: sway(T, 0, 2, 0.9, 2),
    },
    face: {
      translatex: cycle([0, 0], [0.9, 2], [2, -2], [2.9, 1], [T, 0]),
      translatey: sway(T, 0, 1.5, 0.2),
    },
    ear: { rotate: cycle([0, 0], [0.5, 0], [0.62, 14], [0.76, -4], [0.92, 0], [2.4, 2], [T, 0]) },
    tail: { rotate: sway(T, 0, 7, 0.3, 2) },
    'arm-front-1': { rotate: sway(T, 0, 2, 0.1, 2) },
    'arm-front-2': { rotate: sway(T, 0, 2, 0, 2) },
    hammer: { rotate: sway(T, 0, 1.5, 0.55, 2) },
    'arm-back-1': { rotate: sway(T, 0, 4, 0.15) },
    'arm-back-2': { rotate: sway(T, 4, 4, 0.05) },
  }),
})
