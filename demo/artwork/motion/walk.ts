import type { AnimationJson } from '../rig/spine-json'
import { feet, fire, join, type Step } from './common'
import { sway, swayChain } from './keys'

const T = 1

/** The near boot touches down at 0 and leaves the ground at 0.6. */
const STEP: Step = {
  x: [
    [0, 40, 'straight'],
    [0.6, -40],
    [0.72, -30],
    [0.92, 42],
    [T, 40],
  ],
  y: [
    [0, 15],
    [0.08, 0, 'straight'],
    [0.5, 0, 'straight'],
    [0.58, 0],
    [0.66, 5],
    [0.78, 14],
    [0.9, 20],
    [T, 15],
  ],
  roll: [
    [0, 13],
    [0.08, 0, 'straight'],
    [0.36, 0],
    [0.5, -16],
    [0.62, -40],
    [0.72, -32],
    [0.88, 12],
    [T, 13],
  ],
}

/** An unhurried stroll, lantern ahead. */
export function walk(): AnimationJson {
  const { bones, slots, attachments } = fire(T, 1, -5)
  return {
    slots,
    bones: join(
      bones,
      feet(T, STEP),
      {
        hip: { translatey: sway(T, -9, 4, 0.05, 2), rotate: sway(T, 0, 1.5, 0.25) },
        spine: { rotate: sway(T, -2, 1.5, 0.75) },
        chest: { rotate: sway(T, -1, 1.6, 0.8, 2) },
        head: { rotate: sway(T, 2, 1.8, 0.2, 2), translatex: sway(T, 0, 1.5, 0.6, 2) },
        face: { translatex: sway(T, 1, 1, 0, 2) },
        'ear-front': { rotate: sway(T, 2, 4, 0.45, 2) },
        'ear-back': { rotate: sway(T, 2, 4, 0.4, 2) },
        'arm-front-1': { rotate: sway(T, 6, 4, 0.75) },
        'arm-front-2': { rotate: sway(T, 1, 3, 0.7) },
        staff: { rotate: sway(T, -9, 3, 0.25) },
        'arm-back-1': { rotate: sway(T, -2, 26, 0.25) },
        'arm-back-2': { rotate: sway(T, 14, 12, 0.2) },
        plumb: { rotate: sway(T, -3, 8, 0.15) },
        hat: { rotate: sway(T, 0, 1.2, 0.4, 2) },
        pom: { rotate: sway(T, 0, 14, 0.3, 2) },
        shadow: { scalex: sway(T, 0.97, 0.03, 0.3, 2) },
      },
      swayChain(['tail-1', 'tail-2', 'tail-3', 'tail-4'], T, {
        mean: [-4, 2, 4, 2],
        amplitude: [4, 5, 8, 12],
        phase: 0.2,
        lag: 0.12,
        cycles: 2,
      }),
      swayChain(['cape-1', 'cape-2', 'cape-3'], T, {
        mean: [-5, -4, -3],
        amplitude: [3, 5, 7],
        phase: 0.45,
        lag: 0.14,
        cycles: 2,
      }),
      swayChain(['scarf-1', 'scarf-2', 'scarf-3'], T, {
        mean: [-2, 0, 2],
        amplitude: [6, 9, 14],
        phase: 0.4,
        lag: 0.14,
        cycles: 2,
      }),
    ),
    attachments,
    events: [
      { time: 0.05, name: 'footstep', string: 'front' },
      { time: 0.55, name: 'footstep', int: 1, string: 'back' },
    ],
  }
}
