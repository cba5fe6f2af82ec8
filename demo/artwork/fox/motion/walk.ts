import { feet, join, shoulders } from '../../motion/common'
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
      shoulders(T, 6),
      {
        hip: {
          translatey: sway(T, -8, 6.5, 0.56, 2),
          translatex: sway(T, 2, 1.5, 0.2, 2),
          rotate: sway(T, -1, 3.5, 0.25),
        },
        // The spine turns against the hip; the chest sinks onto each step, and the head nods after it.
        spine: { rotate: sway(T, -1, 5, 0.73) },
        chest: { rotate: sway(T, 0, 4, 0.44, 2), scalex: sway(T, 1, 0.018, 0.52, 2) },
        head: { rotate: sway(T, 2, 5, 0.8, 2), translatey: sway(T, 0, 1.6, 0.4, 2) },
        face: { translatex: sway(T, 1, 2, 0.22), translatey: sway(T, 0, 1.4, 0.3, 2) },
        'ear-front': { rotate: sway(T, 3, 9, 0.1, 2) },
        'ear-back': { rotate: sway(T, 3, 9, 0.04, 2) },
        // Elbow, crook and lantern each follow a little after the bone that carries them.
        'arm-front-1': { rotate: sway(T, 5, 14, 0.77) },
        'arm-front-2': { rotate: sway(T, 3, 11, 0.67) },
        staff: { rotate: sway(T, -20, 18, 0.23) },
        'arm-back-1': { rotate: sway(T, -2, 36, 0.27) },
        'arm-back-2': { rotate: sway(T, 24, 22, 0.17) },
        plumb: { rotate: sway(T, -2, 17, 0.42) },
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
