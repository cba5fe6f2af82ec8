/** Setup bones and slots (spine-json §3, §4). */
import { DEGREES_TO_RADIANS } from '../../../math/angles'
import { BLEND, type BlendName, INHERIT, type InheritName, type Rgb } from '../../../model/skeleton'
import type { Context } from './context'
import { fail, type Place, within } from './place'
import * as read from './values'

/** Indices of bones are stored in 16 bits, with -1 for none. */
const MOST_BONES = 32_767
const MOST_SLOTS = 65_534

export const INHERIT_NAMES = Object.keys(INHERIT) as InheritName[]
const BLEND_NAMES = Object.keys(BLEND) as BlendName[]

/** Throws `unknown-parent`, `duplicate-name`, `missing`, `too-large` and what values throw. */
export function readBones(context: Context, list: readonly unknown[], at: Place): void {
  if (list.length > MOST_BONES)
    fail(at, undefined, 'too-large', `at most ${MOST_BONES} bones are supported, got ${list.length}`)
  const { bones, scale } = context
  const place = within(at, 0)
  for (let i = 0; i < list.length; i++) {
    place.key = i
    const json = read.asObject(list[i], place)
    const name = read.newName(json, bones, place)
    context.model.bones.push({
      name,
      parent: parentOf(json, bones, place),
      length: read.numberOf(json, 'length', 0, place) * scale,
      x: read.numberOf(json, 'x', 0, place) * scale,
      y: read.numberOf(json, 'y', 0, place) * scale,
      rotation: read.numberOf(json, 'rotation', 0, place) * DEGREES_TO_RADIANS,
      scaleX: read.numberOf(json, 'scaleX', 1, place),
      scaleY: read.numberOf(json, 'scaleY', 1, place),
      shearX: read.numberOf(json, 'shearX', 0, place) * DEGREES_TO_RADIANS,
      shearY: read.numberOf(json, 'shearY', 0, place) * DEGREES_TO_RADIANS,
      inherit: read.enumOf(
        json,
        read.missing(json.inherit) ? 'transform' : 'inherit',
        INHERIT_NAMES,
        'normal',
        place,
      ),
      skinRequired: read.booleanOf(json, 'skin', false, place),
    })
    bones.set(name, i)
  }
}

function parentOf(json: read.JsonObject, bones: ReadonlyMap<string, number>, at: Place): number {
  const name = read.textOf(json, 'parent', null, at)
  if (name === null) return -1
  const message = `no earlier bone is named ${read.shown(name)} (parents must come first)`
  return bones.get(name) ?? fail(at, 'parent', 'unknown-parent', message)
}

/** Throws `unknown-bone`, `duplicate-name`, `missing`, `bad-enum`, `bad-colour`, `too-large`. */
export function readSlots(context: Context, list: readonly unknown[], at: Place): void {
  if (list.length > MOST_SLOTS)
    fail(at, undefined, 'too-large', `at most ${MOST_SLOTS} slots are supported, got ${list.length}`)
  const { bones, slots } = context
  const place = within(at, 0)
  for (let i = 0; i < list.length; i++) {
    place.key = i
    const json = read.asObject(list[i], place)
    const name = read.newName(json, slots, place)
    context.model.slots.push({
      name,
      bone: read.resolve(read.requiredText(json, 'bone', place), bones, 'bone', place, 'bone'),
      color: read.colorOf(json, 'color', place),
      dark: darkOf(json, place),
      attachment: read.textOf(json, 'attachment', null, place),
      blend: read.enumOf(json, 'blend', BLEND_NAMES, 'normal', place),
    })
    slots.set(name, i)
  }
}

function darkOf(json: read.JsonObject, at: Place): Rgb | null {
  if (read.missing(json.dark)) return null
  const [r, g, b] = read.colorOf(json, 'dark', at)
  return [r, g, b]
}
