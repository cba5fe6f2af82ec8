/** Reads setup bones and slots. Code reads the fields in the file's order. */
import { DEGREES_TO_RADIANS } from '../../../base/math/angles'
import type { BoneModel } from '../../../base/model/skeleton'
import type { Rgb } from '../../../base/model/values'
import { MOST_BONES, MOST_SLOTS } from '../../shared/limits'
import { BLEND_NAMES, INHERIT_NAMES } from '../shared/names'
import type { Context } from './context'
import { type Cursor, closeList, need, openItem } from './cursor'
import * as read from './values'

/** Throws `unknown-parent`, `duplicate-name`, `missing`, `too-large` and the errors of values. */
export function readBones(context: Context): void {
  const { cursor, layout, model, nonessential, scale } = context
  const names = new Map<string, number>()
  const count = read.openList(cursor, 'bones', MOST_BONES)
  for (let i = 0; i < count; i++) {
    openItem(cursor, i)
    model.bones.push({
      name: read.newName(cursor, read.textOf(cursor, 'name'), names),
      parent: i === 0 ? -1 : read.indexOf(cursor, 'parent', 'parent', i),
      rotation: read.numberOf(cursor, 'rotation') * DEGREES_TO_RADIANS,
      x: read.numberOf(cursor, 'x') * scale,
      y: read.numberOf(cursor, 'y') * scale,
      scaleX: read.numberOf(cursor, 'scaleX'),
      scaleY: read.numberOf(cursor, 'scaleY'),
      shearX: read.numberOf(cursor, 'shearX') * DEGREES_TO_RADIANS,
      shearY: read.numberOf(cursor, 'shearY') * DEGREES_TO_RADIANS,
      ...lengthAndInherit(context),
      skinRequired: layout.skinMembers && read.flagOf(cursor, 'skin'),
    })
    if (nonessential) skipDisplay(context)
  }
  closeList(cursor)
}

/** Skips what only editors show of a bone. */
function skipDisplay({ cursor, layout }: Context): void {
  read.colorOf(cursor, 'color')
  if (!layout.icons) return
  read.textOf(cursor, 'icon')
  if (layout.iconSizes) {
    read.numberOf(cursor, 'iconSize')
    read.numberOf(cursor, 'iconRotation')
  }
  read.flagOf(cursor, 'visible')
}

function lengthAndInherit({ cursor, layout, scale }: Context): Pick<BoneModel, 'length' | 'inherit'> {
  const early = layout.inheritFirst ? read.enumOf(cursor, 'inherit', INHERIT_NAMES) : null
  const length = read.numberOf(cursor, 'length') * scale
  return { length, inherit: early ?? read.enumOf(cursor, 'inherit', INHERIT_NAMES) }
}

/** Throws `unknown-bone`, `duplicate-name`, `missing`, `bad-enum`, `too-large`. */
export function readSlots(context: Context): void {
  const { cursor, layout, model, nonessential } = context
  const names = new Map<string, number>()
  const count = read.openList(cursor, 'slots', MOST_SLOTS)
  for (let i = 0; i < count; i++) {
    openItem(cursor, i)
    model.slots.push({
      name: read.newName(cursor, read.textOf(cursor, 'name'), names),
      bone: read.indexOf(cursor, 'bone', 'bone', model.bones.length),
      color: read.colorOf(cursor, 'color'),
      dark: darkOf(cursor),
      attachment: read.sharedTextOf(cursor, 'attachment'),
      blend: read.enumOf(cursor, 'blend', BLEND_NAMES),
    })
    if (nonessential && layout.icons) read.flagOf(cursor, 'visible')
  }
  closeList(cursor)
}

/** Reads a dark colour. The first of the four bytes has no meaning; all ones mean no colour. */
function darkOf(cursor: Cursor): Rgb | null {
  need(cursor, 'dark', 4)
  const none = cursor.view.getInt32(cursor.at) === -1
  const [, r, g, b] = read.colorOf(cursor, 'dark')
  return none ? null : [r, g, b]
}
