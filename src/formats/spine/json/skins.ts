/** Reads skins, as a list (3.8+) or as the object of early 3.8 files. */
import type { SkinEntryModel } from '../../../model/skeleton'
import { fail, type Place, within } from '../../shared/place'
import * as read from '../../shared/values'
import { resolveLinks } from '../shared/linked-meshes'
import { CONSTRAINT_NAMES } from '../shared/names'
import { type JsonLink, readAttachment } from './attachments'
import type { Context } from './context'
import { sourceKeyOf, sourceOf } from './linked-meshes'

export function readSkins(context: Context, at: Place): void {
  const links: JsonLink[] = []
  if (Array.isArray(at.value)) {
    read.eachItem(read.asList(at), (skin) => {
      const name = read.newName(skin, context.skins)
      const bones = read.indicesOf(read.listOf(skin, 'bones'), context.bones, 'bone')
      const constraints = CONSTRAINT_NAMES.flatMap((type) =>
        read.indicesOf(read.listOf(skin, type), context.constraints[type], 'constraint'),
      )
      const entries = readEntries(context, within(skin, 'attachments'), links)
      context.model.skins.push({ name, bones, constraints, entries })
    })
  } else {
    read.eachEntry(at, (slots, name) => {
      context.skins.set(name, context.skins.size)
      const entries = readEntries(context, slots, links)
      context.model.skins.push({ name, bones: [], constraints: [], entries })
    })
  }
  context.model.defaultSkin = context.skins.get('default') ?? -1
  resolveLinks(
    links,
    (link) => sourceOf(context, link),
    (link, message) => fail(link.at, sourceKeyOf(link.at), 'cycle', message),
  )
}

/** Reads the attachments of a skin. */
function readEntries(context: Context, at: Place, links: JsonLink[]): SkinEntryModel[] {
  const entries: SkinEntryModel[] = []
  read.eachNamed(at, context.slots, 'slot', (slot, attachments) => {
    read.eachEntry(attachments, (attachment, key) => {
      entries.push({
        slot,
        key,
        attachment: readAttachment(context, read.asObject(attachment), slot, key, links),
      })
    })
  })
  return entries
}
