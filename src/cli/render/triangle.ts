/** Fills triangles of one look with a page's pixels, as WebGL does. */
import { BLEND } from '../../base/model/skeleton'
import { sample, samplingOf, type Texture } from './texture'

/** Premultiplied RGBA, rows from the top. Stores round to the nearest value, and stay in 0…255. */
export interface Target {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray
}

/** Three corners. Filling sorts them. */
export interface Triangle {
  /** On the target, in pixels; y down. */
  readonly x: Float64Array
  readonly y: Float64Array
  /** On the page, 0…1 from its upper left corner. */
  readonly u: Float64Array
  readonly v: Float64Array
}

/** Colours of a vertex, as `render/shader.ts` takes them: r, g, b, a. */
export interface Look {
  readonly light: Float64Array
  readonly dark: Float64Array
  /** Light and dark are factors and addends of straight colours, not two tints. */
  factors: boolean
  /** With factors: the light does not affect alpha. */
  additive: boolean
  /** One of BLEND. */
  blend: number
}

export function createTriangle(): Triangle {
  const three = () => new Float64Array(3)
  return { x: three(), y: three(), u: three(), v: three() }
}

/** Fills the pixels whose centres are inside. If two triangles share an edge, one of them gets the centres on it. */
export function fillTriangle(target: Target, triangle: Triangle, texture: Texture, look: Look): void {
  sortByHeight(triangle)
  const { x, y, u, v } = triangle
  const [acrossB, downB, acrossC, downC] = [x[1] - x[0], y[1] - y[0], x[2] - x[0], y[2] - y[0]]
  const area = acrossB * downC - acrossC * downB
  if (area === 0 || !Number.isFinite(area)) return
  const uAcross = ((u[1] - u[0]) * downC - (u[2] - u[0]) * downB) / area
  const uDown = ((u[2] - u[0]) * acrossB - (u[1] - u[0]) * acrossC) / area
  const vAcross = ((v[1] - v[0]) * downC - (v[2] - v[0]) * downB) / area
  const vDown = ((v[2] - v[0]) * acrossB - (v[1] - v[0]) * acrossC) / area
  const { width, height } = texture.levels[0]
  const across = Math.hypot(uAcross * width, vAcross * height)
  const down = Math.hypot(uDown * width, vDown * height)
  const sampling = samplingOf(texture, Math.max(across, down))

  const pixel = new Float64Array(4)
  const last = Math.min(target.height, Math.ceil(y[2] - 0.5))
  for (let row = Math.max(0, Math.ceil(y[0] - 0.5)); row < last; row++) {
    const middle = row + 0.5
    const one = crossing(triangle, 0, 2, middle)
    const other = middle < y[1] ? crossing(triangle, 0, 1, middle) : crossing(triangle, 1, 2, middle)
    const first = Math.max(0, Math.ceil(Math.min(one, other) - 0.5))
    const end = Math.min(target.width, Math.ceil(Math.max(one, other) - 0.5))
    for (let column = first; column < end; column++) {
      const [right, below] = [column + 0.5 - x[0], middle - y[0]]
      sample(sampling, u[0] + right * uAcross + below * uDown, v[0] + right * vAcross + below * vDown, pixel)
      if (look.factors) colorByFactors(pixel, look)
      else tint(pixel, look)
      blendInto(target.data, 4 * (row * target.width + column), pixel, look.blend)
    }
  }
}

/** Sorts corners from the top, so that an edge is computed in the same way for both of its triangles. */
function sortByHeight(triangle: Triangle): void {
  const { y } = triangle
  if (y[1] < y[0]) swap(triangle, 0, 1)
  if (y[2] < y[1]) swap(triangle, 1, 2)
  if (y[1] < y[0]) swap(triangle, 0, 1)
}

function swap({ x, y, u, v }: Triangle, i: number, j: number): void {
  for (const list of [x, y, u, v]) [list[i], list[j]] = [list[j], list[i]]
}

/** Returns where the edge between corners `upper` and `lower` crosses the middle of a row. */
function crossing({ x, y }: Triangle, upper: number, lower: number, middle: number): number {
  return x[upper] + ((middle - y[upper]) * (x[lower] - x[upper])) / (y[lower] - y[upper])
}

/** Applies a two-colour tint to a premultiplied texel. */
function tint(pixel: Float64Array, { light, dark }: Look): void {
  const alpha = pixel[3]
  for (let channel = 0; channel < 3; channel++)
    pixel[channel] = clamped(pixel[channel] * light[channel] + (alpha - pixel[channel]) * dark[channel])
  pixel[3] = clamped(alpha * light[3])
}

function colorByFactors(pixel: Float64Array, { light, dark, additive }: Look): void {
  const alpha = pixel[3]
  const solid = clamped(alpha * light[3] + 255 * dark[3])
  for (let channel = 0; channel < 3; channel++) {
    const straight = alpha > 0 ? (255 * pixel[channel]) / alpha : pixel[channel]
    pixel[channel] = (clamped(straight * light[channel] + 255 * dark[channel]) * solid) / 255
  }
  pixel[3] = additive ? 0 : solid
}

function clamped(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : value
}

/** Blends a pixel with the factors of `render/webgl/device.ts`. */
function blendInto(data: Uint8ClampedArray, at: number, pixel: Float64Array, blend: number): void {
  const rest = 1 - pixel[3] / 255
  if (blend === BLEND.screen) {
    for (let channel = 0; channel < 4; channel++)
      data[at + channel] = pixel[channel] + data[at + channel] * (1 - pixel[channel] / 255)
  } else if (blend === BLEND.multiply) {
    for (let channel = 0; channel < 3; channel++)
      data[at + channel] = (pixel[channel] * data[at + channel]) / 255 + data[at + channel] * rest
    data[at + 3] = pixel[3] + data[at + 3] * rest
  } else {
    const own = blend === BLEND.erase ? 0 : 1
    for (let channel = 0; channel < 4; channel++)
      data[at + channel] = own * pixel[channel] + data[at + channel] * rest
  }
}
