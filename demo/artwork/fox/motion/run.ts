import { feet, join, shows } from '../../motion/common'
import { type Gait, step } from '../../motion/gait'
import { sway, swayChain } from '../../motion/keys'
import type { AnimationJson } from '../../rig/spine-json'
import { fire } from './fire'

const T = 0.54

/** The near boot lands on its ball, below the body, at 0 and leaves the ground at 0.18; then both fly. */
export const RUN: Gait = {
  duration: T,
  stance: 0.34,
  land: 24,
  leave: -76,
  heel: 70,
  strike: 0,
  push: 58,
  kick: [64, 104],
  knee: [34, 58, 34],
  reach: 12,
}

/** A hurry: leaning in, knees high, cape and tail streaming behind. */
export function run(): AnimationJson {
  const { bones, slots, attachments } = fire(T, 1.6, -12)
  return {
    slots: join(slots, { mouth: { attachment: shows([0, 'mouth-open']) } }),
    bones: join(
      bones,
      feet(T, step(RUN), { inward: 8 }),
      {
        hip: {
          translatey: sway(T, -11, 12, 0.43, 2),
          rotate: sway(T, -9, 3, 0.25),
          translatex: sway(T, 8, 2, 0.2, 2),
        },
        spine: { rotate: sway(T, -9, 3, 0.7) },
        chest: { rotate: sway(T, -7, 4, 0.55, 2) },
        head: { rotate: sway(T, 20, 4, 0.05, 2), translatex: sway(T, 0, 2.5, 0.5, 2) },
        face: { translatex: sway(T, 2, 1, 0, 2) },
        'ear-front': { rotate: sway(T, 28, 9, 0.95, 2) },
        'ear-back': { rotate: sway(T, 22, 9, 0.9, 2) },
        'arm-front-1': { rotate: sway(T, 20, 10, 0.75) },
        'arm-front-2': { rotate: sway(T, 4, 6, 0.7) },
        staff: { rotate: sway(T, -18, 6, 0.25) },
        'arm-back-1': { rotate: sway(T, -4, 66, 0.25) },
        'arm-back-2': { rotate: sway(T, 66, 18, 0.2) },
        plumb: { rotate: sway(T, -22, 12, 0.1, 2) },
        hat: { rotate: sway(T, 3, 3, 0.95, 2) },
        pom: { rotate: sway(T, 22, 20, 0.85, 2) },
        shadow: { scalex: sway(T, 0.84, 0.12, 0.93, 2) },
      },
      swayChain(['tail-1', 'tail-2', 'tail-3', 'tail-4'], T, {
        mean: [-16, 8, 22, 14],
        amplitude: [8, 10, 13, 18],
        phase: 0.05,
        lag: 0.13,
        cycles: 2,
      }),
      swayChain(['cape-1', 'cape-2', 'cape-3'], T, {
        mean: [-34, -14, -8],
        amplitude: [7, 10, 15],
        phase: 0.0,
        lag: 0.16,
        cycles: 2,
      }),
      swayChain(['scarf-1', 'scarf-2', 'scarf-3'], T, {
        mean: [4, -2, 0],
        amplitude: [8, 13, 20],
        phase: 0,
        lag: 0.16,
        cycles: 2,
      }),
    ),
    attachments,
    events: [
      { time: 0.02, name: 'footstep', string: 'front' },
      { time: 0.29, name: 'footstep', int: 1, string: 'back' },
    ],
  }
}
