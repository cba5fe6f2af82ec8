/** Loads skeletons with PixiJS's `Assets`, with PixiJS's own textures. */
import {
  ExtensionType,
  type Loader,
  type LoaderParser,
  type ResolvedAsset,
  type Texture,
  type TextureSourceOptions,
} from 'pixi.js'
import { OsteonError } from '../../base/errors'
import type { Reader } from '../../base/model/reader'
import { fetchBytes, mostBytes } from '../../load/fetch'
import { isWebPage, WEB_PAGE } from '../../load/web-page'
import type { Rig } from '../../rig/rig'
import {
  atlasNamesOf,
  checkFileOptions,
  checkReaders,
  FILE_OPTIONS,
  imageError,
  loadFirst,
  makeRig,
  openRigFiles,
  type RigFileOptions,
  readerFor,
  readFigure,
  sampled,
} from '../figures/make-rig'
import { setPageTexture, sourceOptions } from './stage'

/** The `data` of an asset: `Assets.add({ alias: 'hero', src: 'hero.json', data: { atlas: 'all.atlas' } })`. */
export interface FigureAssetData extends RigFileOptions {
  /**
   * The atlas's address, relative to the skeleton's file. @default the file of the same name: `hero.json` or
   * `hero-pro.json` → `hero.atlas`, `hero_ske.json` → `hero_tex.json`
   */
  atlas?: string
  /** Textures by page name, instead of loading them. */
  textures?: Readonly<Record<string, Texture>>
  /** Addresses of images, by page name. @default next to the atlas, under the page's name */
  pages?: Readonly<Record<string, string>>
}

type Asset = ResolvedAsset<FigureAssetData | undefined>
type File = string | Uint8Array | object

const ID = 'osteon-figure'
const OWN_OPTIONS = ['atlas', 'textures', 'pages']
const OPTIONS = [...FILE_OPTIONS, ...OWN_OPTIONS]

/**
 * Returns a parser for `extensions.add`: with it, `Assets.load<Rig>('hero.json')` returns a rig whose pages are
 * textures that PixiJS loaded and caches, in all formats that it can read. `Assets.unload` releases them, except pages
 * that other rigs show.
 *
 * A file is loaded as a figure if a reader recognises it, and the asset names this parser (`parser: 'osteon-figure'`)
 * or has one of its options as `data`. Other assets are left to another plug-in that loads skeletons, if there is one.
 *
 * @param readers the formats to try, such as `[spineJson]`; other JSON files are left to other parsers.
 * @param defaults options of assets that have none of their own.
 * @throws OsteonError `bad-option` without readers, and for `defaults`.
 */
export function figureParser(readers: readonly Reader[], defaults: FigureAssetData = {}): LoaderParser {
  checkReaders(readers, 'figureParser')
  checkFileOptions(defaults, OWN_OPTIONS, 'figureParser')
  const loaded = new WeakMap<object, readonly string[]>()
  /** How many rigs show a page, by its address. */
  const shown = new Map<string, number>()
  const finish = async (file: File, asset: Asset, loader: Loader) => {
    const { rig, pages } = await loadFigure(file, asset, loader, readers, defaults)
    for (const page of pages) shown.set(page, (shown.get(page) ?? 0) + 1)
    loaded.set(rig, pages)
    return rig
  }
  /** Whether a parser other than PixiJS's own for JSON takes the files of skeletons. */
  const isRivalled = (loader?: Loader) =>
    loader?.parsers.some((other) =>
      ['x.skel', 'x.atlas'].some((src) => other !== parser && other.test?.(src, { src }, loader)),
    ) ?? false
  const mayTake = (asset?: Asset, loader?: Loader) => {
    const named = asset?.parser ?? asset?.loadParser
    if (named) return named === ID
    return Object.keys(asset?.data ?? {}).some((name) => OPTIONS.includes(name)) || !isRivalled(loader)
  }
  const parser: LoaderParser = {
    extension: { type: ExtensionType.LoadParser, priority: 3, name: 'osteonFigure' },
    id: ID,
    test: (url: string, asset?: Asset, loader?: Loader) =>
      /\.(json|skel|dbbin|rig)$/i.test(pathOf(url)) && mayTake(asset, loader),
    async load<T>(url: string, asset: Asset = { src: url }, loader?: Loader): Promise<T> {
      const bytes = await fetchFile(url, 'skeleton')
      const isFigure = readers.some((reader) => reader.detect(bytes))
      const isOther = /\.json$/i.test(pathOf(url)) && !isFigure && asset.parser !== ID
      const next = loader?.parsers.find(
        (other) => isOther && other !== parser && other.load && other.test?.(url, asset, loader),
      )
      if (next && isWebPage(bytes))
        throw new OsteonError('unknown-format', url, '', `no JSON: it looks like ${WEB_PAGE}`)
      if (next?.id === 'json') return JSON.parse(new TextDecoder().decode(bytes)) as T
      if (next?.load) return next.load<T>(url, asset, loader)
      return (await finish(bytes, asset, loader as Loader)) as T
    },
    testParse: async (file: unknown, asset?: Asset, loader?: Loader) =>
      typeof file === 'object' &&
      file !== null &&
      !loaded.has(file) &&
      mayTake(asset, loader) &&
      readers.some((reader) => reader.detect(file)),
    parse: async <T>(file: object, asset?: Asset, loader?: Loader) =>
      (await finish(file, asset as Asset, loader as Loader)) as T,
    async unload(rig: object, _asset?: Asset, loader?: Loader) {
      for (const page of loaded.get(rig) ?? []) {
        const others = (shown.get(page) ?? 1) - 1
        if (others > 0) shown.set(page, others)
        else if (shown.delete(page)) await loader?.unload(page)
      }
      loaded.delete(rig)
    },
  }
  return parser
}

async function loadFigure(
  file: File,
  { src, data }: Asset,
  loader: Loader,
  readers: readonly Reader[],
  defaults: FigureAssetData,
): Promise<{ rig: Rig; pages: string[] }> {
  const options = { ...defaults, ...data }
  const source = src ?? ''
  checkFileOptions(options, OWN_OPTIONS, source)
  readerFor(readers, file, source)
  const names = options.atlas === undefined ? atlasNamesOf(source) : [beside(source, options.atlas)]
  const atlas = await loadFirst(names, (url) => fetchFile(url, 'atlas'))
  const files = openRigFiles(readers, file, atlas, source, options)
  const [at] = atlas ?? [source]
  const pages: string[] = []
  const loading = Promise.all(
    files.atlas.pages.map(async (settings) => {
      const { name } = settings
      const given = options.textures?.[name]
      if (given) return given
      const page = beside(at, options.pages?.[name] ?? name)
      pages.push(page)
      const { mipmaps = false } = options
      const sampling = { ...sourceOptions(sampled(settings, options)), autoGenerateMipmaps: mipmaps }
      const texture = await loader.load<Texture>({ src: page, data: sampling }).catch(() => null)
      if (texture) return asAtlas(texture, settings.premultiplied, sampling)
      throw await imageError(page)
    }),
  )
  const [read, textures] = await Promise.all([readFigure(files), loading])
  // Old atlases do not say how large their pages are.
  const sized = files.atlas.pages.map((page, number) => ({
    ...page,
    width: page.width || textures[number].source.pixelWidth,
    height: page.height || textures[number].source.pixelHeight,
  }))
  const images = new Map(sized.map(({ name }) => [name, null]))
  const rig = makeRig({ ...files, atlas: { ...files.atlas, pages: sized } }, read, images)
  for (const page of rig.pages) {
    const number = sized.findIndex(({ name }) => name === page.name)
    if (number >= 0) setPageTexture(page, textures[number])
  }
  return { rig, pages }
}

/** PixiJS reads no options for compressed textures, and takes their colours as straight. */
function asAtlas(texture: Texture, isPremultiplied: boolean, sampling: TextureSourceOptions): Texture {
  const { source } = texture
  if (source.uploadMethodId !== 'compressed') return texture
  source.alphaMode = isPremultiplied ? 'premultiplied-alpha' : 'no-premultiply-alpha'
  const { addressModeU, addressModeV, magFilter, minFilter } = sampling
  Object.assign(source.style, { addressModeU, addressModeV, magFilter, minFilter })
  source.style.update()
  return texture
}

function fetchFile(url: string, kind: 'skeleton' | 'atlas'): Promise<Uint8Array> {
  return fetchBytes(url, mostBytes(kind), { fetch, signal: new AbortController().signal })
}

/** Returns an address without query and fragment. */
function pathOf(url: string): string {
  return url.split(/[?#]/)[0]
}

/** Resolves an address relative to another one, and keeps that one's query. */
function beside(from: string, name: string): string {
  if (/^([a-z][a-z0-9+.-]*:|\/)/i.test(name)) return name
  const path = pathOf(from)
  return path.slice(0, path.lastIndexOf('/') + 1) + name + from.slice(path.length)
}
