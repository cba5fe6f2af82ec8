/**
 * Loads an atlas with its pages: turns text into a model, fetches images from the same folder, and applies the caller's
 * overrides.
 */
import { OsteonError } from '../base/errors'
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
import { blobBytes, checkLength, fetchBytes, fetchHead, mostBytes } from './fetch'
import {
  checkGivenImage,
  checkPixels,
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
import { nameOfData, nameOfUrl, resolveUrl } from './source'

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
export async function atlasFile(
  entry: Entry<unknown>,
  { atlas, assets, fetch, limits }: AtlasRequest,
): Promise<string | Uint8Array | AtlasModel | null> {
  if (atlas === null) return null
  if ('data' in atlas) {
    const { data } = atlas
    if (typeof data === 'string' || data instanceof Uint8Array || !(data instanceof Blob)) return data
    return blobBytes(data, mostBytes('atlas', limits), nameOfData(data, 'atlas'))
  }
  const most = mostBytes('atlas', limits)
  const file = acquire(assets.files, [atlas.url, most.bytes], async (own) => {
    fileExpected(own)
    const bytes = await fetchBytes(atlas.url, most, { fetch, signal: signalOf(own) })
    fileArrived(own)
    return bytes
  })
  return need(entry, file)
}

/**
 * Makes an atlas entry.
 *
 * @param content the fetched file, text or model.
 * @throws OsteonError `unknown-format` if the content isn't an atlas; `bad-atlas` and other errors of the reader;
 *   `too-large`; `missing-page`, `fetch-failed` and `decode-failed` for images.
 */
export async function makeAtlas(
  entry: Entry<LoadedAtlas>,
  content: string | Uint8Array | AtlasModel,
  reader: Reader,
  request: AtlasRequest,
): Promise<LoadedAtlas> {
  const source = atlasName(request)
  const model = readAtlas(entry, content, reader, source, request.limits)
  if (model.pages.length > MAX_PAGES)
    throw new OsteonError('too-large', source, 'pages', `${model.pages.length} pages; at most ${MAX_PAGES}`)
  let pixels = 0
  const count = (image: PageImage) => {
    const { width, height } = imageSize(image)
    pixels += width * height
    checkPixels(pixels, request.limits, `all pages of ${source}`)
  }
  const pages = await Promise.all(
    model.pages.map(async (page) => {
      const loaded = await loadPage(entry, page, model.name, request, count)
      if (loaded.image) count(loaded.image)
      return loaded
    }),
  )
  return { model: { ...model, pages: pages.map((page) => page.settings) }, pages }
}

/** Returns the atlas's name for messages and for its model. */
function atlasName({ atlas }: AtlasRequest): string {
  if (atlas === null) return 'atlas'
  return 'url' in atlas ? nameOfUrl(atlas.url) : nameOfData(atlas.data, 'atlas')
}

function readAtlas(
  entry: Entry<LoadedAtlas>,
  content: string | Uint8Array | AtlasModel,
  reader: Reader,
  source: string,
  limits: Limits | undefined,
): AtlasModel {
  if (typeof content === 'string' || content instanceof Uint8Array) {
    checkLength(content.length, mostBytes('atlas', limits), source)
    const kind = looksLikeNoAtlas(content, reader.name)
    if (kind !== null) {
      const message = `no atlas that ${JSON.stringify(reader.name)} reads: it looks like ${kind}`
      throw new OsteonError('unknown-format', source, '', message)
    }
    return reader.readAtlas(content, { source, limits, warn: (warning) => entry.warnings.push(warning) })
  }
  if (Array.isArray(content.pages) && Array.isArray(content.regions)) return content
  throw new OsteonError('wrong-type', source, '', 'an atlas object must have lists of pages and regions')
}

async function loadPage(
  entry: Entry<LoadedAtlas>,
  page: AtlasPage,
  atlas: string,
  request: AtlasRequest,
  checkLate: (image: PageImage) => void,
): Promise<RigPage> {
  const { filter } = request
  const settings = { ...page, premultiplied: request.premultiplied ?? page.premultiplied }
  if (filter) Object.assign(settings, { minFilter: filter, magFilter: filter })
  const given = givenPage(request.pages, page.name)
  const worn = request.pages === 'worn' && request.images
  const image = worn ? null : await pageImage(entry, settings, given, atlas, request)
  if (settings.width === 0 || settings.height === 0)
    Object.assign(settings, image ? imageSize(image) : await encodedSize(entry, page, given, atlas, request))
  throwIfDropped(entry)
  const loaded = { name: page.name, atlas, settings, image }
  if (!worn) return loaded
  let isKnown = false
  return waitingPage(entry, loaded, async () => {
    const late = await pageImage(entry, settings, given, atlas, request)
    if (late && !isKnown) checkLate(late)
    isKnown = true
    return late
  })
}

/** Makes a page whose image is loaded when it is asked for, and may leave again. */
function waitingPage(
  entry: Entry<LoadedAtlas>,
  page: Mutable<RigPage>,
  load: () => Promise<PageImage | null>,
): RigPage {
  let loading: Promise<void> | null = null
  const leaving = new Set<() => void>()
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
    loading ??= load().then(
      (image) => {
        page.image = image
      },
      (error: unknown) => {
        loading = null
        throw error
      },
    )
    return loading
  }
  return page
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** Returns the image that the user gave for a page; undefined if there is none, or only an address. */
function givenPage(pages: AtlasRequest['pages'], name: string): PageContent | undefined {
  const source = sourceOf(pages, name)
  return isAddress(source) ? undefined : source
}

function sourceOf(pages: AtlasRequest['pages'], name: string): PageSource | undefined {
  if (pages instanceof Map) return pages.get(name)
  if (pages === 'worn') return undefined
  const record = pages as Readonly<Record<string, PageSource>> | undefined
  return record && Object.hasOwn(record, name) ? record[name] : undefined
}

function isAddress(source: PageSource | undefined): source is string | URL {
  return typeof source === 'string' || source instanceof URL
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

async function pageImage(
  entry: Entry<LoadedAtlas>,
  page: AtlasPage,
  given: PageContent | undefined,
  atlas: string,
  request: AtlasRequest,
): Promise<PageImage | null> {
  if (given !== undefined && !isEncoded(given)) {
    checkGivenImage(given, atlas, page.name)
    return given
  }
  const { assets, decode, fetch, limits = {} } = request
  if (!decode || (given === undefined && !request.images)) return null
  const from = given ?? addressOf(page.name, atlas, request)
  const premultiply = !page.premultiplied
  const identity = [from, premultiply, ...limitsIdentity(limits)]
  const image = acquire(assets.images, identity, (own) =>
    makeImage(own, from, premultiply, { fetch, decode, name: page.name, limits }),
  )
  return need(entry, image).catch((error: unknown) => {
    throw typeof from === 'string' ? namingPage(error, page.name, from, atlas) : error
  })
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
  const source = sourceOf(pages, page)
  if (isAddress(source)) return resolveUrl(String(source), base)
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
  if (pages.length > MAX_PAGES)
    throw new OsteonError('too-large', model.name, 'pages', `${pages.length} pages; at most ${MAX_PAGES}`)
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
