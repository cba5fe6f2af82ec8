/** Reads timelines of constraints. The owner is the constraint's index. */
import {
  CURVE,
  type IkTimeline,
  type PathTimeline,
  type PhysicsTimeline,
  type SliderTimeline,
  type TimelineModel,
} from '../../../../base/model/animation'
import { bendOf, pathMixes, pathUnit, transformMixes } from '../constraints'
import type { Context } from '../context'
import { fail } from '../cursor'
import * as read from '../values'
import { eachKey, finishKeys, type OpenKeys, openKeys, readHandles, readKeys, readTimes } from './frames'

/** Reads an IK timeline. The flags step at the keys; mix and softness have curves. */
export function ikTimeline(context: Context, constraint: number): TimelineModel {
  const { cursor, layout, scale } = context
  const keys = openKeys(context, 2)
  const count = keys.times.length
  const flags = {
    bend: new Int8Array(count),
    compress: new Uint8Array(count),
    stretch: new Uint8Array(count),
  }
  if (layout.flags) readPackedIk(context, keys, flags)
  else
    readKeys(
      context,
      keys,
      {
        before(values, at) {
          values[at] = read.numberOf(cursor, 'mix')
          values[at + 1] = layout.softness ? read.numberOf(cursor, 'softness') : 0
        },
        after(i) {
          flags.bend[i] = bendOf(context)
          flags.compress[i] = layout.stretch ? Number(read.flagOf(cursor, 'compress')) : 0
          flags.stretch[i] = layout.stretch ? Number(read.flagOf(cursor, 'stretch')) : 0
        },
      },
      [1, scale],
    )
  return { type: 'ik', constraint, ...keys, ...flags }
}

/** Reads an IK timeline in which bits before the time say which values and which curve follow. */
function readPackedIk(
  context: Context,
  keys: OpenKeys<2>,
  flags: Pick<IkTimeline, 'bend' | 'compress' | 'stretch'>,
): void {
  const { cursor, scale } = context
  const { curves, times, values } = keys
  // Bits come before the time of their key, so each key reads the next key's bits at its end.
  let bits = read.byteOf(cursor, 'flags')
  eachKey(cursor, times, (i) => {
    values[i * 2] = bits & 1 ? (bits & 2 ? read.numberOf(cursor, 'mix') : 1) : 0
    values[i * 2 + 1] = bits & 4 ? read.numberOf(cursor, 'softness') : 0
    flags.bend[i] = bits & 8 ? 1 : -1
    flags.compress[i] = bits & 16 ? 1 : 0
    flags.stretch[i] = bits & 32 ? 1 : 0
    if (i > 0 && bits & 64) curves[i - 1] = CURVE.stepped
    else if (i > 0 && bits & 128) readHandles(cursor, keys, i - 1, 8)
    if (i + 1 < times.length) bits = read.byteOf(cursor, 'flags')
  })
  finishKeys(context, keys, [1, scale])
}

export function transformTimeline(context: Context, constraint: number): TimelineModel {
  const before = (values: Float64Array, at: number) => values.set(transformMixes(context), at)
  const type = context.layout.mixedConstraints ? 'map' : 'transform'
  return { type, constraint, ...readKeys(context, openKeys(context, 6), { before }) }
}

/** Properties by number in the file. */
export const SLIDER_PROPERTIES = ['time', 'mix'] as const

export function sliderTimeline(
  context: Context,
  constraint: number,
  property: SliderTimeline['property'],
): TimelineModel {
  const before = (values: Float64Array, at: number) => {
    values[at] = read.numberOf(context.cursor, 'value')
  }
  return { type: 'slider', constraint, property, ...readKeys(context, openKeys(context, 1), { before }) }
}

export const PATH_PROPERTIES = ['position', 'spacing', 'mix'] as const

export function pathTimeline(
  context: Context,
  constraint: number,
  property: PathTimeline['property'],
): TimelineModel {
  const { cursor, model } = context
  if (property === 'mix') {
    const before = (values: Float64Array, at: number) => values.set(pathMixes(context), at)
    return { type: 'path', constraint, property, ...readKeys(context, openKeys(context, 3), { before }) }
  }
  const owner = model.constraints[constraint]
  const unit = owner.type === 'path' ? pathUnit(context, owner[`${property}Mode`]) : 1
  const before = (values: Float64Array, at: number) => {
    values[at] = read.numberOf(cursor, 'value')
  }
  return {
    type: 'path',
    constraint,
    property,
    ...readKeys(context, openKeys(context, 1), { before }, [unit]),
  }
}

/** Properties by number in the file; '' is an unused number. */
export const PHYSICS_TIMELINES = [
  ...(['inertia', 'strength', 'damping', '', 'mass', 'wind', 'gravity', 'mix', 'reset'] as const),
] as const

export function physicsTimeline(
  context: Context,
  constraint: number,
  property: PhysicsTimeline['property'] | 'reset',
): TimelineModel {
  const { cursor } = context
  if (property === 'reset') return { type: 'physicsReset', constraint, times: readTimes(cursor, () => {}) }
  const before = (values: Float64Array, at: number) => {
    values[at] = read.numberOf(cursor, 'value')
    // 0 has no inverse, which is computed when the mass is applied.
    if (property === 'mass' && values[at] === 0)
      fail(cursor, 'value', 'out-of-range', 'expected a mass that is not 0, got 0')
  }
  return { type: 'physics', constraint, property, ...readKeys(context, openKeys(context, 1), { before }) }
}
