/** Compiles the attachments of all skins to a table and an image. */
import type { Warn } from '../../errors'
import type { AtlasModel } from '../../model/atlas'
import type { AttachmentModel, ClippingModel, MeshModel, VertexAttachmentModel } from '../../model/attachment'
import type { Account } from '../../model/limits'
import type { SkeletonModel } from '../../model/skeleton'
import { type ImageWriter, writeInts } from '../image-writer'
import { type AttachmentResolver, createRegionSource } from '../resolve'
import type { RigPage } from '../rig'
import { findMoved } from './moved'
import { type AttachmentNumbers, getOrMake, numberAttachments } from './numbers'
import { pointsProblem } from './reach'
import {
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
  orderVertices,
  REGION_SKIN_WORDS,
  sortedTriangles,
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
}

export interface CompiledAttachments {
  readonly table: AttachmentTable
  /** The context's pages, then pages from the resolver; `table.page` holds indices into this list. */
  readonly pages: readonly RigPage[]
  /** Per skin of the model: attachment numbers of its entries, in their order. */
  readonly bySkin: readonly Int32Array[]
  /** Attachment number of a skin entry (indices of the model); -1 = none. */
  numberOf(skin: number, slot: number, key: string): number
  /** Order of the attachment's points; null = it has none, or there is no such attachment. */
  orderOf(attachment: number): VertexOrder | null
}

/**
 * Compiles the attachments of all skins: numbers them, looks up their images, sorts their vertices by bones, and appends
 * skin data, texture coordinates and triangles to the rig's image.
 *
 * @param atlas `null`: images are untrimmed and fill the whole of a page that has no image.
 * @throws OsteonError `missing-region`, `bad-atlas` for a region without size, `too-large`.
 */
export function compileAttachments(
  model: SkeletonModel,
  atlas: AtlasModel | null,
  writer: ImageWriter,
  context: AttachmentContext,
): CompiledAttachments {
  const { source, account } = context
  const regions = createRegionSource(atlas, context.pages, context.resolve, source)
  const numbers = numberAttachments(model)
  const draft = createDraft(numbers.list.length)
  const shared: Shared = {
    moved: findMoved(model, numbers),
    orders: new Map(),
    skins: new Map(),
    triangles: new Map(),
    eight: new Float64Array(8),
  }
  const pages: number[] = []
  numbers.list.forEach(({ attachment, slot, skin, key }, number) => {
    draft.kind[number] = ATTACHMENT_KIND[attachment.type]
    draft.slot[number] = slot
    draft.timeline[number] = timelineOf(numbers, attachment, slot, number)
    draft.pageStart[number] = pages.length
    draft.models.push(attachment)
    draft.orders.push(null)
    const bone = model.slots[slot].bone
    const owner = { source, account, skin: model.skins[skin].name, slot: model.slots[slot].name, key }
    const work: Work = { writer, draft, shared, number, bone, owner }
    if (attachment.type === 'point' || attachment.type === 'armature') return
    if (
      'optional' in attachment &&
      attachment.optional &&
      lacksImage(attachment, regions, owner, context.warn)
    ) {
      draft.kind[number] = ATTACHMENT_KIND.point
      return
    }
    if (attachment.type !== 'region') writePoints(work, attachment)
    if (attachment.type === 'clipping') {
      draft.clipEnd[number] = attachment.end
      draft.clipShape[number] = clipShape(attachment)
    }
    if (attachment.type !== 'region' && attachment.type !== 'mesh') return
    const images = frameImages(attachment, regions, owner)
    for (const image of images) pages.push(image.number)
    draft.frames[number] = images.length
    draft.setupFrame[number] = Math.min(attachment.sequence?.setup ?? 0, images.length - 1)
    draft.color.set(attachment.color, number * 4)
    if (attachment.type === 'mesh') writeMesh(work, attachment, images)
    else {
      draft.skin[number] = writeRegionSkins(
        writer,
        attachment,
        images,
        bone,
        model.maths.exactCornerPi,
        owner,
        shared.eight,
      )
      draft.skinStride[number] = REGION_SKIN_WORDS
      draft.uvs[number] = writeRegionUvs(writer, images, shared.eight)
      draft.vertices[number] = 4
      draft.indices[number] = QUAD.length
      shared.quad ??= writeInts(writer, QUAD)
      draft.triangles[number] = shared.quad
    }
  })
  return {
    table: finishDraft(draft, pages),
    pages: regions.pages,
    bySkin: numbers.bySkin,
    numberOf: numbers.numberOf,
    orderOf: (attachment) => draft.orders[attachment] ?? null,
  }
}

const QUAD = [0, 1, 2, 2, 3, 0]

interface Draft {
  readonly models: AttachmentModel[]
  readonly orders: (VertexOrder | null)[]
  readonly kind: Uint8Array
  readonly slot: Uint16Array
  readonly timeline: Int32Array
  readonly vertices: Int32Array
  readonly deform: Int32Array
  readonly frames: Int32Array
  readonly setupFrame: Int32Array
  readonly skin: Int32Array
  readonly skinStride: Int32Array
  readonly uvs: Int32Array
  readonly triangles: Int32Array
  readonly indices: Int32Array
  readonly pageStart: Int32Array
  readonly color: Float32Array
  readonly clipEnd: Int32Array
  readonly clipShape: Uint8Array
}

/** Results for arrays that several attachments have in common: linked meshes, and attachments in several skins. */
interface Shared {
  /** By vertices of an unweighted mesh with deform timelines: the points that keys move. */
  readonly moved: ReadonlyMap<Float32Array, Uint8Array>
  readonly orders: Map<Float32Array, VertexOrder>
  readonly skins: Map<Float32Array, Map<number, number>>
  readonly triangles: Map<object, { order: VertexOrder; address: number }>
  /** Scratch. */
  readonly eight: Float64Array
  quad?: number
}

interface Work {
  readonly writer: ImageWriter
  readonly draft: Draft
  readonly shared: Shared
  readonly number: number
  readonly bone: number
  readonly owner: ImageOwner
}

function createDraft(count: number): Draft {
  const ints = (value: number) => new Int32Array(count).fill(value)
  return {
    models: [],
    orders: [],
    kind: new Uint8Array(count),
    slot: new Uint16Array(count),
    timeline: ints(-1),
    vertices: ints(0),
    deform: ints(0),
    frames: ints(0),
    setupFrame: ints(0),
    skin: ints(-1),
    skinStride: ints(0),
    uvs: ints(-1),
    triangles: ints(-1),
    indices: ints(0),
    pageStart: ints(0),
    color: new Float32Array(count * 4).fill(1),
    clipEnd: ints(-1),
    clipShape: new Uint8Array(count),
  }
}

function finishDraft(draft: Draft, pages: readonly number[]): AttachmentTable {
  const { orders, ...table } = draft
  return {
    ...table,
    count: draft.models.length,
    clips: draft.kind.includes(ATTACHMENT_KIND.clipping),
    page: new Uint16Array(pages),
    order: orders.map((order) => order?.vertices ?? null),
  }
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
  { writer, draft, shared, number, bone, owner: payer }: Work,
  attachment: VertexAttachmentModel,
): void {
  const { vertices, bones, count } = attachment
  let order = shared.orders.get(vertices)
  if (!order || order.data.count !== count) {
    pay(payer, bytesOfOrder(attachment), 'its points')
    refuseFar(payer, pointsProblem(attachment))
    order = orderVertices(attachment, shared.moved.get(vertices) ?? null)
    shared.orders.set(vertices, order)
  }
  // Weighted points are bound to bones of their own, not to the slot's bone.
  const owner = bones ? -1 : bone
  const skins = getOrMake(shared.skins, vertices)
  let skin = skins.get(owner)
  if (skin === undefined) {
    skin = writeSkin(writer, order, bone)
    skins.set(owner, skin)
  }
  draft.orders[number] = order
  draft.skin[number] = skin
  draft.vertices[number] = count
  draft.deform[number] = order.influences.length * 2
}

function writeMesh(
  { writer, draft, shared, number }: Work,
  mesh: MeshModel,
  images: readonly FrameImage[],
): void {
  const order = draft.orders[number]
  if (!order) return
  let triangles = shared.triangles.get(mesh.triangles)
  if (triangles?.order !== order) {
    triangles = { order, address: writeInts(writer, sortedTriangles(mesh.triangles, order)) }
    shared.triangles.set(mesh.triangles, triangles)
  }
  draft.triangles[number] = triangles.address
  draft.indices[number] = mesh.triangles.length
  draft.uvs[number] = writeMeshUvs(writer, mesh, images, order)
}
