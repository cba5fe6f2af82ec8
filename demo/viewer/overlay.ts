/** What lies over the picture: bones, meshes, clipping, boxes. Drawn with the picture's own camera. */
import {
  type AnimationWorld,
  type AttachmentModel,
  getAttachment,
  getBone,
  getBounds,
  getPoint,
  getWorldVertices,
  isBoneActive,
  type Rig,
} from 'osteon'
import type { Stage } from './stage'
import type { ViewerState } from './state'

const BONE = '#35c2a5'
const MESH = '#6aa5ff'
const CLIP = '#ff6f6f'
const BOX = '#e0a100'

/** How near the pointer must be to a bone's line to name it, CSS pixels. */
const REACH = 12

interface Brush {
  context: CanvasRenderingContext2D
  /** World to CSS pixels. */
  toX: (x: number) => number
  toY: (y: number) => number
  /** Something was drawn. */
  used: boolean
}

function brushOf(context: CanvasRenderingContext2D, { camera, size }: ViewerState): Brush {
  const { x, y, zoom } = camera
  return {
    context,
    toX: (worldX) => (worldX - x) * zoom + size.width / 2,
    toY: (worldY) => (y - worldY) * zoom + size.height / 2,
    used: false,
  }
}

/** Clears the overlay and draws what is switched on. */
export function paintOverlay(context: CanvasRenderingContext2D, stage: Stage, state: ViewerState): void {
  const ratio = context.canvas.width / state.size.width
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, state.size.width, state.size.height)
  const brush = brushOf(context, state)
  const { world, eid } = stage
  const { rig, overlays } = state
  for (let slot = 0; slot < rig.slots.count; slot++) {
    const attachment = getAttachment(world, eid, slot)
    if (attachment) paintAttachment(brush, stage, state, slot, attachment)
  }
  if (overlays.has('boxes')) paintBounds(brush, world, eid)
  if (overlays.has('bones')) paintBones(brush, world, eid, rig)
  // Chromium may go on showing the last picture of a canvas that is only cleared.
  context.canvas.hidden = !brush.used
}

function paintAttachment(
  brush: Brush,
  { world, eid }: Stage,
  { overlays }: ViewerState,
  slot: number,
  attachment: AttachmentModel,
): void {
  const { type } = attachment
  if (type === 'mesh' || type === 'region') {
    if (!overlays.has('meshes')) return
    const vertices = getWorldVertices(world, eid, slot)
    if (!vertices) return
    if (type === 'mesh') triangles(brush, vertices, attachment.triangles)
    else polygon(brush, vertices, MESH, { alpha: 0.5 })
  } else if (type === 'clipping' || type === 'boundingbox') {
    if (!overlays.has(type === 'clipping' ? 'clipping' : 'boxes')) return
    const vertices = getWorldVertices(world, eid, slot)
    if (vertices) polygon(brush, vertices, type === 'clipping' ? CLIP : BOX, { fill: true, width: 2 })
  } else if (type === 'point' && overlays.has('boxes')) paintPoint(brush, getPoint(world, eid, slot))
}

interface PolygonStyle {
  fill?: boolean
  width?: number
  alpha?: number
  dash?: number[]
}

function polygon(brush: Brush, points: ArrayLike<number>, color: string, style: PolygonStyle): void {
  const { context, toX, toY } = brush
  brush.used = true
  context.save()
  context.beginPath()
  for (let i = 0; i < points.length; i += 2) context.lineTo(toX(points[i]), toY(points[i + 1]))
  context.closePath()
  context.strokeStyle = context.fillStyle = color
  if (style.fill) {
    context.globalAlpha = 0.18
    context.fill()
  }
  context.globalAlpha = style.alpha ?? 1
  context.lineWidth = style.width ?? 1
  context.setLineDash(style.dash ?? [])
  context.stroke()
  context.restore()
}

function triangles(brush: Brush, points: Float32Array, indices: ArrayLike<number>): void {
  const { context, toX, toY } = brush
  brush.used = true
  context.beginPath()
  for (let i = 0; i < indices.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const at = 2 * indices[i + k]
      const [x, y] = [toX(points[at]), toY(points[at + 1])]
      if (k === 0) context.moveTo(x, y)
      else context.lineTo(x, y)
    }
    context.closePath()
  }
  context.strokeStyle = MESH
  context.lineWidth = 1
  context.stroke()
}

function paintPoint(brush: Brush, point: Float64Array | null): void {
  if (!point) return
  const { context, toX, toY } = brush
  brush.used = true
  const [x, y] = [toX(point[0]), toY(point[1])]
  context.strokeStyle = BOX
  context.lineWidth = 2
  context.beginPath()
  context.arc(x, y, 5, 0, 2 * Math.PI)
  context.moveTo(x, y)
  context.lineTo(x + 16 * Math.cos(point[2]), y - 16 * Math.sin(point[2]))
  context.stroke()
}

function paintBounds(brush: Brush, world: AnimationWorld, eid: number): void {
  const box = getBounds(world, eid)
  if (!box) return
  const [x, y, w, h] = box
  polygon(brush, [x, y, x + w, y, x + w, y + h, x, y + h], BOX, { alpha: 0.7, dash: [6, 5] })
}

/** A bone is a slim kite from its joint to its tip; one without length is a ring. */
function paintBones(brush: Brush, world: AnimationWorld, eid: number, rig: Rig): void {
  const { context, toX, toY } = brush
  brush.used = true
  const matrix = new Float64Array(6)
  context.save()
  context.lineWidth = 1
  context.lineJoin = 'round'
  for (let bone = 0; bone < rig.bones.count; bone++) {
    if (!isBoneActive(world, eid, bone)) continue
    const [a, , c, , worldX, worldY] = getBone(world, eid, bone, matrix)
    const length = rig.bones.length[bone]
    const [x, y] = [toX(worldX), toY(worldY)]
    const [dx, dy] = [toX(worldX + a * length) - x, toY(worldY + c * length) - y]
    const pixels = Math.hypot(dx, dy)
    context.beginPath()
    if (pixels > 6) {
      const girth = Math.min(7, pixels * 0.12) / pixels
      context.moveTo(x, y)
      context.lineTo(x + dx * 0.14 - dy * girth, y + dy * 0.14 + dx * girth)
      context.lineTo(x + dx, y + dy)
      context.lineTo(x + dx * 0.14 + dy * girth, y + dy * 0.14 - dx * girth)
    } else context.arc(x, y, 3.5, 0, 2 * Math.PI)
    context.closePath()
    context.globalAlpha = 0.75
    context.fillStyle = BONE
    context.fill()
    context.globalAlpha = 0.9
    context.strokeStyle = '#0d3b33'
    context.stroke()
  }
  context.restore()
}

/** Name of the bone under the pointer, while bones are shown; null if there is none. */
export function boneUnder({ world, eid }: Stage, state: ViewerState): string | null {
  const { pointer, rig, camera, size, overlays } = state
  if (!pointer || !overlays.has('bones')) return null
  const x = camera.x + (pointer.x - size.width / 2) / camera.zoom
  const y = camera.y - (pointer.y - size.height / 2) / camera.zoom
  const matrix = new Float64Array(6)
  let nearest = REACH / camera.zoom
  let name: string | null = null
  for (let bone = 0; bone < rig.bones.count; bone++) {
    if (!isBoneActive(world, eid, bone)) continue
    const [a, , c, , worldX, worldY] = getBone(world, eid, bone, matrix)
    const [dx, dy] = [a * rig.bones.length[bone], c * rig.bones.length[bone]]
    const square = dx * dx + dy * dy
    const t = square > 0 ? Math.min(1, Math.max(0, ((x - worldX) * dx + (y - worldY) * dy) / square)) : 0
    const distance = Math.hypot(worldX + dx * t - x, worldY + dy * t - y)
    if (distance < nearest) {
      nearest = distance
      name = rig.bones.names[bone]
    }
  }
  return name
}
