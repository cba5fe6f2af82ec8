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
import { fail, renameHere } from '../cursor'
import * as read from '../values'
import {
  closeKeys,
  closeTimes,
  keyCountOf,
  type OpenKeys,
  openKey,
  openKeys,
  openTimes,
  readCurveAfter,
  readCurveBefore,
  readHandles,
  readKeys,
  readValue,
} from './frames'

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
    for (let i = 0; i < count; i++) {
      openKey(cursor, keys.times, i)
      keys.values[2 * i] = read.numberOf(cursor, 'mix')
      keys.values[2 * i + 1] = layout.softness ? read.numberOf(cursor, 'softness') : 0
      readCurveBefore(context, keys, i)
      flags.bend[i] = bendOf(context)
      flags.compress[i] = layout.stretch ? Number(read.flagOf(cursor, 'compress')) : 0
      flags.stretch[i] = layout.stretch ? Number(read.flagOf(cursor, 'stretch')) : 0
      readCurveAfter(context, keys, i)
    }
  closeKeys(context, keys, [1, scale])
  return { type: 'ik', constraint, ...keys, ...flags }
}

/** Reads the keys of an IK timeline in which bits before the time say which values and which curve follow. */
function readPackedIk(
  { cursor }: Context,
  keys: OpenKeys<2>,
  flags: Pick<IkTimeline, 'bend' | 'compress' | 'stretch'>,
): void {
  const { curves, times, values } = keys
  for (let i = 0; i < times.length; i++) {
    renameHere(cursor, i)
    const bits = read.byteOf(cursor, 'flags')
    openKey(cursor, times, i)
    values[i * 2] = bits & 1 ? (bits & 2 ? read.numberOf(cursor, 'mix') : 1) : 0
    values[i * 2 + 1] = bits & 4 ? read.numberOf(cursor, 'softness') : 0
    flags.bend[i] = bits & 8 ? 1 : -1
    flags.compress[i] = bits & 16 ? 1 : 0
    flags.stretch[i] = bits & 32 ? 1 : 0
    if (i > 0 && bits & 64) curves[i - 1] = CURVE.stepped
    else if (i > 0 && bits & 128) readHandles(cursor, keys, i - 1, 8)
  }
}

export function transformTimeline(context: Context, constraint: number): TimelineModel {
  const type = context.layout.mixedConstraints ? 'map' : 'transform'
  return { type, constraint, ...readKeys(context, 6, readTransformMixes) }
}

function readTransformMixes(context: Context, values: Float64Array, at: number): void {
  values.set(transformMixes(context), at)
}

function readPathMixes(context: Context, values: Float64Array, at: number): void {
  values.set(pathMixes(context), at)
}

/** Properties by number in the file. */
export const SLIDER_PROPERTIES = ['time', 'mix'] as const

export function sliderTimeline(
  context: Context,
  constraint: number,
  property: SliderTimeline['property'],
): TimelineModel {
  return { type: 'slider', constraint, property, ...readKeys(context, 1, readValue) }
}

export const PATH_PROPERTIES = ['position', 'spacing', 'mix'] as const

export function pathTimeline(
  context: Context,
  constraint: number,
  property: PathTimeline['property'],
): TimelineModel {
  if (property === 'mix')
    return { type: 'path', constraint, property, ...readKeys(context, 3, readPathMixes) }
  const owner = context.model.constraints[constraint]
  const unit = owner.type === 'path' ? pathUnit(context, owner[`${property}Mode`]) : 1
  return { type: 'path', constraint, property, ...readKeys(context, 1, readValue, [unit]) }
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
  if (property === 'reset') return resetTimeline(context, constraint)
  const keys = readKeys(context, 1, property === 'mass' ? readMass : readValue)
  return { type: 'physics', constraint, property, ...keys }
}

/** Throws `out-of-range` for 0, which has no inverse: that is computed when the mass is applied. */
function readMass(context: Context, values: Float64Array, at: number): void {
  readValue(context, values, at)
  if (values[at] === 0) fail(context.cursor, 'value', 'out-of-range', 'expected a mass that is not 0, got 0')
}

function resetTimeline({ cursor }: Context, constraint: number): TimelineModel {
  const times = openTimes(cursor, keyCountOf(cursor))
  for (let i = 0; i < times.length; i++) openKey(cursor, times, i)
  closeTimes(cursor)
  return { type: 'physicsReset', constraint, times }
}
