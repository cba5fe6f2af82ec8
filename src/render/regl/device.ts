/** The device that draws with regl. */
import type { DrawCommand, Regl, Texture2D as ReglTexture, TextureImageData } from 'regl'
import createRegl from 'regl/dist/regl.unchecked.js'
import { OsteonError } from '../../base/errors'
import { BLEND } from '../../base/model/skeleton'
import type { TextureFiller } from '../../rig/rig'
import {
  type Device,
  type DeviceContext,
  GL_CLAMP_TO_EDGE,
  GL_REPEAT,
  type GpuBuffer,
  isMipmapped,
  MIN_FILTERS,
  STREAMS,
  type TexturePixels,
  type TextureSampling,
  withoutMipmaps,
} from '../device'
import { fragmentShader, samplerName, vertexShader } from '../shader'
import { createGate, type Gate } from './gate'

const GL_TEXTURE_2D = 0x0de1
const GL_TEXTURE0 = 0x84c0
const GL_TEXTURE_MIN_FILTER = 0x2801
const GL_TEXTURE_WRAP_S = 0x2802
const GL_TEXTURE_WRAP_T = 0x2803
const GL_ARRAY_BUFFER = 0x8892
const GL_ELEMENT_ARRAY_BUFFER = 0x8893

/** Factors for premultiplied colour. Additive blending is normal blending with alpha 0. */
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

/** regl does not tell the handle of a texture. */
type Texture2D = ReglTexture & { readonly handle: WebGLTexture | null }

/** The properties that regl's commands read by name. */
interface Props {
  view: Float32Array
  textures: Texture2D[]
  /** Page numbers, in groups of four as the shader reads them. */
  pages: Float32Array[]
  count: number
  offset: number
}

/** Throws `unsupported-feature` if the page's content security policy forbids `eval`, which regl needs. */
export function createReglDevice(context: DeviceContext): Device<Texture2D> {
  try {
    return makeDevice(context)
  } catch (error) {
    if (!(error instanceof EvalError)) throw error
    throw new OsteonError(
      'unsupported-feature',
      'installRenderer',
      'gl',
      "regl compiles its draw commands: the content security policy must allow 'unsafe-eval'; osteon/render/webgl draws without it",
    )
  }
}

function makeDevice(context: DeviceContext): Device<Texture2D> {
  const gate = createGate(context)
  const regl = createRegl({ gl: gate.context, extensions: ['OES_element_index_uint'] })
  const vertices = STREAMS.map(({ float }) => vertexBuffer(regl, gate, float ? 'float' : 'uint8'))
  const triangles = { length: 4, type: 'uint32', primitive: 'triangles', usage: 'dynamic' } as const
  const elements = regl.elements(triangles)
  const indices: GpuBuffer = {
    target: GL_ELEMENT_ARRAY_BUFFER,
    handle: gate.latestBuffer,
    resize: (length) => void elements({ ...triangles, length }),
  }
  const buffers = vertices.map(({ buffer }) => buffer)
  const commands = Object.values(FACTORS).map((func) =>
    createCommand(regl, buffers, elements, context.units, func),
  )
  const props: Props = { view: new Float32Array(9), textures: [], pages: [], count: 0, offset: 0 }
  return {
    streams: vertices.map(({ gpu }) => gpu),
    indices,
    bound: gate.bound,
    createTexture: (pixels, sampling) => createTexture(regl, gate, context, pixels, sampling),
    begin: (view) => {
      props.view = view
    },
    draw: ({ blend, textures, pages, offset, count }) => {
      props.textures = textures
      if (props.pages[0]?.buffer !== pages.buffer)
        props.pages = Array.from({ length: pages.length / 4 }, (_, i) => pages.subarray(4 * i, 4 * i + 4))
      props.offset = offset
      props.count = count
      commands[blend](props)
    },
    destroy: () => regl.destroy(),
  }
}

function vertexBuffer(regl: Regl, gate: Gate, type: 'float' | 'uint8') {
  const buffer = regl.buffer({ length: 16, type, usage: 'dynamic' })
  const gpu: GpuBuffer = {
    target: GL_ARRAY_BUFFER,
    handle: gate.latestBuffer,
    resize: (length) => void buffer({ length, type, usage: 'dynamic' }),
  }
  return { buffer, gpu }
}

/** The command of a draw call. It sets all state that affects triangles, so it does not depend on earlier state. */
function createCommand(
  regl: Regl,
  buffers: readonly ReturnType<Regl['buffer']>[],
  elements: ReturnType<Regl['elements']>,
  units: number,
  func: (typeof FACTORS)[keyof typeof FACTORS],
): DrawCommand {
  const prop = (name: string) => regl.prop<Record<string, never>, never>(name as never)
  const uniforms: Record<string, ReturnType<typeof prop>> = { view: prop('view') }
  for (let unit = 0; unit < units; unit++) uniforms[samplerName(unit)] = prop(`textures[${unit}]`)
  for (let four = 0; four < units / 4; four++) uniforms[`pages[${four}]`] = prop(`pages[${four}]`)
  return regl({
    vert: vertexShader(units),
    frag: fragmentShader(units),
    attributes: Object.fromEntries(
      STREAMS.map(({ attribute, size, float, normalized }, i) => [
        attribute,
        { buffer: buffers[i], size, type: float ? 'float' : 'uint8', normalized },
      ]),
    ),
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

function createTexture(
  regl: Regl,
  gate: Gate,
  context: DeviceContext,
  { width, height, source, premultiply }: TexturePixels,
  sampling: TextureSampling,
): Texture2D {
  const texture = regl.texture({
    ...(source instanceof Uint8Array
      ? { data: source, width, height, format: 'rgba' }
      : 'fillTexture' in source
        ? { width: 1, height: 1 }
        : { data: source as TextureImageData }),
    flipY: false,
    colorSpace: 'none',
    premultiplyAlpha: premultiply,
    mag: sampling.magFilter,
    min: withoutMipmaps(sampling.minFilter),
    wrap: 'clamp',
  })
  const { latestTexture: handle } = gate
  refine(gate, context, sampling, source instanceof Uint8Array || !('fillTexture' in source) ? null : source)
  return Object.assign(texture, { handle })
}

/**
 * Fills the latest texture, and sets its mipmaps and repetition. It bypasses regl, which knows few formats, and allows
 * mipmaps and repetition for powers of two only.
 */
function refine(
  gate: Gate,
  { gl }: DeviceContext,
  { minFilter, repeatX, repeatY }: TextureSampling,
  filler: TextureFiller | null,
): void {
  const mipmapped = isMipmapped(minFilter)
  if (!mipmapped && !repeatX && !repeatY && !filler) return
  // regl leaves unit 0 active, and assumes the latest texture bound there.
  gl.activeTexture(GL_TEXTURE0)
  gl.bindTexture(GL_TEXTURE_2D, gate.latestTexture)
  gl.texParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, MIN_FILTERS[minFilter])
  gl.texParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, repeatX ? GL_REPEAT : GL_CLAMP_TO_EDGE)
  gl.texParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, repeatY ? GL_REPEAT : GL_CLAMP_TO_EDGE)
  if (filler) filler.fillTexture(gl)
  else if (mipmapped) gl.generateMipmap(GL_TEXTURE_2D)
  gl.bindTexture(GL_TEXTURE_2D, gate.bound[0])
}
