import { join, shows } from '../../motion/common'
import { cycle, sway, swayChain } from '../../motion/keys'
import type { AnimationJson } from '../../rig/spine-json'
import { fire } from './fire'

const T = 3.2

/** Breathing, looking about a little, a tail that cannot keep still. */
export function idle(): AnimationJson {
  const { bones, slots, attachments } = fire(T)
  return {
    slots: join(slots, {
      eyes: {
        attachment: shows(
          [0, 'eyes-open'],
          [1.5, 'eyes-shut'],
          [1.6, 'eyes-open'],
          [2.7, 'eyes-shut'],
          [2.82, 'eyes-open'],
        ),
      },
    }),
    bones: join(
      bones,
      {
        hip: { translatey: sway(T, -2, 2, 0, 2) },
        spine: { rotate: sway(T, 0, 0.8, 0.1) },
        chest: { rotate: sway(T, 0, 1.2, 0), scaley: sway(T, 1.01, 0.014, 0.05, 2) },
        head: { rotate: cycle([0, 0], [0.8, 2.2], [1.7, -1.2], [2.5, -2.4], [T, 0]) },
        face: {
          translatey: cycle([0, 0], [0.8, 1], [1.5, -2.5], [2.4, 1.5], [T, 0]),
          translatex: cycle([0, 0], [0.9, 2.5], [1.7, -1], [2.5, 0], [T, 0]),
        },
        'ear-front': { rotate: cycle([0, 0], [0.6, 0], [0.7, 12], [0.82, -3], [0.95, 0], [2.2, 3], [T, 0]) },
        'ear-back': { rotate: cycle([0, 0], [1.2, -2], [2.3, 0], [2.4, -11], [2.52, 2], [2.65, 0], [T, 0]) },
        'arm-front-1': { rotate: sway(T, 1, 1.6, 0.1) },
        'arm-front-2': { rotate: sway(T, 0, 1.8, 0.05) },
        staff: { rotate: sway(T, -3, 1, 0.6) },
        'arm-back-1': { rotate: sway(T, 0, 2.5, 0.2) },
        'arm-back-2': { rotate: sway(T, 4, 3, 0.1) },
        plumb: { rotate: sway(T, 0, 4, 0.3) },
        hat: { rotate: sway(T, 0, 0.8, 0.8) },
        pom: { rotate: sway(T, 0, 6, 0.7, 2) },
      },
      swayChain(['tail-1', 'tail-2', 'tail-3', 'tail-4'], T, {
        amplitude: [3, 5, 8, 11],
        phase: 0.1,
        lag: 0.1,
      }),
      swayChain(['cape-1', 'cape-2', 'cape-3'], T, { amplitude: [1.2, 2, 3], phase: 0.3, lag: 0.1 }),
      swayChain(['scarf-1', 'scarf-2', 'scarf-3'], T, {
        amplitude: [3, 5, 8],
        phase: 0.1,
        lag: 0.12,
        cycles: 2,
      }),
    ),
    attachments,
  }
}
