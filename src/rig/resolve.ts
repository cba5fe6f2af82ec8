/**
 * Finds images for attachments: by the caller's own hook, otherwise in the atlas.
 * The compiler calls `find`; all other exports are for users with images of their own.
 */
import { OsteonError } from '../base/errors'
import { type AtlasModel, type AtlasPage, type AtlasRegion, PLAIN_PAGE } from '../base/model/atlas'
import { indexRegions } from '../base/model/atlas-lookup'
import type { MeshModel, RegionModel } from '../base/model/attachment'
import type { PageImage, RigPage } from './rig'

/** A request for one image. A sequence makes one for each frame. */
export interface AttachmentRequest {
  /** Name for the look-up in the atlas, with a sequence's frame number. */
  path: string
  attachment: RegionModel | MeshModel
  /** Key under which the skin holds the attachment. */
  key: string
  slot: string
  skin: string
}

/** A region of a page of the caller's own. Make the page once with `createPage`; many answers may share it. */
export interface ResolvedRegion {
  page: RigPage
  /** In pixels, see `AtlasRegion`. @default the whole page */
  region?: RegionPlace
}

/** Where an image lies on its page, pixels; by default untrimmed and upright. */
export type RegionPlace = Pick<AtlasRegion, 'x' | 'y' | 'width' | 'height'> &
  Partial<Pick<AtlasRegion, 'offsetX' | 'offsetY' | 'originalWidth' | 'originalHeight' | 'rotate'>>

/** Answers with an image of the caller's own; null or undefined asks the atlas. */
export type AttachmentResolver = (request: AttachmentRequest) => ResolvedRegion | null | undefined

/** A region, and the index of its page in `RegionSource.pages`. */
export interface FoundRegion {
  page: number
  region: AtlasRegion
}

export interface RegionSource {
  /**
   * The atlas's pages, then pages from the resolver in order of first use. Without an atlas, if the resolver does not
   * know all images, one of them is a page without an image, and unknown images fill it untrimmed.
   */
  readonly pages: RigPage[]
  /**
   * @throws OsteonError `missing-region`; `bad-option` for an unusable answer of the resolver.
   */
  find(request: AttachmentRequest): FoundRegion
  /** Whether there is an atlas, but neither it nor the resolver has the image. */
  lacks(request: AttachmentRequest): boolean
}

/** An untrimmed image that fills its page. */
const WHOLE: AtlasRegion = {
  name: '',
  page: 0,
  x: 0,
  y: 0,
  width: 1,
  height: 1,
  offsetX: 0,
  offsetY: 0,
  originalWidth: 1,
  originalHeight: 1,
  rotate: 0,
  index: -1,
  custom: [],
}

/** @param pages the atlas's, in its order. @param source the skeleton's name, for messages. */
export function createRegionSource(
  atlas: AtlasModel | null,
  pages: readonly RigPage[],
  resolve: AttachmentResolver | undefined,
  source: string,
): RegionSource {
  const all = [...pages]
  const numbers = new Map(all.map((page, number) => [page, number]))
  const regions = atlas ? indexRegions(atlas) : null
  const blank: RigPage = {
    name: '',
    atlas: source,
    image: null,
    settings: { ...PLAIN_PAGE, name: '', width: 1, height: 1 },
  }

  function numberOf(page: RigPage): number {
    const known = numbers.get(page)
    if (known !== undefined) return known
    numbers.set(page, all.length)
    return all.push(page) - 1
  }

  function find(request: AttachmentRequest): FoundRegion {
    const answer = resolve?.(request)
    if (answer) return { page: numberOf(answer.page), region: ownRegion(answer, request, source) }
    if (!regions || !atlas) return { page: numberOf(blank), region: WHOLE }
    const region = regions.get(request.path)
    if (region) return { page: region.page, region }
    const message =
      `atlas "${atlas.name}" has no region ${JSON.stringify(request.path)}, which attachment ` +
      `${JSON.stringify(request.attachment.name)} of slot ${JSON.stringify(request.slot)}, ` +
      `skin ${JSON.stringify(request.skin)} needs`
    throw new OsteonError('missing-region', source, placeOf(request), message)
  }
  const lacks = (request: AttachmentRequest) =>
    regions !== null && !regions.has(request.path) && !resolve?.(request)
  return { pages: all, find, lacks }
}

function ownRegion(
  { page, region }: ResolvedRegion,
  request: AttachmentRequest,
  source: string,
): AtlasRegion {
  const { width: pageWidth, height: pageHeight } = page.settings
  const place = region ?? { x: 0, y: 0, width: pageWidth, height: pageHeight }
  const { x, y, width, height, offsetX = 0, offsetY = 0, rotate = 0 } = place
  const { originalWidth = width, originalHeight = height } = place
  const numbers = { x, y, width, height, offsetX, offsetY, originalWidth, originalHeight }
  const refuse = (field: string, message: string) =>
    new OsteonError('bad-option', source, placeOf(request), `resolveAttachment's region.${field} ${message}`)
  for (const [field, value] of Object.entries(numbers))
    if (!Number.isFinite(value)) throw refuse(field, `must be a finite number, got ${value}`)
  if (![0, 90, 180, 270].includes(rotate))
    throw refuse('rotate', `must be 0, 90, 180 or 270 degrees, got ${rotate}`)
  return { name: request.path, page: -1, ...numbers, rotate, index: -1, custom: [] }
}

function placeOf({ skin, slot, key }: AttachmentRequest): string {
  return `skins.${skin}.${slot}.${key}`
}

/**
 * Makes a page of the caller's own, for `resolveAttachment` to return. Keep it and return the same object again: each
 * page becomes one texture. Pixels have straight alpha unless `settings` says otherwise; filters default to linear.
 *
 * @throws OsteonError `bad-option` if the image has no size.
 */
export function createPage(name: string, image: PageImage, settings: Partial<AtlasPage> = {}): RigPage {
  const { width, height } = imageSize(image)
  if (!(width > 0 && height > 0))
    throw new OsteonError('bad-option', name, '', `the image has no size (${width} × ${height})`)
  return {
    name,
    atlas: '',
    image,
    settings: { ...PLAIN_PAGE, name, width, height, ...settings },
  }
}

/** Size in pixels; 0 for an `<img>` that has not loaded. */
export function imageSize(image: PageImage): { width: number; height: number } {
  if ('naturalWidth' in image) return { width: image.naturalWidth, height: image.naturalHeight }
  return { width: image.width, height: image.height }
}
