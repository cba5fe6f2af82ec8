import { flash, join, shows } from '../../motion/common'
import { once } from '../../motion/keys'
import type { AnimationJson } from '../../rig/spine-json'

const T = 0.84

/** It takes a lot to move him: the head snaps, the rest only gives. */
export const hit = (): AnimationJson => ({
  slots: join(
    flash(
      'head',
      'ear',
      'torso',
      'arm-front',
      'arm-back',
      'fist-front',
      'fist-back',
      'tail',
      'leg-front',
      'leg-back',
    ),
    {
      eyes: { attachment: shows([0, 'eyes-wince'], [0.42, 'eyes-angry'], [0.74, 'eyes-open']) },
      mouth: { attachment: shows([0, 'mouth-open'], [0.5, 'mouth-shut']) },
    },
  ),
  bones: join({
    hip: {
      translatex: once([0, 0], [0.1, -16], [0.32, -11], [0.58, 3], [T, 0]),
      translatey: once([0, 0], [0.12, -16], [0.32, -12], [0.58, 1], [T, 0]),
    },
    spine: { rotate: once([0, 0], [0.1, 10], [0.32, 6], [0.6, -3], [T, 0]) },
    chest: { rotate: once([0, 0], [0.12, 10], [0.34, 4], [0.6, -3], [T, 0]) },
    head: {
      rotate: once([0, 0], [0.11, 12], [0.32, 0], [0.58, -6], [T, 0]),
      translatex: once([0, 0], [0.11, -8], [0.36, 0], [T, 0]),
    },
    face: { translatex: once([0, 0], [0.1, -5], [0.4, -1], [T, 0]) },
    ear: { rotate: once([0, 0], [0.12, -30], [0.3, 28], [0.5, -8], [T, 0]) },
    tail: { rotate: once([0, 0], [0.14, 34], [0.34, -20], [0.58, 8], [T, 0]) },
    'arm-front-1': { rotate: once([0, 0], [0.12, 18], [0.36, 8], [0.6, -4], [T, 0]) },
    'arm-front-2': { rotate: once([0, 0], [0.12, -10], [0.36, 2], [T, 0]) },
    hammer: { rotate: once([0, 0], [0.12, -16], [0.34, 10], [0.58, -3], [T, 0]) },
    'arm-back-1': { rotate: once([0, 0], [0.12, 58], [0.36, 40], [0.64, -4], [T, 0]) },
    'arm-back-2': { rotate: once([0, 0], [0.12, 50], [0.36, 40], [0.64, 0], [T, 0]) },
  }),
  events: [{ name: 'hurt' }],
})
