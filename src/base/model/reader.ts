/** The interface of a format's reader: bytes in, model out. */
import type { Warn } from '../errors'
import type { AtlasModel } from './atlas'
import type { Limits } from './limits'
import type { RigPlayer } from './player'
import type { SkeletonModel } from './skeleton'

/** A skeleton file as text, bytes or parsed JSON; a parsed object is not altered. */
export type SkeletonData = string | Uint8Array | object

/** Options of all readers. */
export interface ReadOptions {
  /** The source's name, for messages and the model's `name`. */
  source: string
  /** Loader scale. @default 1 */
  scale?: number
  /** Name of one armature, for files that may hold several (DragonBones). @default the file's main armature */
  armature?: string
  warn?: Warn
  /** Limits on the cost of the data. */
  limits?: Limits
}

/** One file format. A reader is a pure function of bytes: it fetches no files and decodes no images. */
export interface Reader {
  /** A short name for messages: `spine-json`. */
  readonly name: string
  /** Decides from the content whether this reader should try. Never throws. */
  detect(data: SkeletonData): boolean
  /** Reads a skeleton. @throws OsteonError for every malformed input. */
  readSkeleton(data: SkeletonData, options: ReadOptions): SkeletonModel
  /**
   * Reads all skeletons of a file that may have several; ignores `options.armature`.
   *
   * @throws OsteonError for every malformed input.
   */
  readSkeletons?(data: SkeletonData, options: ReadOptions): SkeletonModel[]
  /** Reads an atlas. @throws OsteonError for every malformed input. */
  readAtlas(data: string | Uint8Array, options: ReadOptions): AtlasModel
  /**
   * Reads the atlas that a skeleton's file holds itself, for loads without another; pages lie beside the file.
   *
   * @throws OsteonError for every malformed input.
   */
  readOwnAtlas?(data: SkeletonData, options: ReadOptions): AtlasModel | null
  /** The player of its rigs. @default the library's tracks, which play as Spine does */
  readonly player?: RigPlayer
  /** Kernels and compiler parts that only its rigs need: a `RigParts` (`rig/parts`). */
  readonly parts?: object
}
