import { join, shows } from '../../motion/common'
import { once, pairs } from '../../motion/keys'
import type { AnimationJson, KeyJson } from '../../rig/spine-json'

const T = 1.5

/** Boots leave the ground at 0.44 and touch it again at 0.84. */
function lift(late: number): Record<string, KeyJson[]> {
  return {
    translatey: once(
      [0, 0],
      [0.44, 0],
      [0.56, 56 - late],
      [0.64, 76],
      [0.74, 54 + late],
      [0.84, 0, 'straight'],
      [T, 0],
    ),
    rotate: once([0, 0], [0.36, 0], [0.48, -36], [0.64, -18], [0.8, -14], [0.9, 0, 'straight'], [T, 0]),
  }
}

/** A great heave for a small leap, and a loud landing. */
export const jump = (): AnimationJson => ({
  slots: {
    eyes: {
      attachment: shows([0, 'eyes-open'], [0.12, 'eyes-angry'], [0.84, 'eyes-shut'], [1.1, 'eyes-open']),
    },
    mouth: { attachment: shows([0, 'mouth-shut'], [0.38, 'mouth-open'], [1, 'mouth-shut']) },
    shadow: { alpha: once([0, 1], [0.42, 1], [0.64, 0.65], [0.84, 1], [T, 1]) },
  },
  bones: join({
    hip: {
      translatey: once([0, 0], [0.3, -34], [0.46, 8], [0.64, 68], [0.84, -7], [0.96, -40], [1.26, 3], [T, 0]),
      translatex: once([0, 0], [0.3, -6], [0.5, 6], [0.98, -3], [T, 0]),
    },
    spine: {
      rotate: once([0, 0], [0.3, -14], [0.5, 8], [0.66, 4], [0.84, -4], [0.98, -15], [1.26, 2], [T, 0]),
      scale: pairs(
        [0, 1, 1],
        [0.3, 0.94, 1.05],
        [0.48, 1.06, 0.96],
        [0.7, 1, 1],
        [0.96, 0.9, 1.08],
        [1.22, 1.02, 0.99],
        [T, 1, 1],
      ),
    },
    chest: { rotate: once([0, 0], [0.3, -10], [0.5, 7], [0.84, -3], [1, -11], [1.28, 2], [T, 0]) },
    head: { rotate: once([0, 0], [0.3, 17], [0.5, -2], [0.68, -4], [1, 18], [1.28, -2], [T, 0]) },
    face: { translatex: once([0, 0], [0.5, 3], [0.98, -3], [T, 0]) },
    ear: { rotate: once([0, 0], [0.3, 8], [0.5, 26], [0.7, -18], [0.98, 20], [1.2, -6], [T, 0]) },
    tail: { rotate: once([0, 0], [0.3, -12], [0.5, 22], [0.72, -26], [0.98, 18], [1.2, -6], [T, 0]) },
    'foot-front-ctrl': lift(0),
    'foot-back-ctrl': lift(8),
    'arm-front-1': {
      rotate: once([0, 0], [0.3, -12], [0.5, 22], [0.74, 14], [0.98, -14], [1.26, 3], [T, 0]),
    },
    'arm-front-2': { rotate: once([0, 0], [0.3, 6], [0.5, -6], [0.98, 10], [T, 0]) },
    hammer: { rotate: once([0, 0], [0.3, 8], [0.52, -14], [0.76, 6], [0.98, 14], [1.2, -4], [T, 0]) },
    'arm-back-1': {
      rotate: once([0, 0], [0.28, -48], [0.52, 70], [0.74, 50], [0.98, -10], [1.28, 3], [T, 0]),
    },
    'arm-back-2': { rotate: once([0, 0], [0.28, 20], [0.52, 34], [0.98, 30], [1.28, 0], [T, 0]) },
    shadow: {
      scale: pairs([0, 1, 1], [0.42, 1, 1], [0.64, 0.76, 0.76], [0.84, 1.04, 1.04], [1.1, 1, 1], [T, 1, 1]),
    },
  }),
  events: [
    { time: 0.44, name: 'leap' },
    { time: 0.84, name: 'footstep', string: 'front' },
    { time: 0.84, name: 'footstep', int: 1, string: 'back' },
    { time: 0.86, name: 'land', float: 2 },
  ],
})
