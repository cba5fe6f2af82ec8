/** The objects of a renderer on the GPU. */
import { OsteonError, type Warn } from '../base/errors'
import type { RigPage } from '../rig/rig'
import { type GlContext, isWebGL2 } from './context'
import type { CreateDevice, Device, DrawCall } from './device'
import {
  createHostState,
  type HostState,
  restoreHostState,
  saveHostState,
  vertexArraysOf,
} from './host-state'
import { createPageTextures, type PageHistory, type PageTextures, pageTexture } from './textures'
import { createVertexBuffers, type VertexBuffers } from './vertex-buffers'

/** A lost context is followed by a new one of these. */
export interface Gpu {
  readonly device: Device
  /** null unless the context is shared. */
  readonly host: HostState | null
  readonly vertices: VertexBuffers
  readonly textures: PageTextures
  /**
   * The texture of a page by its number, made when it is first asked for. @throws OsteonError as `pageTexture` does.
   */
  readonly handleOf: (pages: readonly RigPage[], number: number) => WebGLTexture | null
  /** One object, refilled for each draw call. */
  readonly call: DrawCall
}

/** The inputs of a `Gpu`. */
export interface GpuOptions {
  readonly gl: GlContext
  readonly units: number
  readonly shared: boolean
  readonly warn: Warn
  readonly history: PageHistory
  readonly createDevice: CreateDevice
}

/**
 * Throws `unsupported-feature` if the context has no 32-bit indices, if it is shared and has no vertex
 * array objects, or if the device cannot be made.
 */
export function createGpu({ gl, units, shared, warn, history, createDevice }: GpuOptions): Gpu {
  const refuse = (message: string) => new OsteonError('unsupported-feature', 'installRenderer', 'gl', message)
  if (!isWebGL2(gl) && !gl.getExtension('OES_element_index_uint'))
    throw refuse('the context has no OES_element_index_uint, so vertices past 65 535 cannot be drawn')
  const arrays = shared ? vertexArraysOf(gl) : null
  if (shared && !arrays)
    throw refuse('the context has no OES_vertex_array_object, without which it cannot be shared')

  const host = arrays && createHostState(gl, units, arrays)
  const context = { gl, gl2: isWebGL2(gl) ? gl : null, units, beforeBind: host?.beforeBind ?? null }
  if (host) saveHostState(host, [])
  try {
    const device = createDevice(context)
    const textures = createPageTextures(context, device, host, warn, history)
    return {
      device,
      host,
      vertices: createVertexBuffers(context, device),
      textures,
      handleOf: (pages, number) => pageTexture(textures, pages, number).handle,
      call: { blend: 0, textures: [], pages: new Float32Array(units), offset: 0, count: 0 },
    }
  } finally {
    if (host) restoreHostState(host)
  }
}

/** Deletes all GPU objects. The context stays the caller's. */
export function destroyGpu({ device, host, textures }: Gpu): void {
  textures.textures.length = 0
  if (host) saveHostState(host, device.bound)
  device.destroy()
  if (!host) return
  restoreHostState(host)
  host.arrays.remove(host.array)
}
