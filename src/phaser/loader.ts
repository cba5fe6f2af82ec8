/** `this.load.figure`: a skeleton, its atlas and its images, through Phaser's loader. */
import * as Phaser from 'phaser'
import { OsteonError } from '../errors'
import { atlasNameOf, makeRig, openRigFiles, type RigFiles } from '../figures/make-rig'
import type { Reader } from '../model/reader'
import type { PageImage, Rig } from '../rig/rig'
import { CACHE } from './stage'
import { useTexture } from './textures'

/** Options of `this.load.figure`. */
export interface FigureFileOptions {
  /** Formats to try. @default the readers of `figurePlugin` */
  readers?: readonly Reader[]
  /**
   * Keys of textures that Phaser has loaded, by page name: of compressed ones, for instance. Their images must be premultiplied or be loaded as
   * Phaser loads images. @default images beside the atlas are loaded
   */
  textures?: Readonly<Record<string, string>>
  /** Addresses of images, by page name. @default beside the atlas, under the page's name */
  pages?: Readonly<Record<string, string>>
}

/** A rig by the key that it was loaded under, or a rig. @throws OsteonError `unknown-rig`. */
export function findRig(scene: Phaser.Scene, rig: string | Rig): Rig {
  const found: Rig | undefined = typeof rig === 'string' ? scene.sys.cache.custom[CACHE]?.get(rig) : rig
  if (found) return found
  throw new OsteonError('unknown-rig', 'Figure', 'rig', `no figure was loaded as "${rig}"`)
}

type Loader = Phaser.Loader.LoaderPlugin

export class FigureFile extends Phaser.Loader.MultiFile {
  private readonly readers: readonly Reader[]
  private readonly textures: Readonly<Record<string, string>>
  private readonly pages: Readonly<Record<string, string>>
  private readonly source: string
  private opened: RigFiles | null = null

  constructor(
    loader: Loader,
    key: string,
    url: string | undefined,
    atlas: string | undefined,
    { readers = [], textures = {}, pages = {} }: FigureFileOptions,
  ) {
    const skeleton = url ?? `${key}.json`
    super(loader, CACHE, key, [
      new Phaser.Loader.FileTypes.BinaryFile(loader, `${key} skeleton`, skeleton),
      new Phaser.Loader.FileTypes.BinaryFile(loader, `${key} atlas`, atlas ?? atlasNameOf(skeleton)),
    ])
    this.source = skeleton
    this.readers = readers
    this.textures = textures
    this.pages = pages
  }

  override onFileComplete(file: Phaser.Loader.File): void {
    super.onFileComplete(file)
    if (this.pending === 0 && this.opened === null) this.attempt(() => this.open())
  }

  /** Reports an error as Phaser reports files that cannot be loaded. */
  private attempt(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.failed++
      console.error(error)
      this.loader.emit('loaderror', this.files[0])
    }
  }

  /** Reads the atlas, and asks for its images. */
  private open(): void {
    const { files, loader, source } = this
    const [skeleton, atlas] = files
    this.opened = openRigFiles(this.readers, bytesOf(skeleton), bytesOf(atlas), source)
    const at = String(atlas.url)
    const folder = at.slice(0, at.lastIndexOf('/') + 1)
    const { path, prefix } = loader
    // Both are in the addresses and keys of the first files.
    loader.setPath('')
    loader.setPrefix('')
    for (const { name } of this.opened.atlas.pages) {
      if (Object.hasOwn(this.textures, name)) continue
      const file = new Phaser.Loader.FileTypes.ImageFile(
        loader,
        `${this.key} ${name}`,
        Object.hasOwn(this.pages, name) ? this.pages[name] : folder + name,
      )
      this.addToMultiFile(file)
      loader.addFile(file)
    }
    loader.setPath(path)
    loader.setPrefix(prefix)
  }

  addToCache(): void {
    const { opened } = this
    if (!this.isReadyToProcess() || !opened) return
    this.complete = true
    // Another scene may have loaded it meanwhile.
    if (this.loader.cacheManager.custom[CACHE].exists(this.key)) return
    this.attempt(() => {
      const images = new Map<string, PageImage>()
      for (const { name } of opened.atlas.pages) images.set(name, this.imageOf(name))
      this.loader.cacheManager.custom[CACHE].add(this.key, makeRig(opened, images))
    })
  }

  private imageOf(page: string): PageImage {
    const key = this.textures[page]
    if (key === undefined)
      return this.files.find((file) => file.key === `${this.key} ${page}`)?.data as HTMLImageElement
    const source = this.loader.textureManager.get(key).source[0]
    const image = source.image as unknown as PageImage
    useTexture(image, source)
    return image
  }
}

function bytesOf({ data }: Phaser.Loader.File): Uint8Array {
  return data instanceof Uint8Array ? data : new Uint8Array(data as ArrayBuffer)
}
