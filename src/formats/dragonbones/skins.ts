/** Reads skins and the displays of slots. A display's key is its number in the slot's list. */
import { cosine, sine } from '../../base/math/circular'
import type {
  ArmatureModel,
  AttachmentModel,
  MeshModel,
  PivotModel,
  PointModel,
} from '../../base/model/attachment'
import { BYTES_OF_AN_ITEM } from '../shared/limits'
import { child, fail, missing, type ObjectPlace, spend, warnAt } from '../shared/place'
import { shown } from '../shared/source-file'
import { asObject, eachItem } from '../shared/values'
import { playActions } from './actions'
import { type Context, unsupported } from './context'
import { checkFinite, geometryOf } from './geometry'
import { readPath } from './paths'
import { placeOf, transformOf } from './transform'
import {
  looseEnum,
  looseFlag,
  looseInteger,
  looseList,
  looseNumber,
  looseObject,
  looseText,
  numbersIn,
} from './values'

const TYPES = { image: 0, armature: 1, mesh: 2, boundingBox: 3, path: 4 } as const
const SHAPES = { rectangle: 0, ellipse: 1, polygon: 2 } as const

/** Displays of a slot, with empty places. */
type DisplayList = (ObjectPlace | null)[]

interface RawSkin {
  readonly at: ObjectPlace
  readonly name: string
  readonly slots: Map<number, DisplayList>
}

/** Fills an empty place of a skin, over a display of the default skin. It draws nothing. */
const NOTHING: PointModel = { type: 'point', name: '', x: 0, y: 0, rotation: 0 }

/** Reads all skins. The default one is the first, or the one named `default`. */
export function readSkins(context: Context, armature: ObjectPlace, legacy = false): void {
  const { model, displays } = context
  const raw: RawSkin[] = []
  eachItem(looseList(armature, 'skin'), (at) => {
    const name = looseText(at, 'name', '') || 'default'
    if (raw.some((skin) => skin.name === name))
      fail(at, 'name', 'duplicate-name', `the name ${shown(name)} is used before`)
    raw.push({ at, name, slots: displayLists(context, at) })
  })
  const base = Math.max(
    0,
    raw.findIndex(({ name }) => name === 'default'),
  )
  for (const { slots } of raw)
    for (const [slot, list] of slots) displays[slot] = Math.max(displays[slot], list.length)
  raw.forEach((skin, index) => {
    context.skins.set(skin.name, index)
    model.skins.push({ name: skin.name, bones: [], constraints: [], entries: [] })
    for (const [slot, list] of skin.slots) {
      const first = raw.find(({ slots }) => slots.has(slot)) ?? skin
      readSlotDisplays(context, raw, { skin, index, slot, list, base: raw[base], first, legacy })
    }
  })
  model.defaultSkin = raw.length > 0 ? base : -1
  model.slots.forEach((slot, index) => {
    const most = displays[index] - 1
    if (slot.attachment !== null)
      slot.attachment = most < 0 ? null : String(Math.min(Number(slot.attachment), most))
  })
}

function displayLists({ slots }: Context, skin: ObjectPlace): Map<number, DisplayList> {
  const found = new Map<number, DisplayList>()
  eachItem(looseList(skin, 'slot'), (at) => {
    const slot = slots.get(looseText(at, 'name', ''))
    if (slot === undefined) return
    const list = looseList(at, 'display')
    const displays = found.get(slot) ?? []
    list.value.forEach((value, i) => {
      spend(list, BYTES_OF_AN_ITEM)
      displays.push(missing(value) ? null : asObject(child(list, i, value)))
    })
    found.set(slot, displays)
  })
  return found
}

interface SlotDisplays {
  readonly skin: RawSkin
  readonly index: number
  readonly slot: number
  readonly list: DisplayList
  readonly base: RawSkin
  /** The first skin with displays for the slot. */
  readonly first: RawSkin
  readonly legacy: boolean
}

/**
 * Reads a slot's displays. A skin's list replaces the default skin's as a whole; a number past its end means its last
 * display.
 */
function readSlotDisplays(context: Context, all: readonly RawSkin[], of: SlotDisplays): void {
  const { model, displays } = context
  const { index, skin, slot, list, base } = of
  let attachment: AttachmentModel | null = null
  for (let i = 0; i < displays[slot]; i++) {
    const at = list[i]
    if (i < list.length) attachment = at ? attachmentOf(context, all, of, at, String(i)) : null
    const isOver = skin !== base && base.slots.has(slot)
    const entry = attachment ?? (isOver ? NOTHING : null)
    if (entry) model.skins[index].entries.push({ slot, key: String(i), attachment: entry })
  }
}

function attachmentOf(
  context: Context,
  all: readonly RawSkin[],
  of: SlotDisplays,
  at: ObjectPlace,
  key: string,
): AttachmentModel {
  const name = looseText(at, 'name', '')
  const path = looseText(at, 'path', null) ?? name
  const type = looseEnum(at, 'type', TYPES, 'image')
  const isBent = context.surfaces.has(context.model.slots[of.slot].bone)
  if (isBent && type !== 'image' && type !== 'mesh')
    unsupported(at, 'type', `a display of type ${type} on a surface`)
  if (type === 'armature') return armatureOf(context, of, at, { name, path, key })
  if (type === 'path') return readPath(context, at, name)
  if (type === 'boundingBox') return boxOf(context, at, name)
  if (type === 'mesh') return meshOf(context, all, of, at, { name, path, key })
  const place = placeOf(transformOf(at, 'transform'), context.scale)
  const pivot = pivotOf(at, context.scale, of.legacy)
  return { type: 'region', name, path, ...place, place, width: 0, height: 0, ...PLAIN, pivot, optional: true }
}

const PLAIN = { color: [1, 1, 1, 1], sequence: null } as const

/** Reads a pivot. Before 4.0 pivots are lengths, and belong to the transform. */
function pivotOf(at: ObjectPlace, scale: number, legacy: boolean): PivotModel {
  const given = looseObject(at, 'pivot')
  const isGiven = !missing(at.value.pivot)
  if (legacy && !isGiven) {
    const transform = looseObject(at, 'transform')
    return { x: looseNumber(transform, 'pX', 0), y: looseNumber(transform, 'pY', 0), unit: 'length', scale }
  }
  const middle = isGiven ? 0 : 0.5
  return { x: looseNumber(given, 'x', middle), y: looseNumber(given, 'y', middle), unit: 'image', scale }
}

/** Reads an armature. Without actions of its own it takes the slot's, if it is the slot's first display. */
function armatureOf(
  context: Context,
  { skin, slot, first }: SlotDisplays,
  at: ObjectPlace,
  { name, path, key }: Named,
): ArmatureModel {
  context.nest(at, path)
  const own = playActions(at, 'actions')
  const isFirst = first === skin && context.model.slots[slot].attachment === key
  const actions = own.length === 0 && isFirst ? context.slotActions[slot] : own
  return {
    type: 'armature',
    name,
    armature: path,
    place: placeOf(transformOf(at, 'transform'), context.scale),
    actions,
  }
}

interface Named {
  readonly name: string
  readonly path: string
  readonly key: string
}

function meshOf(
  context: Context,
  all: readonly RawSkin[],
  { index, slot }: SlotDisplays,
  at: ObjectPlace,
  { name, path, key }: Named,
): MeshModel {
  const source = missing(at.value.share) ? null : sharedMesh(all, at, slot)
  const points = source ? { ...source, value: { ...source.value, transform: at.value.transform } } : at
  const {
    binding,
    place,
    points: data,
    uvs,
    triangles,
  } = geometryOf(context, points, context.scale, context.surfaces.has(context.model.slots[slot].bone))
  const mesh: MeshModel = {
    type: 'mesh',
    name,
    path,
    ...PLAIN,
    ...data,
    ...(place ? { place } : {}),
    uvs,
    trimmed: true,
    optional: true,
    triangles,
    hull: 0,
    edges: null,
    source: null,
    timelines: 'own',
  }
  const geometry = context.blocks && !source ? looseInteger(at, 'offset', -1) & 0xffff : -1
  const followers = context.followers.get(source ?? at) ?? []
  context.followers.set(source ?? at, followers)
  const read = { skin: index, slot, key, geometry, mesh, binding }
  if (!source) context.meshes.push({ ...read, followers })
  else if (looseFlag(at, 'inheritDeform', true)) followers.push({ ...read, followers: [] })
  else context.meshes.push({ ...read, followers: [] })
  return mesh
}

/** Returns the mesh of that name in a skin: first in the same slot, then in any. */
function sharedMesh(all: readonly RawSkin[], at: ObjectPlace, slot: number): ObjectPlace {
  const name = looseText(at, 'share', '')
  const wanted = looseText(at, 'skin', '') || 'default'
  const skin = all.find((one) => one.name === wanted)
  const has = (display: ObjectPlace | null): display is ObjectPlace =>
    display !== null &&
    looseText(display, 'name', '') === name &&
    looseEnum(display, 'type', TYPES, 'image') === 'mesh' &&
    missing(display.value.share)
  for (const own of [slot, ...(skin?.slots.keys() ?? [])]) {
    const found = skin?.slots.get(own)?.find(has)
    if (found) return found
  }
  return fail(
    at,
    'share',
    'unknown-attachment',
    `skin ${shown(wanted)} has no mesh of its own named ${shown(name)}`,
  )
}

const ELLIPSE_POINTS = 64

function boxOf({ scale }: Context, at: ObjectPlace, name: string): AttachmentModel {
  const shape = looseEnum(at, 'subType', SHAPES, 'rectangle')
  const transform = transformOf(at, 'transform')
  const place = placeOf(transform, scale)
  // The loader scales points, but not sizes.
  const size = { width: looseNumber(at, 'width', 0), height: looseNumber(at, 'height', 0) }
  const half = { x: size.width / 2, y: size.height / 2 }
  const corners =
    shape === 'polygon'
      ? Array.from(numbersIn(looseList(at, 'vertices')), (value) => value * scale)
      : shape === 'ellipse'
        ? Array.from({ length: 2 * ELLIPSE_POINTS }, (_, i) => {
            const angle = (2 * Math.PI * (i >> 1)) / ELLIPSE_POINTS
            return i & 1 ? half.y * sine(angle) : half.x * cosine(angle)
          })
        : [-half.x, -half.y, half.x, -half.y, half.x, half.y, -half.x, half.y]
  if (corners.length % 2 !== 0)
    fail(at, 'vertices', 'bad-vertices', `${corners.length} numbers are not whole points`)
  const { x, y, rotation, shearY, scaleX, scaleY } = place
  const vertices = new Float32Array(corners.length)
  for (let i = 0; i < corners.length; i += 2) {
    const along = corners[i] * scaleX
    const up = -corners[i + 1] * scaleY
    vertices[i] = cosine(rotation) * along - sine(rotation + shearY) * up + x
    vertices[i + 1] = sine(rotation) * along + cosine(rotation + shearY) * up + y
  }
  spend(at, 24 * corners.length)
  checkFinite(at, vertices)
  const form = shape === 'polygon' ? {} : { shape: { type: shape, ...size } }
  return { type: 'boundingbox', name, place, ...form, count: corners.length / 2, bones: null, vertices }
}

/** Warns of a key whose number no display has. */
export function clampDisplay(
  { displays }: Context,
  at: ObjectPlace,
  slot: number,
  index: number,
): string | null {
  if (index < 0) return null
  if (displays[slot] === 0) {
    if (index > 0) warnAt(at, undefined, 'ignored-key', `the slot has no display ${index}`)
    return null
  }
  return String(Math.min(index, displays[slot] - 1))
}
