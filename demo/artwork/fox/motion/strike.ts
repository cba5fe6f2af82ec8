import { join, shows } from '../../motion/common'
import { once } from '../../motion/keys'
import type { AnimationJson } from '../../rig/spine-json'
import { fire } from './fire'

const T = 0.9

/** The crook swings over the head and comes down at 0.4, the lantern flaring after it. */
export function strike(): AnimationJson {
  const { bones, slots, attachments } = fire(T, 2, -10)
  return {
    slots: join(
      { flame: slots.flame, spark: slots.spark },
      {
        eyes: { attachment: shows([0, 'eyes-open'], [0.36, 'eyes-wince'], [0.56, 'eyes-open']) },
        mouth: { attachment: shows([0, 'mouth-smile'], [0.3, 'mouth-open'], [0.66, 'mouth-smile']) },
        glow: { alpha: once([0, 0.9], [0.3, 0.7], [0.42, 1], [T, 0.9]) },
      },
    ),
    bones: join(bones, {
      hip: {
        translatex: once([0, 0], [0.24, -20], [0.32, -16], [0.42, 30], [0.58, 26], [T, 0]),
        translatey: once([0, 0], [0.14, -10], [0.28, -2], [0.42, -20], [0.58, -17], [T, 0]),
        rotate: once([0, 0], [0.24, 5], [0.42, -6], [0.6, -5], [T, 0]),
      },
      spine: { rotate: once([0, 0], [0.26, 12], [0.42, -14], [0.58, -11], [T, 0]) },
      chest: { rotate: once([0, 0], [0.28, 13], [0.42, -15], [0.58, -11], [T, 0]) },
      head: { rotate: once([0, 0], [0.26, -14], [0.42, 16], [0.6, 12], [T, 0]) },
      face: { translatex: once([0, 0], [0.26, 4], [0.44, 3], [T, 0]) },
      'ear-front': { rotate: once([0, 0], [0.28, -8], [0.4, 34], [0.54, -6], [0.7, 4], [T, 0]) },
      'ear-back': { rotate: once([0, 0], [0.28, -8], [0.4, 28], [0.54, -6], [0.7, 4], [T, 0]) },
      'arm-front-1': { rotate: once([0, 0], [0.26, 118], [0.33, 122], [0.42, 30], [0.58, 26], [T, 0]) },
      'arm-front-2': { rotate: once([0, 0], [0.26, 26], [0.34, 30], [0.42, -10], [0.58, -8], [T, 0]) },
      staff: { rotate: once([0, 0], [0.26, -36], [0.34, -24], [0.43, -66], [0.58, -60], [T, 0]) },
      plumb: { rotate: once([0, 0], [0.26, 30], [0.36, -52], [0.5, 48], [0.64, -22], [0.78, 10], [T, 0]) },
      'arm-back-1': { rotate: once([0, 0], [0.26, 50], [0.42, -62], [0.6, -50], [T, 0]) },
      'arm-back-2': { rotate: once([0, 0], [0.26, 44], [0.42, 20], [0.6, 16], [T, 0]) },
      'foot-front-ctrl': {
        translatex: once([0, 0], [0.32, 0], [0.42, 0], [T, 0]),
        rotate: once([0, 0], [0.3, 0], [0.44, -26], [0.6, -22], [T, 0]),
      },
      'foot-back-ctrl': {
        translatex: once([0, 0], [0.26, 0], [0.4, 40], [0.64, 40], [0.82, 0], [T, 0]),
        translatey: once([0, 0], [0.26, 0], [0.33, 20], [0.4, 0], [0.64, 0], [0.73, 10], [0.82, 0], [T, 0]),
        rotate: once([0, 0], [0.26, 0], [0.34, 14], [0.41, 0], [T, 0]),
      },
      'tail-1': { rotate: once([0, 0], [0.28, 10], [0.46, -20], [0.66, 5], [T, 0]) },
      'tail-2': { rotate: once([0, 0], [0.3, 10], [0.49, -22], [0.69, 7], [T, 0]) },
      'tail-3': { rotate: once([0, 0], [0.33, 10], [0.52, -22], [0.72, 9], [T, 0]) },
      'tail-4': { rotate: once([0, 0], [0.36, 10], [0.55, -24], [0.75, 10], [T, 0]) },
      'cape-1': { rotate: once([0, 0], [0.28, 8], [0.44, -34], [0.64, 6], [T, 0]) },
      'cape-2': { rotate: once([0, 0], [0.31, 8], [0.47, -26], [0.68, 7], [T, 0]) },
      'cape-3': { rotate: once([0, 0], [0.34, 8], [0.5, -22], [0.72, 8], [T, 0]) },
      'scarf-1': { rotate: once([0, 0], [0.3, 20], [0.46, -26], [0.66, 8], [T, 0]) },
      'scarf-2': { rotate: once([0, 0], [0.33, 20], [0.49, -28], [0.69, 9], [T, 0]) },
      'scarf-3': { rotate: once([0, 0], [0.36, 22], [0.52, -30], [0.72, 10], [T, 0]) },
      pom: { rotate: once([0, 0], [0.26, -20], [0.46, 34], [0.62, -14], [T, 0]) },
    }),
    attachments,
    events: [
      { time: 0.3, name: 'swing' },
      { time: 0.42, name: 'strike' },
    ],
  }
}
