/**
 * Loads an atlas with its pages: turns text into a model, fetches images from the same folder, and applies the caller's
 * overrides.
 */
import { OsteonError, type Warn } from '../base/errors'
import type { AtlasModel, AtlasPage } from '../base/model/atlas'
import type { Limits } from '../base/model/limits'
import type { Reader } from '../base/model/reader'
import { imageSize } from '../rig/resolve'
import type { PageImage, RigPage } from '../rig/rig'
import type { LoadedAtlas } from './assets'
import {
  acquire,
  type Entry,
  fileArrived,
  fileExpected,
  leavePart,
  need,
  signalOf,
  throwIfDropped,
} from './cache'
import { blobBytes, checkLength, type Fetch, fetchBytes, fetchHead, type MostBytes, mostBytes } from './fetch'
import {
  checkGivenImage,
  checkPixels,
  type DecodeImage,
  isEncoded,
  makeImage,
  type PageContent,
  type PageSource,
  PNG_HEAD,
  pngSize,
} from './image'
import { looksLikeNoAtlas } from './looks-like'
import { pageAddress } from './page-address'
import type { AtlasRequest } from './request'
import { nameOf, nameOfUrl, resolveUrl } from './source'

/** Greatest number of pages; a vertex cannot name more in a world that also has other rigs. */
const MAX_PAGES = 1024

/** Returns the options that make two atlases different. An inline atlas has no address, so its base counts as well. */
export function atlasIdentity({
  atlas,
  base,
  premultiplied,
  filter,
  images,
  pages,
  pageFolders,
  limits = {},
}: AtlasRequest): unknown[] {
  if (atlas === null) return [null]
  const place = 'url' in atlas ? [atlas.url] : [atlas.data, base]
  return [...place, premultiplied, filter, images, pages, pageFolders.join(' '), ...limitsIdentity(limits)]
}

/** Returns the limits as part of an entry's identity: a caller with higher limits must not get another's refusal. */
export function limitsIdentity({ skeleton, atlas, image, memory, pixels, clipping }: Limits): unknown[] {
  return [skeleton, atlas, image, memory, pixels, clipping]
}

/** Returns the content of the atlas, fetched if given by address, and shared with other loads. */
export function atlasFile(
  entry: Entry<unknown>,
  { atlas, assets, fetch, limits }: AtlasRequest,
): string | Uint8Array | AtlasModel | null | Promise<Uint8Array> {
  if (atlas === null) return null
  const most = mostBytes('atlas', limits)
  if ('url' in atlas) {
    const { url } = atlas
    return need(
      entry,
      acquire(assets.files, [url, most.bytes], (own) => fetchFile(own, url, most, fetch)),
    )
  }
  const { data } = atlas
  if (typeof data === 'string' || data instanceof Uint8Array || !(data instanceof Blob)) return data
  return blobBytes(data, most, nameOf(atlas, 'atlas'))
}

/** Fetches a file of an entry. */
export async function fetchFile(
  entry: Entry<unknown>,
  url: string,
  most: MostBytes,
  fetch: Fetch | undefined,
): Promise<Uint8Array> {
  fileExpected(entry)
  const bytes = await fetchBytes(url, most, { fetch, signal: signalOf(entry) })
  fileArrived(entry)
  return bytes
}

/**
 * Makes an atlas a part of an entry.
 *
 * @param content the fetched file, text or model.
 * @throws OsteonError `unknown-format` if the content isn't an atlas; `bad-atlas` and other errors of the reader;
 *   `too-large`; `missing-page`, `fetch-failed` and `decode-failed` for images.
 */
export function needAtlas(
  entry: Entry<unknown>,
  content: string | Uint8Array | AtlasModel,
  reader: Reader,
  request: AtlasRequest,
): Promise<LoadedAtlas> {
  const identity = [reader.readAtlas, ...atlasIdentity(request)]
  const atlas = acquire(request.assets.atlases, identity, (own) => makeAtlas(own, content, reader, request))
  return need(entry, atlas)
}

async function makeAtlas(
  entry: Entry<LoadedAtlas>,
  content: string | Uint8Array | AtlasModel,
  reader: Reader,
  request: AtlasRequest,
): Promise<LoadedAtlas> {
  const { atlas, limits } = request
  const source = atlas === null ? 'atlas' : nameOf(atlas, 'atlas')
  const warn: Warn = (warning) => entry.warnings.push(warning)
  const isText = typeof content === 'string' || content instanceof Uint8Array
  const model = isText ? readAtlas(content, reader, { source, limits, warn }) : checkModel(content, source)
  if (model.pages.length > MAX_PAGES) throw tooManyPages(model.pages, source)
  let pixels = 0
  const count = (image: PageImage) => {
    const { width, height } = imageSize(image)
    pixels += width * height
    checkPixels(pixels, limits, `all pages of ${source}`)
  }
  const pages = await Promise.all(
    model.pages.map((page) => loadPage(entry, page, model.name, request, count)),
  )
  return { model: { ...model, pages: pages.map((page) => page.settings) }, pages }
}

function checkModel(content: AtlasModel, source: string): AtlasModel {
  if (Array.isArray(content.pages) && Array.isArray(content.regions)) return content
  throw new OsteonError('wrong-type', source, '', 'an atlas object must have lists of pages and regions')
}

function tooManyPages({ length }: readonly unknown[], source: string): OsteonError {
  return new OsteonError('too-large', source, 'pages', `${length} pages; at most ${MAX_PAGES}`)
}

/**
 * Reads the text of an atlas. Readers may take nearly any text for one, so a text without a region that has a size is
 * looked at more closely.
 *
 * @throws OsteonError `unknown-format`, `too-large`, and the reader's errors.
 */
export function readAtlas(
  content: string | Uint8Array,
  reader: Reader,
  options: { readonly source: string; readonly limits: Limits | undefined; readonly warn: Warn },
): AtlasModel {
  const { limits, source } = options
  checkLength(content.length, mostBytes('atlas', limits), source)
  try {
    const atlas = reader.readAtlas(content, options)
    if (!atlas.regions.some(({ width }) => width > 0)) refuseOther(content, reader.name, source)
    return atlas
  } catch (error) {
    refuseOther(content, reader.name, source)
    throw error
  }
}

function refuseOther(content: string | Uint8Array, reader: string, source: string): void {
  const kind = looksLikeNoAtlas(content, reader)
  if (kind === null) return
  const message = `no atlas that ${JSON.stringify(reader)} reads: it looks like ${kind}`
  throw new OsteonError('unknown-format', source, '', message)
}

/** Loads a page. @param count refuses images that have more pixels together than an atlas may have. */
async function loadPage(
  entry: Entry<LoadedAtlas>,
  page: AtlasPage,
  atlas: string,
  request: AtlasRequest,
  count: (image: PageImage) => void,
): Promise<RigPage> {
  const { filter, images, pages } = request
  const settings = { ...page, premultiplied: request.premultiplied ?? page.premultiplied }
  if (filter) Object.assign(settings, { minFilter: filter, magFilter: filter })
  const given = givenPage(pages, page.name)
  const load = () => pageImage(entry, settings, given, atlas, request)
  const isWorn = pages === 'worn' && images
  const image = isWorn ? null : await load()
  if (settings.width === 0 || settings.height === 0)
    Object.assign(settings, image ? imageSize(image) : await encodedSize(entry, page, given, atlas, request))
  throwIfDropped(entry)
  if (image) count(image)
  const loaded = { name: page.name, atlas, settings, image }
  return isWorn ? waitingPage(entry, loaded, load, count) : loaded
}

/** Makes a page whose image is loaded when it is asked for, and may leave again. */
function waitingPage(
  entry: Entry<LoadedAtlas>,
  page: Mutable<RigPage>,
  load: () => Promise<PageImage | null> | PageImage | null,
  count: (image: PageImage) => void,
): RigPage {
  let loading: Promise<void> | null = null
  let isCounted = false
  const leaving = new Set<() => void>()
  const arrive = async () => {
    const image = await load()
    if (image && !isCounted) count(image)
    isCounted = true
    page.image = image
  }
  page.leaving = leaving
  page.unworn = { since: undefined }
  page.unload = () => {
    const { image } = page
    if (image === null) return
    for (const leave of leaving) leave()
    leaving.clear()
    page.image = loading = null
    const part = entry.parts.find(({ value }) => value === image)
    if (part) leavePart(entry, part)
  }
  page.load = () => {
    loading ??= arrive().catch((error: unknown) => {
      loading = null
      throw error
    })
    return loading
  }
  return page
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** Returns the image that the user gave for a page; undefined if there is none, or only an address. */
function givenPage(pages: AtlasRequest['pages'], name: string): PageContent | undefined {
  const source = pages && sourceOf(pages, name)
  return typeof source === 'string' || source instanceof URL ? undefined : source
}

function sourceOf(pages: NonNullable<AtlasRequest['pages']>, name: string): PageSource | undefined {
  if (pages instanceof Map) return pages.get(name)
  if (pages === 'worn') return undefined
  const record = pages as Readonly<Record<string, PageSource>>
  return Object.hasOwn(record, name) ? record[name] : undefined
}

/** Reads the size of a PNG from its header, which works even without a decoder, as in Node. */
async function encodedSize(
  entry: Entry<LoadedAtlas>,
  page: AtlasPage,
  given: PageContent | undefined,
  atlas: string,
  request: AtlasRequest,
): Promise<{ width: number; height: number } | null> {
  if (given === undefined)
    return request.decode && request.pages !== 'worn' ? null : fetchedSize(entry, page, atlas, request)
  if (!isEncoded(given)) return null
  const head = given instanceof Blob ? await given.slice(0, PNG_HEAD).arrayBuffer() : given.slice(0, PNG_HEAD)
  return pngSize(new Uint8Array(head))
}

/**
 * Returns null for an unreadable image; its size matters only to regions drawn from it. Throws `forbidden-page`,
 * `aborted`.
 */
async function fetchedSize(
  entry: Entry<LoadedAtlas>,
  page: AtlasPage,
  atlas: string,
  request: AtlasRequest,
): Promise<{ width: number; height: number } | null> {
  const url = knownAddress(page.name, atlas, request)
  if (url === null) return null
  try {
    return pngSize(await fetchHead(url, PNG_HEAD, { fetch: request.fetch, signal: signalOf(entry) }))
  } catch (error) {
    if (error instanceof OsteonError && error.code === 'fetch-failed') return null
    throw error
  }
}

/** Returns the image of a page; null if the load wants none. */
function pageImage(
  entry: Entry<LoadedAtlas>,
  page: AtlasPage,
  given: PageContent | undefined,
  atlas: string,
  request: AtlasRequest,
): Promise<PageImage> | PageImage | null {
  if (given !== undefined && !isEncoded(given)) {
    checkGivenImage(given, atlas, page.name)
    return given
  }
  const { decode } = request
  if (!decode || (given === undefined && !request.images)) return null
  const from = given ?? addressOf(page.name, atlas, request)
  return needImage(entry, page, from, atlas, { ...request, decode })
}

/** Makes a page's image a part of its atlas. */
async function needImage(
  entry: Entry<LoadedAtlas>,
  { name, premultiplied }: AtlasPage,
  from: string | Blob | Uint8Array | ArrayBuffer,
  atlas: string,
  { assets, decode, fetch, limits = {} }: AtlasRequest & { decode: DecodeImage },
): Promise<PageImage> {
  const identity = [from, !premultiplied, ...limitsIdentity(limits)]
  const image = acquire(assets.images, identity, (own) =>
    makeImage(own, from, !premultiplied, { fetch, decode, name, limits }),
  )
  try {
    return await need(entry, image)
  } catch (error) {
    throw typeof from === 'string' ? namingPage(error, name, from, atlas) : error
  }
}

function addressOf(page: string, atlas: string, request: AtlasRequest): string {
  const url = knownAddress(page, atlas, request)
  if (url !== null) return url
  const message = `the atlas has no address to find ${JSON.stringify(page)} next to: give the page in \`pages\``
  throw new OsteonError('missing-page', atlas, page, message)
}

/**
 * Returns null if the page has no address of its own, and the atlas neither an address nor a base. Throws
 * `forbidden-page`.
 */
function knownAddress(
  page: string,
  atlas: string,
  { atlas: input, base, pageFolders, pages }: AtlasRequest,
): string | null {
  const source = pages && sourceOf(pages, page)
  if (typeof source === 'string' || source instanceof URL) return resolveUrl(String(source), base)
  const from = input && 'url' in input ? input.url : base
  return from === undefined ? null : pageAddress(page, from, pageFolders, atlas)
}

/** Adds the page's name to a "not found", the most common failure, for the author of the atlas. */
function namingPage(error: unknown, page: string, url: string, atlas: string): unknown {
  if (!(error instanceof OsteonError) || error.code !== 'fetch-failed') return error
  const status = error.cause instanceof Response ? error.cause.status : 0
  if (status !== 404 && status !== 410) return error
  const message = `there is no image at ${nameOfUrl(url)} (status ${status})`
  return new OsteonError('missing-page', atlas, page, message)
}

/** Joins atlases into one; regions of the first come first. */
export function joinAtlases(parts: readonly (LoadedAtlas | null)[]): LoadedAtlas | null {
  const found = parts.filter((part) => part !== null)
  if (found.length < 2) return found[0] ?? null
  const pages = found.flatMap((part) => part.pages)
  const model = joinModels(found.map((part) => part.model))
  if (pages.length > MAX_PAGES) throw tooManyPages(pages, model.name)
  return { model: { ...model, pages: pages.map(({ settings }) => settings) }, pages }
}

/** Joins models of atlases, at least one, into one with the first one's name. */
export function joinModels([first, ...others]: readonly AtlasModel[]): AtlasModel {
  const pages = [...first.pages]
  const regions = [...first.regions]
  for (const other of others) {
    const before = pages.length
    pages.push(...other.pages)
    for (const region of other.regions) regions.push({ ...region, page: before + region.page })
  }
  return { name: first.name, pages, regions }
}
