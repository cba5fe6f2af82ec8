import createRegl, { type DrawCommand, type Regl, type Texture2D } from 'regl'
import { OsteonError, type Warn } from '../errors'
import { BLEND } from '../model/skeleton'
import { createGate, type GlContext, isWebGL2 } from './context'
import {
  createHostState,
  type HostState,
  restoreHostState,
  saveHostState,
  vertexArraysOf,
} from './host-state'
import { fragmentShader, vertexShader } from './shader'
import { createPageTextures, type PageHistory, type PageTextures } from './textures'
import { createVertexBuffers, type VertexBuffers } from './vertex-buffers'

/** Everything a renderer has on the GPU; after a lost context another one is made. */
export interface Gpu {
  readonly regl: Regl
  /** Only on shared contexts. */
  readonly host: HostState | null
  readonly vertices: VertexBuffers
  readonly textures: PageTextures
  /** By values of BLEND. */
  readonly commands: readonly DrawCommand[]
  readonly props: DrawProps
}

/** What a draw call depends on; one object, filled in anew for each. */
export interface DrawProps {
  view: ArrayLike<number>
  readonly textures: Texture2D[]
  /** Page numbers, in fours as the shader reads them. */
  readonly pages: number[][]
  count: number
  offset: number
}

/** Factors for premultiplied colour; additive is normal with alpha 0. */
const NORMAL = {
  srcRGB: 'one',
  dstRGB: 'one minus src alpha',
  srcAlpha: 'one',
  dstAlpha: 'one minus src alpha',
} as const
const FACTORS = {
  [BLEND.normal]: NORMAL,
  [BLEND.additive]: NORMAL,
  [BLEND.multiply]: { ...NORMAL, srcRGB: 'dst color' },
  [BLEND.screen]: { ...NORMAL, dstRGB: 'one minus src color', dstAlpha: 'one minus src color' },
  [BLEND.erase]: { ...NORMAL, srcRGB: 'zero', srcAlpha: 'zero' },
} as const

/**
 * Throws `unsupported-feature` if the context has no 32-bit indices, if it is shared and has no vertex
 * array objects, or if the page's content security policy forbids what regl does.
 */
export function createGpu(
  gl: GlContext,
  units: number,
  shared: boolean,
  warn: Warn,
  history: PageHistory,
): Gpu {
  const refuse = (message: string) => new OsteonError('unsupported-feature', 'installRenderer', 'gl', message)
  if (!isWebGL2(gl) && !gl.getExtension('OES_element_index_uint'))
    throw refuse('the context has no OES_element_index_uint, so vertices past 65 535 cannot be drawn')
  const arrays = shared ? vertexArraysOf(gl) : null
  if (shared && !arrays)
    throw refuse('the context has no OES_vertex_array_object, without which it cannot be shared')

  const gate = createGate(gl, units)
  const host = arrays && createHostState(gate, arrays)
  if (host) saveHostState(host)
  try {
    const regl = createRegl({ gl: gate.context, extensions: ['OES_element_index_uint'] })
    const vertices = createVertexBuffers(regl, gate)
    const textures = createPageTextures(regl, gate, host, warn, history)
    return {
      regl,
      host,
      vertices,
      textures,
      commands: Object.values(FACTORS).map((func) => createCommand(regl, vertices, units, func)),
      props: {
        view: [],
        textures: [],
        pages: Array.from({ length: units / 4 }, () => [0, 0, 0, 0]),
        count: 0,
        offset: 0,
      },
    }
  } catch (error) {
    if (error instanceof EvalError)
      throw refuse("regl compiles its draw commands: the content security policy must allow 'unsafe-eval'")
    throw error
  } finally {
    if (host) restoreHostState(host)
  }
}

/** Deletes everything; the context stays the caller's. */
export function destroyGpu({ regl, host }: Gpu): void {
  if (host) saveHostState(host)
  regl.destroy()
  if (!host) return
  restoreHostState(host)
  host.arrays.remove(host.array)
}

/** One draw call. All state that triangles depend on is named, so nothing is left to what was before. */
function createCommand(
  regl: Regl,
  { streams, elements }: VertexBuffers,
  units: number,
  func: (typeof FACTORS)[keyof typeof FACTORS],
): DrawCommand {
  const prop = (name: string) => regl.prop<Record<string, never>, never>(name as never)
  const [position, uv, light, dark, info] = streams.map(({ buffer }) => buffer)
  const uniforms: Record<string, ReturnType<typeof prop>> = { view: prop('view') }
  for (let unit = 0; unit < units; unit++) uniforms[`textures[${unit}]`] = prop(`textures[${unit}]`)
  for (let four = 0; four < units / 4; four++) uniforms[`pages[${four}]`] = prop(`pages[${four}]`)
  return regl({
    vert: vertexShader(units),
    frag: fragmentShader(units),
    attributes: {
      position: { buffer: position, size: 2, type: 'float' },
      uv: { buffer: uv, size: 2, type: 'float' },
      light: { buffer: light, size: 4, type: 'uint8', normalized: true },
      dark: { buffer: dark, size: 4, type: 'uint8', normalized: true },
      info: { buffer: info, size: 4, type: 'uint8' },
    },
    uniforms,
    elements,
    primitive: 'triangles',
    count: prop('count'),
    offset: prop('offset'),
    blend: { enable: true, equation: 'add', func },
    depth: { enable: false },
    stencil: { enable: false },
    cull: { enable: false },
    sample: { enable: false, alpha: false },
    colorMask: [true, true, true, true],
  })
}
