/** Loads skeletons by PixiJS's `Assets`, with textures of PixiJS's own. */
import { ExtensionType, type Loader, type LoaderParser, type ResolvedAsset, type Texture } from 'pixi.js'
import { OsteonError } from '../errors'
import { loadRig } from '../load/load-rig'
import type { AtlasModel } from '../model/atlas'
import type { Reader } from '../model/reader'
import type { Rig } from '../rig/rig'
import { setPageTexture, sourceOptions } from './stage'

/** The `data` of an asset: `Assets.add({ alias: 'hero', src: 'hero.json', data: { atlas: 'all.atlas' } })`. */
export interface FigureAssetData {
  /**
   * The atlas, as seen from the skeleton's file. @default the file of the same name: `hero.json` → `hero.atlas`, `hero_ske.json` →
   * `hero_tex.json`
   */
  atlas?: string
  /** Textures by page name, instead of loading them. */
  textures?: Readonly<Record<string, Texture>>
  /** Multiplies all lengths. @default 1 */
  scale?: number
  /** Which armature, of a file that may hold several (DragonBones). */
  armature?: string
}

type Asset = ResolvedAsset<FigureAssetData | undefined>

const parsers = { json: /\.json$/i, binary: /\.(skel|dbbin)$/i }

/**
 * A parser for `extensions.add`: with it, `Assets.load<Rig>('hero.json')` gives a rig whose pages are textures that PixiJS loaded and
 * caches, in all formats that it can read. `Assets.unload` gives them back.
 *
 * @param readers the formats to try, such as `[spineJson]`; other JSON files are left to other parsers.
 * @throws OsteonError `bad-option` without readers.
 */
export function figureParser(readers: readonly Reader[]): LoaderParser {
  if (!Array.isArray(readers) || readers.length === 0)
    throw new OsteonError('bad-option', 'figureParser', 'readers', 'expected a list such as [spineJson]')
  const loaded = new WeakMap<object, readonly string[]>()
  const isOurs = (file: string | Uint8Array | object) => readers.some((reader) => reader.detect(file))
  const finish = async (file: string | Uint8Array | object, asset: Asset, loader: Loader) => {
    const { rig, pages } = await loadFigure(file, asset, loader, readers)
    loaded.set(rig, pages)
    return rig
  }
  return {
    extension: { type: ExtensionType.LoadParser, priority: 3, name: 'osteonFigure' },
    id: 'osteon-figure',
    test: (url: string) => parsers.binary.test(pathOf(url)),
    async load<T>(url: string, asset?: Asset, loader?: Loader): Promise<T> {
      const bytes = new Uint8Array(await (await fetchFile(url)).arrayBuffer())
      return (await finish(bytes, asset ?? { src: url }, loader as Loader)) as T
    },
    testParse: async (file: unknown, asset?: Asset) =>
      typeof file === 'object' &&
      file !== null &&
      parsers.json.test(pathOf(asset?.src ?? '')) &&
      isOurs(file),
    parse: async <T>(file: object, asset?: Asset, loader?: Loader) =>
      (await finish(file, asset as Asset, loader as Loader)) as T,
    async unload(rig: object, _asset?: Asset, loader?: Loader) {
      for (const page of loaded.get(rig) ?? []) await loader?.unload(page)
    },
  }
}

async function loadFigure(
  file: string | Uint8Array | object,
  { src, data = {} }: Asset,
  loader: Loader,
  readers: readonly Reader[],
): Promise<{ rig: Rig; pages: string[] }> {
  const address = src ?? ''
  const reader = readers.find((one) => one.detect(file)) as Reader
  const atlasAddress = beside(address, data.atlas ?? atlasName(address))
  const text = await (await fetchFile(atlasAddress)).text()
  const model = reader.readAtlas(text, { source: atlasAddress })
  const pages: string[] = []
  const textures = await Promise.all(
    model.pages.map(async (settings) => {
      const { name } = settings
      const given = data.textures?.[name]
      if (given) return given
      const page = beside(atlasAddress, name)
      pages.push(page)
      const texture = await loader.load<Texture>({ src: page, data: sourceOptions(settings) })
      if (texture) return texture
      throw new OsteonError('missing-page', atlasAddress, name, `PixiJS could not load ${page}`)
    }),
  )
  const name = baseName(address)
  const { scale, armature } = data
  const options = { readers, images: false, name, scale, armature }
  const rig = await loadRig(file, sized(model, textures), options)
  for (const page of rig.pages) {
    const number = model.pages.findIndex((one) => one.name === page.name)
    if (number >= 0) setPageTexture(page, textures[number])
  }
  return { rig, pages }
}

/** Old atlases do not say how large their pages are. */
function sized(model: AtlasModel, textures: readonly Texture[]): AtlasModel {
  const pages = model.pages.map((page, number) => ({
    ...page,
    width: page.width || textures[number].source.pixelWidth,
    height: page.height || textures[number].source.pixelHeight,
  }))
  return { ...model, pages }
}

async function fetchFile(url: string): Promise<Response> {
  const response = await fetch(url).catch((error: unknown) => {
    throw new OsteonError('fetch-failed', url, '', String(error))
  })
  if (!response.ok) throw new OsteonError('fetch-failed', url, '', `status ${response.status}`)
  return response
}

/** An address without query and fragment. */
function pathOf(url: string): string {
  return url.split(/[?#]/)[0]
}

function atlasName(address: string): string {
  const name = baseName(address)
  if (/_ske$/i.test(name)) return `${name.replace(/_ske$/i, '_tex')}.json`
  return `${name}.atlas`
}

function baseName(address: string): string {
  return (pathOf(address).split('/').pop() ?? '').replace(/\.[^.]*$/, '')
}

/** An address as seen from another one, whose search it takes over. */
function beside(from: string, name: string): string {
  if (/^([a-z][a-z0-9+.-]*:|\/)/i.test(name)) return name
  const path = pathOf(from)
  return path.slice(0, path.lastIndexOf('/') + 1) + name + from.slice(path.length)
}
