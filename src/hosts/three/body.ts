/** Types of figures, slots and crowds, for the modules of `osteon/three`. */
import type { BufferGeometry, Color, Group, Material, Mesh, Object3DEventMap } from 'three'
import type { EventKindName, SkeletonEvent } from '../../world/events'
import type { AnimationWorld } from '../../world/world-type'
import type { Runs } from '../figures/runs'
import type { Scene } from '../figures/scene'
import type { SlotPlace } from '../figures/slots'
import type { FigureGeometry } from './geometry'

/**
 * Events of a figure: `animation` for each animation event, and its kind: `complete`, `event`, … But for `dispose`,
 * which objects of Three.js have, too.
 */
export type FigureEventMap = Object3DEventMap & {
  [K in Exclude<EventKindName, 'dispose'>]: { detail: Readonly<SkeletonEvent<K>> }
} & { animation: { detail: Readonly<SkeletonEvent> } }

/** A mesh whose groups are draw calls. */
export type Piece = Mesh<BufferGeometry, Material[]>

/** How a figure's materials are made. */
export interface Style {
  readonly scene: Scene
  /** Copied for each draw call. */
  readonly model: Material
  readonly depthWrite: boolean
  /** The least alpha that writes depth and casts shadows. */
  readonly alphaTest: number
}

/** A figure or a crowd, as a tick sees it. */
export interface Member {
  /** Before a tick. */
  prepare(): void
  /** After a tick, when the world's buffers are up to date. */
  refresh(): void
}

export interface FigureBody extends Mesh<FigureGeometry, Material[], FigureEventMap> {
  readonly world: AnimationWorld
  readonly eid: number
  readonly color: Color
  opacity: number
  hitProvider: 'boxes' | 'shapes'
  slotDepth: number
  physicsMovement: number
  timeScale: number
  paused: boolean
  readonly style: Style
  /** The mesh itself, and a mesh for the triangles in front of each slot with objects. */
  readonly pieces: Mesh<FigureGeometry, Material[]>[]
  /** By slot index. */
  readonly slots: ReadonlyMap<number, SlotBody>
  readonly runs: Runs
  /** Number of the refresh that it was last updated with; -1: none. */
  refreshed: number
  /** Where the object was at the last tick; null before the first. */
  readonly lastPlace: LastPlace
}

/** In the space of the scene: the object's origin, and the direction of its x axis. */
export interface LastPlace {
  isKnown: boolean
  readonly origin: Float64Array
  readonly axis: Float64Array
}

export interface SlotBody extends Group {
  readonly isFigureSlot: true
  readonly figure: FigureBody
  readonly index: number
  readonly color: Color
  opacity: number
  readonly place: SlotPlace
  /** Reads where the slot is. @param layer how many slots with objects are drawn before it. */
  update(layer: number): void
}
