/** What a reader of a format is. */
import type { Warn } from '../errors'
import type { AtlasModel } from './atlas'
import type { Limits } from './limits'
import type { RigPlayer } from './player'
import type { SkeletonModel } from './skeleton'

/** What a skeleton file may be given as; a parsed object is not altered. */
export type SkeletonData = string | Uint8Array | object

/** What readers are told besides the data. */
export interface ReadOptions {
  /** The source's name, for messages and the model's `name`. */
  source: string
  /** Loader scale. @default 1 */
  scale?: number
  /** Which armature, of a file that may hold several (DragonBones). @default the file's main one */
  armature?: string
  warn?: Warn
  /** What the data may cost. */
  limits?: Limits
}

/** One file format. Pure over bytes: fetching and decoding of images happen elsewhere. */
export interface Reader {
  /** For messages: `spine-json`. */
  readonly name: string
  /** Tells from content whether this reader should try. Never throws. */
  detect(data: SkeletonData): boolean
  /** @throws OsteonError for every malformed input. */
  readSkeleton(data: SkeletonData, options: ReadOptions): SkeletonModel
  /**
   * All skeletons of a file that may have several; `options.armature` says nothing.
   *
   * @throws OsteonError for every malformed input.
   */
  readSkeletons?(data: SkeletonData, options: ReadOptions): SkeletonModel[]
  /** @throws OsteonError for every malformed input. */
  readAtlas(data: string | Uint8Array, options: ReadOptions): AtlasModel
  /** What plays the rigs that it reads. @default the library's tracks, which play as Spine does */
  readonly player?: RigPlayer
  /** What only its rigs need of kernels and of the compiler: a `RigParts` (`rig/parts`). */
  readonly parts?: object
}
