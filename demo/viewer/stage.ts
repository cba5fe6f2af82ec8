/** The world of the viewer: one skeleton, posed at any time of an animation and drawn in two ways. */
import { createWorld } from 'bitecs'
import {
  type AnimationWorld,
  applyAnimation,
  createLooks,
  currentEntry,
  despawnSkeleton,
  getBounds,
  getEntry,
  installAnimation,
  type RetainedLooks,
  type Rig,
  setBone,
  setSkin,
  setToSetupPose,
  spawnSkeleton,
  type Warn,
} from 'osteon'
import { childOf, nesting } from 'osteon/nesting'
import { draw, type Renderer, type View } from 'osteon/render'
import { constraints, skinning, worldTransform } from 'osteon/systems'
import { drawOnCanvas } from '../canvas2d/renderer'
import { flatContext } from '../dom'
import { sayFlat, tryRenderer } from '../world-painter'
import type { ViewerState } from './state'

export interface Stage {
  readonly world: AnimationWorld
  /** Null if the browser has no WebGL. */
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
  const world = installAnimation(createWorld(), { capacity: 16, use: [nesting], warn })
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

/** Shows another rig. If it can't be shown, the old one stays and the error is thrown. */
export function changeRig(stage: Stage, rig: Rig): void {
  const { world } = stage
  const old = stage.eid
  stage.eid = spawnSkeleton(world, rig)
  despawnSkeleton(world, old)
}

/** Poses the skeleton for `state`, always from the setup pose, so that times can come in any order. */
export function pose(stage: Stage, state: ViewerState): void {
  const { world, eid } = stage
  setSkin(world, eid, state.skins.length > 0 ? state.skins : null)
  setToSetupPose(world, eid, 'both')
  if (state.animation !== null) applyAnimation(world, eid, state.animation, { time: state.time })
  placeMoved(stage, state)
  poseNested(stage, state)
  constraints(world)
  worldTransform(world)
  skinning(world)
}

/** Moves dragged bones to their places, over the animation's. */
function placeMoved({ world, eid }: Stage, { moved }: ViewerState): void {
  for (const [bone, place] of moved) setBone(world, eid, bone, place)
}

/** Poses armatures in slots: each plays the animation with which it began. */
function poseNested(stage: Stage, { rig, time }: ViewerState): void {
  const { world } = stage
  for (const child of nestedIn(stage, rig)) {
    const entry = currentEntry(world, child, 0)
    const animation = entry === 0 ? null : getEntry(world, entry).animation
    if (animation === null) continue
    setToSetupPose(world, child, 'both')
    applyAnimation(world, child, animation, { time, loop: true })
  }
}

/** The armatures in slots of this skeleton, without deeper ones. */
function nestedIn({ world, eid }: Stage, rig: Rig): number[] {
  if (rig.nested.size === 0) return []
  return Array.from({ length: rig.slots.count }, (_, slot) => childOf(world, eid, slot)).filter(
    (child) => child !== null,
  )
}

/** Draws over a transparent canvas, or, on Canvas2D, over a backdrop of its own: `lighter` needs a picture below. */
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

/** The first skin to show: the one with most attachments; none if that is the default, which is always shown. */
export function firstSkin({ skins, defaultSkin }: Rig): string[] {
  let most = defaultSkin
  for (const [i, { entries }] of skins.entries())
    if (most < 0 || entries.size > skins[most].entries.size) most = i
  return most === defaultSkin ? [] : [skins[most].name]
}

/** Number of steps between the poses from which an animation's box is made. */
const SAMPLES = 24

/** The times of the animation from which its box is made. */
export function samplesOf({ duration }: ViewerState): number[] {
  return Array.from({ length: SAMPLES + 1 }, (_, i) => (duration * i) / SAMPLES)
}

/** The box of what is drawn at these times; the file's own box if nothing is drawn. */
export function boxOf(stage: Stage, state: ViewerState, times: readonly number[]): Box {
  const { time, rig } = state
  const edges: Edges = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ]
  for (const at of times) {
    state.time = at
    pose(stage, state)
    widen(edges, getBounds(stage.world, stage.eid))
    for (const child of nestedIn(stage, rig)) widen(edges, getBounds(stage.world, child))
  }
  state.time = time
  pose(stage, state)
  if (edges[0] < edges[2]) return [edges[0], edges[1], edges[2] - edges[0], edges[3] - edges[1]]
  return rig.width > 0 && rig.height > 0 ? [rig.x, rig.y, rig.width, rig.height] : [-100, -100, 200, 200]
}

/** An upright box in world units. */
export type Box = [x: number, y: number, width: number, height: number]

type Edges = [left: number, bottom: number, right: number, top: number]

function widen(edges: Edges, box: ArrayLike<number> | null): void {
  if (!box) return
  edges[0] = Math.min(edges[0], box[0])
  edges[1] = Math.min(edges[1], box[1])
  edges[2] = Math.max(edges[2], box[0] + box[2])
  edges[3] = Math.max(edges[3], box[1] + box[3])
}
