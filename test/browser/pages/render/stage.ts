/** A small canvas for render tests, and a renderer on it. */
import type { Warn, Warning } from '../../../../src/base/errors'
import type { View } from '../../../../src/base/math/view'
import type { GlContext } from '../../../../src/render/context'
import { createReglDevice } from '../../../../src/render/regl/device'
import {
  createRenderer as createAnyRenderer,
  destroyRenderer,
  drawStreams,
  type Renderer,
  type RendererOptions,
} from '../../../../src/render/renderer'
import { createWebglDevice } from '../../../../src/render/webgl/device'
import type { RigPage } from '../../../../src/rig/rig'
import { type Quad, type QuadStreams, quadStreams, type Rgba, uploadQuads } from './quads'

export const SIZE = 64
/** One world unit a pixel, origin in the lower left corner. */
export const VIEW: View = { x: SIZE / 2, y: SIZE / 2, width: SIZE, height: SIZE }

export type GlVersion = 1 | 2

/** The device: `?device=webgl`, else regl. */
export const DEVICE = new URLSearchParams(location.search).get('device')

export function createRenderer(options: RendererOptions, warn: Warn): Renderer {
  return createAnyRenderer(options, warn, DEVICE === 'webgl' ? createWebglDevice : createReglDevice)
}

/** A canvas of 64 × 64 with a renderer. */
export interface Stage {
  gl: GlContext
  renderer: Renderer
  warnings: Warning[]
  pages: RigPage[]
  streams: QuadStreams
  draw(view?: View): void
  show(quads: Quad[]): void
  dispose(): void
}

export function contextOfVersion(version: GlVersion): GlContext {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = SIZE
  document.body.append(canvas)
  const attributes = { antialias: false, depth: true, stencil: true, preserveDrawingBuffer: true }
  const gl = canvas.getContext(version === 1 ? 'webgl' : 'webgl2', attributes) as GlContext | null
  if (!gl) throw new Error(`this browser has no WebGL ${version}`)
  return gl
}

export function createStage(
  version: GlVersion,
  pages: RigPage[],
  options: RendererOptions = {},
  gl = contextOfVersion(version),
): Stage {
  const warnings: Warning[] = []
  const renderer = createRenderer({ gl, ...options }, (warning) => warnings.push(warning))
  const stage: Stage = {
    gl,
    renderer,
    warnings,
    pages,
    streams: quadStreams([]),
    draw: (view = VIEW) => drawStreams(renderer, stage, uploadQuads, view),
    show: (quads) => {
      stage.streams = quadStreams(quads)
      stage.draw()
    },
    dispose: () => destroyRenderer(renderer),
  }
  return stage
}

export function clear(gl: GlContext, [r, g, b, a]: Rgba): void {
  gl.clearColor(r / 255, g / 255, b / 255, a / 255)
  gl.clear(gl.COLOR_BUFFER_BIT)
}

/** The pixel with its lower left corner at (`x`, `y`), counted from the lower left. */
export function pixel(gl: GlContext, x: number, y: number): Rgba {
  const out = new Uint8Array(4)
  gl.readPixels(x, y, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, out)
  return [out[0], out[1], out[2], out[3]]
}

/** Loses the context and gets it back; `meanwhile` runs while it is lost. */
export async function loseAndRestore(gl: GlContext, meanwhile: () => void = () => {}): Promise<void> {
  const extension = gl.getExtension('WEBGL_lose_context')
  const canvas = gl.canvas
  if (!extension) throw new Error('no WEBGL_lose_context')
  const event = (name: string) =>
    new Promise<void>((done) => {
      canvas.addEventListener(name, () => done(), { once: true })
    })
  const lost = event('webglcontextlost')
  extension.loseContext()
  meanwhile()
  await lost
  meanwhile()
  const restored = event('webglcontextrestored')
  // The browser allows it only after the event's handlers are done.
  setTimeout(() => extension.restoreContext())
  await restored
}

/** The code of the OsteonError that `attempt` throws. */
export function codeOf(attempt: () => void): string {
  try {
    attempt()
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
  return 'nothing was thrown'
}
