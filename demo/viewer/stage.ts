/** The world behind the viewer: one skeleton, posed at any time of an animation and drawn in two ways. */
import { createWorld } from 'bitecs'
import {
  type AnimationWorld,
  applyAnimation,
  createLooks,
  despawnSkeleton,
  getAttachment,
  getBounds,
  installAnimation,
  type RetainedLooks,
  type Rig,
  setSkin,
  setToSetupPose,
  spawnSkeleton,
  type Warn,
} from 'osteon'
import { kernels } from 'osteon/kernels'
import { draw, type Renderer, type View } from 'osteon/render'
import { constraints, skinning, worldTransform } from 'osteon/systems'
import { drawOnCanvas } from '../canvas2d/renderer'
import { flatContext } from '../dom'
import { sayFlat, tryRenderer } from '../world-painter'
import type { ViewerState } from './state'

export interface Stage {
  readonly world: AnimationWorld
  /** Null where the browser has no WebGL. */
  readonly renderer: Renderer | null
  readonly flat: CanvasRenderingContext2D
  readonly scratch: CanvasRenderingContext2D
  readonly looks: RetainedLooks
  /** The skeleton on show. */
  eid: number
}

export function createStage(
  webgl: HTMLCanvasElement,
  canvas2d: HTMLCanvasElement,
  rig: Rig,
  warn: Warn,
): Stage {
  const world = installAnimation(createWorld(), { kernels, capacity: 16, warn })
  const renderer = tryRenderer(world, webgl, { antialias: true, alpha: true })
  if (!renderer) sayFlat()
  return {
    world,
    renderer,
    flat: flatContext(canvas2d),
    scratch: flatContext(document.createElement('canvas')),
    looks: createLooks(),
    eid: spawnSkeleton(world, rig),
  }
}

/** Shows another rig instead. If it can't be shown, the old one stays and the error is thrown. */
export function changeRig(stage: Stage, rig: Rig): void {
  const { world } = stage
  const old = stage.eid
  stage.eid = spawnSkeleton(world, rig)
  despawnSkeleton(world, old)
}

/** Puts the skeleton where `state` says: always from the setup pose, so that any time can come after any. */
export function pose({ world, eid }: Stage, state: ViewerState): void {
  setSkin(world, eid, state.skins.length > 0 ? state.skins : null)
  setToSetupPose(world, eid, 'both')
  if (state.animation !== null) applyAnimation(world, eid, state.animation, { time: state.time })
  constraints(world)
  worldTransform(world)
  skinning(world)
}

/** Draws over a transparent canvas, or, on Canvas2D, over a backdrop of its own: `lighter` needs something below. */
export function paint(
  stage: Stage,
  state: ViewerState,
  view: View,
  backdrop: (to: CanvasRenderingContext2D) => void,
): void {
  if (state.renderer === 'webgl' && stage.renderer) {
    const { gl } = stage.renderer
    gl.clearColor(0, 0, 0, 0)
    gl.clear(gl.COLOR_BUFFER_BIT)
    draw(stage.world, view)
  } else {
    const { flat } = stage
    backdrop(flat)
    drawOnCanvas(flat, stage.scratch, stage.world, stage.looks, view)
  }
}

/**
 * The skin to begin with: none, unless the setup pose is mostly empty without one, as with rigs whose
 * default skin holds only what all others share; then the first that is not the default.
 */
export function firstSkin({ world, eid }: Stage, rig: Rig): string[] {
  const named = rig.skins.find((_, i) => i !== rig.defaultSkin)
  const shown = rig.slots.setupKey.filter((key) => key >= 0).length
  const empty = rig.slots.setupKey.filter((key, slot) => key >= 0 && !getAttachment(world, eid, slot)).length
  return named && 2 * empty > shown ? [named.name] : []
}

/** What a rig needs of the stage: the file's own box, else the setup pose's. */
export function boxOf(stage: Stage, rig: Rig): ArrayLike<number> {
  if (rig.width > 0 && rig.height > 0) return [rig.x, rig.y, rig.width, rig.height]
  return getBounds(stage.world, stage.eid) ?? [-100, -100, 200, 200]
}
