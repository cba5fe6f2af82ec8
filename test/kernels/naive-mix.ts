/** One timeline after the other, written plainly, in degrees where the files have degrees. */
import { TAU } from '../../src/base/math/angles'
import { LOCAL_FIELDS } from '../../src/base/memory/lanes'
import type { AnimationModel, TimelineModel } from '../../src/base/model/animation'
import type { AnimationContext } from '../../src/rig/animation/compile'
import { MIX_BLEND, MIX_DIRECTION } from '../../src/world/playback'
import { referenceFrame, referenceValue } from '../rig/animation/curve-reference'

export interface Application {
  time: number
  alpha: number
  /** Weight of held timelines. @default alpha */
  hold?: number
  blend: number
  direction: number
}

const BONE_ROWS = {
  rotate: [2],
  translate: [0, 1],
  translateX: [0],
  translateY: [1],
  scale: [3, 4],
  scaleX: [3],
  scaleY: [4],
  shear: [5, 6],
  shearX: [5],
  shearY: [6],
}

/** Applies `model` to `pose` (a value a row). @returns the rows that any timeline keys. */
export function applyNaively(
  model: AnimationModel,
  context: AnimationContext,
  pose: Float32Array,
  application: Application,
): Set<number> {
  const keyed = new Set<number>()
  for (const timeline of model.timelines) {
    for (const [row, write] of writersOf(timeline, context, application)) {
      keyed.add(row)
      pose[row] = write(pose[row], context.rows.setup[row])
    }
  }
  return keyed
}

type Write = (current: number, setup: number) => number

/** When a colour is clamped to 0…1: after each write, or only from its first key on. */
type Clamps = 'always' | 'keyed' | 'never'

function writersOf(
  timeline: TimelineModel,
  { rows, maths }: AnimationContext,
  application: Application,
): [row: number, write: Write][] {
  const legacy = maths.rotation === 'wrapped'
  switch (timeline.type) {
    case 'bone': {
      const fields = BONE_ROWS[timeline.property]
      return fields.map((field, channel) => [
        timeline.bone * LOCAL_FIELDS + field,
        (c, s) => {
          if (field === 2 && legacy) return wrappedRotation(timeline, application, c, s)
          const relative = field < 3 || field > 4
          return mix(timeline, fields.length, channel, application, c, s, (v, base) => {
            if (relative) return relativeMix(v, application, c, s)
            return scaleMix(v * s, application, c, s, base, legacy)
          })
        },
      ])
    }
    case 'color': {
      const light =
        timeline.property === 'alpha' ? [3] : timeline.property.includes('a') ? [0, 1, 2, 3] : [0, 1, 2]
      const dark = timeline.property.endsWith('2') ? [0, 1, 2] : []
      const others: Clamps = ({ all: 'always', keyed: 'keyed', light: 'never' } as const)[maths.colorClamp]
      const ofLight: Clamps = timeline.property.startsWith('rgba') ? 'always' : others
      const targets: [number, Clamps][] = [
        ...light.map((field): [number, Clamps] => [rows.color[timeline.slot] + field, ofLight]),
        ...dark.map((field): [number, Clamps] => [rows.dark[timeline.slot] + field, others]),
      ]
      return targets.map(([row, clamps], channel) => [
        row,
        (c, s) =>
          mix(
            timeline,
            targets.length,
            channel,
            application,
            c,
            s,
            (v, base) => base + (v - base) * application.alpha,
            clamps,
          ),
      ])
    }
    case 'ik': {
      const first = rows.constraint[timeline.constraint]
      const flags = [timeline.bend, timeline.compress, timeline.stretch]
      return [
        ...[0, 1].map((channel): [number, Write] => [
          first + channel,
          (c, s) =>
            mix(timeline, 2, channel, application, c, s, (v, base) => base + (v - base) * application.alpha),
        ]),
        ...flags.map((values, flag): [number, Write] => [
          first + 2 + flag,
          (c, s) => instant(values[referenceFrame(timeline, application.time)], application, c, s),
        ]),
      ]
    }
    case 'transform': {
      const first = rows.constraint[timeline.constraint]
      return [0, 1, 2, 3, 4, 5].map((channel) => [
        first + channel,
        (c, s) =>
          mix(timeline, 6, channel, application, c, s, (v, base) => base + (v - base) * application.alpha),
      ])
    }
    default:
      return []
  }
}

type Curved = Extract<TimelineModel, { values: Float64Array }>

/** Before the first key: the start value. After it: the result of `family` for the start and the sampled value. */
function mix(
  timeline: Curved,
  channels: number,
  channel: number,
  { time, alpha, blend }: Application,
  current: number,
  setup: number,
  family: (value: number, base: number) => number,
  clamps: Clamps = 'never',
): number {
  const clamped = (mixed: number, where: Clamps) =>
    clamps === 'always' || clamps === where ? Math.min(1, Math.max(0, mixed)) : mixed
  if (referenceFrame(timeline, time) < 0) {
    if (blend === MIX_BLEND.setup || (blend === MIX_BLEND.first && alpha === 1)) return setup
    return blend === MIX_BLEND.first ? clamped(current + (setup - current) * alpha, 'always') : current
  }
  const value = referenceValue(timeline, channels, channel, time)
  return clamped(family(value, blend === MIX_BLEND.setup ? setup : current), 'keyed')
}

function relativeMix(v: number, { alpha, blend }: Application, c: number, s: number): number {
  if (blend === MIX_BLEND.setup) return s + v * alpha
  return blend === MIX_BLEND.add ? c + v * alpha : c + (s + v - c) * alpha
}

function scaleMix(
  w: number,
  { alpha, blend, direction }: Application,
  c: number,
  s: number,
  base: number,
  legacy: boolean,
): number {
  const { abs, sign } = Math
  const out = direction === MIX_DIRECTION.mixOut
  if (blend === MIX_BLEND.add) {
    if (!legacy || alpha === 1) return c + (w - s) * alpha
    return out ? c + (abs(w) * sign(c) - s) * alpha : abs(c) * sign(w) + (w - abs(s) * sign(w)) * alpha
  }
  if (alpha === 1) return w
  if (out) return base + (abs(w) * sign(base) - base) * alpha
  const turned = abs(base) * sign(w)
  return turned + (w - turned) * alpha
}

function instant(value: number | undefined, { blend, direction }: Application, c: number, s: number): number {
  if (value === undefined) return blend <= MIX_BLEND.first ? s : c
  if (direction === MIX_DIRECTION.mixIn) return value
  return blend === MIX_BLEND.setup ? s : c
}

function wrap(angle: number): number {
  return angle - TAU * (16384 - Math.trunc(16384.499999999996 - angle / TAU))
}

/** Rotations of 3.8; handles lie on the shortest arc from their key. */
function wrappedRotation(
  timeline: Curved,
  { time, alpha, blend }: Application,
  c: number,
  s: number,
): number {
  const { times, values, curves, handles } = timeline
  const frame = referenceFrame(timeline, time)
  if (frame < 0) {
    if (blend === MIX_BLEND.setup) return s
    return blend === MIX_BLEND.first ? c + wrap(s - c) * alpha : c
  }
  let v = values[frame]
  const ended = frame === times.length - 1
  if (!ended) {
    const change = wrap(values[frame + 1] - v)
    const h = handles?.subarray(frame * 4, frame * 4 + 4)
    const pair = {
      times: times.slice(frame, frame + 2),
      values: Float64Array.of(v, v + change),
      curves: curves.slice(frame, frame + 2),
      handles: h ? Float64Array.of(...h, 0, 0, 0, 0) : null,
    }
    v = referenceValue(pair, 1, 0, time)
  }
  const near = ended ? v : wrap(v)
  if (blend === MIX_BLEND.setup) return s + near * alpha
  if (blend === MIX_BLEND.add) return c + near * alpha
  return c + wrap(v + s - c) * alpha
}
