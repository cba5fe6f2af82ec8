/** A recording on the stage: its world, drawn on a canvas of its own. */
import { query } from 'bitecs'
import { type AnimationWorld, getBone, getBounds } from 'osteon'
import { disposeRenderer, type View, worldToScreen } from 'osteon/render'
import type { Divergence, Replay } from 'osteon/replay'
import { createWorldPainter, type WorldPainter } from '../../world-painter'
import { type Camera, fitBox, type Size, viewOf } from '../camera'

export interface Screen {
  readonly canvas: HTMLCanvasElement
  readonly replay: Replay
  /** The world that the painter draws: going back may replace the replay's. */
  world: AnimationWorld
  painter: WorldPainter
}

export function createScreen(canvas: HTMLCanvasElement, replay: Replay): Screen {
  const { world } = replay
  return { canvas, replay, world, painter: createWorldPainter(world, canvas) }
}

export function closeScreen({ canvas, painter, world }: Screen): void {
  disposeRenderer(world)
  // Browsers have few contexts.
  painter.renderer?.gl.getExtension('WEBGL_lose_context')?.loseContext()
  canvas.remove()
}

/** Goes to a tick and plays it: it is what the world shows. */
export function showTick(screen: Screen, tick: number): void {
  const { replay } = screen
  const wanted = Math.max(replay.first, Math.min(tick, replay.end - 1))
  if (replay.tick === wanted) replay.step()
  else if (replay.tick !== wanted + 1) replay.seek(wanted + 1)
  if (replay.world === screen.world) return
  disposeRenderer(screen.world)
  screen.world = replay.world
  screen.painter = createWorldPainter(screen.world, screen.canvas)
}

/** Number of the tick that a screen shows. */
export const shownTick = ({ replay }: Screen): number => Math.max(replay.first, replay.tick - 1)

export function paintScreen({ painter }: Screen, view: View): void {
  painter.paint(view, [0, 0, 0, 0])
}

/** Entities with a skeleton, in ascending order. */
export function skeletonsIn({ world }: Screen): number[] {
  return [...query(world, [world.components.Skeleton])].sort((a, b) => a - b)
}

/** Name of an entity's rig. */
export function nameIn({ world }: Screen, eid: number): string {
  return world.animation.rigs[world.components.Skeleton.rig[eid]]?.source.name ?? '?'
}

/** Whether a tick has drawn skeletons. A tick whose systems run one by one is finished with the step after it. */
export function isDrawn(screen: Screen): boolean {
  return skeletonsIn(screen).some((eid) => (getBounds(screen.world, eid)?.[2] ?? 0) > 0)
}

/** Shows skeletons with a margin; those that are not drawn count by their place. */
export function fitSkeletons(screen: Screen, eids: readonly number[], camera: Camera, size: Size): void {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity]
  const { Transform } = screen.world.components
  for (const eid of eids) {
    const bounds = getBounds(screen.world, eid)
    const box = bounds && bounds[2] > 0 ? bounds : [Transform.x[eid], Transform.y[eid], 0, 0]
    left = Math.min(left, box[0])
    bottom = Math.min(bottom, box[1])
    right = Math.max(right, box[0] + box[2])
    top = Math.max(top, box[1] + box[3])
  }
  if (left <= right) fitBox(camera, [left, bottom, right - left, top - bottom], size)
}

const RADIUS = 26

/** Marks the skeleton and the bone of a difference over the picture. */
export function paintMark(
  context: CanvasRenderingContext2D,
  screen: Screen,
  { bone, eid }: Divergence,
  camera: Camera,
  size: Size,
): void {
  if (eid === 0 || !skeletonsIn(screen).includes(eid)) return
  const { world } = screen
  const view = viewOf(camera, size)
  const at = (x: number, y: number) => worldToScreen(view, x, y, size.width, size.height)
  const shapes: Path2D[] = []
  let [labelX, labelY] = [0, 0]
  const box = getBounds(world, eid)
  if (box) {
    const [left, bottom] = at(box[0], box[1])
    const [right, top] = at(box[0] + box[2], box[1] + box[3])
    const shape = new Path2D()
    shape.rect(left - 6, top - 6, right - left + 12, bottom - top + 12)
    shapes.push(shape)
    ;[labelX, labelY] = [left - 6, top - 12]
  }
  if (bone !== null) {
    const [, , , , worldX, worldY] = getBone(world, eid, bone)
    const [x, y] = at(worldX, worldY)
    const shape = new Path2D()
    shape.arc(x, y, RADIUS, 0, 2 * Math.PI)
    shape.moveTo(x + 3, y)
    shape.arc(x, y, 3, 0, 2 * Math.PI)
    shapes.push(shape)
    ;[labelX, labelY] = [x + RADIUS + 8, y + 5]
  }
  const ratio = context.canvas.width / size.width
  context.canvas.hidden = false
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  for (const [color, width] of [
    ['#1d1930', 5],
    ['#ff8f9a', 2.5],
  ] as const) {
    context.strokeStyle = color
    context.lineWidth = width
    for (const shape of shapes) context.stroke(shape)
  }
  const text = bone === null ? `entity ${eid}` : `entity ${eid}: ${bone}`
  context.font = '600 13px system-ui, sans-serif'
  context.textBaseline = 'alphabetic'
  const [x, y] = [
    Math.max(4, Math.min(labelX, size.width - context.measureText(text).width - 12)),
    Math.max(18, labelY),
  ]
  context.strokeStyle = '#1d1930'
  context.lineWidth = 4
  context.lineJoin = 'round'
  context.strokeText(text, x, y)
  context.fillStyle = '#ffc2c8'
  context.fillText(text, x, y)
}
