/** Reads setup bones and slots. */
import { DEGREES_TO_RADIANS } from '../../../base/math/angles'
import type { Rgb } from '../../../base/model/values'
import { MOST_BONES, MOST_SLOTS } from '../../shared/limits'
import { fail, type ListPlace, missing, type ObjectPlace } from '../../shared/place'
import { shown } from '../../shared/source-file'
import * as read from '../../shared/values'
import { BLEND_NAMES, INHERIT_NAMES } from '../shared/names'
import { oldBlend, oldInherit, refuseFlips } from './before-36'
import type { Context } from './context'

/**
 * Throws `unknown-parent`, `duplicate-name`, `missing`, `too-large`, `unsupported-feature` and the errors of values.
 */
export function readBones(context: Context, list: ListPlace): void {
  const { bones, model, scale } = context
  read.bounded(list.value.length, list, undefined, 0, MOST_BONES)
  for (let i = 0; i < list.value.length; i++) {
    const at = read.itemOf(list, i)
    if (context.before36) refuseFlips(at)
    model.bones.push({
      name: read.newName(at, bones),
      parent: parentOf(at, bones, i),
      length: read.numberOf(at, 'length') * scale,
      x: read.numberOf(at, 'x') * scale,
      y: read.numberOf(at, 'y') * scale,
      rotation: read.numberOf(at, 'rotation') * DEGREES_TO_RADIANS,
      scaleX: read.numberOf(at, 'scaleX', 1),
      scaleY: read.numberOf(at, 'scaleY', 1),
      shearX: read.numberOf(at, 'shearX') * DEGREES_TO_RADIANS,
      shearY: read.numberOf(at, 'shearY') * DEGREES_TO_RADIANS,
      inherit: read.enumOf(
        at,
        read.eitherKey(at, 'inherit', 'transform'),
        INHERIT_NAMES,
        context.before36 ? oldInherit(at) : 'normal',
      ),
      skinRequired: read.booleanOf(at, 'skin'),
    })
  }
}

/** Returns -1, or a bone before `index`. The names already include the bone's own. */
function parentOf(at: ObjectPlace, bones: ReadonlyMap<string, number>, index: number): number {
  const name = read.textOf(at, 'parent', null)
  if (name === null) return -1
  const parent = bones.get(name)
  if (parent !== undefined && parent < index) return parent
  const message = `no earlier bone is named ${shown(name)} (parents must come first)`
  return fail(at, 'parent', 'unknown-parent', message)
}

/** Throws `unknown-bone`, `duplicate-name`, `missing`, `bad-enum`, `bad-colour`, `too-large`. */
export function readSlots(context: Context, list: ListPlace): void {
  const { bones, model, slots } = context
  read.bounded(list.value.length, list, undefined, 0, MOST_SLOTS)
  for (let i = 0; i < list.value.length; i++) {
    const at = read.itemOf(list, i)
    model.slots.push({
      name: read.newName(at, slots),
      bone: read.indexOf(at, 'bone', bones, 'bone'),
      color: read.colorOf(at),
      dark: darkOf(at),
      attachment: read.textOf(at, 'attachment', null),
      blend: read.enumOf(at, 'blend', BLEND_NAMES, context.before36 ? oldBlend(at) : 'normal'),
    })
  }
}

function darkOf(at: ObjectPlace): Rgb | null {
  if (missing(at.value.dark)) return null
  const [r, g, b] = read.requiredColor(at, 'dark')
  return [r, g, b]
}
