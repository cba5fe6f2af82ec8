/** The device that draws with WebGL itself. No code is compiled from text at run time. */
import { CAPABILITIES, type GlContext } from '../context'
import {
  type Device,
  type DeviceContext,
  GL_CLAMP_TO_EDGE,
  GL_REPEAT,
  type GpuBuffer,
  type GpuTexture,
  isMipmapped,
  MIN_FILTERS,
  STREAMS,
  type TexturePixels,
  type TextureSampling,
} from '../device'
import { bindVertices, createProgram, setBlend, setUpload, startBlending } from '../gl-calls'
import { fragmentShader, samplerName, vertexShader } from '../shader'

interface WebglTexture extends GpuTexture {
  readonly handle: WebGLTexture
}

const GL_TEXTURE_2D = 0x0de1
const GL_TEXTURE0 = 0x84c0
const GL_RGBA = 0x1908
const GL_UNSIGNED_BYTE = 0x1401
const GL_UNSIGNED_INT = 0x1405
const GL_TRIANGLES = 4
const GL_ARRAY_BUFFER = 0x8892
const GL_ELEMENT_ARRAY_BUFFER = 0x8893
const GL_DYNAMIC_DRAW = 0x88e8

/** Throws `unsupported-feature` if the shaders cannot be compiled. */
export function createWebglDevice(context: DeviceContext): Device<WebglTexture> {
  const { gl, units, beforeBind } = context
  const program = createProgram(
    gl,
    [vertexShader(units), fragmentShader(units)],
    STREAMS.map(({ attribute }) => attribute),
    'installRenderer',
    'the shaders',
  )
  const viewAt = gl.getUniformLocation(program, 'view')
  const pagesAt = gl.getUniformLocation(program, 'pages')
  gl.useProgram(program)
  for (let unit = 0; unit < units; unit++)
    gl.uniform1i(gl.getUniformLocation(program, samplerName(unit)), unit)
  const streams = STREAMS.map(() => createBuffer(gl, GL_ARRAY_BUFFER))
  const indices = createBuffer(gl, GL_ELEMENT_ARRAY_BUFFER)
  const textures = new Set<WebGLTexture>()
  /** State of the present frame: the texture bound to each unit, and the blend state. */
  const current: (WebGLTexture | null)[] = new Array(units).fill(null)
  let blending = -1

  const bind = (unit: number, texture: WebGLTexture) => {
    gl.activeTexture(GL_TEXTURE0 + unit)
    beforeBind?.(unit, GL_TEXTURE_2D)
    gl.bindTexture(GL_TEXTURE_2D, texture)
  }
  return {
    streams,
    indices,
    bound: [],
    createTexture: (pixels, sampling) => {
      const handle = gl.createTexture()
      textures.add(handle)
      bind(0, handle)
      fillTexture(gl, pixels, sampling)
      const destroy = () => {
        textures.delete(handle)
        gl.deleteTexture(handle)
      }
      return { handle, destroy }
    },
    begin: (view) => {
      current.fill(null)
      blending = -1
      gl.useProgram(program)
      bindVertices(gl, streams, indices)
      for (const capability of CAPABILITIES) gl.disable(capability)
      startBlending(gl)
      gl.uniformMatrix3fv(viewAt, false, view)
    },
    draw: (call) => {
      if (call.blend !== blending) {
        blending = call.blend
        setBlend(gl, blending)
      }
      for (let unit = 0; unit < units; unit++) {
        const { handle } = call.textures[unit]
        if (current[unit] === handle) continue
        current[unit] = handle
        bind(unit, handle)
      }
      gl.uniform4fv(pagesAt, call.pages)
      gl.drawElements(GL_TRIANGLES, call.count, GL_UNSIGNED_INT, 4 * call.offset)
    },
    destroy: () => {
      gl.deleteProgram(program)
      for (const { handle } of [...streams, indices]) gl.deleteBuffer(handle)
      for (const texture of textures) gl.deleteTexture(texture)
    },
  }
}

function createBuffer(gl: GlContext, target: number): GpuBuffer {
  const handle = gl.createBuffer()
  const resize = (bytes: number) => {
    gl.bindBuffer(target, handle)
    gl.bufferData(target, bytes, GL_DYNAMIC_DRAW)
  }
  return { target, handle, resize }
}

/** Fills the bound texture. */
function fillTexture(
  gl: GlContext,
  { width, height, source, premultiply }: TexturePixels,
  { magFilter, minFilter, repeatX, repeatY }: TextureSampling,
): void {
  setUpload(gl, premultiply)
  if (source instanceof Uint8Array)
    gl.texImage2D(GL_TEXTURE_2D, 0, GL_RGBA, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, source)
  else if ('fillTexture' in source) source.fillTexture(gl)
  else gl.texImage2D(GL_TEXTURE_2D, 0, GL_RGBA, GL_RGBA, GL_UNSIGNED_BYTE, source)
  gl.texParameteri(GL_TEXTURE_2D, gl.TEXTURE_MAG_FILTER, MIN_FILTERS[magFilter])
  gl.texParameteri(GL_TEXTURE_2D, gl.TEXTURE_MIN_FILTER, MIN_FILTERS[minFilter])
  gl.texParameteri(GL_TEXTURE_2D, gl.TEXTURE_WRAP_S, repeatX ? GL_REPEAT : GL_CLAMP_TO_EDGE)
  gl.texParameteri(GL_TEXTURE_2D, gl.TEXTURE_WRAP_T, repeatY ? GL_REPEAT : GL_CLAMP_TO_EDGE)
  if (isMipmapped(minFilter) && !('fillTexture' in source)) gl.generateMipmap(GL_TEXTURE_2D)
}
