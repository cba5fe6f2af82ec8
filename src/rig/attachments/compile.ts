/** Compiles the attachments of all skins to a table and an image. */
import type { Warn } from '../../base/errors'
import type { DeformTimeline } from '../../base/model/animation'
import type { AtlasModel } from '../../base/model/atlas'
import type {
  AttachmentModel,
  ClippingModel,
  MeshModel,
  VertexAttachmentModel,
} from '../../base/model/attachment'
import type { Account } from '../../base/model/limits'
import type { SkeletonModel } from '../../base/model/skeleton'
import type { Keyed } from '../animation/keyed'
import { type ImageWriter, reserve, writeInts } from '../image-writer'
import { type AttachmentResolver, createRegionSource } from '../resolve'
import type { RigPage } from '../rig'
import { type AttachmentNumbers, numberAttachments } from './numbers'
import { createOrders, type Moved } from './orders'
import { pointsProblem } from './reach'
import {
  checkCorners,
  type FrameImage,
  frameImages,
  type ImageOwner,
  lacksImage,
  pay,
  refuseFar,
  writeMeshUvs,
  writeRegionSkins,
  writeRegionUvs,
} from './regions'
import { ATTACHMENT_KIND, type AttachmentTable, CLIP_SHAPE } from './table'
import {
  bytesOfOrder,
  createSorter,
  REGION_SKIN_WORDS,
  type Sorter,
  type VertexOrder,
  writeSkin,
} from './vertices'

export interface AttachmentContext {
  /** The skeleton's name, for messages. */
  readonly source: string
  /** The atlas's pages, in its order. */
  readonly pages: readonly RigPage[]
  /** Asked before the atlas for every image. */
  readonly resolve?: AttachmentResolver
  /** The account that pays for the attachments. */
  readonly account: Account
  readonly warn?: Warn
  /** Deform keys of the model. */
  readonly deforms: Keyed['deforms']
}

/** Attachments that are checked and numbered; `writeAttachments` makes their part of the rig's image. */
export interface CompiledAttachments {
  /** Without addresses and orders: `writeAttachments` sets them. */
  readonly table: AttachmentTable
  /** The context's pages, then pages from the resolver; `table.page` holds indices into this list. */
  readonly pages: readonly RigPage[]
  /** Per skin of the model: attachment numbers of its entries, in their order. */
  readonly bySkin: readonly Int32Array[]
  /** By attachment: the image of each frame; absent for those that are not drawn. */
  readonly images: readonly (readonly FrameImage[] | undefined)[]
  /** What `findMoved` found. */
  readonly moved: Moved
}

/** What `writeAttachments` needs beside the table. */
export type Dressed = Pick<CompiledAttachments, 'images' | 'moved'>

/**
 * Checks the attachments of all skins, numbers them, and looks up their images.
 *
 * @param atlas `null`: images are untrimmed and fill the whole of a page that has no image.
 * @throws OsteonError `missing-region`, `bad-atlas` for a region without size, `too-large`, `out-of-range`.
 */
export function compileAttachments(
  model: SkeletonModel,
  atlas: AtlasModel | null,
  context: AttachmentContext,
): CompiledAttachments {
  const { source, account } = context
  const regions = createRegionSource(atlas, context.pages, context.resolve, source)
  const numbers = numberAttachments(model)
  const draft = createDraft(numbers)
  const images: FrameImage[][] = []
  /** Numbers of points, by arrays that were checked. */
  const checked = new Map<Float32Array, number>()
  const pages: number[] = []
  for (let number = 0; number < draft.count; number++) {
    const { attachment, slot, skin, key } = numbers.list[number]
    draft.kind[number] = ATTACHMENT_KIND[attachment.type]
    draft.slot[number] = slot
    draft.timeline[number] = timelineOf(numbers, attachment, slot, number)
    draft.pageStart[number] = pages.length
    const owner = { source, account, skin: model.skins[skin].name, slot: model.slots[slot].name, key }
    if (attachment.type === 'point' || attachment.type === 'armature') continue
    if (
      'optional' in attachment &&
      attachment.optional &&
      lacksImage(attachment, regions, owner, context.warn)
    ) {
      draft.kind[number] = ATTACHMENT_KIND.point
      continue
    }
    if (attachment.type !== 'region') {
      if (checked.get(attachment.vertices) !== attachment.count) checkPoints(attachment, owner)
      checked.set(attachment.vertices, attachment.count)
      draft.vertices[number] = attachment.count
      const { bones, count } = attachment
      draft.deform[number] = 2 * (bones ? bones.length - count : count)
    }
    if (attachment.type === 'clipping') {
      draft.clipEnd[number] = attachment.end
      draft.clipShape[number] = clipShape(attachment)
    }
    if (attachment.type !== 'region' && attachment.type !== 'mesh') continue
    const frames = frameImages(attachment, regions, owner)
    images[number] = frames
    for (const image of frames) pages.push(image.number)
    draft.frames[number] = frames.length
    draft.setupFrame[number] = Math.min(attachment.sequence?.setup ?? 0, frames.length - 1)
    draft.color.set(attachment.color, number * 4)
    if (attachment.type === 'mesh') draft.indices[number] = attachment.triangles.length
    else {
      checkCorners(attachment, frames, model.maths.exactCornerPi, owner)
      draft.vertices[number] = 4
      draft.indices[number] = QUAD.length
    }
  }
  const table: AttachmentTable = {
    ...draft,
    clips: draft.kind.includes(ATTACHMENT_KIND.clipping),
    page: new Uint16Array(pages),
  }
  const moved = findMoved(context.deforms, numbers)
  return { table, pages: regions.pages, bySkin: numbers.bySkin, images, moved }
}

/**
 * Appends skin data, texture coordinates and triangles to the rig's image, vertices sorted by bones, and notes their
 * addresses and orders in the table.
 *
 * @param bones of slots. @param exactPi `Maths.exactCornerPi`.
 */
export function writeAttachments(
  compiled: CompiledAttachments,
  bones: ArrayLike<number>,
  exactPi: boolean,
  writer: ImageWriter,
): void {
  for (const _ of writeEach(compiled.table, compiled, bones, exactPi, writer));
}

/** Writes what `writeAttachments` writes, with a pause after each attachment. */
export function* writeEach(
  table: AttachmentTable,
  { images, moved }: Dressed,
  bones: ArrayLike<number>,
  exactPi: boolean,
  writer: ImageWriter,
): Generator<undefined, void> {
  const shared: Shared = {
    orderOf: createOrders(moved),
    sorter: createSorter(POOLED),
    points: new Map(),
    positions: new Uint32Array(16),
    eight: new Float64Array(8),
  }
  for (let number = 0; number < table.count; number++) {
    const attachment = table.models[number]
    const bone = bones[table.slot[number]]
    const frames = images[number]
    if (table.kind[number] === ATTACHMENT_KIND.point) continue
    if ('vertices' in attachment) writePoints(writer, table, shared, number, attachment, bone, frames)
    else if (attachment.type === 'region' && frames) {
      table.skin[number] = writeRegionSkins(writer, attachment, frames, bone, exactPi, shared.eight)
      table.skinStride[number] = REGION_SKIN_WORDS
      table.uvs[number] = writeRegionUvs(writer, frames, shared.eight)
      shared.quad ??= writeInts(writer, QUAD)
      table.triangles[number] = shared.quad
    }
    yield
  }
}

/** Words of the first buffers that orders share. */
const POOLED = 64
const QUAD = [0, 1, 2, 2, 3, 0]

/** What attachments have in common: linked meshes, and attachments in several skins. */
interface Shared {
  readonly orderOf: ReturnType<typeof createOrders>
  readonly sorter: Sorter
  readonly points: Map<VertexOrder, WrittenPoints>
  /** Scratch: vertex in file order → sorted position. */
  positions: Uint32Array
  /** Scratch. */
  readonly eight: Float64Array
  quad?: number
}

/** Addresses of what is written for points of one order. */
interface WrittenPoints {
  /** Skin data, by the bone of the slot; -1 for weighted points, which have bones of their own. */
  readonly skins: Map<number, number>
  /** The triangles that were written last, and their address. */
  triangles: MeshModel['triangles'] | null
  address: number
}

/** The columns of `count` attachments that are set when the rig's image is made. */
export function noAddresses(
  count: number,
): Pick<AttachmentTable, 'order' | 'skin' | 'skinStride' | 'triangles' | 'uvs'> {
  return {
    order: new Array<Uint32Array | null>(count).fill(null),
    skin: new Int32Array(count).fill(-1),
    skinStride: new Int32Array(count),
    uvs: new Int32Array(count).fill(-1),
    triangles: new Int32Array(count).fill(-1),
  }
}

function createDraft({ list }: AttachmentNumbers) {
  const count = list.length
  const models: AttachmentModel[] = []
  for (const { attachment } of list) models.push(attachment)
  return {
    count,
    models,
    ...noAddresses(count),
    kind: new Uint8Array(count),
    slot: new Uint16Array(count),
    timeline: new Int32Array(count),
    vertices: new Int32Array(count),
    deform: new Int32Array(count),
    frames: new Int32Array(count),
    setupFrame: new Int32Array(count),
    indices: new Int32Array(count),
    pageStart: new Int32Array(count),
    color: new Float32Array(count * 4).fill(1),
    clipEnd: new Int32Array(count).fill(-1),
    clipShape: new Uint8Array(count),
  }
}

function checkPoints(attachment: VertexAttachmentModel, owner: ImageOwner): void {
  pay(owner, bytesOfOrder(attachment), 'its points')
  refuseFar(owner, pointsProblem(attachment))
}

function clipShape({ convex, inverse }: ClippingModel): number {
  if (inverse) return CLIP_SHAPE.outside
  return convex ? CLIP_SHAPE.hull : CLIP_SHAPE.polygon
}

/** A linked mesh may use its source's timelines. */
function timelineOf(
  numbers: AttachmentNumbers,
  attachment: AttachmentModel,
  slot: number,
  number: number,
): number {
  if (attachment.type !== 'mesh' || !attachment.source || attachment.timelines === 'own') return number
  const source = numbers.numberOfModel(attachment.source, slot)
  return source < 0 ? number : source
}

function writePoints(
  writer: ImageWriter,
  table: AttachmentTable,
  shared: Shared,
  number: number,
  attachment: VertexAttachmentModel,
  bone: number,
  images: readonly FrameImage[] | undefined,
): void {
  const order = shared.orderOf(attachment, shared.sorter)
  const points = shared.points.get(order) ?? { skins: new Map(), triangles: null, address: -1 }
  shared.points.set(order, points)
  const owner = attachment.bones ? -1 : bone
  const skin = points.skins.get(owner) ?? writeSkin(writer, order, bone)
  points.skins.set(owner, skin)
  table.skin[number] = skin
  table.order[number] = order.isOfFile ? null : order.vertices
  if (attachment.type !== 'mesh' || !images) return
  if (points.triangles !== attachment.triangles) {
    points.triangles = attachment.triangles
    points.address = writeTriangles(writer, attachment.triangles, order, shared)
  }
  table.triangles[number] = points.address
  table.uvs[number] = writeMeshUvs(writer, attachment, images, order)
}

/** Appends triangles with indices of sorted vertices. @returns their word address. */
function writeTriangles(
  writer: ImageWriter,
  triangles: ArrayLike<number>,
  { vertices }: VertexOrder,
  shared: Shared,
): number {
  if (shared.positions.length < vertices.length) shared.positions = new Uint32Array(2 * vertices.length)
  const { positions } = shared
  for (let position = 0; position < vertices.length; position++) positions[vertices[position]] = position
  const start = reserve(writer, triangles.length)
  const { i32 } = writer
  for (let i = 0; i < triangles.length; i++) i32[start + i] = positions[triangles[i]]
  return start
}

/**
 * Finds the vertices of unweighted meshes that deform keys move; often most of them stay. Linked meshes share their
 * vertices, so the timelines of all of them count.
 *
 * @returns by the array of vertices: 1 for each vertex that is moved, otherwise 0.
 */
function findMoved(
  deforms: Keyed['deforms'],
  { list, numberOf }: AttachmentNumbers,
): Map<Float32Array, Uint8Array> {
  const found = new Map<Float32Array, Uint8Array>()
  for (const deform of deforms) {
    const mesh = list[numberOf(deform.skin, deform.slot, deform.key)]?.attachment
    if (mesh?.type !== 'mesh' || mesh.bones) continue
    const moved = found.get(mesh.vertices) ?? new Uint8Array(mesh.count)
    found.set(mesh.vertices, moved)
    markMoved(deform, moved)
  }
  return found
}

/** Sets 1 for each point of an unweighted mesh that keys move. */
function markMoved({ deltas, offsets }: DeformTimeline, moved: Uint8Array): void {
  for (let key = 0; key < deltas.length; key++)
    for (let i = 0; i < deltas[key].length; i++) if (deltas[key][i] !== 0) moved[(offsets[key] + i) >> 1] = 1
}
