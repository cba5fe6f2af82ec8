import { join, shows } from '../../motion/common'
import { once } from '../../motion/keys'
import type { AnimationJson } from '../../rig/spine-json'

const T = 1.3

/** A slow heave over the head; down it comes at 0.54, and it stays where it fell for a while. */
export const strike = (): AnimationJson => ({
  slots: {
    eyes: {
      attachment: shows([0, 'eyes-angry'], [0.5, 'eyes-wince'], [0.72, 'eyes-angry'], [1.1, 'eyes-open']),
    },
    mouth: { attachment: shows([0, 'mouth-shut'], [0.4, 'mouth-open'], [0.9, 'mouth-shut']) },
  },
  bones: join({
    hip: {
      translatex: once([0, 0], [0.34, -20], [0.44, -14], [0.54, 26], [0.82, 24], [T, 0]),
      translatey: once([0, 0], [0.16, -14], [0.38, 0], [0.54, -46], [0.62, -43], [0.84, -42], [T, 0]),
      rotate: once([0, 0], [0.36, 4], [0.54, -6], [0.82, -5], [T, 0]),
    },
    spine: { rotate: once([0, 0], [0.38, 10], [0.54, -12], [0.62, -10], [0.84, -11], [T, 0]) },
    chest: { rotate: once([0, 0], [0.4, 10], [0.54, -14], [0.62, -12], [0.84, -12], [T, 0]) },
    head: { rotate: once([0, 0], [0.38, -12], [0.54, 24], [0.64, 18], [0.84, 20], [T, 0]) },
    face: { translatex: once([0, 0], [0.4, -2], [0.56, 3], [T, 0]) },
    ear: { rotate: once([0, 0], [0.4, -8], [0.52, 30], [0.66, -14], [0.8, 4], [T, 0]) },
    tail: { rotate: once([0, 0], [0.4, 16], [0.56, -34], [0.74, 12], [0.92, -4], [T, 0]) },
    'arm-front-1': {
      rotate: once(
        [0, 0],
        [0.2, 40],
        [0.38, 126],
        [0.45, 128],
        [0.54, 42],
        [0.62, 44],
        [0.84, 42],
        [1.08, 30],
        [T, 0],
      ),
    },
    'arm-front-2': { rotate: once([0, 0], [0.2, 20], [0.4, 26], [0.54, -32], [0.84, -30], [T, 0]) },
    hammer: {
      rotate: once(
        [0, 0],
        [0.2, -44],
        [0.4, -106],
        [0.46, -116],
        [0.54, -143],
        [0.6, -140],
        [0.84, -141],
        [1.08, -66],
        [T, 0],
      ),
    },
    'arm-back-1': { rotate: once([0, 0], [0.38, 44], [0.54, -50], [0.84, -40], [T, 0]) },
    'arm-back-2': { rotate: once([0, 0], [0.38, 56], [0.54, 24], [0.84, 20], [T, 0]) },
  }),
  events: [
    { time: 0.44, name: 'swing' },
    { time: 0.54, name: 'strike', float: 2 },
  ],
})
