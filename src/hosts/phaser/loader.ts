/** `this.load.figure`: a skeleton, its atlas and its images, through Phaser's loader. */
import * as Phaser from 'phaser'
import { OsteonError } from '../../base/errors'
import type { Reader } from '../../base/model/reader'
import type { ReadFile } from '../../load/rig-worker'
import { isWebPage } from '../../load/web-page'
import type { PageImage, Rig } from '../../rig/rig'
import {
  atlasNamesOf,
  checkFileOptions,
  checkReaders,
  decodeError,
  makeRig,
  openRigFiles,
  type RigFileOptions,
  type RigFiles,
  readerFor,
  readFigure,
} from '../figures/make-rig'
import { CACHE } from './stage'
import { useTexture } from './textures'

/** Options of `this.load.figure`. */
export interface FigureFileOptions extends RigFileOptions {
  /** Formats to try. @default the readers of `figurePlugin` */
  readers?: readonly Reader[]
  /**
   * Keys of textures that Phaser has loaded, by page name: of compressed ones, for instance. Their images must be
   * premultiplied, or loaded as Phaser loads images. @default images next to the atlas are loaded
   */
  textures?: Readonly<Record<string, string>>
  /** Addresses of images, by page name. @default next to the atlas, under the page's name */
  pages?: Readonly<Record<string, string>>
}

/** Returns a rig, given itself or the key that it was loaded under. @throws OsteonError `unknown-rig`. */
export function findRig(scene: Phaser.Scene, rig: string | Rig): Rig {
  const found: Rig | undefined = typeof rig === 'string' ? scene.sys.cache.custom[CACHE]?.get(rig) : rig
  if (found) return found
  throw new OsteonError('unknown-rig', 'Figure', 'rig', `no figure was loaded as "${rig}"`)
}

type Loader = Phaser.Loader.LoaderPlugin
type File = Phaser.Loader.File

/** A file of a figure. `loaderror` passes it, and `error` says why it failed. */
export interface FailedFile {
  readonly error: OsteonError
}

export class FigureFile extends Phaser.Loader.MultiFile {
  private readonly options: FigureFileOptions
  private readonly skeleton: File
  /** Null: the skeleton's file holds it. */
  private readonly atlas: File | null
  private opened: RigFiles | null = null
  private model: ModelFile | null = null

  /** @throws OsteonError `bad-option`. */
  constructor(
    loader: Loader,
    key: string,
    url: string | undefined,
    atlas: string | undefined,
    options: FigureFileOptions,
  ) {
    checkFileOptions(options, ['readers', 'textures', 'pages'], 'load.figure')
    checkReaders(options.readers ?? [], 'load.figure')
    const address = url ?? `${key}.json`
    const skeleton = new Phaser.Loader.FileTypes.BinaryFile(loader, `${key} skeleton`, address)
    const atlases = atlas === undefined ? atlasNamesOf(address) : [atlas]
    const beside = atlases.length === 0 ? null : new AtlasFile(loader, `${key} atlas`, atlases)
    super(loader, CACHE, key, beside ? [skeleton, beside] : [skeleton])
    this.options = options
    this.skeleton = skeleton
    this.atlas = beside
    this.files.forEach(explain)
  }

  override onFileComplete(file: File): void {
    super.onFileComplete(file)
    const { model } = this
    const { readers = [] } = this.options
    if (file === model) this.attempt(() => model.read())
    if (file === this.skeleton) this.attempt(() => readerFor(readers, bytesOf(file), String(file.url)))
    if (this.failed === 0 && this.pending === 0 && this.opened === null) this.attempt(() => this.open())
  }

  /** Phaser calls it twice for an image that cannot be decoded, and emits nothing. */
  override onFileFailed(file: File): void {
    if (this.failed === 0) this.fail(file)
  }

  private fail(file: File): void {
    this.failed++
    console.error((file as File & FailedFile).error)
    this.loader.emit('loaderror', file)
  }

  /** Reports an error as Phaser reports files that cannot be loaded, with the file that it is about. */
  private attempt(work: () => unknown): void {
    try {
      work()
    } catch (error) {
      const { atlas } = this
      const isOfAtlas = error instanceof OsteonError && error.source === String(atlas?.url)
      const file = atlas && isOfAtlas ? atlas : this.skeleton
      Object.defineProperty(file, 'error', { value: error })
      this.fail(file)
    }
  }

  /** Reads the atlas, requests its images, and has the skeleton read. */
  private open(): void {
    const { atlas, loader, options, skeleton } = this
    const source = String(skeleton.url)
    const at = String((atlas ?? skeleton).url)
    const { readers = [], pages = {}, textures = {} } = options
    const beside = atlas && ([at, bytesOf(atlas)] as const)
    this.opened = openRigFiles(readers, bytesOf(skeleton), beside, source, options)
    const folder = at.slice(0, at.lastIndexOf('/') + 1)
    const { path, prefix } = loader
    // Both are already part of the first files' addresses and keys.
    loader.setPath('')
    loader.setPrefix('')
    for (const { name } of this.opened.atlas.pages) {
      if (Object.hasOwn(textures, name)) continue
      const file = new PageFile(
        loader,
        `${this.key} ${name}`,
        Object.hasOwn(pages, name) ? pages[name] : folder + name,
      )
      explain(file)
      this.addToMultiFile(file)
      loader.addFile(file)
    }
    this.model = new ModelFile(loader, `${this.key} model`, readFigure(this.opened))
    this.addToMultiFile(this.model)
    loader.addFile(this.model)
    loader.setPath(path)
    loader.setPrefix(prefix)
  }

  addToCache(): void {
    const { model, opened } = this
    if (!this.isReadyToProcess() || !opened || !model) return
    this.complete = true
    // Another scene may have loaded it meanwhile.
    if (this.loader.cacheManager.custom[CACHE].exists(this.key)) return
    this.attempt(() => {
      const images = new Map<string, PageImage>()
      for (const { name } of opened.atlas.pages) images.set(name, this.imageOf(name))
      this.loader.cacheManager.custom[CACHE].add(this.key, makeRig(opened, model.read(), images))
    })
  }

  private imageOf(page: string): PageImage {
    const key = this.options.textures?.[page]
    if (key === undefined)
      return this.files.find((file) => file.key === `${this.key} ${page}`)?.data as HTMLImageElement
    const source = this.loader.textureManager.get(key).source[0]
    // A compressed texture has no image; its source has a size, too.
    const image = (source.image ?? source) as unknown as PageImage
    useTexture(image, source)
    return image
  }
}

/** An atlas that may be at one of several addresses. */
class AtlasFile extends Phaser.Loader.FileTypes.BinaryFile {
  private readonly others: string[]

  constructor(loader: Loader, key: string, [first, ...others]: string[]) {
    super(loader, key, first)
    this.others = others
  }

  override onLoad(request: XMLHttpRequest, event: ProgressEvent): void {
    const [next] = this.others
    const isThere = request.status < 400 && !isWebPage(new Uint8Array(request.response as ArrayBuffer))
    if (next === undefined || isThere) {
      super.onLoad(request, event)
      return
    }
    this.others.shift()
    this.url = `${this.loader.path}${next}`
    this.load()
  }
}

/** A skeleton that is being read, maybe by a worker: the loader waits for it as for a file. */
class ModelFile extends Phaser.Loader.File {
  private readonly reading: Promise<unknown>
  private result: { file: ReadFile } | { error: unknown } | null = null

  constructor(loader: Loader, key: string, reading: Promise<ReadFile>) {
    super(loader, { type: 'figureModel', key, url: key, cache: false })
    this.reading = reading.then(
      (file) => {
        this.result = { file }
      },
      (error) => {
        this.result = { error }
      },
    )
  }

  override load(): void {
    this.reading.then(() => this.loader?.nextFile(this, true))
  }

  /** Returns what was read. @throws the error of its reader. */
  read(): ReadFile {
    if (this.result && 'file' in this.result) return this.result.file
    throw this.result?.error
  }
}

/** An image of a page. */
class PageFile extends Phaser.Loader.FileTypes.ImageFile {
  /** Reads what was sent in place of an image before the loader goes on, for the error. */
  override onProcessError(): void {
    const sent = new Response(this.xhrLoader?.response).arrayBuffer()
    sent.then((bytes) => {
      Object.defineProperty(this, 'error', { value: decodeError(String(this.url), new Uint8Array(bytes)) })
      super.onProcessError()
    })
  }
}

/** Sets a file's error, according to the response. */
function explain(file: File): void {
  Object.defineProperty(file, 'error', { get: () => errorOf(file), configurable: true })
}

function errorOf({ url, type, xhrLoader }: File): OsteonError {
  const status = xhrLoader?.status
  const answer = status ? `the server answered ${status}` : 'it could not be fetched'
  return new OsteonError(type === 'image' ? 'missing-page' : 'fetch-failed', String(url), '', answer)
}

function bytesOf({ data }: File): Uint8Array {
  return data instanceof Uint8Array ? data : new Uint8Array(data as ArrayBuffer)
}
