/** Adds attachments, images and skins at run time. */

import { listNames, OsteonError } from '../../base/errors'
import { LANES, SLOT, slotRow } from '../../base/memory/lanes'
import { indexRegions } from '../../base/model/atlas-lookup'
import type { AttachmentModel, MeshModel, RegionModel } from '../../base/model/attachment'
import { openAccount } from '../../base/model/limits'
import type { Entity, NameOf, RigNames } from '../../base/model/names'
import type { SkeletonModel } from '../../base/model/skeleton'
import type { Rgba } from '../../base/model/values'
import { compileAttachments, writeAttachments } from '../../rig/attachments/compile'
import { createImageWriter, finishImage } from '../../rig/image-writer'
import type { Rig } from '../../rig/rig'
import { readSkeleton } from '../../tick/doors/read'
import { type AtlasPages, checkOpen } from '../../world/atlas-pages'
import { heardCall, isHeard } from '../../world/calls'
import type { RegisteredRig } from '../../world/chunks/blocks'
import { findAttachment, registerRig, skinNumber } from '../../world/chunks/registry'
import { addToWardrobe, wardrobeOf } from '../../world/chunks/wardrobe'
import { stateOf } from '../../world/state-of'
import type { AnimationWorld } from '../../world/world-type'
import { chunkOf, numberOf, slotNumber } from '../seat'
import { setAttachment } from './skins'

/** An image on a slot's bone. Sizes in world units, angles in radians. */
export interface RegionData {
  /** Name of a region of the atlas. */
  region: string
  /** Place along the bone's x axis. @default 0 */
  x?: number
  /** Place along the bone's y axis. @default 0 */
  y?: number
  /** Rotation, counter-clockwise. @default 0 */
  rotation?: number
  /** Scale along its own x axis. @default 1 */
  scaleX?: number
  /** Scale along its own y axis. @default 1 */
  scaleY?: number
  /** Width. @default the pixels of the untrimmed image */
  width?: number
  /** Height. @default the pixels of the untrimmed image */
  height?: number
  /** Colour, 0…1 each. @default [1, 1, 1, 1] */
  color?: Rgba
}

/** An image on triangles, in the space of a slot's bone. */
export interface MeshData {
  /** Name of a region of the atlas. */
  region: string
  /** x, y for each point; with `bones`, x, y, weight for each influence. */
  vertices: ArrayLike<number>
  /**
   * For each point the number of its bones, then their indices in the rig. @default all points follow the slot's bone
   */
  bones?: ArrayLike<number>
  /** u, v for each point within the untrimmed image, 0…1, v down. */
  uvs: ArrayLike<number>
  /** Three points for each triangle. */
  triangles: ArrayLike<number>
  /** Colour, 0…1 each. @default [1, 1, 1, 1] */
  color?: Rgba
}

/** An entry of a skin that `addSkin` creates. */
export interface SkinEntry<Slot extends string = string, Skin extends string = string> {
  /** Name or index of a slot. */
  slot: Slot | number
  /** The key by which slots and animations find it; the rig must know the key. */
  key: string
  /** A number from `addAttachment`, or the skin of the rig from which the entry is taken. */
  attachment: number | { skin: Skin }
}

/**
 * Adds an attachment of your own to a rig, for a slot: a region or a mesh of any atlas. It belongs to this world; the
 * rig stays as it is. Add the same data only once, because each call takes memory until the world is gone.
 *
 * @returns its number, for `setAttachment` and `addSkin`.
 * @throws OsteonError `unknown-slot`, `missing-region`, `missing-page`, `bad-vertices`, `bad-triangles`,
 *   `unknown-bone`, `not-finite`, `bad-atlas`, `disposed`, `too-large`; everything stays as it was.
 */
export function addAttachment<N extends RigNames, G extends string>(
  world: AnimationWorld,
  rig: Rig<N>,
  slot: NameOf<N['slots'], G> | number,
  atlas: AtlasPages,
  data: RegionData | MeshData,
): number {
  if (isHeard(world)) return heardCall('addAttachment', addAttachment, world, rig, slot, atlas, data)
  const state = stateOf(world)
  const index = numberOf(rig, 'slot', rig.slots, slot, 0)
  const model = 'vertices' in data ? meshOf(rig, data) : regionOf(atlas, data)
  checkPages(atlas, model)
  return addModel(world, registerRig(state, rig), index, atlas, model)
}

/**
 * Shows another image, of any atlas, in place of the image of the region or mesh that a slot shows. Place, size and
 * points stay. It stays until an animation, `setAttachment` or `setSkin` shows another attachment.
 *
 * @returns its number, for `setAttachment`.
 * @throws OsteonError `no-skeleton`, `unknown-slot`, `missing-region`, `missing-page`, `disposed`; `unknown-attachment`
 *   if the slot shows neither a region nor a mesh. Everything then stays as it was.
 */
export function replaceImage<N extends RigNames, G extends string>(
  world: AnimationWorld,
  eid: Entity<N>,
  slot: NameOf<N['slots'], G> | number,
  atlas: AtlasPages,
  region: string,
): number {
  if (isHeard(world)) return heardCall('replaceImage', replaceImage, world, eid, slot, atlas, region)
  const chunk = chunkOf(world, eid)
  const index = slotNumber(chunk, slot, eid)
  const row = slotRow(readSkeleton(world, eid) + chunk.layout.slots, index)
  const shown = world.animation.arena.i32[row + SLOT.ATTACHMENT * LANES]
  const model = shown < 0 ? null : chunk.rig.source.attachments.models[shown]
  if (model?.type !== 'region' && model?.type !== 'mesh') {
    const message = `slot "${chunk.rig.source.slots.names[index]}" shows neither a region nor a mesh`
    throw new OsteonError('unknown-attachment', `entity ${eid}`, 'slot', message)
  }
  const known = chunk.rig.wardrobe?.numbers.get(model)?.get(atlas)?.get(region)
  const made = { ...model, path: region, sequence: null }
  if (known === undefined) checkPages(atlas, made)
  const number = known ?? addModel(world, chunk.rig, index, atlas, made)
  const { numbers } = wardrobeOf(world.animation, chunk.rig)
  const byAtlas = numbers.get(model) ?? new Map<AtlasPages, Map<string, number>>()
  const byRegion = byAtlas.get(atlas) ?? new Map<string, number>()
  numbers.set(model, byAtlas.set(atlas, byRegion.set(region, number)))
  setAttachment(world, eid, index, number)
  return number
}

/**
 * Creates a skin in this world under a new name, from entries of the rig's skins and added attachments. Bones and
 * constraints of the skins that it takes entries from come along.
 *
 * @throws OsteonError `duplicate-name` if the rig or the world has a skin of this name; `unknown-slot`, `unknown-skin`,
 *   `unknown-attachment`. Everything then stays as it was.
 */
export function addSkin<N extends RigNames, G extends string, S extends string>(
  world: AnimationWorld,
  rig: Rig<N>,
  name: string,
  entries: readonly SkinEntry<NameOf<N['slots'], G>, NameOf<N['skins'], S>>[],
): void {
  if (isHeard(world)) return void heardCall('addSkin', addSkin, world, rig, name, entries)
  const registered = registerRig(stateOf(world), rig)
  const present = registered.source
  if (present.skinIndex.has(name)) {
    const message = `there is a skin ${JSON.stringify(name)} already`
    throw new OsteonError('duplicate-name', present.name, 'skin', message)
  }
  const found = new Map<number, number>()
  const worn = new Set<number>()
  entries.forEach((entry, i) => {
    const path = `entries[${i}]`
    const { slots, keyIndex } = present
    const slot = numberOf(present, 'slot', slots, entry.slot, 0)
    const key = keyIndex.get(entry.key)
    if (key === undefined) throw unknown(present, path, `key ${JSON.stringify(entry.key)}`, keyIndex.keys())
    const number = numberIn(registered, entry, slot, key, path, worn)
    found.set(slot * present.keys.length + key, number)
  })
  const wardrobe = wardrobeOf(world.animation, registered)
  const taken = [...worn].map((skin) => registered.skins[skin])
  const number = registered.skins.push({
    names: [name],
    bones: [...new Set(taken.flatMap(({ bones }) => bones))],
    constraints: [...new Set(taken.flatMap(({ constraints }) => constraints))],
    entries: found,
  })
  wardrobe.skinIndex.set(name, number - 1)
  registered.source = { ...present, skinIndex: wardrobe.skinIndex }
}

function numberIn(
  registered: RegisteredRig,
  { attachment, key: name }: SkinEntry,
  slot: number,
  key: number,
  path: string,
  worn: Set<number>,
): number {
  const { source: rig } = registered
  if (typeof attachment === 'number') {
    if (rig.attachments.slot[attachment] === slot) return attachment
    const message = `attachment ${attachment} is none of slot "${rig.slots.names[slot]}"`
    throw new OsteonError('unknown-attachment', rig.name, path, message)
  }
  const skin = skinNumber(registered, [attachment.skin], path)
  const found = findAttachment(registered, skin, slot, key)
  if (found < 0) throw unknown(rig, path, `${JSON.stringify(name)} in slot "${rig.slots.names[slot]}"`, [])
  worn.add(skin)
  return found
}

function unknown(rig: Rig, path: string, what: string, names: Iterable<string>): OsteonError {
  const list = [...names]
  const rest = list.length > 0 ? `; it has ${listNames(list)}` : ''
  return new OsteonError('unknown-attachment', rig.name, path, `"${rig.name}" has no ${what}${rest}`)
}

/** Compiles an attachment as if it were the only one of a skeleton, and adds it. */
function addModel(
  world: AnimationWorld,
  registered: RegisteredRig,
  slot: number,
  atlas: AtlasPages,
  attachment: AttachmentModel,
): number {
  const { animation: state } = world
  const { source: rig } = registered
  const source = `attachment of "${rig.name}"`
  const model: SkeletonModel = {
    name: rig.name,
    format: rig.format,
    version: rig.version,
    maths: rig.maths,
    hash: null,
    x: 0,
    y: 0,
    width: 0,
    height: 0,
    referenceScale: 100,
    fps: 30,
    images: null,
    audio: null,
    bones: [],
    slots: rig.slots.names.map((name, i) => ({
      name,
      bone: rig.slots.bone[i],
      color: [1, 1, 1, 1],
      dark: null,
      blend: 'normal',
      attachment: null,
    })),
    constraints: [],
    defaultSkin: -1,
    events: [],
    animations: [],
    skins: [{ name: '', bones: [], constraints: [], entries: [{ slot, key: attachment.name, attachment }] }],
  }
  const writer = createImageWriter(64)
  const compiled = compileAttachments(model, atlas.model, {
    source,
    pages: atlas.pages,
    account: openAccount(model),
    warn: state.warn,
    deforms: [],
  })
  writeAttachments(compiled, rig.slots.bone, rig.maths.exactCornerPi, writer)
  const { table, pages } = compiled
  return addToWardrobe(state, registered, { table, image: finishImage(writer), pages })
}

/** Checks pages. @throws OsteonError `missing-region`, `missing-page`, `disposed`. */
function checkPages(atlas: AtlasPages, attachment: AttachmentModel): void {
  const { model, pages } = atlas
  if (attachment.type !== 'region' && attachment.type !== 'mesh') return
  const regions = indexRegions(model)
  const region = regions.get(attachment.path)
  if (!region) {
    const message = `there is no region ${JSON.stringify(attachment.path)}; there are ${listNames(regions.keys())}`
    throw new OsteonError('missing-region', model.name, '', message)
  }
  const page = pages[region.page]
  if (page) {
    checkOpen(atlas, page, region.name)
    return
  }
  const message = `region ${JSON.stringify(region.name)} is on page ${region.page}, which was not given`
  throw new OsteonError('missing-page', model.name, `regions.${region.name}`, message)
}

function regionOf(atlas: AtlasPages, data: RegionData): RegionModel {
  const { region: path, x = 0, y = 0, rotation = 0, scaleX = 1, scaleY = 1, color = [1, 1, 1, 1] } = data
  const found = indexRegions(atlas.model).get(path)
  const { width = found?.originalWidth ?? 0, height = found?.originalHeight ?? 0 } = data
  checkNumbers('attachment', [x, y, rotation, scaleX, scaleY, width, height, ...color])
  return {
    type: 'region',
    name: path,
    path,
    x,
    y,
    rotation,
    scaleX,
    scaleY,
    width,
    height,
    color: [...color] as Rgba,
    sequence: null,
  }
}

function meshOf(rig: Rig, data: MeshData): MeshModel {
  const { region: path, color = [1, 1, 1, 1] } = data
  const vertices = Float32Array.from(data.vertices)
  const uvs = Float32Array.from(data.uvs)
  const count = uvs.length >> 1
  const bones = data.bones === undefined ? null : bonesOf(rig, data.bones, count)
  checkNumbers('vertices', vertices)
  checkNumbers('uvs', uvs)
  checkNumbers('color', color)
  const wanted = bones ? 3 * (bones.length - count) : 2 * count
  if (count < 3 || uvs.length % 2 !== 0 || vertices.length !== wanted) {
    const message = `${uvs.length} numbers of uvs ask for ${wanted} of vertices, there are ${vertices.length}; 3 points are the least`
    throw new OsteonError('bad-vertices', 'attachment', 'vertices', message)
  }
  const points = Array.from(data.triangles)
  if (
    points.length % 3 !== 0 ||
    points.some((point) => !Number.isInteger(point) || point < 0 || point >= count)
  ) {
    const message = `expected three points of 0 … ${count - 1} a triangle`
    throw new OsteonError('bad-triangles', 'attachment', 'triangles', message)
  }
  return {
    type: 'mesh',
    name: path,
    path,
    color: [...color] as Rgba,
    sequence: null,
    count,
    bones,
    vertices,
    uvs,
    triangles: Uint32Array.from(points),
    hull: 0,
    edges: null,
    source: null,
    timelines: 'own',
  }
}

/** Reads bones. @throws OsteonError `bad-vertices`, `unknown-bone`. */
function bonesOf(rig: Rig, list: ArrayLike<number>, count: number): Uint16Array {
  let at = 0
  for (let point = 0; point < count; point++) {
    const many = list[at++]
    if (!Number.isInteger(many) || many < 0 || at + many > list.length) {
      const message = `point ${point} has no number of bones that fits the list`
      throw new OsteonError('bad-vertices', 'attachment', 'bones', message)
    }
    for (let i = 0; i < many; i++, at++) {
      if (rig.bones.names[list[at]] !== undefined) continue
      const message = `"${rig.name}" has no bone ${list[at]}; it has ${rig.bones.count}`
      throw new OsteonError('unknown-bone', 'attachment', `bones[${at}]`, message)
    }
  }
  if (at === list.length) return Uint16Array.from(list)
  throw new OsteonError('bad-vertices', 'attachment', 'bones', `${list.length - at} numbers are left`)
}

/** Checks numbers. @throws OsteonError `not-finite`. */
function checkNumbers(path: string, numbers: ArrayLike<number>): void {
  for (let i = 0; i < numbers.length; i++) {
    if (Number.isFinite(Math.fround(numbers[i]))) continue
    throw new OsteonError('not-finite', 'attachment', path, `expected finite float32s, got ${numbers[i]}`)
  }
}
