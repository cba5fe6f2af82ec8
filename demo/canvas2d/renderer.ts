/**
 * Draws a world on a Canvas2D from the public vertex streams: a complete replacement for `draw`.
 *
 * Every triangle is an affine picture of its texture, cut out with a clip path. Limits: a triangle has one colour (its first
 * corner's); a dark colour brighter than the light one is limited to it; multiply and screen are the canvas's own; pages must
 * be images, and pages with `pma: true` get pale edges, since a canvas multiplies them again; additive light needs an opaque
 * picture below. It is slow: good for some dozen characters, not for thousands.
 */
import {
  type AnimationWorld,
  assembleFrame,
  getPages,
  OsteonError,
  type PageImage,
  type RetainedLooks,
  type StreamState,
  updateLooks,
} from 'osteon'
import type { View } from 'osteon/render'

type Picture = Exclude<PageImage, { data: unknown } | { fillTexture: unknown }>
type Context = CanvasRenderingContext2D
type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number]

/** By the number in `Frame.runBlend`; additive triangles have a colour without alpha instead. */
const BLENDS: GlobalCompositeOperation[] = ['source-over', 'lighter', 'multiply', 'screen']
/** Pixels by which triangles grow, so that the background does not show through the seams. */
const OVERLAP = 0.5

/** Neighbouring triangles with one colour and one matrix (the halves of a rectangle) are painted at once. */
interface Group {
  /** Texels → canvas pixels. */
  matrix: Matrix
  /** Light r, g, b, a and dark r, g, b of the streams. */
  color: number[]
  path: Path2D
  /** Box of the texels used: left, top, right, bottom. */
  box: number[]
}

/**
 * Draws the streams of the last `skinning` over the canvas's contents. `scratch` is another canvas, for tinting. `looks` comes
 * from one call of `createLooks`: a world keeps positions only. Throws `missing-page`, as `draw` does.
 */
export function drawOnCanvas(
  context: Context,
  scratch: Context,
  world: AnimationWorld,
  looks: RetainedLooks,
  view: View,
): void {
  const { width, height } = context.canvas
  const [sx, sy] = [width / view.width, -height / view.height]
  const toPixels = [sx, sy, width / 2 - view.x * sx, height / 2 - view.y * sy]
  const streams = assembleFrame(world)
  updateLooks(world, looks)
  const { indices, indexCount, runCount, runStart, runPage, runBlend } = streams.frame
  for (let run = 0; run < runCount; run++) {
    const { atlas, name, image } = getPages(world)[runPage[run]]
    if (!image) throw new OsteonError('missing-page', atlas, name, 'the rig was loaded without images')
    if ('data' in image || 'fillTexture' in image) continue
    const blend = BLENDS[runBlend[run]]
    const end = run + 1 < runCount ? runStart[run + 1] : indexCount
    let group: Group | null = null
    for (let i = runStart[run]; i < end; i += 3) {
      const corners = [0, 1, 2].map((k) => readCorner(streams, looks, indices[i + k], image, toPixels))
      const matrix = solve(corners)
      if (!matrix) continue
      const { color } = corners[0]
      if (!group || !near(matrix, group.matrix, 1e-3) || !near(color, group.color, 0)) {
        if (group) paint(context, scratch, image, blend, group)
        group = { matrix, color, path: new Path2D(), box: [Infinity, Infinity, 0, 0] }
      }
      addTriangle(group, corners)
    }
    if (group) paint(context, scratch, image, blend, group)
  }
}

/** x, y on the canvas, in pixels; u, v on the page, in texels. */
type Corner = ReturnType<typeof readCorner>

function readCorner(
  streams: StreamState,
  looks: RetainedLooks,
  vertex: number,
  { width, height }: Picture,
  to: number[],
) {
  const inTail = vertex >= streams.capacity
  const { positions } = inTail ? streams.tail : streams
  const { uvs, light, dark } = inTail ? streams.tail : looks
  const i = inTail ? vertex - streams.capacity : vertex
  const [x, y] = [positions[2 * i] * to[0] + to[2], positions[2 * i + 1] * to[1] + to[3]]
  const color = [...light.subarray(4 * i, 4 * i + 4), ...dark.subarray(4 * i, 4 * i + 3)]
  return { x, y, u: uvs[2 * i] * width, v: uvs[2 * i + 1] * height, color }
}

/** The matrix that maps three texels to the corners; null for a texture without area. */
function solve([p, q, r]: Corner[]): Matrix | null {
  const [qu, qv, ru, rv] = [q.u - p.u, q.v - p.v, r.u - p.u, r.v - p.v]
  const area = qu * rv - ru * qv
  if (area === 0) return null
  const a = ((q.x - p.x) * rv - (r.x - p.x) * qv) / area
  const b = ((q.y - p.y) * rv - (r.y - p.y) * qv) / area
  const c = ((r.x - p.x) * qu - (q.x - p.x) * ru) / area
  const d = ((r.y - p.y) * qu - (q.y - p.y) * ru) / area
  return [a, b, c, d, p.x - a * p.u - c * p.v, p.y - b * p.u - d * p.v]
}

const near = (a: number[], b: number[], by: number): boolean =>
  a.every((value, i) => Math.abs(value - b[i]) <= by * (i < 4 ? 1 : 300))

function addTriangle(group: Group, corners: Corner[]): void {
  const x = corners.reduce((sum, corner) => sum + corner.x / 3, 0)
  const y = corners.reduce((sum, corner) => sum + corner.y / 3, 0)
  for (const corner of corners) {
    const grow = 1 + (2 * OVERLAP) / Math.max(1, Math.hypot(corner.x - x, corner.y - y))
    const step = corner === corners[0] ? 'moveTo' : 'lineTo'
    group.path[step](x + (corner.x - x) * grow, y + (corner.y - y) * grow)
    const { box } = group
    box[0] = Math.max(0, Math.min(box[0], Math.floor(corner.u) - 1))
    box[1] = Math.max(0, Math.min(box[1], Math.floor(corner.v) - 1))
    box[2] = Math.max(box[2], Math.ceil(corner.u) + 1)
    box[3] = Math.max(box[3], Math.ceil(corner.v) + 1)
  }
  group.path.closePath()
}

function paint(
  to: Context,
  scratch: Context,
  image: Picture,
  blend: GlobalCompositeOperation,
  of: Group,
): void {
  const [r, g, b, a, ...dark] = of.color
  // Additive colour has no alpha: its strength is its brightest channel.
  const alpha = a || Math.max(r, g, b)
  if (alpha === 0) return
  const [x, y, right, bottom] = of.box
  const [w, h] = [Math.min(image.width, right) - x, Math.min(image.height, bottom) - y]
  const plain = Math.min(r, g, b) === alpha && Math.max(...dark) === 0
  const share = (value: number): number => (value * 255) / alpha
  const multiplied = [r, g, b].map((value, i) => share(Math.max(0, value - dark[i])))
  if (!plain) tint(scratch, image, [x, y, w, h], multiplied, dark.map(share))
  to.save()
  to.clip(of.path)
  to.globalCompositeOperation = a === 0 ? 'lighter' : blend
  to.globalAlpha = alpha / 255
  to.setTransform(...of.matrix)
  to.drawImage(plain ? image : scratch.canvas, plain ? x : 0, plain ? y : 0, w, h, x, y, w, h)
  to.restore()
}

/** Paints texel · (light − dark) + dark into the corner of `scratch`, in the shape of the texels (x, y, w, h). */
function tint(scratch: Context, image: Picture, box: number[], multiplied: number[], dark: number[]): void {
  const [x, y, w, h] = box
  scratch.canvas.width = Math.max(scratch.canvas.width, w)
  scratch.canvas.height = Math.max(scratch.canvas.height, h)
  const steps = { 'source-over': null, multiply: multiplied, lighter: dark, 'destination-in': null } as const
  for (const [operation, color] of Object.entries(steps)) {
    scratch.globalCompositeOperation = operation as GlobalCompositeOperation
    if (color) scratch.fillStyle = `rgb(${color.join(' ')})`
    if (color) scratch.fillRect(0, 0, w, h)
    else scratch.drawImage(image, x, y, w, h, 0, 0, w, h)
  }
}
