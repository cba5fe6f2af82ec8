/** Looks up the images of region and mesh attachments and writes what depends on them, frame by frame. */
import { OsteonError } from '../errors'
import type { AtlasPage, AtlasRegion } from '../model/atlas'
import type { MeshModel, RegionModel } from '../model/attachment'
import { meshUvs, regionCorners, regionProblem, regionUvs, sequencePath } from '../model/region-geometry'
import { REGION_SKIN_WORDS, sortedPairs, type VertexOrder, writeRegionSkin } from './attachments-vertices'
import { type ImageWriter, reserve, writeFloats } from './image-writer'
import type { RegionSource } from './resolve'

/** Who asks for images, for look-up and messages. */
export interface ImageOwner {
  readonly source: string
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

/** Numbers for one attachment beyond this mean a damaged or hostile file. */
const MOST_FRAMES = 65_535
const MOST_WORDS = 2 ** 26

/**
 * One image a frame; a single one without a sequence.
 *
 * @throws OsteonError `missing-region`; `bad-atlas` for a region without size; `too-large`.
 */
export function frameImages(
  attachment: RegionModel | MeshModel,
  regions: RegionSource,
  owner: ImageOwner,
): FrameImage[] {
  const { sequence, path } = attachment
  const { source, skin, slot, key } = owner
  const place = `skins.${skin}.${slot}.${key}`
  const count = sequence ? sequence.count : 1
  const points = attachment.type === 'mesh' ? attachment.count * 2 : REGION_SKIN_WORDS + 8
  if (count > MOST_FRAMES || count * points > MOST_WORDS)
    throw new OsteonError('too-large', source, place, `a sequence of ${count} frames`)
  return Array.from({ length: count }, (_, frame) => {
    const name = sequence ? sequencePath(path, sequence, frame) : path
    const found = regions.find({ path: name, attachment, key, slot, skin })
    const page = regions.pages[found.page]?.settings
    const problem = page ? regionProblem(found.region, page) : `page ${found.page} of the atlas was not given`
    if (problem === null) return { region: found.region, page, number: found.page }
    const message = `attachment ${JSON.stringify(attachment.name)} cannot be drawn: ${problem}`
    throw new OsteonError('bad-atlas', source, place, message)
  })
}

/** Appends a region's skin data, REGION_SKIN_WORDS a frame. @returns the word address of frame 0's. */
export function writeRegionSkins(
  writer: ImageWriter,
  attachment: RegionModel,
  images: readonly FrameImage[],
  bone: number,
  exactPi: boolean,
): number {
  const start = reserve(writer, images.length * REGION_SKIN_WORDS)
  const corners = new Float64Array(8)
  images.forEach(({ region }, frame) => {
    regionCorners(attachment, region, exactPi, corners)
    writeRegionSkin(writer, start + frame * REGION_SKIN_WORDS, corners, bone)
  })
  return start
}

export function writeRegionUvs(writer: ImageWriter, images: readonly FrameImage[]): number {
  const uvs = new Float64Array(images.length * 8)
  images.forEach(({ region, page }, frame) => {
    regionUvs(region, page, uvs.subarray(frame * 8))
  })
  return writeFloats(writer, uvs)
}

export function writeMeshUvs(
  writer: ImageWriter,
  mesh: MeshModel,
  images: readonly FrameImage[],
  order: VertexOrder,
): number {
  const uvs = images.flatMap(({ region, page }) => {
    const pairs = new Float64Array(2 * order.vertices.length)
    meshUvs(region, page, mesh.uvs, pairs)
    return [...sortedPairs(pairs, order)]
  })
  return writeFloats(writer, uvs)
}
