/** Fetches, checks, decodes and closes page images. */
import { OsteonError } from '../base/errors'
import { type Limits, MOST_PIXELS } from '../base/model/limits'
import { imageSize } from '../rig/resolve'
import type { PageImage, RawPixels } from '../rig/rig'
import { type Entry, fileArrived, fileExpected, own, signalOf, throwIfDropped } from './cache'
import { checkLength, type Fetch, fetchBytes, mostBytes } from './fetch'
import { looksLike } from './looks-like'
import { nameOfUrl } from './source'

/** A ready image, an encoded one (PNG, WebP, …), or its address. */
export type PageSource = PageImage | Blob | Uint8Array | ArrayBuffer | string | URL

/** An image that need not be fetched. */
export type PageContent = Exclude<PageSource, string | URL>

/**
 * Decodes an image file. If `premultiply` is true, a bitmap must come premultiplied; otherwise untouched, because the
 * page's file is already premultiplied. Raw pixels come untouched in either case.
 */
export type DecodeImage = (file: Blob, how: { premultiply: boolean }) => Promise<PageImage>

/** Greatest side in pixels: no WebGL implementation takes more. */
const MAX_SIDE = 16_384

/**
 * Returns the browser's decoder. Undefined if there is none, and in runtimes such as Deno that have `createImageBitmap`
 * but cannot draw. There, images would be fetched for nothing, and would be missing if a skeleton comes from bytes.
 */
export function defaultDecoder(): DecodeImage | undefined {
  const draws = typeof document !== 'undefined' || typeof WebGLRenderingContext !== 'undefined'
  if (!draws || typeof createImageBitmap !== 'function') return undefined
  return (file, { premultiply }) =>
    createImageBitmap(file, {
      premultiplyAlpha: premultiply ? 'premultiply' : 'none',
      colorSpaceConversion: 'none',
    })
}

export function isEncoded(source: PageContent): source is Blob | Uint8Array | ArrayBuffer {
  return source instanceof Uint8Array || source instanceof ArrayBuffer || source instanceof Blob
}

/**
 * Checks an image from the user. @throws OsteonError `bad-option` for an image without a size, or whose number of
 * pixels contradicts its size.
 */
export function checkGivenImage(image: PageImage, source: string, page: string): void {
  const refuse = (message: string) =>
    new OsteonError('bad-option', source, `pages.${page}`, `${message} for page ${JSON.stringify(page)}`)
  if (typeof image !== 'object' || image === null) throw refuse(`expected an image, got ${String(image)}`)
  const { width, height } = imageSize(image)
  if (!(width > 0 && height > 0))
    throw refuse(`got an image of ${width} × ${height} pixels (not loaded yet?)`)
  if (isRaw(image) && image.data.length !== width * height * 4)
    throw refuse(`${width} × ${height} raw pixels need ${width * height * 4} bytes, got ${image.data.length}`)
}

function isRaw(image: PageImage): image is RawPixels {
  return 'data' in image
}

/**
 * Makes an image entry.
 *
 * @throws OsteonError `fetch-failed`, `too-large`, `decode-failed`.
 */
export async function makeImage(
  entry: Entry<PageImage>,
  from: string | Blob | Uint8Array | ArrayBuffer,
  premultiply: boolean,
  {
    fetch,
    decode,
    name,
    limits,
  }: { fetch: Fetch | undefined; decode: DecodeImage; name: string; limits: Limits },
): Promise<PageImage> {
  const signal = signalOf(entry)
  const most = mostBytes('image', limits)
  const isUrl = typeof from === 'string'
  const source = isUrl ? nameOfUrl(from) : name
  if (isUrl) fileExpected(entry)
  const file = isUrl ? await fetchBytes(from, most, { fetch, signal }) : from
  const blob = file instanceof Blob ? file : new Blob([file as BlobPart])
  checkLength(blob.size, most, source)
  checkSize(pngSize(new Uint8Array(await blob.slice(0, PNG_HEAD).arrayBuffer())), source, limits)
  throwIfDropped(entry)
  const image = await decode(blob, { premultiply }).catch(async (cause: unknown) => {
    const kind = looksLike(new Uint8Array(await blob.arrayBuffer()))
    const what = kind === null ? '' : ` (it looks like ${kind})`
    const message = `could not be decoded${what}: ${cause instanceof Error ? cause.message : cause}`
    const error = new OsteonError('decode-failed', source, '', message)
    error.cause = cause
    throw error
  })
  own(entry, () => closeImage(image))
  checkSize(imageSize(image), source, limits)
  if (isUrl) fileArrived(entry)
  return image
}

/** Checks the size before decoding, if it is known: an image of a few bytes may unfold to gigabytes. */
function checkSize(size: { width: number; height: number } | null, source: string, limits: Limits): void {
  if (!size) return
  const { width, height } = size
  if (Math.max(width, height) > MAX_SIDE) {
    const message = `${width} × ${height} pixels; at most ${MAX_SIDE} a side are possible`
    throw new OsteonError('too-large', source, '', message)
  }
  checkPixels(width * height, limits, source)
}

/** Checks the number of pixels. @throws OsteonError `too-large`. */
export function checkPixels(
  pixels: number,
  { pixels: most = MOST_PIXELS }: Limits = {},
  source: string,
): void {
  if (pixels <= most) return
  const message = `${pixels} pixels; at most ${most} are decoded (\`limits.pixels\` says otherwise)`
  throw new OsteonError('too-large', source, '', message)
}

/** Length of the beginning of a PNG that holds its size. */
export const PNG_HEAD = 24

/** Returns the size of a PNG from its first bytes, or null for anything else. */
export function pngSize(bytes: Uint8Array): { width: number; height: number } | null {
  if (bytes.length < PNG_HEAD) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, PNG_HEAD)
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(12) !== 0x49484452) return null
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

function closeImage(image: PageImage): void {
  if ('close' in image) image.close()
}
