/** Skins (spine-json §6), as a list (3.8+) or as the object that early 3.8 files still have. */
import type { SkinEntryModel, SkinModel } from '../../../model/skeleton'
import { type Link, readAttachment } from './attachments'
import { namesOf } from './constraints'
import type { Context } from './context'
import { resolveLinks } from './linked-meshes'
import { fail, type Place, within } from './place'
import * as read from './values'

const CONSTRAINT_TYPES = ['ik', 'transform', 'path', 'physics'] as const

export function readSkins(context: Context, value: unknown, at: Place): void {
  if (read.missing(value)) return
  const links: Link[] = []
  if (Array.isArray(value)) {
    value.forEach((item, i) => {
      const place = within(at, i)
      const json = read.asObject(item, place)
      addSkin(context, read.newName(json, context.skins, place), json, place)
      readEntries(context, read.entriesOf(json, 'attachments', place), within(place, 'attachments'), links)
    })
  } else {
    for (const [name, slots] of read.entriesIn(value, at)) {
      const place = within(at, name)
      addSkin(context, name, {}, place)
      readEntries(context, read.entriesIn(slots, place), place, links)
    }
  }
  context.model.defaultSkin = context.skins.get('default') ?? -1
  resolveLinks(context, links)
}

function addSkin(context: Context, name: string, json: read.JsonObject, at: Place): void {
  const skin: SkinModel = {
    name,
    bones: namesOf(read.listOf(json, 'bones', at), context.bones, 'bone', within(at, 'bones')),
    constraints: [],
    entries: [],
  }
  for (const type of CONSTRAINT_TYPES) {
    const list = read.listOf(json, type, at)
    for (const index of namesOf(list, context.constraints[type], 'constraint', within(at, type)))
      skin.constraints.push(index)
  }
  context.skins.set(name, context.model.skins.length)
  context.model.skins.push(skin)
  context.entries.push(new Map())
}

/** Fills the skin that was added last. */
function readEntries(context: Context, slots: [string, unknown][], at: Place, links: Link[]): void {
  const skin = context.model.skins.length - 1
  const { entries } = context.model.skins[skin]
  for (const [slotName, attachments] of slots) {
    const slot = read.resolve(slotName, context.slots, 'slot', at, slotName)
    const slotPlace = within(at, slotName)
    const place = within(slotPlace, '')
    const keys = new Map<string, SkinEntryModel>()
    context.entries[skin].set(slot, keys)
    for (const [key, value] of read.entriesIn(attachments, slotPlace)) {
      place.key = key
      const json = read.asObject(value, place)
      const attachment = readAttachment(context, json, key, place, (mesh, sourceKey) => {
        const sourceSkin = read.textOf(json, 'skin', null, place)
        links.push({ mesh, slot, place: within(slotPlace, key), sourceSkin, sourceKey })
      })
      const entry = { slot, key, attachment }
      keys.set(key, entry)
      entries.push(entry)
    }
  }
}

/** The entry that a timeline names. There is no fallback to the default skin. */
export function entryOf(
  context: Context,
  skin: number,
  slot: number,
  key: string,
  at: Place,
): SkinEntryModel {
  const entry = context.entries[skin].get(slot)?.get(key)
  if (entry) return entry
  const { skins, slots } = context.model
  const message = `skin ${read.shown(skins[skin].name)} has no ${read.shown(key)} in slot ${read.shown(slots[slot].name)}`
  return fail(at, undefined, 'unknown-attachment', message)
}
