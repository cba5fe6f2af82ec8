/** Makes rigs from files and images that the loader of another engine loaded. */
import { badOption, consoleWarn, listNames, OsteonError, refuseUnknown, type Warn } from '../../base/errors'
import type { AtlasModel, AtlasPage } from '../../base/model/atlas'
import { memoryFor } from '../../base/model/limits'
import type { Reader, ReadOptions, SkeletonData } from '../../base/model/reader'
import type { SkeletonModel } from '../../base/model/skeleton'
import { type ReadFile, type RigWorker, readSkeletons } from '../../load/rig-worker'
import { headOf, isWebPage, WEB_PAGE } from '../../load/web-page'
import { withoutMipmaps } from '../../render/device'
import { compileRig } from '../../rig/compile'
import { imageSize } from '../../rig/resolve'
import type { PageImage, Rig } from '../../rig/rig'

/** Options of files that the loaders of all engines have. */
export interface RigFileOptions {
  /** Multiplies all lengths. @default 1 */
  scale?: number
  /** Which armature to load, if the file holds several (DragonBones). @default the file's main one */
  armature?: string
  /** Overrides the filters that the atlas asks for. */
  filter?: 'linear' | 'nearest'
  /** Whether pages that are drawn smaller have mipmaps. @default what the engine uses for the atlas's filters */
  mipmaps?: boolean
  /** Reads the skeleton off this thread: `rigWorker` of `osteon/worker` makes one. @default it is read here */
  worker?: RigWorker
}

/** Names of the options that the loaders of all engines have. */
export const FILE_OPTIONS: readonly string[] = ['scale', 'armature', 'filter', 'mipmaps', 'worker']

/**
 * Checks options of a loader.
 *
 * @param more names of further options of this loader. @throws OsteonError `bad-option`.
 */
export function checkFileOptions(options: RigFileOptions, more: readonly string[], source: string): void {
  refuseUnknown(options, [...FILE_OPTIONS, ...more], source)
  const { scale = 1, armature = '', filter = 'linear', worker } = options
  if (!Number.isFinite(scale) || scale === 0)
    throw badOption(source, 'scale', `expected a finite number other than 0, got ${scale}`)
  if (typeof armature !== 'string') throw badOption(source, 'armature', 'expected a name')
  if (filter !== 'linear' && filter !== 'nearest')
    throw badOption(source, 'filter', `expected "linear" or "nearest", got ${JSON.stringify(filter)}`)
  if (worker !== undefined && typeof worker?.read !== 'function')
    throw badOption(source, 'worker', 'expected what `rigWorker` makes')
}

/** Returns a page with the filters of the options. */
export function sampled(page: AtlasPage, { filter, mipmaps }: RigFileOptions): AtlasPage {
  const sampledPage = { ...page, magFilter: filter ?? page.magFilter, minFilter: filter ?? page.minFilter }
  if (mipmaps === undefined) return sampledPage
  const minFilter = withoutMipmaps(sampledPage.minFilter)
  if (!mipmaps) return { ...sampledPage, minFilter }
  return { ...sampledPage, minFilter: minFilter === 'linear' ? 'mipmapLinearLinear' : 'mipmapNearestLinear' }
}

/** A skeleton file, the reader that recognised it, and its atlas. */
export interface RigFiles {
  readonly reader: Reader
  readonly skeleton: SkeletonData
  readonly atlas: AtlasModel
  /** Undefined: the skeleton's file holds it. */
  readonly atlasFile: Uint8Array | undefined
  readonly reading: ReadOptions & { readonly warn: Warn }
  readonly worker: RigWorker | undefined
}

/** @throws OsteonError `bad-option` without readers. */
export function checkReaders(readers: readonly Reader[], source: string): void {
  if (!Array.isArray(readers) || readers.length === 0)
    throw badOption(source, 'readers', 'expected a list such as [spineJson]')
}

/** Describes what a file is instead of what it should be, for the end of a message. */
function likeness(bytes: SkeletonData): string {
  if (!(bytes instanceof Uint8Array)) return ''
  return isWebPage(bytes)
    ? `: it looks like ${WEB_PAGE}`
    : `: it begins with ${JSON.stringify(headOf(bytes).slice(0, 24))}`
}

function refuse(file: string, data: SkeletonData, message: string): OsteonError {
  return new OsteonError('unknown-format', file, '', message + likeness(data))
}

/**
 * Finds the first reader that recognises a skeleton. Call it before you look for the atlas: if both files are wrong,
 * the message names the skeleton. @throws OsteonError `unknown-format`.
 */
export function readerFor(readers: readonly Reader[], skeleton: SkeletonData, source: string): Reader {
  const reader = readers.find((candidate) => candidate.detect(skeleton))
  if (reader) return reader
  const known = listNames(readers.map(({ name }) => name))
  throw refuse(source, skeleton, `none of the readers given (${known}) reads it`)
}

/** An atlas's address and file. */
export type AtlasFile = readonly [url: string, file: Uint8Array]

/**
 * Reads the atlas, which names the images to load.
 *
 * @param atlas null: the skeleton's file holds it. @throws OsteonError `unknown-format`, and errors of the reader.
 */
export function openRigFiles(
  readers: readonly Reader[],
  skeleton: SkeletonData,
  atlas: AtlasFile | null,
  source: string,
  { scale, armature, worker, ...sampling }: RigFileOptions = {},
  warn: Warn = consoleWarn,
): RigFiles {
  const reader = readerFor(readers, skeleton, source)
  const reading = { source, warn, scale, armature, limits: { memory: memoryFor(skeleton) } }
  const model = atlas ? readAtlas(reader, atlas, warn) : reader.readOwnAtlas?.(skeleton, reading)
  if (!model) throw new OsteonError('bad-atlas', source, '', 'it has no atlas, and none beside it')
  const pages = model.pages.map((page) => sampled(page, sampling))
  return { reader, skeleton, atlas: { ...model, pages }, atlasFile: atlas?.[1], reading, worker }
}

function readAtlas(reader: Reader, [source, file]: AtlasFile, warn: Warn): AtlasModel {
  // Spine's readers accept nearly any text as an atlas.
  const isJson = reader.name.startsWith('spine') && headOf(file).trimStart().startsWith('{')
  if (isJson || isWebPage(file)) throw refuse(source, file, `no atlas that "${reader.name}" reads`)
  return reader.readAtlas(file, { source, warn })
}

/** Reads the skeleton, in a worker if one takes it. @throws OsteonError of the reader; `worker-lost`. */
export function readFigure({ reader, skeleton, atlasFile, reading, worker }: RigFiles): Promise<ReadFile> {
  const atlases = atlasFile ? [atlasFile] : []
  return readSkeletons({ reader, data: skeleton, isWhole: false, options: reading, atlases }, worker)
}

/**
 * Compiles the rig.
 *
 * @param read what `readFigure` gave. @param images by page name; null where the engine has a texture.
 * @throws OsteonError `missing-page`, and errors of `compileRig`.
 */
export function makeRig(
  { reader, atlas, reading }: RigFiles,
  { skeletons: [model], atlas: compiledWith }: ReadFile,
  images: ReadonlyMap<string, PageImage | null>,
): Rig {
  const pages = atlas.pages.map((settings) => {
    const image = images.get(settings.name)
    if (image === undefined)
      throw new OsteonError('missing-page', atlas.name, settings.name, 'the image was not loaded')
    const sized =
      image && (settings.width === 0 || settings.height === 0)
        ? { ...settings, ...imageSize(image) }
        : settings
    return { name: settings.name, atlas: atlas.name, settings: sized, image }
  })
  const { source, warn, limits } = reading
  const { regions } = compiledWith ?? atlas
  const whole = { ...atlas, regions, pages: pages.map(({ settings }) => settings) }
  const { player, parts } = reader
  const made = new Map<SkeletonModel, Rig>()
  return compileRig(model, whole, { source, warn, pages, player, parts, made, limits })
}

/**
 * Returns where the atlas of a skeleton may be, the likeliest first: `hero.atlas` next to `hero.json`, and, before
 * `hero-pro.atlas`, next to `hero-pro.json`; `hero_tex.json` next to `hero_ske.json`. None for a cooked
 * `hero.rig`, which holds its own, and beside addresses that are a file's content.
 */
export function atlasNamesOf(skeleton: string): string[] {
  const [, path, query = ''] = /^([^?#]*)(.*)$/.exec(skeleton) ?? ['', skeleton]
  if (/^(data|blob):|\.rig$/i.test(path)) return []
  const stem = path.replace(/\.[^./]*$/, '')
  if (/_ske$/.test(stem)) return [`${stem.replace(/_ske$/, '_tex')}.json${query}`]
  const stems = new Set([stem.replace(/[-_](pro|ess)$/, ''), stem])
  return [...stems].map((one) => `${one}.atlas${query}`)
}

/**
 * Loads the first of several addresses that has a file. A web page counts as none, except at the last address.
 *
 * @returns null without addresses. @throws what `load` throws for the last address.
 */
export async function loadFirst(
  [url, ...others]: readonly string[],
  load: (url: string) => Promise<Uint8Array>,
): Promise<AtlasFile | null> {
  if (url === undefined) return null
  try {
    const bytes = await load(url)
    if (others.length === 0 || !isWebPage(bytes)) return [url, bytes]
  } catch (error) {
    if (others.length === 0) throw error
  }
  return loadFirst(others, load)
}

/**
 * Finds out why an engine could not load an image by requesting it once more.
 *
 * @returns an error `missing-page`, `fetch-failed` or `decode-failed`.
 */
export async function imageError(url: string): Promise<OsteonError> {
  try {
    const response = await fetch(url)
    if (!response.ok)
      return new OsteonError('missing-page', url, '', `the server answered ${response.status}`)
    const bytes = new Uint8Array(await response.arrayBuffer())
    return decodeError(url, bytes)
  } catch (error) {
    return new OsteonError('fetch-failed', url, '', `it could not be fetched: ${error}`)
  }
}

/** The error of an image that cannot be decoded, by what was sent in its place. */
export function decodeError(url: string, bytes: Uint8Array): OsteonError {
  return new OsteonError('decode-failed', url, '', `could not be decoded${likeness(bytes)}`)
}
