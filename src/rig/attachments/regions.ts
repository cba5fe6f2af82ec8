/** Looks up the images of region and mesh attachments, and writes skin data and texture coordinates frame by frame. */
import { OsteonError, type Warn } from '../../base/errors'
import type { AtlasPage, AtlasRegion } from '../../base/model/atlas'
import type { MeshModel, RegionModel } from '../../base/model/attachment'
import { type Account, afford, beyondMemory } from '../../base/model/limits'
import {
  meshUvs,
  regionCorners,
  regionProblem,
  regionUvs,
  sequencePath,
} from '../../base/model/region-geometry'
import { IMAGE_COPIES, type ImageWriter, reserve } from '../image-writer'
import { MOST_WORLD } from '../program/ops'
import type { RegionSource } from '../resolve'
import { cornersProblem } from './reach'
import { REGION_SKIN_WORDS, type VertexOrder, writeRegionSkin } from './vertices'

/** The attachment that asks for images, for look-up and messages. */
export interface ImageOwner {
  readonly source: string
  /** The account that pays for the images. */
  readonly account: Account
  /** Names of the skin, the slot and the key in the skin. */
  readonly skin: string
  readonly slot: string
  readonly key: string
}

export interface FrameImage {
  readonly region: AtlasRegion
  readonly page: AtlasPage
  /** Number in `RegionSource.pages`. */
  readonly number: number
}

/** Bytes of an attachment and of each of its frames, in addition to those in the image. */
const BYTES_OF_AN_ATTACHMENT = 300
const BYTES_OF_A_FRAME = 80

/**
 * One image for each frame; a single one without a sequence.
 *
 * @throws OsteonError `missing-region`; `bad-atlas` for a region without size; `too-large`.
 */
export function frameImages(
  attachment: RegionModel | MeshModel,
  regions: RegionSource,
  owner: ImageOwner,
): FrameImage[] {
  const { sequence, path } = attachment
  const count = sequence ? sequence.count : 1
  const words = attachment.type === 'mesh' ? attachment.count * 2 : REGION_SKIN_WORDS + 8
  const name = sequence ? path.length + sequence.digits : 0
  const bytes = BYTES_OF_A_FRAME + name + IMAGE_COPIES * words * Int32Array.BYTES_PER_ELEMENT
  pay(owner, BYTES_OF_AN_ATTACHMENT + count * bytes, `its frames (${count})`)
  if (!sequence) return [imageOf(attachment, path, regions, owner)]
  const images: FrameImage[] = []
  for (let frame = 0; frame < count; frame++)
    images.push(imageOf(attachment, sequencePath(path, sequence, frame), regions, owner))
  return images
}

/** Whether the attachment shows nothing because its image is missing; warns then. */
export function lacksImage(
  attachment: RegionModel | MeshModel,
  regions: RegionSource,
  { source, skin, slot, key }: ImageOwner,
  warn?: Warn,
): boolean {
  const { path } = attachment
  if (!regions.lacks({ path, attachment, key, slot, skin })) return false
  const message = `the atlas has no region ${JSON.stringify(path)}: nothing is shown`
  warn?.({ code: 'missing-region', source, path: `skins.${skin}.${slot}.${key}`, message })
  return true
}

/** @throws OsteonError `out-of-range` with the problem, if there is one. */
export function refuseFar(owner: ImageOwner, problem: string | null): void {
  if (problem !== null) throw new OsteonError('out-of-range', owner.source, placeOf(owner), problem)
}

/** Pays for a part of an attachment, which `what` names in messages. @throws OsteonError `too-large`. */
export function pay(owner: ImageOwner, bytes: number, what: string): void {
  if (afford(owner.account, bytes)) return
  const message = beyondMemory(owner.account, `${what}, with what is before it,`)
  throw new OsteonError('too-large', owner.source, placeOf(owner), message)
}

function placeOf({ skin, slot, key }: ImageOwner): string {
  return `skins.${skin}.${slot}.${key}`
}

function imageOf(
  attachment: RegionModel | MeshModel,
  path: string,
  regions: RegionSource,
  owner: ImageOwner,
): FrameImage {
  const { source, skin, slot, key } = owner
  const found = regions.find({ path, attachment, key, slot, skin })
  const page = regions.pages[found.page]?.settings
  const problem = page ? regionProblem(found.region, page) : `page ${found.page} of the atlas was not given`
  if (problem === null) return { region: found.region, page, number: found.page }
  const message = `attachment ${JSON.stringify(attachment.name)} cannot be drawn: ${problem}`
  throw new OsteonError('bad-atlas', source, placeOf(owner), message)
}

/** @throws OsteonError `out-of-range` for corners too far from their bone. */
export function checkCorners(
  attachment: RegionModel,
  images: readonly FrameImage[],
  exactPi: boolean,
  owner: ImageOwner,
): void {
  for (const { region, page } of images) {
    if (isNear(attachment, region)) continue
    regionCorners(attachment, region, exactPi, CORNERS, page.scale)
    refuseFar(owner, cornersProblem(CORNERS))
  }
}

/** Whether the corners are near enough wherever the attachment is turned to. */
function isNear({ pivot, x, y, scaleX, scaleY, width, height }: RegionModel, region: AtlasRegion): boolean {
  if (pivot) return false
  const across = (Math.abs(region.offsetX) + region.width) / region.originalWidth
  const along = (Math.abs(region.offsetY) + region.height) / region.originalHeight
  const size = Math.abs(width * scaleX) * (1 + across) + Math.abs(height * scaleY) * (1 + along)
  return Math.abs(x) + Math.abs(y) + size < MOST_WORLD / 2
}

/** Scratch. */
const CORNERS = new Float64Array(8)

/**
 * Appends a region's skin data, REGION_SKIN_WORDS a frame.
 *
 * @param corners scratch of eight numbers.
 * @returns the word address of frame 0's data.
 */
export function writeRegionSkins(
  writer: ImageWriter,
  attachment: RegionModel,
  images: readonly FrameImage[],
  bone: number,
  exactPi: boolean,
  corners: Float64Array,
): number {
  const start = reserve(writer, images.length * REGION_SKIN_WORDS)
  for (let frame = 0; frame < images.length; frame++) {
    const { region, page } = images[frame]
    regionCorners(attachment, region, exactPi, corners, page.scale)
    writeRegionSkin(writer, start + frame * REGION_SKIN_WORDS, corners, bone)
  }
  return start
}

/** @param uvs scratch of eight numbers. */
export function writeRegionUvs(
  writer: ImageWriter,
  images: readonly FrameImage[],
  uvs: Float64Array,
): number {
  const start = reserve(writer, images.length * 8)
  for (let frame = 0; frame < images.length; frame++) {
    const { region, page } = images[frame]
    regionUvs(region, page, uvs)
    // Copying so few numbers by `set` takes longer.
    for (let i = 0; i < 8; i++) writer.f32[start + frame * 8 + i] = uvs[i]
  }
  return start
}

export function writeMeshUvs(
  writer: ImageWriter,
  mesh: MeshModel,
  images: readonly FrameImage[],
  order: VertexOrder,
): number {
  const words = 2 * order.vertices.length
  const start = reserve(writer, images.length * words)
  for (let frame = 0; frame < images.length; frame++) {
    const { region, page } = images[frame]
    meshUvs(region, page, mesh.uvs, writer.f32, mesh.trimmed, order.vertices, start + frame * words)
  }
  return start
}
