import { join, shows } from '../../motion/common'
import { once } from '../../motion/keys'
import type { AnimationJson } from '../../rig/spine-json'

const T = 0.7

/** A lunge with the near blade at 0.24; the far one follows across. */
export const strike = (): AnimationJson => ({
  slots: {
    eyes: { attachment: shows([0, 'eyes-keen'], [0.56, 'eyes-open']) },
    mouth: { attachment: shows([0, 'mouth-shut'], [0.14, 'mouth-open'], [0.5, 'mouth-shut']) },
  },
  bones: join({
    hip: {
      translatex: once([0, 0], [0.13, -20], [0.24, 46], [0.4, 40], [T, 0]),
      translatey: once([0, 0], [0.12, -24], [0.24, -40], [0.4, -34], [T, 0]),
      rotate: once([0, 0], [0.13, 5], [0.24, -10], [0.4, -8], [T, 0]),
    },
    chest: { rotate: once([0, 0], [0.14, 12], [0.24, -22], [0.4, -14], [T, 0]) },
    head: { rotate: once([0, 0], [0.14, -8], [0.24, 24], [0.42, 16], [T, 0]) },
    'ear-front-1': { rotate: once([0, 0], [0.14, -12], [0.24, 44], [0.4, -8], [0.54, 6], [T, 0]) },
    'ear-front-2': { rotate: once([0, 0], [0.16, -16], [0.27, 46], [0.43, -18], [0.57, 8], [T, 0]) },
    'ear-back-1': { rotate: once([0, 0], [0.14, -12], [0.24, 46], [0.4, -8], [0.54, 6], [T, 0]) },
    'ear-back-2': { rotate: once([0, 0], [0.16, -16], [0.27, 46], [0.43, -18], [0.57, 8], [T, 0]) },
    'arm-front-1': { rotate: once([0, 0], [0.14, -76], [0.24, 106], [0.32, 100], [0.46, 14], [T, 0]) },
    'arm-front-2': { rotate: once([0, 0], [0.14, 26], [0.24, -78], [0.32, -70], [0.46, -30], [T, 0]) },
    blade: { rotate: once([0, 0], [0.14, 60], [0.24, -8], [0.34, -34], [0.5, -10], [T, 0]) },
    'arm-back-1': { rotate: once([0, 0], [0.16, -30], [0.26, -60], [0.38, 58], [0.48, 46], [T, 0]) },
    'arm-back-2': { rotate: once([0, 0], [0.2, 24], [0.38, -40], [0.48, -30], [T, 0]) },
    'foot-front-ctrl': {
      translatex: once([0, 0], [0.12, 0], [0.23, 62], [0.46, 62], [0.62, 0], [T, 0]),
      translatey: once(
        [0, 0],
        [0.12, 0],
        [0.18, 26],
        [0.23, 0, 'straight'],
        [0.46, 0],
        [0.54, 16],
        [0.62, 0],
        [T, 0],
      ),
      rotate: once(
        [0, 0],
        [0.12, 0],
        [0.17, -12],
        [0.23, 0, 'straight'],
        [0.46, 0],
        [0.53, -14],
        [0.62, 0],
        [T, 0],
      ),
    },
    'foot-back-ctrl': { rotate: once([0, 0], [0.14, 0], [0.25, -38], [0.42, -34], [0.6, 0], [T, 0]) },
  }),
  events: [
    { time: 0.18, name: 'swing' },
    { time: 0.24, name: 'strike', float: 0.6 },
  ],
})
