/**
 * The interface between drawing and a GPU. `regl/device.ts` implements it with regl, `webgl/device.ts` with WebGL
 * itself.
 */
import type { TextureFilter } from '../base/model/atlas'
import type { TextureFiller } from '../rig/rig'
import type { VertexArrays } from '../world/streams'
import type { GlContext } from './context'

/** Makes the device of a context. After the context was lost it is called again. */
export type CreateDevice = (context: DeviceContext) => Device

/** The inputs of a device. */
export interface DeviceContext {
  readonly gl: GlContext
  /** The context, if it is of WebGL2. */
  readonly gl2: WebGL2RenderingContext | null
  /** Texture units that the shader reads; a multiple of 4. */
  readonly units: number
  /** Only on shared contexts. Call it before a bind to a target of a unit; the unit must be active. */
  readonly beforeBind: ((unit: number, target: number) => void) | null
}

/** Buffers, textures and draw calls. `T` is the device's own type of texture: it is given no others. */
export interface Device<T extends GpuTexture = GpuTexture> {
  /** One for each of STREAMS. */
  readonly streams: readonly GpuBuffer[]
  /** 32-bit vertex numbers. */
  readonly indices: GpuBuffer
  /**
   * By unit: the texture that the device assumes bound to TEXTURE_2D at the start of a frame; null = it assumes
   * nothing.
   */
  readonly bound: readonly (WebGLTexture | null)[]
  createTexture(pixels: TexturePixels, sampling: TextureSampling): T
  /** Starts a frame. @param view world → clip space, 9 numbers, column-major. */
  begin(view: Float32Array): void
  draw(call: DrawCall<T>): void
  /** Deletes all objects that it made. The context stays. */
  destroy(): void
}

/** A buffer on the GPU. `bufferSubData` writes its contents. */
export interface GpuBuffer {
  readonly target: number
  readonly handle: WebGLBuffer | null
  /** Sets the length in bytes. The contents are undefined afterwards. */
  resize(bytes: number): void
}

export interface GpuTexture {
  readonly handle: WebGLTexture | null
  destroy(): void
}

export interface TexturePixels {
  readonly width: number
  readonly height: number
  /** RGBA bytes, rows from the top; or an image of this size. */
  readonly source: Uint8Array | TexImageSource | TextureFiller
  /** Whether to multiply the image's colours by its alpha. Always false for bytes. */
  readonly premultiply: boolean
}

/** Filters and wrapping of a texture. The context supports them. */
export interface TextureSampling {
  readonly magFilter: 'nearest' | 'linear'
  readonly minFilter: TextureFilter
  readonly repeatX: boolean
  readonly repeatY: boolean
}

/** One draw call. */
export interface DrawCall<T extends GpuTexture = GpuTexture> {
  /** A value of BLEND. */
  blend: number
  /** By unit. */
  readonly textures: T[]
  /** By unit: page number of the world; negative = unused. */
  readonly pages: Float32Array
  /** First index, and number of indices. */
  offset: number
  count: number
}

/** A stream of vertices: its buffer, and its attribute in the shader. */
interface Stream {
  readonly name: keyof VertexArrays
  /** Name in the shader. */
  readonly attribute: string
  /** Numbers a vertex, and whether they are floats; else bytes. */
  readonly size: number
  readonly float: boolean
  /** Whether bytes 0 … 255 are read as 0 … 1. */
  readonly normalized: boolean
  /** The bit of LOOK that it holds, as an index of `LookPages`; -1: positions. */
  readonly part: number
}

/** Positions first. */
export const STREAMS: readonly Stream[] = [
  { name: 'positions', attribute: 'position', size: 2, float: true, normalized: false, part: -1 },
  { name: 'uvs', attribute: 'uv', size: 2, float: true, normalized: false, part: 0 },
  { name: 'light', attribute: 'light', size: 4, float: false, normalized: true, part: 1 },
  { name: 'dark', attribute: 'dark', size: 4, float: false, normalized: true, part: 2 },
  { name: 'info', attribute: 'info', size: 4, float: false, normalized: false, part: 0 },
]

/** Values of MIN_FILTER. */
export const MIN_FILTERS: Readonly<Record<TextureFilter, number>> = {
  nearest: 0x2600,
  linear: 0x2601,
  mipmapNearestNearest: 0x2700,
  mipmapLinearNearest: 0x2701,
  mipmapNearestLinear: 0x2702,
  mipmapLinearLinear: 0x2703,
}

/** Values of TEXTURE_WRAP_S and _T. */
export const GL_REPEAT = 0x2901
export const GL_CLAMP_TO_EDGE = 0x812f

export function isMipmapped(filter: TextureFilter): boolean {
  return filter !== 'nearest' && filter !== 'linear'
}

/** The nearest filter without mipmaps. */
export function withoutMipmaps(filter: TextureFilter): 'nearest' | 'linear' {
  return filter === 'nearest' || filter === 'mipmapNearestNearest' ? 'nearest' : 'linear'
}
