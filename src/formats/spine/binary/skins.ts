/** Reads skins, and finds the sources of linked meshes. */
import type { MeshModel } from '../../../base/model/attachment'
import type { SkinModel } from '../../../base/model/skeleton'
import { shown } from '../../shared/source-file'
import { addEntry, entryOf } from '../shared/entries'
import { resolveLinks } from '../shared/linked-meshes'
import { type BinaryLink, readAttachment, sourceKeyIn } from './attachments'
import type { Context } from './context'
import { closeList, fail, openItem, renameHere } from './cursor'
import * as read from './values'

/** Reads skins. The default skin comes first; a file may lack it. */
export function readSkins(context: Context): void {
  const { cursor, layout, model, skins } = context
  const links: BinaryLink[] = []
  cursor.path.push('skins', 0)
  const slots = read.countOf(cursor, 'attachments')
  if (slots > 0) {
    skins.set('default', 0)
    readEntries(context, { name: 'default', bones: [], constraints: [], entries: [] }, slots, links)
  }
  cursor.path.length = 1
  const first = model.skins.length
  const count = read.countOf(cursor, undefined)
  cursor.path.push(0)
  for (let i = 0; i < count; i++) {
    openItem(cursor, first + i)
    const text = layout.sharedNames ? read.sharedTextOf(cursor, 'name') : read.textOf(cursor, 'name')
    const name = read.newName(cursor, text, skins)
    if (context.nonessential && layout.icons) read.colorOf(cursor, 'color')
    const members = layout.skinMembers ? membersOf(context) : { bones: [], constraints: [] }
    readEntries(context, { name, ...members, entries: [] }, read.countOf(cursor, 'attachments'), links)
  }
  cursor.path.length = 0
  model.defaultSkin = skins.get('default') ?? -1
  if (links.length > 0) resolveAll(context, links)
}

function resolveAll(context: Context, links: readonly BinaryLink[]): void {
  resolveLinks(
    links,
    (link) => sourceOf(context, link),
    (link, message) => failAt(context, link, sourceKeyIn(context), 'cycle', message),
  )
}

/** Reads the bones and constraints of a skin. */
function membersOf({
  constraints,
  cursor,
  layout,
  model,
}: Context): Pick<SkinModel, 'bones' | 'constraints'> {
  const bones = read.indicesOf(cursor, 'bones', 'bone', model.bones.length)
  if (layout.mixedConstraints)
    return {
      bones,
      constraints: read.indicesOf(cursor, 'constraints', 'constraint', model.constraints.length),
    }
  const own = layout.constraints.flatMap((type) => {
    const known = constraints[type]
    return read.indicesOf(cursor, type, 'constraint', known.length).map((number) => known[number])
  })
  return { bones, constraints: own }
}

/** Adds a skin with its attachments. Throws `duplicate-name`. */
function readEntries(context: Context, skin: SkinModel, slots: number, links: BinaryLink[]): void {
  const { cursor, model } = context
  const { path } = cursor
  const number = model.skins.push(skin) - 1
  path.push('attachments', 0)
  for (let i = 0; i < slots; i++) {
    openItem(cursor, i)
    const slot = read.indexOf(cursor, undefined, 'slot', model.slots.length)
    renameHere(cursor, model.slots[slot].name)
    const count = read.countOf(cursor, undefined, 2)
    path.push(0)
    for (let n = 0; n < count; n++) {
      openItem(cursor, n)
      const key = read.required(cursor, undefined, read.sharedTextOf(cursor, undefined))
      renameHere(cursor, key)
      const entry = { slot, key, attachment: readAttachment(context, slot, key, links) }
      if (!addEntry(context, number, entry))
        fail(cursor, undefined, 'duplicate-name', 'the skin has an attachment under this key before')
    }
    path.pop()
  }
  closeList(cursor)
}

/** Throws `unknown-skin`, `unknown-attachment`. */
function sourceOf(context: Context, link: BinaryLink): MeshModel {
  const { model, skins } = context
  const { skin: named, slot, sourceKey } = link
  const skin = named === null ? model.defaultSkin : typeof named === 'string' ? skins.get(named) : named
  if (skin === undefined || !(skin >= 0 && skin < model.skins.length)) {
    const message = named === null ? 'there is no default skin' : `there is no skin ${shown(named)}`
    return failAt(context, link, 'skin', 'unknown-skin', message)
  }
  const source = entryOf(context, skin, slot, sourceKey)?.attachment
  if (source?.type === 'mesh') return source
  const found = source ? `is a ${source.type}` : 'does not exist'
  const message = `${shown(sourceKey)} in skin ${shown(model.skins[skin].name)} ${found}; a mesh is needed`
  return failAt(context, link, sourceKeyIn(context), 'unknown-attachment', message)
}

function failAt(
  { cursor }: Context,
  { path, at }: BinaryLink,
  key: string,
  code: 'cycle' | 'unknown-skin' | 'unknown-attachment',
  message: string,
): never {
  cursor.path = [...path]
  return fail(cursor, key, code, message, at)
}
