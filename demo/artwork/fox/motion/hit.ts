import { flash, join, shows } from '../../motion/common'
import { once } from '../../motion/keys'
import { slotIndex } from '../../rig/figure'
import type { AnimationJson } from '../../rig/spine-json'
import { SLOTS } from '../slots'

const T = 0.8

/** Ouch: thrown back, the far arm up before the face, the lantern nearly out. */
export function hit(): AnimationJson {
  const guard = { slot: 'arm-back', offset: slotIndex(SLOTS, 'eyes') - slotIndex(SLOTS, 'arm-back') }
  return {
    slots: join(
      flash(
        'head',
        'ear-front',
        'ear-back',
        'torso',
        'cape',
        'tail',
        'arm-front',
        'arm-back',
        'scarf-wrap',
        'scarf-tail',
        'hat',
      ),
      {
        eyes: { attachment: shows([0, 'eyes-wince'], [0.52, 'eyes-open']) },
        mouth: { attachment: shows([0, 'mouth-open'], [0.5, 'mouth-smile']) },
        flame: {
          rgba2: [
            { light: 'fff3b0ff', dark: 'e8641e' },
            { time: 0.12, light: 'c98a5cff', dark: '6a2418' },
            { time: 0.5, light: 'fff8d0ff', dark: 'f07a24' },
            { time: T, light: 'fff3b0ff', dark: 'e8641e' },
          ],
        },
        glow: { alpha: once([0, 0.9], [0.1, 0.35], [0.5, 1], [T, 0.9]) },
      },
    ),
    bones: {
      hip: {
        translatex: once([0, 0], [0.1, -20], [0.3, -16], [0.56, 3], [T, 0]),
        translatey: once([0, 0], [0.1, -10], [0.3, -14], [0.56, 0], [T, 0]),
      },
      spine: { rotate: once([0, 0], [0.1, 14], [0.3, 8], [0.56, -3], [T, 0]) },
      chest: { rotate: once([0, 0], [0.1, 12], [0.3, 6], [0.56, -2], [T, 0]) },
      head: { rotate: once([0, 0], [0.12, 18], [0.32, 4], [0.58, -4], [T, 0]) },
      face: { translatex: once([0, 0], [0.1, -7], [0.4, -3], [T, 0]) },
      'ear-front': { rotate: once([0, 0], [0.12, 40], [0.32, 34], [0.58, -6], [T, 0]) },
      'ear-back': { rotate: once([0, 0], [0.12, 30], [0.32, 26], [0.58, -6], [T, 0]) },
      'arm-front-1': { rotate: once([0, 0], [0.12, 20], [0.34, 8], [0.6, -4], [T, 0]) },
      'arm-front-2': { rotate: once([0, 0], [0.12, -14], [0.34, -8], [0.6, 3], [T, 0]) },
      staff: { rotate: once([0, 0], [0.12, -34], [0.34, -22], [0.6, 4], [T, 0]) },
      plumb: { rotate: once([0, 0], [0.14, 38], [0.3, -24], [0.46, 18], [0.62, -8], [T, 0]) },
      'arm-back-1': { rotate: once([0, 0], [0.1, 66], [0.36, 60], [0.62, -4], [T, 0]) },
      'arm-back-2': { rotate: once([0, 0], [0.1, 78], [0.36, 70], [0.62, -4], [T, 0]) },
      'tail-1': {
        rotate: once([0, 0], [0.12, -26], [0.34, -14], [0.58, 6], [T, 0]),
        scaley: once([0, 1], [0.1, 1.22], [0.36, 1.16], [0.6, 1], [T, 1]),
      },
      'tail-2': {
        rotate: once([0, 0], [0.14, -18], [0.36, 4], [0.6, 4], [T, 0]),
        scaley: once([0, 1], [0.1, 1.2], [0.36, 1.14], [0.6, 1], [T, 1]),
      },
      'tail-3': { rotate: once([0, 0], [0.16, 16], [0.38, -10], [0.62, 4], [T, 0]) },
      'tail-4': { rotate: once([0, 0], [0.18, 20], [0.4, -14], [0.64, 4], [T, 0]) },
      'cape-1': { rotate: once([0, 0], [0.12, 2], [0.34, -12], [0.6, 4], [T, 0]) },
      'cape-2': { rotate: once([0, 0], [0.14, 8], [0.36, -12], [0.62, 4], [T, 0]) },
      'cape-3': { rotate: once([0, 0], [0.16, 12], [0.38, -14], [0.64, 4], [T, 0]) },
      'scarf-1': { rotate: once([0, 0], [0.12, 34], [0.34, -20], [0.58, 6], [T, 0]) },
      'scarf-2': { rotate: once([0, 0], [0.14, 30], [0.36, -20], [0.6, 6], [T, 0]) },
      'scarf-3': { rotate: once([0, 0], [0.16, 30], [0.38, -22], [0.62, 6], [T, 0]) },
      hat: {
        translatex: once([0, 0], [0.14, 10], [0.34, 0], [T, 0]),
        rotate: once([0, 0], [0.14, -6], [0.36, 0], [T, 0]),
      },
      pom: { rotate: once([0, 0], [0.12, -36], [0.3, 26], [0.48, -12], [T, 0]) },
    },
    drawOrder: [{ time: 0.04, offsets: [guard] }, { time: 0.5 }],
    transform: {
      'lantern-hang': [
        { mixRotate: 0.85, mixX: 0, mixScaleX: 0, mixShearY: 0, curve: hangCurve(0, 0.12, 0.85, 1) },
        { time: 0.12, mixX: 0, mixScaleX: 0, mixShearY: 0, curve: hangCurve(0.12, 0.7, 1, 0.85) },
        { time: 0.7, mixRotate: 0.85, mixX: 0, mixScaleX: 0, mixShearY: 0 },
      ],
    },
    events: [{ name: 'hurt' }],
  }
}

/** Eases the rotation's share from `a` to `b`; the five other mixes stay 0. */
function hangCurve(from: number, to: number, a: number, b: number): number[] {
  const third = (to - from) / 3
  const channel = (v1: number, v2: number): number[] =>
    [from + third, v1, to - third, v2].map((value) => Number(value.toFixed(4)))
  return [...channel(a, b), ...Array.from({ length: 5 }, () => channel(0, 0)).flat()]
}
