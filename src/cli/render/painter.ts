/** Draws worlds in plain Node: the same pictures as with WebGL. */

import { getPages } from '../../api/streams'
import { createMesh, type Mesh, updateMesh } from '../../render/mesh'
import type { RigPage } from '../../rig/rig'
import type { AnimationWorld } from '../../world/world-type'
import { type Texture, textureOf } from './texture'
import { createTriangle, fillTriangle, type Look, type Target, type Triangle } from './triangle'

/** Draws frames of one size. */
export interface Painter {
  /**
   * Draws the vertices of the world's last `skinning`.
   *
   * @param background premultiplied r, g, b, and a, 0…1.
   * @returns premultiplied RGBA, rows from the top. The next call overwrites it.
   * @throws Failure for a page without pixels.
   */
  paint(world: AnimationWorld, view: View, background: readonly number[]): Uint8Array
}

/** The rectangle of the world that is seen: its lower left corner, and pixels per world unit. */
export interface View {
  readonly x: number
  readonly y: number
  readonly scale: number
}

export function createPainter(width: number, height: number): Painter {
  const target: Target = { width, height, data: new Uint8ClampedArray(4 * width * height) }
  const words = new Uint32Array(target.data.buffer)
  const clear = new Uint8ClampedArray(4)
  const pixels = new Uint8Array(target.data.buffer)
  const textures = new Map<RigPage, Texture>()
  const mesh = createMesh()
  const triangle = createTriangle()
  const look: Look = {
    light: new Float64Array(4),
    dark: new Float64Array(4),
    factors: false,
    additive: false,
    blend: 0,
  }
  return {
    paint(world, view, background) {
      updateMesh(world, mesh)
      clear.set(background.map((part) => part * 255))
      words.fill(new Uint32Array(clear.buffer)[0])
      const pages = getPages(world)
      const { batches, indices, info } = mesh
      for (let batch = 0; batch < batches.count; batch++) {
        look.blend = batches.blend[batch]
        const end = batches.start[batch] + batches.length[batch]
        for (let at = batches.start[batch]; at < end; at += 3) {
          const vertex = indices[at]
          const page = pages[info[4 * vertex] + 256 * info[4 * vertex + 1]]
          const texture = textures.get(page) ?? textureOf(page)
          textures.set(page, texture)
          readTriangle(triangle, mesh, at, view, height)
          readLook(look, mesh, vertex)
          fillTriangle(target, triangle, texture, look)
        }
      }
      return pixels
    },
  }
}

/** Limit on the pixels of intermediate pictures. */
const MOST_PIXELS = 2 ** 26
const MOST_TIMES = 8

/**
 * Creates a painter for figures that are shown much smaller than their images. Without mipmaps they would be jagged: a
 * pixel shows four of the many texels that it covers. So they are drawn at a multiple of the size, and each pixel is a
 * mean.
 *
 * @param scale pixels per world unit. From about 0.67 on, figures are drawn as `createPainter` does.
 */
export function createSmoothPainter(width: number, height: number, scale: number): Painter {
  const fit = Math.floor(Math.sqrt(MOST_PIXELS / (width * height)))
  const times = Math.max(1, Math.min(MOST_TIMES, fit, Math.round(1 / scale)))
  const large = createPainter(times * width, times * height)
  if (times === 1) return large
  const mean = new Uint8Array(4 * width * height)
  return {
    paint(world, view, background) {
      const pixels = large.paint(world, { ...view, scale: view.scale * times }, background)
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++)
          for (let channel = 0; channel < 4; channel++) {
            let sum = 0
            for (let row = y * times; row < (y + 1) * times; row++) {
              const start = 4 * (row * times * width + x * times) + channel
              for (let at = start; at < start + 4 * times; at += 4) sum += pixels[at]
            }
            mean[4 * (y * width + x) + channel] = Math.round(sum / (times * times))
          }
      return mean
    },
  }
}

/** Corners snap to a grid of this many places per pixel, as GPUs do. */
const PLACES = 16

function readTriangle(
  triangle: Triangle,
  mesh: Mesh,
  at: number,
  { x, y, scale }: View,
  height: number,
): void {
  const { indices, positions, uvs } = mesh
  for (let corner = 0; corner < 3; corner++) {
    const vertex = indices[at + corner]
    triangle.x[corner] = Math.round((positions[2 * vertex] - x) * scale * PLACES) / PLACES
    triangle.y[corner] = height - Math.round((positions[2 * vertex + 1] - y) * scale * PLACES) / PLACES
    triangle.u[corner] = uvs[2 * vertex]
    triangle.v[corner] = uvs[2 * vertex + 1]
  }
}

/** Reads a look. A triangle's vertices have the same colours. */
function readLook(look: Look, { light, dark, info }: Mesh, vertex: number): void {
  const [mode, signs] = [info[4 * vertex + 2], info[4 * vertex + 3]]
  const doubled = 1 << (mode >> 2)
  look.factors = (mode & 1) > 0
  look.additive = (mode & 2) > 0
  for (let channel = 0; channel < 4; channel++) {
    const at = 4 * vertex + channel
    look.light[channel] = (light[at] / 255) * doubled * ((signs >> (4 + channel)) & 1 ? -1 : 1)
    look.dark[channel] = (dark[at] / 255) * ((signs >> channel) & 1 ? -1 : 1)
  }
}
