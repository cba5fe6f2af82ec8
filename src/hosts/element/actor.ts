/** What an element shows of itself to the stage, and the state of the stage. */
import type { AnimationBounds } from '../../api/animation-bounds'
import type { SkeletonEvent } from '../../api/events'
import type { Assets } from '../../load/assets'
import type { GlContext } from '../../render/context'
import type { Rig } from '../../rig/rig'
import type { AnimationWorld } from '../../world/world-type'

/** One element, as the stage sees it. */
export interface Actor {
  readonly canvas: HTMLCanvasElement
  /** Pixels of its place on the page; 0 until the browser has told. */
  width: number
  height: number
  isInView: boolean
  /** 0 while there is nothing to show. */
  eid: number
  /** What `fit` fits; null if nothing is ever shown. */
  box: AnimationBounds | null
  covers: boolean
  /** Seconds of the animation per second. 0 = it stands still. */
  speed: number
  /** Whether its picture is out of date although it stands still. */
  isStale: boolean
  readonly tell: (event: SkeletonEvent) => void
  /** Told if it cannot be drawn. */
  readonly fail: (error: unknown) => void
}

export interface Stage {
  readonly world: AnimationWorld
  readonly assets: Assets
  readonly canvas: HTMLCanvasElement
  readonly gl: GlContext
  readonly actors: Set<Actor>
  /** Boxes of animations, which are measured once. */
  readonly boxes: WeakMap<Rig, Map<string, AnimationBounds | null>>
  /** Elements that show a rig. */
  readonly counts: Map<Rig, number>
  /** Whether textures of rigs that nobody shows may be on the GPU. */
  hasDeadPages: boolean
  /** Of the next frame; 0 = none is asked for. */
  request: number
  /** When the last frame was drawn; 0 = the loop stood still. */
  last: number
  /** Draws everything again: a lost context is back. */
  readonly refresh: () => void
}

/** The stage of all elements of a page; null while there is no element. */
export interface Studio {
  stage: Stage | null
}
