/** Draws worlds in plain Node: the same pictures as with WebGL. */
import type { AnimationWorld } from '../../../components/world-type'
import { getPages } from '../../api/streams'
import { createMesh, type Mesh, updateMesh } from '../../render/mesh'
import type { RigPage } from '../../rig/rig'
import { type Texture, textureOf } from './texture'
import { createTriangle, fillTriangle, type Look, type Target, type Triangle } from './triangle'

/** Draws frames of one size. */
export interface Painter {
  /**
   * Draws the vertices of the world's last `skinning`.
   *
   * @param background r, g, b with a multiplied in, a, 0…1.
   * @returns RGBA with alpha multiplied in, rows from the top. The next call writes into it.
   * @throws Failure for a page without pixels.
   */
  paint(world: AnimationWorld, view: View, background: readonly number[]): Uint8Array
}

/** The piece of the world that is seen: its lower left corner, and pixels a world unit. */
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

/** Corners lie on a grid of this many places a pixel, as those of GPUs do. */
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

/** A triangle's vertices have the same colours. */
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
