/** What is known of an armature while it is read. */
import type { LookTimeline } from '../../model/animation'
import type { MeshModel } from '../../model/attachment'
import type { SurfaceModel } from '../../model/constraint'
import type { SkeletonModel } from '../../model/skeleton'
import { fail, type ObjectPlace, type Place } from '../shared/place'
import type { Blocks } from './blocks'
import type { Binding } from './geometry-types'
import type { Easings } from './timelines/easing'

export interface Context {
  readonly model: SkeletonModel
  /** Loader scale. */
  readonly scale: number
  readonly bones: Map<string, number>
  /** The model's bones by their place in the file: weights name them so. */
  readonly order: number[]
  readonly slots: Map<string, number>
  /** The model's slots by their place in the file. Those of a higher `zIndex` come later. */
  readonly slotOrder: number[]
  /** Of the model's slots. */
  readonly zIndices: number[]
  /** Of the model's bones and slots: their own, times that of what they hang on. It is in the slots' colours, 1 where animations key it. */
  readonly boneAlphas: number[]
  readonly slotAlphas: number[]
  /** Names of bones and slots whose alphas or depths some animation keys. */
  readonly keyedLooks: Readonly<Record<LookTimeline['property'], Set<string>>>
  /** Displays of a slot, the longest list of all skins. */
  readonly displays: number[]
  /** Of a slot: what an armature that it shows first plays. */
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
  /** Reads the armature of that name, which the display at `place` shows, into the model's nested ones. */
  readonly nest: (place: ObjectPlace, name: string) => void
}

/** A mesh, and how its points came to be. */
export interface MeshOf {
  readonly skin: number
  readonly slot: number
  readonly key: string
  /** Where a binary file has its points; -1 in others. */
  readonly geometry: number
  readonly mesh: MeshModel
  readonly binding: Binding
  /** Meshes that have its points, and what its keys make of those. */
  readonly followers: MeshOf[]
}

/** Refuses what the format has and this library does not play yet. */
export function unsupported(at: Place, key: string | undefined, what: string): never {
  return fail(at, key, 'unsupported-feature', `${what} cannot be played yet; the armature is refused`)
}
