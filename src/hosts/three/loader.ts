/** Loads rigs through the loading manager of Three.js. */
import { FileLoader, Loader, type LoadingManager, type Texture, TextureLoader } from 'three'
import { OsteonError } from '../../base/errors'
import type { Reader } from '../../base/model/reader'
import type { PageImage, Rig } from '../../rig/rig'
import {
  atlasNamesOf,
  checkFileOptions,
  checkReaders,
  imageError,
  loadFirst,
  makeRig,
  openRigFiles,
  type RigFileOptions,
  type RigFiles,
  readerFor,
  readFigure,
} from '../figures/make-rig'
import { setSampling, useTexture } from './textures'

/** Options of a `FigureLoader`, for everything that it loads. */
export interface FigureLoaderOptions extends RigFileOptions {
  /**
   * Address of the atlas. @default named after the skeleton: `hero.atlas` for `hero.json` or `hero-pro.json`,
   * `hero_tex.json` for `hero_ske.json`
   */
  atlas?: string
  /** Addresses of images, by page name. @default next to the atlas, under the page's name */
  pages?: Readonly<Record<string, string>>
}

/**
 * Loads a skeleton with its atlas and textures: `await new FigureLoader([spineJson]).loadAsync('hero.json')`. If the
 * manager has a handler for a page's address (`manager.addHandler(/\.ktx2$/, ktx2Loader)`), that one loads it,
 * otherwise a TextureLoader. Images of compressed textures must be premultiplied.
 */
export class FigureLoader extends Loader<Rig> {
  readonly readers: readonly Reader[]
  private readonly textures = new WeakMap<Rig, readonly Texture[]>()
  private options: FigureLoaderOptions = {}

  /** @param readers formats to try; the file's content decides. @throws OsteonError `bad-option` without readers. */
  constructor(readers: readonly Reader[], manager?: LoadingManager) {
    super(manager)
    checkReaders(readers, 'FigureLoader')
    this.readers = readers
  }

  /**
   * Sets how files are loaded from now on; an option left out gets its default again. @throws OsteonError `bad-option`.
   */
  setOptions(options: FigureLoaderOptions): this {
    checkFileOptions(options, ['atlas', 'pages'], 'FigureLoader')
    this.options = options
    return this
  }

  /**
   * Sets the atlas's address. @param url null = named after the skeleton: `hero.atlas` for `hero.json`, `hero_tex.json`
   * for `hero_ske.json`
   */
  setAtlas(url: string | null): this {
    this.options = { ...this.options, atlas: url ?? undefined }
    return this
  }

  /**
   * Loads a skeleton, its atlas and its textures.
   *
   * @param onLoad receives the rig, from which you can make any number of figures.
   * @param onError receives an OsteonError: `fetch-failed`, `unknown-format`, `missing-page`, `decode-failed`, and
   *   errors of the reader.
   */
  override load(
    url: string,
    onLoad: (rig: Rig) => void,
    onProgress?: (event: ProgressEvent) => void,
    onError?: (error: unknown) => void,
  ): void {
    this.loadRig(url, onProgress).then(onLoad, (error) => {
      if (onError) onError(error)
      else console.error(error)
      this.manager.itemError(url)
    })
  }

  /** Disposes of the textures of a rig that this loader loaded. No figure may show it afterwards. */
  disposeTextures(rig: Rig): void {
    for (const texture of this.textures.get(rig) ?? []) texture.dispose()
    this.textures.delete(rig)
  }

  private async loadRig(url: string, onProgress?: (event: ProgressEvent) => void): Promise<Rig> {
    const { options } = this
    const names = options.atlas === undefined ? atlasNamesOf(url) : [options.atlas]
    const atlasLoading = loadFirst(names, (name) => this.loadBytes(name))
    atlasLoading.catch(() => {})
    const skeleton = await this.loadBytes(url, onProgress)
    readerFor(this.readers, skeleton, url)
    const atlas = await atlasLoading
    const files = openRigFiles(this.readers, skeleton, atlas, url, options)
    const [at] = atlas ?? [url]
    const loading = this.loadTextures(files, at, options.pages ?? {})
    const [read, textures] = await Promise.all([readFigure(files), loading])
    const images = new Map<string, PageImage>()
    // A compressed texture has the size of an image, and no pixels.
    for (const [name, texture] of textures) images.set(name, texture.image as PageImage)
    const rig = makeRig(files, read, images)
    for (const page of files.atlas.pages) {
      const texture = textures.get(page.name)
      if (!texture) continue
      setSampling(texture, page)
      useTexture(texture.image as PageImage, texture)
    }
    this.textures.set(rig, [...textures.values()])
    return rig
  }

  private async loadBytes(url: string, onProgress?: (event: ProgressEvent) => void): Promise<Uint8Array> {
    const loader = new FileLoader(this.manager)
      .setPath(this.path)
      .setRequestHeader(this.requestHeader)
      .setWithCredentials(this.withCredentials)
      .setResponseType('arraybuffer')
    const data = await loader.loadAsync(url, onProgress).catch((cause: unknown) => {
      const { status } = Object((cause as { response?: unknown }).response) as Partial<Response>
      const message = status ? `the server answered ${status}` : `it could not be fetched: ${cause}`
      throw Object.assign(new OsteonError('fetch-failed', url, '', message), { cause })
    })
    if (data instanceof ArrayBuffer) return new Uint8Array(data)
    throw new OsteonError('fetch-failed', url, '', 'the loader gave no bytes')
  }

  /** Loads textures by page name. Pages are next to the atlas. */
  private async loadTextures(
    { atlas }: RigFiles,
    at: string,
    pages: Readonly<Record<string, string>>,
  ): Promise<Map<string, Texture>> {
    const folder = at.slice(0, at.lastIndexOf('/') + 1)
    const found = await Promise.all(
      atlas.pages.map(async ({ name }): Promise<[string, Texture]> => {
        const url = Object.hasOwn(pages, name) ? pages[name] : folder + name
        const handler = this.manager.getHandler(url) ?? new TextureLoader(this.manager)
        const loader = handler.setPath(this.path).setCrossOrigin(this.crossOrigin)
        try {
          return [name, (await loader.loadAsync(url)) as Texture]
        } catch (cause) {
          const error = await imageError(this.manager.resolveURL(`${this.path ?? ''}${url}`))
          throw Object.assign(error, { cause })
        }
      }),
    )
    return new Map(found)
  }
}
