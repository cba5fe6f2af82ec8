/** Reads skins, as a list (3.8+) or as the object of older files. */

import type { MeshModel } from '../../../base/model/attachment'
import type { SkinEntryModel } from '../../../base/model/skeleton'
import { fail, missing, type ObjectPlace, type Place, warnAt, within } from '../../shared/place'
import { shown } from '../../shared/source-file'
import * as read from '../../shared/values'
import type { Dialect } from '../maths'
import { entryOf } from '../shared/entries'
import { resolveLinks } from '../shared/linked-meshes'
import { CONSTRAINT_NAMES, type ConstraintName } from '../shared/names'
import { type JsonLink, readAttachment } from './attachments'
import type { Context } from './context'

export function readSkins(context: Context, at: Place): void {
  const links: JsonLink[] = []
  if (Array.isArray(at.value)) {
    const list = read.asList(at)
    for (let i = 0; i < list.value.length; i++) {
      const skin = read.itemOf(list, i)
      const name = read.newName(skin, context.skins)
      const bones = read.indicesOf(read.listOf(skin, 'bones'), context.bones, 'bone')
      const constraints: number[] = []
      for (const type of CONSTRAINT_NAMES)
        if (!missing(skin.value[type])) constraints.push(...constraintsOf(context, skin, type))
      const entries = readEntries(context, within(skin, 'attachments'), links)
      context.model.skins.push({ name, bones, constraints, entries })
    }
  } else {
    for (const slots of read.entriesOf(at)) {
      context.skins.set(slots.key, context.skins.size)
      const entries = readEntries(context, slots, links)
      context.model.skins.push({ name: slots.key, bones: [], constraints: [], entries })
    }
  }
  context.model.defaultSkin = context.skins.get('default') ?? -1
  if (links.length === 0) return
  resolveLinks(
    links,
    (link) => sourceOf(context, link),
    (link, message) => fail(link.at, sourceKeyOf(link.at), 'cycle', message),
  )
}

/** Lists of a skin whose unknown names a dialect's official runtime skips. The others refuse them. */
const PASSED_OVER: { readonly [dialect in Dialect]?: readonly ConstraintName[] } = {
  '4.0': CONSTRAINT_NAMES,
  '4.1': ['physics', 'slider'],
  '4.2': ['slider'],
}

/**
 * Returns the indices of a skin's constraints of one type. Throws `unknown-constraint`; warns if the official runtime
 * would read on.
 */
function constraintsOf({ constraints, dialect }: Context, skin: ObjectPlace, type: ConstraintName): number[] {
  const known = constraints[type]
  const list = read.listOf(skin, type)
  if (!PASSED_OVER[dialect]?.includes(type)) return read.indicesOf(list, known, 'constraint')
  return list.value.flatMap((_, i) => {
    const name = read.requiredText(list, i)
    const index = known.get(name)
    if (index !== undefined) return index
    warnAt(list, i, 'ignored-key', `no ${type} constraint is named ${shown(name)}: the skin goes without it`)
    return []
  })
}

/** Reads the attachments of a skin. */
function readEntries(context: Context, at: Place, links: JsonLink[]): SkinEntryModel[] {
  const entries: SkinEntryModel[] = []
  for (const attachments of read.entriesOf(at)) {
    const slot = read.indexOfEntry(attachments, context.slots, 'slot')
    for (const entry of read.entriesOf(attachments)) {
      const { key } = entry
      const attachment = readAttachment(context, read.asObject(entry), slot, key, links)
      entries.push({ slot, key, attachment })
    }
  }
  return entries
}

/** Returns the key of the source's name: `source` since 4.3, `parent` before. */
function sourceKeyOf(at: ObjectPlace): string {
  return read.eitherKey(at, 'parent', 'source')
}

/** Throws `unknown-skin`, `unknown-attachment`. */
function sourceOf(context: Context, { at, slot, sourceKey }: JsonLink): MeshModel {
  const { model, skins } = context
  const skinName = read.textOf(at, 'skin', null)
  const skin = skinName === null ? model.defaultSkin : skins.get(skinName)
  if (skin === undefined || skin === -1) {
    const message = skinName === null ? 'there is no default skin' : `no skin is named ${shown(skinName)}`
    return fail(at, 'skin', 'unknown-skin', message)
  }
  const source = entryOf(context, skin, slot, sourceKey)?.attachment
  if (source?.type === 'mesh') return source
  const found = source ? `is a ${source.type}` : 'does not exist'
  const message = `${shown(sourceKey)} in skin ${shown(model.skins[skin].name)} ${found}; a mesh is needed`
  return fail(at, sourceKeyOf(at), 'unknown-attachment', message)
}
