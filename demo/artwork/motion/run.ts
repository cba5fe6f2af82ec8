import type { AnimationJson } from '../rig/spine-json'
import { feet, fire, join, type Step, shows } from './common'
import { sway, swayChain } from './keys'

const T = 0.6

/** The near boot touches down at 0 and leaves the ground at 0.22; then both are in the air. */
const STEP: Step = {
  x: [
    [0, 46, 'straight'],
    [0.22, -50],
    [0.3, -54],
    [0.42, 6],
    [0.53, 54],
    [T, 46],
  ],
  y: [
    [0, 9],
    [0.04, 0, 'straight'],
    [0.2, 0],
    [0.24, 8],
    [0.3, 34],
    [0.35, 42],
    [0.46, 34],
    [0.55, 18],
    [T, 9],
  ],
  roll: [
    [0, 8],
    [0.04, 0, 'straight'],
    [0.12, 0],
    [0.22, -42],
    [0.3, -74],
    [0.35, -72],
    [0.46, -18],
    [0.55, 13],
    [T, 8],
  ],
}

/** Late for something: leaning in, everything streaming behind. */
export function run(): AnimationJson {
  const { bones, slots, attachments } = fire(T, 1.6, -12)
  return {
    slots: join(slots, { mouth: { attachment: shows([0, 'mouth-open']) } }),
    bones: join(
      bones,
      feet(T, STEP),
      {
        hip: {
          translatey: sway(T, -15, 9, 0.88, 2),
          rotate: sway(T, -3, 2, 0.25),
          translatex: sway(T, 6, 1.5, 0.2, 2),
        },
        spine: { rotate: sway(T, -8, 2, 0.75) },
        chest: { rotate: sway(T, -6, 2.5, 0.8, 2) },
        head: { rotate: sway(T, 11, 3, 0.2, 2), translatex: sway(T, 0, 2.5, 0.5, 2) },
        face: { translatex: sway(T, 2, 1, 0, 2) },
        'ear-front': { rotate: sway(T, 18, 7, 0.45, 2) },
        'ear-back': { rotate: sway(T, 14, 7, 0.4, 2) },
        'arm-front-1': { rotate: sway(T, 14, 5, 0.75) },
        'arm-front-2': { rotate: sway(T, 2, 3, 0.7) },
        staff: { rotate: sway(T, -16, 6, 0.25) },
        'arm-back-1': { rotate: sway(T, -2, 52, 0.25) },
        'arm-back-2': { rotate: sway(T, 52, 20, 0.2) },
        plumb: { rotate: sway(T, -16, 9, 0.15, 2) },
        hat: { rotate: sway(T, 2, 2, 0.4, 2) },
        pom: { rotate: sway(T, 18, 16, 0.3, 2) },
        shadow: { scalex: sway(T, 0.88, 0.08, 0.38, 2) },
      },
      swayChain(['tail-1', 'tail-2', 'tail-3', 'tail-4'], T, {
        mean: [-12, 14, 26, 16],
        amplitude: [5, 8, 12, 16],
        phase: 0.2,
        lag: 0.13,
        cycles: 2,
      }),
      swayChain(['cape-1', 'cape-2', 'cape-3'], T, {
        mean: [-24, -14, -8],
        amplitude: [5, 8, 13],
        phase: 0.45,
        lag: 0.16,
        cycles: 2,
      }),
      swayChain(['scarf-1', 'scarf-2', 'scarf-3'], T, {
        mean: [-4, -2, 0],
        amplitude: [6, 11, 18],
        phase: 0.4,
        lag: 0.16,
        cycles: 2,
      }),
    ),
    attachments,
    events: [
      { time: 0.02, name: 'footstep', string: 'front' },
      { time: 0.32, name: 'footstep', int: 1, string: 'back' },
    ],
  }
}
