/** The state of reading an armature. */
import type { LookTimeline } from '../../base/model/animation'
import type { MeshModel } from '../../base/model/attachment'
import type { SurfaceModel } from '../../base/model/constraint'
import type { SkeletonModel } from '../../base/model/skeleton'
import { fail, type ObjectPlace, type Place } from '../shared/place'
import type { Blocks } from './blocks'
import type { Binding } from './geometry-types'
import type { Easings } from './timelines/easing'

export interface Context {
  readonly model: SkeletonModel
  /** Loader scale. */
  readonly scale: number
  readonly bones: Map<string, number>
  /** The model's bones by their position in the file, which weights refer to. */
  readonly order: number[]
  readonly slots: Map<string, number>
  /** The model's slots by their position in the file. Slots with a higher `zIndex` come later. */
  readonly slotOrder: number[]
  /** The `zIndex` of each of the model's slots. */
  readonly zIndices: number[]
  /**
   * Alphas of the model's bones and slots, times their parents'. Slots' colours contain them; 1 for a slot whose alphas
   * animations key.
   */
  readonly boneAlphas: number[]
  readonly slotAlphas: number[]
  /** Names of bones and slots whose alphas or depths animations key. */
  readonly keyedLooks: Readonly<Record<LookTimeline['property'], Set<string>>>
  /** Number of a slot's displays, in its longest list of all skins. */
  readonly displays: number[]
  /** For each slot, animations that its first armature plays. */
  readonly slotActions: string[][]
  readonly skins: Map<string, number>
  readonly constraints: Map<string, number>
  /** The model's bones that are surfaces. */
  readonly surfaces: Map<number, SurfaceModel>
  /** Meshes by skin, slot and their own name, for deform keys. */
  readonly meshes: MeshOf[]
  /** `MeshOf.followers` of a mesh's display. */
  readonly followers: Map<ObjectPlace, MeshOf[]>
  /** The animations of the file, by name. */
  readonly animationPlaces: Map<string, ObjectPlace>
  /** Frames a second. */
  readonly frameRate: number
  readonly easings: Easings
  /** The numbers of a binary file. */
  readonly blocks: Blocks | null
  readonly events: Map<string, number>
  /** Reads the named armature, shown by the display at `place`, into the model's nested armatures. */
  readonly nest: (place: ObjectPlace, name: string) => void
}

/** A mesh, and the origin of its points. */
export interface MeshOf {
  readonly skin: number
  readonly slot: number
  readonly key: string
  /** Position of its points in a binary file; -1 in others. */
  readonly geometry: number
  readonly mesh: MeshModel
  readonly binding: Binding
  /** Meshes that share its points, with their own deltas for its keys. */
  readonly followers: MeshOf[]
}

/** Refuses a feature of the format that this library does not play yet. */
export function unsupported(at: Place, key: string | undefined, what: string): never {
  return fail(at, key, 'unsupported-feature', `${what} cannot be played yet; the armature is refused`)
}
