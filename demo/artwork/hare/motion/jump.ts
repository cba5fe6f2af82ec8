import { join, shows } from '../../motion/common'
import { once, pairs } from '../../motion/keys'
import type { AnimationJson, KeyJson } from '../../rig/spine-json'

const T = 1.3

/** Feet leave the ground at 0.28 and touch it again at 0.88. */
function lift(late: number): Record<string, KeyJson[]> {
  return {
    translatey: once(
      [0, 0],
      [0.28, 0],
      [0.4, 110 - late],
      [0.58, 196],
      [0.74, 128 + late],
      [0.88, 0, 'straight'],
      [T, 0],
    ),
    rotate: once([0, 0], [0.2, 0], [0.32, -58], [0.56, -30], [0.8, -18], [0.93, 0, 'straight'], [T, 0]),
  }
}

/** A very high jump. */
export const jump = (): AnimationJson => ({
  slots: {
    eyes: {
      attachment: shows([0, 'eyes-open'], [0.08, 'eyes-keen'], [0.86, 'eyes-shut'], [1.02, 'eyes-open']),
    },
    mouth: { attachment: shows([0, 'mouth-shut'], [0.26, 'mouth-open'], [0.94, 'mouth-shut']) },
    shadow: { alpha: once([0, 1], [0.28, 1], [0.58, 0.4], [0.88, 1], [T, 1]) },
  },
  bones: join({
    hip: {
      translatey: once(
        [0, 0],
        [0.18, -60],
        [0.3, 6],
        [0.58, 178],
        [0.88, -10],
        [0.98, -58],
        [1.16, 4],
        [T, 0],
      ),
      translatex: once([0, 0], [0.18, -8], [0.4, 6], [0.98, -6], [T, 0]),
      rotate: once([0, 0], [0.18, -10], [0.36, 4], [0.6, -8], [0.98, -12], [1.16, 2], [T, 0]),
    },
    chest: {
      rotate: once([0, 0], [0.18, -22], [0.36, 10], [0.6, -6], [0.84, -4], [0.99, -22], [1.18, 3], [T, 0]),
      scale: pairs(
        [0, 1, 1],
        [0.18, 0.93, 1.05],
        [0.34, 1.08, 0.95],
        [0.6, 1, 1],
        [0.98, 0.92, 1.06],
        [1.15, 1.02, 0.99],
        [T, 1, 1],
      ),
    },
    head: { rotate: once([0, 0], [0.18, 22], [0.36, -4], [0.6, 8], [0.84, 2], [1, 22], [1.18, -3], [T, 0]) },
    'foot-front-ctrl': lift(0),
    'foot-back-ctrl': lift(22),
    'ear-front-1': {
      rotate: once([0, 0], [0.18, -6], [0.36, 44], [0.6, 6], [0.82, -26], [1, 22], [1.16, -8], [T, 0]),
    },
    'ear-front-2': {
      rotate: once([0, 0], [0.2, -10], [0.4, 44], [0.66, -6], [0.86, -34], [1.04, 30], [1.18, -10], [T, 0]),
    },
    'ear-back-1': {
      rotate: once([0, 0], [0.18, -6], [0.36, 46], [0.6, 6], [0.82, -20], [1, 24], [1.16, -8], [T, 0]),
    },
    'ear-back-2': {
      rotate: once([0, 0], [0.2, -10], [0.4, 44], [0.66, -6], [0.86, -28], [1.04, 30], [1.18, -10], [T, 0]),
    },
    'arm-front-1': {
      rotate: once([0, 0], [0.18, -56], [0.36, 60], [0.64, 30], [0.98, -30], [1.16, 4], [T, 0]),
    },
    'arm-front-2': { rotate: once([0, 0], [0.18, -40], [0.36, -20], [0.64, -30], [0.98, -14], [T, 0]) },
    blade: { rotate: once([0, 0], [0.2, -20], [0.4, 16], [0.98, -12], [T, 0]) },
    'arm-back-1': {
      rotate: once([0, 0], [0.18, -66], [0.36, 60], [0.64, 44], [0.98, -30], [1.16, 4], [T, 0]),
    },
    'arm-back-2': { rotate: once([0, 0], [0.18, -20], [0.36, 10], [0.98, -10], [T, 0]) },
    shadow: { scale: pairs([0, 1, 1], [0.28, 1, 1], [0.58, 0.55, 0.55], [0.88, 1, 1], [T, 1, 1]) },
  }),
  events: [
    { time: 0.28, name: 'leap' },
    { time: 0.88, name: 'footstep', string: 'front' },
    { time: 0.88, name: 'footstep', int: 1, string: 'back' },
    { time: 0.9, name: 'land', float: 0.6 },
  ],
})
