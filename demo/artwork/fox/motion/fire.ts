/** The lantern's light. */
import { cycle, pairs } from '../../motion/keys'
import { deformBy } from '../../rig/mesh'
import { round } from '../../rig/round'
import type { AnimationJson, KeyJson, Timelines } from '../../rig/spine-json'
import { FOX } from '../figure'
import { FLAME } from '../slots'

const flameKey = (time: number, light: string, dark: string): KeyJson => ({ time, light, dark })

/** A fire that never burns twice the same within the loop, yet ends as it began. */
function flicker(duration: number, strength: number): Timelines {
  const at = (part: number): number => round(duration * part)
  const s = strength
  return {
    flame: {
      scale: pairs(
        [0, 1, 1],
        [at(0.2), 1 + 0.1 * s, 0.96],
        [at(0.38), 1 - 0.06 * s, 1.03],
        [at(0.55), 1 + 0.14 * s, 0.95],
        [at(0.78), 1 - 0.03 * s, 1.02],
        [duration, 1, 1],
      ),
    },
    spark: {
      translatex: [
        { curve: [at(0.2), 0, at(0.3), -44], value: 0 },
        { time: at(0.5), value: -52, curve: 'stepped' },
        { time: at(0.55), value: 0, curve: [at(0.7), 0, at(0.8), -36] },
        { time: duration, value: 0 },
      ],
      translatey: cycle([0, 6], [at(0.25), -8], [at(0.5), 4], [at(0.75), 12], [duration, 6]),
    },
  }
}

function light(duration: number): Timelines {
  const at = (part: number): number => round(duration * part)
  return {
    flame: {
      rgba2: [
        flameKey(0, FLAME.light, FLAME.dark),
        flameKey(at(0.3), 'fff8d0ff', 'f07a24'),
        flameKey(at(0.55), 'ffe690ff', 'd8501a'),
        flameKey(at(0.8), 'fff5bcff', 'ee6e20'),
        flameKey(duration, FLAME.light, FLAME.dark),
      ],
    },
    glow: {
      alpha: cycle(
        [0, 0.9],
        [at(0.2), 1],
        [at(0.4), 0.84],
        [at(0.6), 0.97],
        [at(0.8), 0.86],
        [duration, 0.9],
      ),
    },
    spark: {
      alpha: cycle(
        [0, 0],
        [at(0.12), 1],
        [at(0.4), 0.8],
        [at(0.5), 0],
        [at(0.6), 0],
        [at(0.68), 0.8],
        [at(0.9), 0],
        [duration, 0],
      ),
    },
  }
}

/** The flame's tip leans and swings back: a deform timeline on its mesh. `lean` in units at the tip. */
function lick(duration: number, lean: number): AnimationJson['attachments'] {
  const mesh = FOX.meshes.get('flame')
  if (!mesh) throw new Error('the flame is no mesh')
  const tipped = (amount: number): number[] =>
    deformBy(FOX.bones, mesh, (_, y) => [(amount * Math.max(0, y - 234)) / 56, 0])
  const ease = (from: number, to: number): number[] => {
    const third = (to - from) / 3
    return [round(from + third), 0, round(to - third), 1]
  }
  const half = duration / 2
  const deform: KeyJson[] = [
    { vertices: tipped(lean), curve: ease(0, half) },
    { time: round(half), vertices: tipped(-lean * 0.4), curve: ease(half, duration) },
    { time: duration, vertices: tipped(lean) },
  ]
  return { default: { flame: { flame: { deform } } } }
}

export interface Fire {
  bones: Timelines
  slots: Timelines
  attachments: AnimationJson['attachments']
}

/** The lantern's fire over `duration`; `lean` pushes its tip forward (or back, when negative). */
export const fire = (duration: number, strength = 1, lean = 4): Fire => ({
  bones: flicker(duration, strength),
  slots: light(duration),
  attachments: lick(duration, lean),
})
