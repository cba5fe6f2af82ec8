/** Saves and restores the WebGL state of a context that is shared with another library. */
import { CAPABILITIES, type GlContext, isWebGL2 } from './context'

const GL_TEXTURE_2D = 0x0de1
const GL_TEXTURE0 = 0x84c0
const GL_ACTIVE_TEXTURE = 0x84e0
const GL_TEXTURE_BINDING_2D = 0x8069
const GL_TEXTURE_BINDING_CUBE_MAP = 0x8514
const GL_SAMPLER_BINDING = 0x8919
const GL_ARRAY_BUFFER = 0x8892
const GL_ARRAY_BUFFER_BINDING = 0x8894
const GL_PIXEL_UNPACK_BUFFER = 0x88ec
const GL_PIXEL_UNPACK_BUFFER_BINDING = 0x88ef
const GL_VERTEX_ARRAY_BINDING = 0x85b5
const GL_CURRENT_PROGRAM = 0x8b8d
const GL_COLOR_WRITEMASK = 0x0c23
const GL_VIEWPORT = 0x0ba2
/**
 * Parameters of blending: equation of rgb, of alpha; source and destination of rgb; source and destination of alpha.
 */
const BLEND_PARAMETERS = [0x8009, 0x883d, 0x80c9, 0x80c8, 0x80cb, 0x80ca]
/** Parameters of uploads: alignment, flip, premultiply, colour space conversion. Each upload sets them. */
const PIXEL_PARAMETERS = [0x0cf5, 0x9240, 0x9241, 0x9243]
/** Parameters of WebGL2 uploads: row length, skipped rows and pixels. Ours need 0. */
const PIXEL_PARAMETERS_2 = [0x0cf2, 0x0cf3, 0x0cf4]

/** Vertex array objects of WebGL 1 or 2. WebGL1 needs OES_vertex_array_object. */
export interface VertexArrays {
  create(): WebGLVertexArrayObject
  bind(array: WebGLVertexArrayObject | null): void
  remove(array: WebGLVertexArrayObject): void
}

export function vertexArraysOf(gl: GlContext): VertexArrays | null {
  if (isWebGL2(gl))
    return {
      create: () => gl.createVertexArray(),
      bind: (array) => gl.bindVertexArray(array),
      remove: (array) => gl.deleteVertexArray(array),
    }
  const extension = gl.getExtension('OES_vertex_array_object')
  return (
    extension && {
      create: () => extension.createVertexArrayOES(),
      bind: (array) => extension.bindVertexArrayOES(array),
      remove: (array) => extension.deleteVertexArrayOES(array),
    }
  )
}

/**
 * The host's values of all state that `draw` changes on a shared context. Attributes and the element buffer lie in a
 * vertex array object of our own, so the host's stay untouched.
 */
export interface HostState {
  readonly gl: GlContext
  readonly gl2: WebGL2RenderingContext | null
  readonly arrays: VertexArrays
  /** Our own, bound during `draw`. */
  readonly array: WebGLVertexArrayObject
  hostArray: WebGLVertexArrayObject | null
  program: WebGLProgram | null
  arrayBuffer: WebGLBuffer | null
  activeTexture: number
  readonly enabled: boolean[]
  readonly blend: number[]
  colorMask: boolean[]
  /** By texture unit; `undefined` = this `draw` has not changed the unit. */
  readonly textures: (WebGLTexture | null | undefined)[]
  readonly cubes: (WebGLTexture | null | undefined)[]
  readonly samplers: (WebGLSampler | null)[]
  viewport: Int32Array | null
  /** `DeviceContext.beforeBind` of the device that draws. */
  readonly beforeBind: (unit: number, target: number) => void
  /** The host's pixel-store parameters while ours are set; else null. */
  pixels: (number | boolean)[] | null
  unpackBuffer: WebGLBuffer | null
}

export function createHostState(gl: GlContext, units: number, arrays: VertexArrays): HostState {
  const host: HostState = {
    gl,
    gl2: isWebGL2(gl) ? gl : null,
    arrays,
    array: arrays.create(),
    hostArray: null,
    program: null,
    arrayBuffer: null,
    activeTexture: GL_TEXTURE0,
    enabled: [],
    blend: [],
    colorMask: [],
    textures: new Array(units).fill(undefined),
    cubes: new Array(units).fill(undefined),
    samplers: [],
    viewport: null,
    beforeBind: (unit, target) => touch(host, unit, target),
    pixels: null,
    unpackBuffer: null,
  }
  return host
}

/**
 * Saves the host's state, and binds the textures that the device assumes bound. `restoreHostState` must follow.
 *
 * @param bound `Device.bound`.
 */
export function saveHostState(host: HostState, bound: readonly (WebGLTexture | null)[]): void {
  const { gl, arrays, enabled, blend, textures } = host
  host.hostArray = gl.getParameter(GL_VERTEX_ARRAY_BINDING)
  host.program = gl.getParameter(GL_CURRENT_PROGRAM)
  host.arrayBuffer = gl.getParameter(GL_ARRAY_BUFFER_BINDING)
  host.activeTexture = gl.getParameter(GL_ACTIVE_TEXTURE)
  host.colorMask = gl.getParameter(GL_COLOR_WRITEMASK)
  for (let i = 0; i < CAPABILITIES.length; i++) enabled[i] = gl.isEnabled(CAPABILITIES[i])
  for (let i = 0; i < BLEND_PARAMETERS.length; i++) blend[i] = gl.getParameter(BLEND_PARAMETERS[i])

  arrays.bind(host.array)
  textures.fill(undefined)
  host.cubes.fill(undefined)
  for (let unit = 0; unit < bound.length; unit++) {
    const texture = bound[unit]
    if (!texture) continue
    gl.activeTexture(GL_TEXTURE0 + unit)
    touch(host, unit, GL_TEXTURE_2D)
    gl.bindTexture(GL_TEXTURE_2D, texture)
  }
}

/** Saves the host's binding of the active unit, before the device binds a texture of its own. */
function touch(host: HostState, unit: number, target: number): void {
  const { gl, gl2 } = host
  if (target !== GL_TEXTURE_2D) {
    if (host.cubes[unit] === undefined) host.cubes[unit] = gl.getParameter(GL_TEXTURE_BINDING_CUBE_MAP)
    return
  }
  if (host.textures[unit] !== undefined) return
  host.textures[unit] = gl.getParameter(GL_TEXTURE_BINDING_2D)
  if (!gl2) return
  // A sampler object would override the filters of pages.
  host.samplers[unit] = gl.getParameter(GL_SAMPLER_BINDING)
  if (host.samplers[unit]) gl2.bindSampler(unit, null)
}

/** Call it before uploads of textures: resets pixel-store parameters that devices do not set. */
export function savePixelStore(host: HostState): void {
  const { gl, gl2 } = host
  if (host.pixels) return
  host.pixels = PIXEL_PARAMETERS.map((parameter) => gl.getParameter(parameter))
  if (!gl2) return
  host.unpackBuffer = gl.getParameter(GL_PIXEL_UNPACK_BUFFER_BINDING)
  gl.bindBuffer(GL_PIXEL_UNPACK_BUFFER, null)
  for (const parameter of PIXEL_PARAMETERS_2) {
    host.pixels.push(gl.getParameter(parameter))
    gl.pixelStorei(parameter, 0)
  }
}

/** Call it before changing the viewport. */
export function saveViewport(host: HostState): void {
  host.viewport ??= host.gl.getParameter(GL_VIEWPORT)
}

/** Puts back the host's state as it was noted. */
export function restoreHostState(host: HostState): void {
  const { gl, gl2, enabled, blend, colorMask, textures, cubes, viewport, pixels } = host
  for (let unit = 0; unit < textures.length; unit++) {
    const texture = textures[unit]
    const cube = cubes[unit]
    if (texture === undefined && cube === undefined) continue
    gl.activeTexture(GL_TEXTURE0 + unit)
    if (cube !== undefined) gl.bindTexture(gl.TEXTURE_CUBE_MAP, cube)
    if (texture === undefined) continue
    gl.bindTexture(GL_TEXTURE_2D, texture)
    if (host.samplers[unit] && gl2) gl2.bindSampler(unit, host.samplers[unit])
  }
  gl.activeTexture(host.activeTexture)
  if (pixels) {
    const parameters = gl2 ? [...PIXEL_PARAMETERS, ...PIXEL_PARAMETERS_2] : PIXEL_PARAMETERS
    for (let i = 0; i < parameters.length; i++) gl.pixelStorei(parameters[i], pixels[i])
    if (gl2) gl.bindBuffer(GL_PIXEL_UNPACK_BUFFER, host.unpackBuffer)
    host.pixels = null
  }
  if (viewport) gl.viewport(viewport[0], viewport[1], viewport[2], viewport[3])
  host.viewport = null
  for (let i = 0; i < CAPABILITIES.length; i++) {
    if (enabled[i]) gl.enable(CAPABILITIES[i])
    else gl.disable(CAPABILITIES[i])
  }
  gl.blendEquationSeparate(blend[0], blend[1])
  gl.blendFuncSeparate(blend[2], blend[3], blend[4], blend[5])
  gl.colorMask(colorMask[0], colorMask[1], colorMask[2], colorMask[3])
  gl.useProgram(host.program)
  host.arrays.bind(host.hostArray)
  gl.bindBuffer(GL_ARRAY_BUFFER, host.arrayBuffer)
}
