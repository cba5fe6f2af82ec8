import { flash, join, shows } from '../../motion/common'
import { once } from '../../motion/keys'
import type { AnimationJson } from '../../rig/spine-json'

const T = 0.66

/** Light as he is, a blow throws him right back on his heels. */
export const hit = (): AnimationJson => ({
  slots: join(
    flash(
      'head',
      'ear-front',
      'ear-back',
      'torso',
      'hood',
      'tail',
      'arm-front',
      'arm-back',
      'hand-front',
      'hand-back',
      'leg-front',
      'leg-back',
    ),
    {
      eyes: { attachment: shows([0, 'eyes-wince'], [0.36, 'eyes-keen'], [0.58, 'eyes-open']) },
      mouth: { attachment: shows([0, 'mouth-open'], [0.42, 'mouth-shut']) },
    },
  ),
  bones: join({
    hip: {
      translatex: once([0, 0], [0.09, -32], [0.24, -26], [0.46, 5], [T, 0]),
      translatey: once([0, 0], [0.09, -22], [0.24, -28], [0.46, 0], [T, 0]),
      rotate: once([0, 0], [0.09, 8], [0.26, 5], [0.46, -2], [T, 0]),
    },
    chest: { rotate: once([0, 0], [0.1, 20], [0.26, 12], [0.48, -5], [T, 0]) },
    head: { rotate: once([0, 0], [0.11, 2], [0.27, -10], [0.48, -4], [T, 0]) },
    'ear-front-1': { rotate: once([0, 0], [0.1, -44], [0.26, 34], [0.44, -12], [T, 0]) },
    'ear-front-2': { rotate: once([0, 0], [0.12, -50], [0.3, 44], [0.48, -16], [T, 0]) },
    'ear-back-1': { rotate: once([0, 0], [0.1, -40], [0.26, 38], [0.44, -12], [T, 0]) },
    'ear-back-2': { rotate: once([0, 0], [0.12, -44], [0.3, 44], [0.48, -16], [T, 0]) },
    'arm-front-1': { rotate: once([0, 0], [0.1, 50], [0.28, 24], [0.5, -6], [T, 0]) },
    'arm-front-2': { rotate: once([0, 0], [0.1, -40], [0.3, 10], [T, 0]) },
    blade: { rotate: once([0, 0], [0.12, -36], [0.32, 14], [T, 0]) },
    'arm-back-1': { rotate: once([0, 0], [0.1, 64], [0.28, 40], [0.5, -4], [T, 0]) },
    'arm-back-2': { rotate: once([0, 0], [0.1, 10], [0.3, 22], [T, 0]) },
  }),
  events: [{ name: 'hurt' }],
})
