/** Timelines of constraints (spine-json §9.6–§9.9). */
import type { PathTimeline, PhysicsTimeline, TimelineModel } from '../../../model/animation'
import { mixOf, positionScale, spacingScale } from './constraints'
import type { Context } from './context'
import { curveKeys, eachKey, type Keys, readKeys } from './keys'
import { fail, type Place, warnAt, within } from './place'
import * as read from './values'

const PHYSICS_PROPERTIES: readonly PhysicsTimeline['property'][] = [
  'inertia',
  'strength',
  'damping',
  'mass',
  'wind',
  'gravity',
  'mix',
]

/** Groups `ik`, `transform`, `path` (or `paths`) and `physics` of an animation, in this order. */
export function readConstraintTimelines(
  context: Context,
  animation: read.JsonObject,
  at: Place,
  timelines: TimelineModel[],
): void {
  const { ik, transform } = context.constraints
  readDirect(animation, 'ik', ik, at, (constraint, keys) => {
    timelines.push(ikTimeline(context, constraint, keys))
  })
  readDirect(animation, 'transform', transform, at, (constraint, keys) => {
    timelines.push(transformTimeline(context, constraint, keys))
  })
  readPathGroup(context, animation, read.missing(animation.path) ? 'paths' : 'path', at, timelines)
  readPhysicsGroup(context, animation, at, timelines)
}

/** A group whose shape is constraint → keys. */
function readDirect(
  animation: read.JsonObject,
  group: 'ik' | 'transform',
  names: ReadonlyMap<string, number>,
  at: Place,
  add: (constraint: number, keys: Keys) => void,
): void {
  const place = within(at, group)
  for (const [name, value] of read.entriesOf(animation, group, at)) {
    const constraint = read.resolve(name, names, 'constraint', place, name)
    const keys = readKeys(value, within(place, name))
    if (keys) add(constraint, keys)
  }
}

function ikTimeline(context: Context, constraint: number, keys: Keys): TimelineModel {
  const count = keys.times.length
  const values = new Float64Array(count * 2)
  const bend = new Int8Array(count)
  const compress = new Uint8Array(count)
  const stretch = new Uint8Array(count)
  eachKey(keys, (json, i, place) => {
    values[i * 2] = read.numberOf(json, 'mix', 1, place)
    values[i * 2 + 1] = read.numberOf(json, 'softness', 0, place)
    bend[i] = read.booleanOf(json, 'bendPositive', true, place) ? 1 : -1
    compress[i] = read.booleanOf(json, 'compress', false, place) ? 1 : 0
    stretch[i] = read.booleanOf(json, 'stretch', false, place) ? 1 : 0
  })
  const curves = curveKeys(context, keys, 2, values, [1, context.scale])
  return { type: 'ik', constraint, channels: 2, ...curves, bend, compress, stretch }
}

function transformTimeline(context: Context, constraint: number, keys: Keys): TimelineModel {
  const values = new Float64Array(keys.times.length * 6)
  eachKey(keys, (json, i, place) => {
    const mixX = mixOf(json, 'mixX', 'translateMix', place)
    const mixScaleX = mixOf(json, 'mixScaleX', 'scaleMix', place)
    values[i * 6] = mixOf(json, 'mixRotate', 'rotateMix', place)
    values[i * 6 + 1] = mixX
    values[i * 6 + 2] = read.numberOf(json, 'mixY', mixX, place)
    values[i * 6 + 3] = mixScaleX
    values[i * 6 + 4] = read.numberOf(json, 'mixScaleY', mixScaleX, place)
    values[i * 6 + 5] = mixOf(json, 'mixShearY', 'shearMix', place)
  })
  return { type: 'transform', constraint, channels: 6, ...curveKeys(context, keys, 6, values, 1) }
}

function readPathGroup(
  context: Context,
  animation: read.JsonObject,
  groupName: string,
  at: Place,
  timelines: TimelineModel[],
): void {
  const group = within(at, groupName)
  for (const [name, owner] of read.entriesOf(animation, groupName, at)) {
    const constraint = read.resolve(name, context.constraints.path, 'constraint', group, name)
    const place = within(group, name)
    for (const [property, value] of read.entriesIn(owner, place)) {
      if (property !== 'position' && property !== 'spacing' && property !== 'mix') {
        warnAt(place, property, 'ignored-timeline', 'path constraints have no such timeline; it is skipped')
        continue
      }
      const keys = readKeys(value, within(place, property))
      if (keys) timelines.push(pathTimeline(context, constraint, property, keys))
    }
  }
}

function pathTimeline(
  context: Context,
  constraint: number,
  property: PathTimeline['property'],
  keys: Keys,
): TimelineModel {
  if (property === 'mix') {
    const values = new Float64Array(keys.times.length * 3)
    eachKey(keys, (json, i, place) => {
      const mixX = mixOf(json, 'mixX', 'translateMix', place)
      values[i * 3] = mixOf(json, 'mixRotate', 'rotateMix', place)
      values[i * 3 + 1] = mixX
      values[i * 3 + 2] = read.numberOf(json, 'mixY', mixX, place)
    })
    return { type: 'path', constraint, property, channels: 3, ...curveKeys(context, keys, 3, values, 1) }
  }
  const values = new Float64Array(keys.times.length)
  eachKey(keys, (json, i, place) => {
    // 3.8 names the value after the timeline.
    values[i] = read.numberOf(json, read.missing(json.value) ? property : 'value', 0, place)
  })
  const unit = pathUnit(context, constraint, property)
  return { type: 'path', constraint, property, channels: 1, ...curveKeys(context, keys, 1, values, unit) }
}

function pathUnit(context: Context, constraint: number, property: 'position' | 'spacing'): number {
  const model = context.model.constraints[constraint]
  if (model.type !== 'path') return 1
  return property === 'position'
    ? positionScale(model.positionMode, context.scale)
    : spacingScale(model.spacingMode, context.scale)
}

function readPhysicsGroup(
  context: Context,
  animation: read.JsonObject,
  at: Place,
  timelines: TimelineModel[],
): void {
  const group = within(at, 'physics')
  for (const [name, owner] of read.entriesOf(animation, 'physics', at)) {
    // The empty name means all physics constraints, even if one is called so.
    const constraint =
      name === '' ? -1 : read.resolve(name, context.constraints.physics, 'constraint', group, name)
    const place = within(group, name)
    for (const [timeline, value] of read.entriesIn(owner, place)) {
      const property = PHYSICS_PROPERTIES.find((known) => known === timeline)
      if (!property && timeline !== 'reset') {
        warnAt(
          place,
          timeline,
          'ignored-timeline',
          'physics constraints have no such timeline; it is skipped',
        )
        continue
      }
      const keys = readKeys(value, within(place, timeline))
      if (!keys) continue
      timelines.push(
        property
          ? physicsTimeline(context, constraint, property, keys)
          : { type: 'physicsReset', constraint, times: keys.times },
      )
    }
  }
}

function physicsTimeline(
  context: Context,
  constraint: number,
  property: PhysicsTimeline['property'],
  keys: Keys,
): TimelineModel {
  const values = new Float64Array(keys.times.length)
  eachKey(keys, (json, i, place) => {
    values[i] = read.numberOf(json, 'value', 0, place)
    // The inverse is taken when applied.
    if (property === 'mass' && values[i] === 0)
      fail(place, 'value', 'out-of-range', 'expected a mass that is not 0')
  })
  return { type: 'physics', constraint, property, channels: 1, ...curveKeys(context, keys, 1, values, 1) }
}
