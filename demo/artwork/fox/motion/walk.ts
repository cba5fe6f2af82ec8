import { feet, join } from '../../motion/common'
import { type Gait, step } from '../../motion/gait'
import { sway, swayChain } from '../../motion/keys'
import type { AnimationJson } from '../../rig/spine-json'
import { fire } from './fire'

const T = 1.04

/** The near boot lands on its heel at 0. */
export const WALK: Gait = {
  duration: T,
  stance: 0.6,
  land: 44,
  leave: -58,
  heel: 70,
  strike: 15,
  push: 44,
  kick: [10, 42],
  knee: [8, 17, 4],
  reach: 3,
}

/** An unhurried stroll, lantern ahead: down after each step, up over the standing leg. */
export function walk(): AnimationJson {
  const { bones, slots, attachments } = fire(T, 1, -5)
  return {
    slots,
    bones: join(
      bones,
      feet(T, step(WALK), { inward: 7 }),
      {
        hip: {
          translatey: sway(T, -7, 5.5, 0.56, 2),
          translatex: sway(T, 2, 1.5, 0.2, 2),
          rotate: sway(T, -1, 2, 0.25),
        },
        spine: { rotate: sway(T, 1, 2, 0.7) },
        chest: { rotate: sway(T, 1, 2, 0.42, 2) },
        head: { rotate: sway(T, 1, 2.4, 0.3, 2), translatey: sway(T, 0, 1.6, 0.4, 2) },
        face: { translatex: sway(T, 1, 1, 0, 2) },
        'ear-front': { rotate: sway(T, 2, 6, 0.12, 2) },
        'ear-back': { rotate: sway(T, 2, 6, 0.06, 2) },
        'arm-front-1': { rotate: sway(T, 4, 5, 0.78) },
        'arm-front-2': { rotate: sway(T, 1, 4, 0.7) },
        staff: { rotate: sway(T, -8, 3, 0.25) },
        'arm-back-1': { rotate: sway(T, -2, 30, 0.27) },
        'arm-back-2': { rotate: sway(T, 18, 14, 0.2) },
        plumb: { rotate: sway(T, -3, 9, 0.15) },
        hat: { rotate: sway(T, 0, 1.5, 0.1, 2) },
        pom: { rotate: sway(T, 0, 16, 0, 2) },
        shadow: { scalex: sway(T, 0.98, 0.03, 0.06, 2) },
      },
      swayChain(['tail-1', 'tail-2', 'tail-3', 'tail-4'], T, {
        mean: [-2, 2, 4, 2],
        amplitude: [5, 6, 9, 13],
        phase: 0.3,
        lag: 0.12,
      }),
      swayChain(['cape-1', 'cape-2', 'cape-3'], T, {
        mean: [-4, -3, -2],
        amplitude: [3, 5, 8],
        phase: 0.15,
        lag: 0.14,
        cycles: 2,
      }),
      swayChain(['scarf-1', 'scarf-2', 'scarf-3'], T, {
        mean: [2, 2, 4],
        amplitude: [6, 9, 14],
        phase: 0.1,
        lag: 0.14,
        cycles: 2,
      }),
    ),
    attachments,
    events: [
      { time: 0.05, name: 'footstep', string: 'front' },
      { time: 0.57, name: 'footstep', int: 1, string: 'back' },
    ],
  }
}
