/** Loads rigs through the loading manager of Three.js. */
import { FileLoader, Loader, type LoadingManager, type Texture, TextureLoader } from 'three'
import { OsteonError } from '../errors'
import { atlasNameOf, makeRig, openRigFiles, type RigFiles } from '../figures/make-rig'
import type { Reader } from '../model/reader'
import type { PageImage, Rig } from '../rig/rig'
import { setSampling, useTexture } from './textures'

/**
 * Loads a skeleton with its atlas and textures: `await new FigureLoader([spineJson]).loadAsync('hero.json')`. Pages are loaded by the handler
 * that the manager has for their addresses (`manager.addHandler(/\.ktx2$/, ktx2Loader)`), else by a TextureLoader. Images of compressed
 * textures must be premultiplied.
 */
export class FigureLoader extends Loader<Rig> {
  readonly readers: readonly Reader[]
  private readonly textures = new WeakMap<Rig, readonly Texture[]>()
  private atlas: string | null = null

  /** @param readers formats to try; the file's content decides. */
  constructor(readers: readonly Reader[], manager?: LoadingManager) {
    super(manager)
    this.readers = readers
  }

  /** Says where the atlas lies. @param url null = by the skeleton: `hero.atlas` by `hero.json`, `hero_tex.json` by `hero_ske.json` */
  setAtlas(url: string | null): this {
    this.atlas = url
    return this
  }

  /**
   * Loads a skeleton, its atlas and its textures.
   *
   * @param onLoad gets the rig, from which any number of figures are made.
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
    const at = this.atlas ?? atlasNameOf(url)
    const [skeleton, atlas] = await Promise.all([this.loadBytes(url, onProgress), this.loadBytes(at)])
    const files = openRigFiles(this.readers, skeleton, atlas, url)
    const textures = await this.loadTextures(files, at)
    const images = new Map<string, PageImage>()
    // A compressed texture has the size of an image, and no pixels.
    for (const [name, texture] of textures) images.set(name, texture.image as PageImage)
    const rig = makeRig(files, images)
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
    const data = await loader.loadAsync(url, onProgress)
    if (data instanceof ArrayBuffer) return new Uint8Array(data)
    throw new OsteonError('fetch-failed', url, '', 'the loader gave no bytes')
  }

  /** By page name. Pages lie beside the atlas. */
  private async loadTextures({ atlas }: RigFiles, at: string): Promise<Map<string, Texture>> {
    const folder = at.slice(0, at.lastIndexOf('/') + 1)
    const found = await Promise.all(
      atlas.pages.map(async ({ name }): Promise<[string, Texture]> => {
        const url = folder + name
        const handler = this.manager.getHandler(url) ?? new TextureLoader(this.manager)
        const loader = handler.setPath(this.path).setCrossOrigin(this.crossOrigin)
        return [name, (await loader.loadAsync(url)) as Texture]
      }),
    )
    return new Map(found)
  }
}
