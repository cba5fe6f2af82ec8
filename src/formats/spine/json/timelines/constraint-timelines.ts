/** Reads timelines of constraints. The owner is the constraint's index. */
import type { PhysicsTimeline, SliderTimeline, TimelineModel } from '../../../../base/model/animation'
import { type ObjectPlace, refuse } from '../../../shared/place'
import * as read from '../../../shared/values'
import { PHYSICS_PROPERTIES } from '../../shared/names'
import { pathMixes, pathUnit, transformMixes } from '../constraints'
import type { Context } from '../context'
import { curveKeys, type Keys } from './keys'
import type { TimelineReader } from './timelines'

/** Reads an IK timeline. The flags step at the keys; mix and softness have curves. */
export function ikTimeline(context: Context, keys: Keys, constraint: number): TimelineModel {
  const count = keys.times.length
  const bend = new Int8Array(count)
  const compress = new Uint8Array(count)
  const stretch = new Uint8Array(count)
  const readKey = (key: ObjectPlace, values: Float64Array, at: number) => {
    values[at] = read.numberOf(key, 'mix', 1)
    values[at + 1] = read.numberOf(key, 'softness')
    bend[at >> 1] = read.booleanOf(key, 'bendPositive', true) ? 1 : -1
    compress[at >> 1] = read.booleanOf(key, 'compress') ? 1 : 0
    stretch[at >> 1] = read.booleanOf(key, 'stretch') ? 1 : 0
  }
  const curves = curveKeys(context, keys, 2, readKey, [1, context.scale])
  return { type: 'ik', constraint, ...curves, bend, compress, stretch }
}

export function transformTimeline(context: Context, keys: Keys, constraint: number): TimelineModel {
  const readKey = (key: ObjectPlace, values: Float64Array, at: number) => values.set(transformMixes(key), at)
  return { type: 'transform', constraint, ...curveKeys(context, keys, 6, readKey) }
}

/** Reads the transform timeline of 4.3, whose mix of y scale does not default to that of x scale. */
export function mapTimeline(context: Context, keys: Keys, constraint: number): TimelineModel {
  const readKey = (key: ObjectPlace, values: Float64Array, at: number) => {
    values.set(transformMixes(key), at)
    values[at + 4] = read.numberOf(key, 'mixScaleY', 1)
  }
  return { type: 'map', constraint, ...curveKeys(context, keys, 6, readKey) }
}

export const SLIDER_TIMELINES = new Map<string, TimelineReader<number>>([
  ['time', sliderReader('time')],
  ['mix', sliderReader('mix')],
])

function sliderReader(property: SliderTimeline['property']): TimelineReader<number> {
  const readKey = (key: ObjectPlace, values: Float64Array, at: number) => {
    values[at] = read.numberOf(key, 'value', 1)
  }
  return (context, keys, constraint) => {
    return { type: 'slider', constraint, property, ...curveKeys(context, keys, 1, readKey) }
  }
}

export const PATH_TIMELINES = new Map<string, TimelineReader<number>>([
  ['position', pathReader('position')],
  ['spacing', pathReader('spacing')],
  ['mix', pathMixTimeline],
])

function pathReader(property: 'position' | 'spacing'): TimelineReader<number> {
  const readKey = (key: ObjectPlace, values: Float64Array, at: number) => {
    // 3.8 uses the timeline's name as the key of the value.
    values[at] = read.numberOf(key, read.eitherKey(key, 'value', property))
  }
  return (context, keys, constraint) => {
    const model = context.model.constraints[constraint]
    const unit = model.type === 'path' ? pathUnit(context, model[`${property}Mode`]) : 1
    return { type: 'path', constraint, property, ...curveKeys(context, keys, 1, readKey, [unit]) }
  }
}

function pathMixTimeline(context: Context, keys: Keys, constraint: number): TimelineModel {
  const readKey = (key: ObjectPlace, values: Float64Array, at: number) => values.set(pathMixes(key), at)
  return { type: 'path', constraint, property: 'mix', ...curveKeys(context, keys, 3, readKey) }
}

export const PHYSICS_TIMELINES = new Map<string, TimelineReader<number>>([
  ...PHYSICS_PROPERTIES.map((property) => [property, physicsReader(property)] as const),
  ['reset', (_, { times }, constraint) => ({ type: 'physicsReset', constraint, times })],
])

function physicsReader(property: PhysicsTimeline['property']): TimelineReader<number> {
  return (context, keys, constraint) => {
    const fallback = property === 'mix' && context.dialect === '4.3' ? 1 : 0
    const readKey = (key: ObjectPlace, values: Float64Array, at: number) => {
      values[at] = read.numberOf(key, 'value', fallback)
      // 0 has no inverse, which is computed when the mass is applied.
      if (property === 'mass' && values[at] === 0)
        refuse(key, 'value', 'out-of-range', 'a mass that is not 0')
    }
    return { type: 'physics', constraint, property, ...curveKeys(context, keys, 1, readKey) }
  }
}
