/** Makes rigs of files and images that the loader of another engine brought. */
import { badOption, consoleWarn, listNames, OsteonError, refuseUnknown, type Warn } from '../errors'
import { looksLike, looksLikeNoAtlas } from '../load/looks-like'
import type { AtlasModel, AtlasPage } from '../model/atlas'
import type { Reader } from '../model/reader'
import type { SkeletonModel } from '../model/skeleton'
import { withoutMipmaps } from '../render/device'
import { compileRig } from '../rig/compile'
import { imageSize } from '../rig/resolve'
import type { PageImage, Rig } from '../rig/rig'

/** Options of files that the loaders of all engines have. */
export interface RigFileOptions {
  /** Multiplies all lengths. @default 1 */
  scale?: number
  /** Which armature, of a file that may hold several (DragonBones). @default the file's main one */
  armature?: string
  /** Overrides the filters that the atlas asks for. */
  filter?: 'linear' | 'nearest'
  /** Whether pages that are drawn smaller have mipmaps. @default as the engine has them for the atlas's filters */
  mipmaps?: boolean
}

/**
 * Checks options of a loader.
 *
 * @param more names of options that this loader has besides. @throws OsteonError `bad-option`.
 */
export function checkFileOptions(options: RigFileOptions, more: readonly string[], source: string): void {
  refuseUnknown(options, ['scale', 'armature', 'filter', 'mipmaps', ...more], source)
  const { scale = 1, armature = '', filter = 'linear' } = options
  if (!Number.isFinite(scale) || scale === 0)
    throw badOption(source, 'scale', `expected a finite number other than 0, got ${scale}`)
  if (typeof armature !== 'string') throw badOption(source, 'armature', 'expected a name')
  if (filter !== 'linear' && filter !== 'nearest')
    throw badOption(source, 'filter', `expected "linear" or "nearest", got ${JSON.stringify(filter)}`)
}

/** A page with the filters of the options. */
export function sampled(page: AtlasPage, { filter, mipmaps }: RigFileOptions): AtlasPage {
  const minFilter = filter ?? page.minFilter
  const smooth = withoutMipmaps(minFilter) === 'linear'
  return {
    ...page,
    magFilter: filter ?? page.magFilter,
    minFilter:
      mipmaps === undefined
        ? minFilter
        : mipmaps
          ? smooth
            ? 'mipmapLinearLinear'
            : 'mipmapNearestLinear'
          : withoutMipmaps(minFilter),
  }
}

/** A skeleton file and its atlas, as the first reader that knows the skeleton reads them. */
export interface RigFiles {
  readonly reader: Reader
  readonly skeleton: Uint8Array
  readonly atlas: AtlasModel
  /** Name of the skeleton file, for messages. */
  readonly source: string
  readonly options: RigFileOptions
}

/** @throws OsteonError `bad-option` without readers. */
export function checkReaders(readers: readonly Reader[], source: string): void {
  if (!Array.isArray(readers) || readers.length === 0)
    throw badOption(source, 'readers', 'expected a list such as [spineJson]')
}

/**
 * The first reader that knows a skeleton.
 *
 * @throws OsteonError `unknown-format`, which says what the file looks like.
 */
export function readerOf(
  readers: readonly Reader[],
  skeleton: string | Uint8Array | object,
  source: string,
): Reader {
  const reader = readers.find((candidate) => candidate.detect(skeleton))
  if (reader) return reader
  const known = listNames(readers.map(({ name }) => name))
  const message = `none of the readers given (${known}) reads it${likeness(looksLike(skeleton))}`
  throw new OsteonError('unknown-format', source, '', message)
}

/** What a file looks like, at the end of a message. */
export function likeness(kind: string | null): string {
  return kind === null ? '' : `: it looks like ${kind}`
}

/** @throws OsteonError `unknown-format` for what is no atlas; errors of the reader. */
export function readAtlasFile(
  reader: Reader,
  atlas: string | Uint8Array,
  source: string,
  options: RigFileOptions,
  warn: Warn = consoleWarn,
): AtlasModel {
  const kind = looksLikeNoAtlas(atlas, reader.name)
  if (kind !== null)
    throw new OsteonError(
      'unknown-format',
      source,
      '',
      `no atlas that "${reader.name}" reads${likeness(kind)}`,
    )
  const model = reader.readAtlas(atlas, { source, warn })
  return { ...model, pages: model.pages.map((page) => sampled(page, options)) }
}

/**
 * Reads the atlas, which names the images to be loaded.
 *
 * @param atlasSource name of the atlas, for messages. @throws OsteonError `unknown-format`, and errors of the reader.
 */
export function openRigFiles(
  readers: readonly Reader[],
  skeleton: Uint8Array,
  atlas: Uint8Array,
  source: string,
  atlasSource: string,
  options: RigFileOptions = {},
): RigFiles {
  const reader = readerOf(readers, skeleton, source)
  return { reader, skeleton, atlas: readAtlasFile(reader, atlas, atlasSource, options), source, options }
}

/**
 * Compiles the rig.
 *
 * @param images by page name. @throws OsteonError `missing-page`, and errors of the reader and of `compileRig`.
 */
export function makeRig(
  { reader, skeleton, atlas, source, options: { scale, armature } }: RigFiles,
  images: ReadonlyMap<string, PageImage>,
  warn: Warn = consoleWarn,
): Rig {
  const pages = atlas.pages.map((settings) => {
    const image = images.get(settings.name)
    if (!image) throw new OsteonError('missing-page', atlas.name, settings.name, 'the image was not loaded')
    const sized =
      settings.width === 0 || settings.height === 0 ? { ...settings, ...imageSize(image) } : settings
    return { name: settings.name, atlas: atlas.name, settings: sized, image }
  })
  const model = reader.readSkeleton(skeleton, { source, warn, scale, armature })
  const whole = { ...atlas, pages: pages.map(({ settings }) => settings) }
  const { player, parts } = reader
  return compileRig(model, whole, { source, warn, pages, player, parts, made: new Map<SkeletonModel, Rig>() })
}

/**
 * Where the atlas of a skeleton may lie, the likeliest first: `hero.atlas` by `hero.json`, and, before `hero-pro.atlas`, by `hero-pro.json`;
 * `hero_tex.json` by `hero_ske.json`.
 */
export function atlasNamesOf(skeleton: string): string[] {
  const [, path, query = ''] = /^([^?#]*)(.*)$/.exec(skeleton) ?? ['', skeleton]
  const stem = path.replace(/\.[^./]*$/, '')
  if (/_ske$/.test(stem)) return [`${stem.replace(/_ske$/, '_tex')}.json${query}`]
  const stems = new Set([stem.replace(/[-_](pro|ess)$/, ''), stem])
  return [...stems].map((one) => `${one}.atlas${query}`)
}

/**
 * Says why an engine could not load an image: it is asked for once more.
 *
 * @returns an error `missing-page`, `fetch-failed` or `decode-failed`.
 */
export async function imageError(url: string): Promise<OsteonError> {
  try {
    const response = await fetch(url)
    if (!response.ok)
      return new OsteonError('missing-page', url, '', `the server answered ${response.status}`)
    const kind = looksLike(new Uint8Array(await response.arrayBuffer()))
    return new OsteonError('decode-failed', url, '', `could not be decoded${likeness(kind)}`)
  } catch (error) {
    return new OsteonError('fetch-failed', url, '', `it could not be fetched: ${error}`)
  }
}

/** Whether a file in place of an atlas says that there is none: a server may answer with a page. */
export function isNoFile(bytes: Uint8Array): boolean {
  return looksLike(bytes)?.startsWith('a web page') ?? false
}
