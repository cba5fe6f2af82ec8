/** Reads bones and slots of data versions 2.3 and 3.0. */

import { MOST_SLOTS } from '../../shared/limits'
import { fail, missing, type ObjectPlace } from '../../shared/place'
import { shown } from '../../shared/source-file'
import { asObject, bounded, eachItem } from '../../shared/values'
import { addSlot, readBones } from '../bones'
import type { Context } from '../context'
import { inverse, type Matrix, matrixOf, placeOf, type Transform, transformOf } from '../transform'
import { looseFlag, looseList, looseNumber, looseText } from '../values'

/**
 * Reads bones. None of them inherits scale, and a mirrored parent changes nothing.
 *
 * @param isGlobal whether transforms are in the armature's space.
 * @returns setup transforms relative to parents, by the model's bones.
 */
export function readLegacyBones(
  context: Context,
  armature: ObjectPlace,
  isGlobal: boolean,
): { local: Transform[] } {
  readBones(context, armature)
  const { model, order, scale } = context
  const global: Transform[] = []
  eachItem(looseList(armature, 'bone'), (at) => {
    const bone = order[Number(at.key)]
    global[bone] = transformOf(at, 'transform')
    const rotation = looseFlag(at, 'inheritRotation', true)
    const flags = { translation: true, scale: false, reflection: false, unmirrored: true }
    model.bones[bone].inherit = { ...flags, rotation }
  })
  const local = global.map((transform, bone) => {
    const { parent } = model.bones[bone]
    return isGlobal && parent >= 0 ? relativeTo(armature, transform, global[parent]) : transform
  })
  local.forEach((transform, bone) => {
    Object.assign(model.bones[bone], placeOf(transform, scale))
  })
  return { local }
}

/**
 * Returns the transform relative to a parent; both are given in the same space. Scale is the same in either. Throws
 * `out-of-range` if the parent is so small that the result is too large to compute with.
 */
export function relativeTo(at: ObjectPlace, transform: Transform, parent: Transform): Transform {
  const [a, b, c, d, tx, ty]: Matrix = inverse(matrixOf(parent))
  const x = a * transform.x + c * transform.y + tx
  const y = b * transform.x + d * transform.y + ty
  const { limit } = at.file
  if (!(Math.abs(x) <= limit && Math.abs(y) <= limit))
    fail(at, 'bone', 'out-of-range', 'a bone of hardly any size has others next to it')
  return { ...transform, x, y, rotation: transform.rotation - parent.rotation }
}

interface FoundSlot {
  readonly at: ObjectPlace
  readonly depth: number
}

/** Reads slots, which are listed in the skins and ordered by `z`. */
export function readLegacySlots(context: Context, armature: ObjectPlace): void {
  const found = new Map<string, FoundSlot>()
  eachItem(looseList(armature, 'skin'), (skin) => {
    const own = new Set<string>()
    eachItem(looseList(skin, 'slot'), (at) => {
      const name = looseText(at, 'name', '')
      if (own.has(name)) fail(at, 'name', 'duplicate-name', `the name ${shown(name)} is used before`)
      own.add(name)
      if (!found.has(name)) found.set(name, { at, depth: looseNumber(at, 'z', found.size) })
    })
  })
  bounded(found.size, armature, 'skin', 0, MOST_SLOTS)
  const slots = [...found.values()].sort((a, b) => a.depth - b.depth)
  for (const { at } of slots) addSlot(context, at, 'colorTransform')
}

/** Returns the object under `key` of a key or slot; empty if there is none. */
export function partOf(at: ObjectPlace, key: string): ObjectPlace {
  const value = at.value[key]
  return missing(value) ? { ...at, parent: at, key, value: {} } : asObject({ ...at, parent: at, key, value })
}
