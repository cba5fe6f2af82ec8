/** Draws figures by instances into the context of a host. */
import { type GlContext, isWebGL2 } from '../../../render/context'
import { createHostState, restoreHostState, saveHostState, vertexArraysOf } from '../../../render/host-state'
import type { SharedFrame } from '../../../world/joins'
import type { CrowdWorld } from '../component'
import { crowdOf } from '../state'
import { drawFigures, makeReady, type Pass, type Target } from './draw'
import { createFigureGpu, destroyFigureGpu } from './gpu'

/** Texture units of pages; every context has eight. */
const UNITS = 8

/** The figures of a world in a context; null if it has no instances. @param handleOf the host's texture of a page. */
export function shareFigures(
  world: CrowdWorld,
  gl: GlContext,
  handleOf: (page: number) => WebGLTexture | null,
): SharedFrame | null {
  const arrays = vertexArraysOf(gl)
  const host = arrays && createHostState(gl, UNITS + 1, arrays)
  if (!host) return null
  const device = { bound: [] }
  const pages = { device, handleOf: (_: unknown, number: number) => handleOf(number) }
  const gl2 = isWebGL2(gl) ? gl : null
  // A sampler of the host would override the filters of textures.
  const bare = { array: null, beforeBind: (unit: number) => gl2?.bindSampler(unit, null) }
  const within = <T>(work: () => T): T => {
    saveHostState(host, [])
    try {
      return work()
    } finally {
      restoreHostState(host)
    }
  }
  const own = within(() => createFigureGpu(gl, { host }, UNITS))
  if (!own) return null
  const pass: Pass = {
    gl,
    textureUnits: UNITS,
    stats: { drawCalls: 0, triangles: 0, bytesUploaded: 0, textures: 0 },
    projection: new Float32Array(9),
    color: new Float32Array(4),
  }
  const crowd = crowdOf(world.animation)
  const filled = { ...pages, host }
  const drawn: Target = { ...pages, host: bare }
  return {
    fill: () => {
      // The host makes its textures by itself, before its state is saved.
      for (const registered of crowd.tables)
        if (registered) for (const page of registered.pages) handleOf(page)
      within(() => makeReady(world, crowd, own, pass, filled))
    },
    draw: (piece, projection, color) => {
      pass.projection.set(projection)
      pass.color.set(color)
      const from = piece === 0 ? 0 : crowd.pieces.until[piece - 1]
      drawFigures(world, crowd, own, pass, drawn, from, crowd.pieces.until[piece])
    },
    destroy: () => {
      destroyFigureGpu(own)
      arrays.remove(host.array)
    },
  }
}
