/** Checks the options of `loadRig` and `loadAtlas` once, and fills in every default. */
import { badOption, consoleWarn, refuseUnknown, type Warn } from '../base/errors'
import type { AtlasModel } from '../base/model/atlas'
import { checkedLimits, type Limits } from '../base/model/limits'
import type { Reader } from '../base/model/reader'
import type { AttachmentResolver } from '../rig/resolve'
import { type Assets, checkNotDisposed, createAssets } from './assets'
import { aborted, type Progress } from './cache'
import type { Fetch } from './fetch'
import { type DecodeImage, defaultDecoder, type PageSource } from './image'
import { defaultFetch } from './node-files'
import type { RigWorker } from './rig-worker'
import { documentBase, type Located, locate, resolveUrl } from './source'

/**
 * An address (in Node also a path), text, bytes, a file, or parsed JSON (not altered). Text that begins with `{` is
 * JSON.
 */
export type SkeletonInput = string | URL | Uint8Array | ArrayBuffer | object

/** An address, text (recognised by line breaks), bytes, a file, or a model; null if the skeleton has no images. */
export type AtlasInput = string | URL | Uint8Array | ArrayBuffer | Blob | AtlasModel | null

/** One atlas, or several, searched in order. */
export type AtlasInputs = AtlasInput | readonly Exclude<AtlasInput, null>[]

/** Options of `loadRig`. */
export interface LoadOptions {
  /** Readers of the formats to try; the file's content decides. */
  readers: readonly Reader[]
  /** A cache shared with other loads; release the rig with `disposeRig`. */
  assets?: Assets
  /** Multiplies all lengths. @default 1 */
  scale?: number
  /** Name of one armature, for files that may hold several (DragonBones). @default the file's main armature */
  armature?: string
  /** The rig's name. @default the file's, without folder and extension */
  name?: string
  /** The base of relative addresses. @default the document's address */
  base?: string | URL
  /**
   * Folders (addresses that end in `/`, relative to `base`) that may hold pages of the atlas. @default none: pages must
   * be in the atlas's own folder or below; pages elsewhere are refused
   */
  pageFolders?: readonly (string | URL)[]
  /** Limits on the cost of the files; see SECURITY.md. */
  limits?: Limits
  /**
   * Images by page name, used instead of fetching them, or their addresses, which may be anywhere. Bitmaps must be
   * premultiplied. With `'worn'` none is fetched now: each is fetched when `loadPages` asks for a skin that shows it,
   * or when it is first drawn.
   */
  pages?: Readonly<Record<string, PageSource>> | ReadonlyMap<string, PageSource> | 'worn'
  /** Fetch and decode the atlas's images. @default true where a decoder exists */
  images?: boolean
  /** Whether the images are premultiplied; atlases from before Spine 4.0 cannot say. */
  premultiplied?: boolean
  /** Overrides the filters that the atlas asks for, without mipmaps. */
  filter?: 'linear' | 'nearest'
  /** Supplies images of your own for attachments; asked before the atlas. See `createPage`. */
  resolveAttachment?: AttachmentResolver
  /** Aborting rejects this load with `aborted`; others waiting for the same files go on. */
  signal?: AbortSignal
  /** Called whenever a file has arrived. An error that it throws fails this load. */
  onProgress?: (progress: Progress) => void
  /** Receives warnings. @default console.warn */
  warn?: Warn
  /** Fetches files. @default the global `fetch`; in Node it also reads paths and `file:` addresses */
  fetch?: Fetch
  /** Decodes images. @default createImageBitmap, in pages and their workers */
  decode?: DecodeImage
  /** Reads the skeleton off this thread: `rigWorker` of `osteon/worker` makes one. @default it is read here */
  worker?: RigWorker
}

/** Options of `loadAtlas`: those of `loadRig`, without those of skeletons. */
export type AtlasOptions = Omit<LoadOptions, 'scale' | 'armature' | 'name' | 'resolveAttachment' | 'worker'>

/** A checked request for one atlas. */
export interface AtlasRequest
  extends Omit<AtlasOptions, 'base' | 'images' | 'warn' | 'assets' | 'decode' | 'pageFolders'> {
  atlas: Located<string | Uint8Array | Blob | AtlasModel> | null
  assets: Assets
  base: string | undefined
  /** Resolved. */
  pageFolders: readonly string[]
  images: boolean
  warn: Warn
  decode: DecodeImage | undefined
}

export interface LoadRequest extends AtlasRequest {
  /** One for each atlas; `atlas` is the first one's. */
  atlases: readonly AtlasRequest[]
  skeleton: Located<string | Uint8Array | object>
  scale: number
  armature?: string
  name?: string
  resolveAttachment?: AttachmentResolver
  worker?: RigWorker
}

const OPTIONS = [
  'readers',
  'assets',
  'scale',
  'armature',
  'name',
  'base',
  'pageFolders',
  'limits',
  'pages',
  'images',
  'premultiplied',
  'filter',
  'resolveAttachment',
  'signal',
  'onProgress',
  'warn',
  'fetch',
  'decode',
  'worker',
]

/** Checks a request for a rig. @throws OsteonError `bad-option`, `wrong-type`, `disposed`, `aborted`. */
export function checkRequest(skeleton: SkeletonInput, atlas: AtlasInputs, options: LoadOptions): LoadRequest {
  const source = options?.name ?? 'loadRig'
  const inputs = isList(atlas) ? atlas : [atlas]
  const request = checkAtlasRequest(inputs.length === 0 ? null : inputs[0], options, source)
  const atlases = [request]
  for (let i = 1; i < inputs.length; i++)
    atlases.push(checkAtlasRequest(inputs[i], { ...options, assets: request.assets }, source))
  const { scale = 1, armature, worker } = options
  if (typeof scale !== 'number' || !Number.isFinite(scale) || scale === 0)
    throw badOption(source, 'scale', `expected a finite number other than 0, got ${scale}`)
  if (armature !== undefined && typeof armature !== 'string')
    throw badOption(source, 'armature', 'expected a name')
  if (worker !== undefined && typeof worker?.read !== 'function')
    throw badOption(source, 'worker', 'expected what `rigWorker` makes')
  return { ...options, ...request, atlases, skeleton: locate(skeleton, request.base, 'skeleton'), scale }
}

function isList(atlas: AtlasInputs): atlas is readonly Exclude<AtlasInput, null>[] {
  return Array.isArray(atlas)
}

/**
 * Checks a request for an atlas. @throws OsteonError `bad-option`, `wrong-type`, `disposed`, `aborted`, with `source`.
 */
export function checkAtlasRequest(atlas: AtlasInput, options: AtlasOptions, source: string): AtlasRequest {
  refuseUnknown(options, OPTIONS, source)
  const { readers, filter, pages, signal, decode = defaultDecoder(), assets = createAssets() } = options
  if (!Array.isArray(readers) || readers.length === 0)
    throw badOption(source, 'readers', 'expected a list of at least one reader, such as [spineJson]')
  if (filter !== undefined && filter !== 'linear' && filter !== 'nearest')
    throw badOption(source, 'filter', `expected "linear" or "nearest", got ${JSON.stringify(filter)}`)
  if (typeof pages === 'string' && pages !== 'worn')
    throw badOption(source, 'pages', `expected images by page name, or "worn", got ${JSON.stringify(pages)}`)
  if (options.images && !decode)
    throw badOption(source, 'images', 'images cannot be decoded here: pass `decode`, or leave them out')
  checkNotDisposed(assets)
  if (signal?.aborted) throw aborted(source, signal.reason)
  const base = options.base === undefined ? documentBase() : String(options.base)
  return {
    ...options,
    atlas: atlas === null ? null : locate(atlas, base, 'atlas'),
    assets,
    base,
    pageFolders: (options.pageFolders ?? []).map((folder) => resolveUrl(String(folder), base)),
    limits: checkedLimits(options.limits ?? {}),
    decode,
    images: options.images ?? decode !== undefined,
    warn: options.warn ?? consoleWarn,
    fetch: options.fetch ?? defaultFetch(),
  }
}
