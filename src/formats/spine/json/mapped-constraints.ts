/** Reads constraints of 4.3 that map properties: transform constraints and sliders. */
import type {
  MapModel,
  MappedProperty,
  MappedSource,
  SliderDriver,
  SliderModel,
  TransformMixes,
  TransformOffsets,
} from '../../../base/model/constraint'
import { missing, type ObjectPlace, type Place, refuse, within } from '../../shared/place'
import * as read from '../../shared/values'
import { mappedUnit } from '../shared/mapped'
import { MAPPED_PROPERTIES } from '../shared/names'
import { OFFSET_KEYS, offsetsOf } from '../shared/transform-values'
import { bonesOf } from './bones-of'
import type { Context } from './context'

export function readMap(context: Context, at: ObjectPlace, name: string): MapModel {
  const properties = propertiesOf(context, at)
  return {
    type: 'map',
    name,
    skinRequired: read.booleanOf(at, 'skin'),
    bones: bonesOf(context, at),
    source: read.indexOf(at, 'source', context.bones, 'bone'),
    ...read.flagsOf(at, ['localSource', 'localTarget', 'additive', 'clamp']),
    properties,
    ...readOffsets(context, at),
    ...readMixes(at, properties),
  }
}

/** Reads the offsets of both kinds of transform constraints. */
export function readOffsets({ scale }: Context, at: ObjectPlace): TransformOffsets {
  const offsets = OFFSET_KEYS.map((key) => read.numberOf(at, key))
  return offsetsOf(offsets, scale)
}

/** Reads mapped properties; leaves out sources without a target. Throws `bad-enum`. */
function propertiesOf({ scale }: Context, at: ObjectPlace): MappedSource[] {
  const sources: MappedSource[] = []
  eachProperty(within(at, 'properties'), (entry, property) => {
    const unit = mappedUnit(property, scale)
    const source: MappedSource = { property, offset: read.numberOf(entry, 'offset') * unit, to: [] }
    eachProperty(within(entry, 'to'), (target, to) => {
      const { offset, max, scale: factor } = read.numbersOf(target, { offset: 0, max: 1, scale: 1 })
      const own = mappedUnit(to, scale)
      source.to.push({ property: to, offset: offset * own, max: max * own, scale: (factor * own) / unit })
    })
    if (source.to.length > 0) sources.push(source)
  })
  return sources
}

/** Calls `one` for every entry of an object whose keys are properties. Throws `bad-enum`, `duplicate-name`. */
function eachProperty(at: Place, one: (entry: ObjectPlace, property: MappedProperty) => void): void {
  for (const entry of read.entriesOf(at)) {
    const property = MAPPED_PROPERTIES.find((known) => known === entry.key)
    one(read.asObject(entry), property ?? refuseProperty(entry))
  }
}

function refuseProperty(at: Place): never {
  return refuse({ ...at, value: at.key }, undefined, 'bad-enum', `one of ${MAPPED_PROPERTIES.join(', ')}`)
}

/** Reads mixes of mapped properties only. */
function readMixes(at: ObjectPlace, properties: readonly MappedSource[]): TransformMixes {
  const set = new Set(properties.flatMap(({ to }) => to.map(({ property }) => property)))
  const mix = (property: MappedProperty, key: string, fallback: number) =>
    set.has(property) ? read.numberOf(at, key, fallback) : 0
  const mixX = mix('x', 'mixX', 1)
  const mixScaleX = mix('scaleX', 'mixScaleX', 1)
  return {
    mixRotate: mix('rotate', 'mixRotate', 1),
    mixX,
    mixY: mix('y', 'mixY', mixX),
    mixScaleX,
    mixScaleY: mix('scaleY', 'mixScaleY', mixScaleX),
    mixShearY: mix('shearY', 'mixShearY', 1),
  }
}

/** Reads a slider. `resolveSliders` finds its animation. */
export function readSlider(context: Context, at: ObjectPlace, name: string): SliderModel {
  const driver = driverOf(context, at)
  const slider: SliderModel = {
    type: 'slider',
    name,
    skinRequired: read.booleanOf(at, 'skin'),
    animation: -1,
    ...read.flagsOf(at, ['additive', 'loop']),
    mix: read.numberOf(at, 'mix', 1),
    time: driver ? 0 : read.numberOf(at, 'time'),
    driver,
  }
  context.sliders.push({ slider, at })
  return slider
}

function driverOf({ bones, scale }: Context, at: ObjectPlace): SliderDriver | null {
  if (missing(at.value.bone)) return null
  const bone = read.indexOf(at, 'bone', bones, 'bone')
  const property = read.requiredEnum(at, 'property', MAPPED_PROPERTIES)
  const unit = mappedUnit(property, scale)
  const { from, to, scale: factor } = read.numbersOf(at, { from: 0, to: 0, scale: 1 })
  return { bone, property, local: read.booleanOf(at, 'local'), from: from * unit, to, scale: factor / unit }
}

/** Finds the animations of sliders, after animations have been read. Throws `unknown-animation`, `missing`. */
export function resolveSliders({ model, sliders }: Context): void {
  if (sliders.length === 0) return
  const animations = new Map(model.animations.map(({ name }, i) => [name, i]))
  for (const { slider, at } of sliders)
    slider.animation = read.indexOf(at, 'animation', animations, 'animation')
}
