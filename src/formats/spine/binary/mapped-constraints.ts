/** Reads constraints of 4.3 that map properties: transform constraints and sliders. */
import type { MapModel, MappedSource, SliderDriver, SliderModel } from '../../../base/model/constraint'
import { shown } from '../../shared/source-file'
import { mappedUnit } from '../shared/mapped'
import { MAPPED_PROPERTIES } from '../shared/names'
import { MIX_KEYS, mixesOf, OFFSET_KEYS, offsetsOf } from '../shared/transform-values'
import { bonesOf } from './bones-of'
import type { Context } from './context'
import { type Cursor, closeList, fail, openItem, renameHere } from './cursor'
import * as read from './values'

export function readMap(context: Context, name: string): MapModel {
  const { cursor, model, scale } = context
  const bones = bonesOf(context)
  const source = read.indexOf(cursor, 'source', 'bone', model.bones.length)
  const flags = read.byteOf(cursor, 'flags')
  const properties = propertiesOf(context, flags >> 5)
  const offsets = read.flaggedNumbersOf(cursor, read.byteOf(cursor, 'flags'), OFFSET_KEYS)
  const mixes = read.flaggedNumbersOf(cursor, read.byteOf(cursor, 'flags'), MIX_KEYS)
  return {
    type: 'map',
    name,
    skinRequired: (flags & 1) !== 0,
    bones,
    source,
    localSource: (flags & 2) !== 0,
    localTarget: (flags & 4) !== 0,
    additive: (flags & 8) !== 0,
    clamp: (flags & 16) !== 0,
    properties,
    ...offsetsOf(offsets, scale),
    ...mixesOf(mixes),
  }
}

/** Reads mapped properties; leaves out sources without a target. Throws `bad-enum`, `duplicate-name`. */
function propertiesOf({ cursor, scale }: Context, many: number): MappedSource[] {
  const sources: MappedSource[] = []
  cursor.path.push('properties', 0)
  for (let i = 0; i < many; i++) {
    openItem(cursor, i)
    const property = read.enumOf(cursor, undefined, MAPPED_PROPERTIES)
    if (sources.some((one) => one.property === property))
      fail(cursor, undefined, 'duplicate-name', `property ${shown(property)} is mapped before`)
    renameHere(cursor, property)
    const unit = mappedUnit(property, scale)
    const source: MappedSource = { property, offset: read.numberOf(cursor, 'offset') * unit, to: [] }
    readTargets(cursor, source, unit, scale)
    if (source.to.length > 0) sources.push(source)
  }
  closeList(cursor)
  return sources
}

/** Reads the properties that `source` sets, whose own unit is `unit`. Throws `bad-enum`, `duplicate-name`. */
function readTargets(cursor: Cursor, source: MappedSource, unit: number, scale: number): void {
  cursor.path.push('to')
  const count = read.byteOf(cursor, undefined)
  cursor.path.push(0)
  for (let i = 0; i < count; i++) {
    openItem(cursor, i)
    const to = read.enumOf(cursor, undefined, MAPPED_PROPERTIES)
    if (source.to.some((one) => one.property === to))
      fail(cursor, undefined, 'duplicate-name', `property ${shown(to)} is set before`)
    renameHere(cursor, to)
    const own = mappedUnit(to, scale)
    const offset = read.numberOf(cursor, 'offset') * own
    const max = read.numberOf(cursor, 'max') * own
    const factor = read.numberOf(cursor, 'scale')
    source.to.push({ property: to, offset, max, scale: (factor * own) / unit })
  }
  closeList(cursor)
}

/** Reads a slider. Its animation is named at the end of the file: `readSliderAnimations`. */
export function readSlider(context: Context, name: string): SliderModel {
  const { cursor } = context
  const flags = read.byteOf(cursor, 'flags')
  const isDriven = (flags & 64) !== 0
  // For a driven slider it is the greatest time, which only editors show.
  const time = flags & 8 ? read.numberOf(cursor, isDriven ? 'max' : 'time') : 0
  const mix = (flags & 48) === 48 ? read.numberOf(cursor, 'mix') : flags & 16 ? 1 : 0
  return {
    type: 'slider',
    name,
    skinRequired: (flags & 1) !== 0,
    animation: -1,
    additive: (flags & 4) !== 0,
    loop: (flags & 2) !== 0,
    mix,
    time: isDriven ? 0 : time,
    driver: isDriven ? driverOf(context, (flags & 128) !== 0) : null,
  }
}

function driverOf({ cursor, model, scale }: Context, local: boolean): SliderDriver {
  const bone = read.indexOf(cursor, 'bone', 'bone', model.bones.length)
  const from = read.numberOf(cursor, 'from')
  const property = read.enumOf(cursor, 'property', MAPPED_PROPERTIES)
  const unit = mappedUnit(property, scale)
  const to = read.numberOf(cursor, 'to')
  return { bone, property, local, from: from * unit, to, scale: read.numberOf(cursor, 'scale') / unit }
}

/** Reads the animation of each slider, in order. Throws `unknown-animation`. */
export function readSliderAnimations({ cursor, model }: Context): void {
  cursor.path.push('constraints', 0)
  model.constraints.forEach((one, i) => {
    if (one.type !== 'slider') return
    renameHere(cursor, i)
    one.animation = read.indexOf(cursor, 'animation', 'animation', model.animations.length)
  })
  closeList(cursor)
}
