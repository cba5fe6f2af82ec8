/** The renderer of a world: uploads its streams, and draws them. */
import type { ReadonlyMat3 } from 'gl-matrix'
import { OsteonError, type Warn } from '../base/errors'
import type { View } from '../base/math/view'
import type { RigPage } from '../rig/rig'
import type { FrameHooks, LiveHooks } from '../world/joins'
import type { QuadHooks } from '../world/quads'
import { stateOf } from '../world/state-of'
import type { StreamState } from '../world/streams'
import type { AnimationWorld } from '../world/world-type'
import { type Batches, createBatches, cutBatches, MOST_UNITS, NO_PAGE } from './batches'
import { isMatrix, viewMatrix } from './camera'
import {
  checkUnowned,
  contextOf,
  disownContext,
  type GlCanvas,
  type GlContext,
  hasPixels,
  ownContext,
} from './context'
import type { CreateDevice } from './device'
import { createGpu, destroyGpu, type Gpu, type GpuOptions } from './gpu'
import { restoreHostState, saveHostState, saveViewport } from './host-state'
import { createPageHistory, pageTexture } from './textures'
import { uploadStreams, type VertexBuffers } from './vertex-buffers'

declare module '../world/state' {
  interface AnimationState {
    /** Set by `installRenderer`; private to `src/render`. */
    renderer?: Renderer
  }
}
declare module '../world/quads' {
  interface QuadHooks {
    /** How a GPU makes vertices of quads in a renderer's buffers; without it, the processor makes all. @internal */
    readonly gpu?: {
      /** Decides who makes vertices, before streams are uploaded. The processor does it at once. */
      prepare(renderer: RendererState, gpu: Gpu): void
      /**
       * Makes vertices after streams were uploaded.
       *
       * @param moved bytes of positions that were uploaded, and perhaps more. @param tinted those of looks.
       * @returns bytes that it uploaded.
       */
      fill(gpu: Gpu, moved: number, tinted: number): number
      /** The renderer goes: deletes its objects on the GPU. @param gpu null: they are lost */
      release(gpu: Gpu | null): void
    }
  }
}
declare module '../world/joins' {
  interface FrameHooks {
    /**
     * Whether a context can draw its share by instances. Otherwise it is drawn as vertices (`addVertices`). @internal
     */
    readonly drawsInstances: (renderer: RendererState, gpu: Gpu) => boolean
    /** Draws the live frame, with its share in between. @internal */
    readonly draw: (renderer: RendererState, gpu: Gpu, drawLive: typeof drawBatches) => void
    /** Deletes its objects on the GPU. @internal */
    readonly release: (gpu: Gpu) => void
  }
  interface LiveHooks {
    /**
     * Makes ready for a frame, whose streams are uploaded. @returns what draws its indices from one to another in place
     * of the renderer; null: the renderer does. @internal
     */
    readonly prepare: (renderer: RendererState, gpu: Gpu, streams: StreamState) => typeof drawBatches | null
    /** Deletes its objects on the GPU. @internal */
    readonly release: (gpu: Gpu) => void
  }
}

const GL_MAX_TEXTURE_IMAGE_UNITS = 0x8872
const GL_VIEWPORT = 0x0ba2
const GL_FRAMEBUFFER_BINDING = 0x8ca6

/** Exactly one of `canvas` and `gl`. */
export interface RendererOptions {
  /** The canvas to draw into. It gets a WebGL2 context, or else a WebGL1 one, unless it has one already. */
  canvas?: GlCanvas
  /** The caller's own context. */
  gl?: GlContext
  /**
   * Another library, or another world, draws with this context, too. Then `draw` saves and restores all state that it
   * changes, which takes time, and draws into the host's framebuffer, viewport and scissor box.
   * @default false
   */
  shared?: boolean
  /** Attributes of a new context. @default no antialiasing, depth or stencil; premultiplied alpha */
  attributes?: WebGLContextAttributes
}

/** Facts and counts of a renderer, from `installRenderer`. */
export interface Renderer {
  readonly gl: GlContext
  readonly shared: boolean
  /** Pages that one draw call can show. */
  readonly textureUnits: number
  /** Counts of the last `draw`: one object, overwritten each time. */
  readonly stats: RenderStats
}

/** Counts of the last frame. */
export interface RenderStats {
  drawCalls: number
  triangles: number
  /** Bytes of vertex streams and indices; 0 for a second view of the same tick. */
  bytesUploaded: number
  /** Textures on the GPU. */
  textures: number
}

/** A renderer with its private parts. */
export interface RendererState extends Renderer {
  gpu: Gpu | null
  readonly options: GpuOptions
  readonly batches: Batches
  /** Whether `batches` belong to the present frame. */
  cut: boolean
  readonly projection: Float32Array
  /** Multiplies the colours of instances: r, g, b, alpha. */
  readonly color: Float32Array
  readonly release: () => void
}

/** `installRenderer` of both entries. Their docs list its errors. */
export function installDevice(
  world: AnimationWorld,
  options: RendererOptions,
  createDevice: CreateDevice,
): Renderer {
  const animation = stateOf(world)
  if (animation.renderer)
    throw new OsteonError(
      'bad-option',
      'installRenderer',
      'world',
      'the world has a renderer; call disposeRenderer first',
    )
  const renderer = createRenderer(options, animation.warn, createDevice)
  animation.renderer = renderer
  return renderer
}

/** Deletes the renderer's objects on the GPU. The canvas and its context stay. Without a renderer, it does nothing. */
export function disposeRenderer(world: AnimationWorld): void {
  const { animation } = world
  const renderer = animation?.renderer
  if (!renderer) return
  delete animation.renderer
  const { gpu } = renderer as RendererState
  if (gpu) {
    animation.joins.frame?.release(gpu)
    animation.joins.live?.release(gpu)
  }
  animation.joins.quads.gpu?.release(gpu)
  destroyRenderer(renderer)
}

/** A renderer without a world: for tests, and for streams of other sources. */
export function createRenderer(
  { canvas, gl, shared = false, attributes }: RendererOptions,
  warn: Warn,
  createDevice: CreateDevice,
): Renderer {
  if (!canvas === !gl)
    throw new OsteonError('bad-option', 'installRenderer', 'options', 'expected either a canvas or gl')
  const context = gl ?? contextOf(canvas as GlCanvas, attributes)
  if (context.isContextLost())
    throw new OsteonError('no-canvas', 'installRenderer', 'gl', 'the WebGL context is lost')
  const most = context.getParameter(GL_MAX_TEXTURE_IMAGE_UNITS)
  const textureUnits = Math.min(MOST_UNITS, most - (most % 4))
  const gpuOptions: GpuOptions = {
    gl: context,
    units: textureUnits,
    shared,
    warn,
    history: createPageHistory(),
    createDevice,
  }
  if (!shared) checkUnowned(context, gl ? 'gl' : 'canvas')
  const lost = (event: Event) => {
    // Otherwise the browser never restores the context.
    event.preventDefault()
    renderer.gpu = null
  }
  const renderer: RendererState = {
    gl: context,
    shared,
    textureUnits,
    stats: { drawCalls: 0, triangles: 0, bytesUploaded: 0, textures: 0 },
    gpu: createGpu(gpuOptions),
    options: gpuOptions,
    batches: createBatches(textureUnits),
    cut: false,
    projection: new Float32Array(9),
    color: new Float32Array(4).fill(1),
    release: () => context.canvas?.removeEventListener('webglcontextlost', lost),
  }
  context.canvas?.addEventListener('webglcontextlost', lost)
  if (!shared) ownContext(context, renderer)
  return renderer
}

export function destroyRenderer(renderer: Renderer): void {
  const state = renderer as RendererState
  state.release()
  disownContext(state.gl, renderer)
  if (state.gpu && !state.gl.isContextLost()) destroyGpu(state.gpu)
  state.gpu = null
}

/** Streams to draw: of a world or of another source. */
export interface Drawn {
  readonly streams: StreamState
  readonly pages: readonly RigPage[]
  readonly joins?: {
    readonly frame: FrameHooks | null
    readonly live: LiveHooks | null
    readonly quads: QuadHooks
  }
}

/**
 * Draws a frame's streams and empties their `changes`, so another view of it uploads nothing. Returns at once while the
 * context is lost, or if there are no pixels. Throws the errors of `pageTexture`, and `bad-option` for an invalid view,
 * before it draws anything.
 *
 * @param looks brings the looks of retained vertices up to date, after room was made for them.
 * @param from first index to draw, and `to`, the index after the last one. @default all
 */
export function drawStreams<D extends Drawn>(
  renderer: Renderer,
  drawn: D,
  looks: (buffers: VertexBuffers, drawn: D) => number,
  view?: View | ReadonlyMat3,
  from = 0,
  to = Number.POSITIVE_INFINITY,
): void {
  const state = renderer as RendererState
  const { pages } = drawn
  const added = drawn.joins?.frame ?? null
  const quads = drawn.joins?.quads.gpu
  const { gl, stats, batches } = state
  stats.drawCalls = stats.triangles = stats.bytesUploaded = 0
  if (gl.isContextLost()) {
    // The event of the loss comes later.
    state.gpu = null
    return
  }
  if (!isVisible(state, view)) return
  setProjection(state, view)
  state.gpu ??= createGpu(state.options)
  quads?.prepare(state, state.gpu)
  const instances = added?.drawsInstances(state, state.gpu) ?? false
  const streams = added === null || instances ? drawn.streams : added.addVertices(drawn.streams)
  if (streams.changes.indices || streams.changes.runs || !state.cut) {
    cutBatches(batches, streams.frame)
    state.cut = true
  }
  const { gpu } = state
  if (gpu.host) saveHostState(gpu.host, gpu.device.bound)
  try {
    preparePages(gpu, batches, pages, from, to)
    stats.textures = gpu.textures.count
    const moved = uploadStreams(gpu.vertices, streams)
    const tinted = looks(gpu.vertices, drawn)
    stats.bytesUploaded = moved + tinted + (quads?.fill(gpu, moved, tinted) ?? 0)
    setViewport(state, gpu, view)
    const live = drawn.joins?.live?.prepare(state, gpu, streams) ?? drawBatches
    if (instances) added?.draw(state, gpu, live)
    else live(state, gpu, from, Math.min(to, streams.frame.indexCount))
  } finally {
    if (gpu.host) restoreHostState(gpu.host)
  }
}

/** Makes the textures of all batches between two indices, before anything is drawn. */
function preparePages(
  { textures }: Gpu,
  { count, length, pages: numbers, start, units }: Batches,
  pages: readonly RigPage[],
  from: number,
  to: number,
): void {
  for (let batch = 0; batch < count; batch++) {
    if (start[batch] >= to || start[batch] + length[batch] <= from) continue
    for (let i = batch * units; i < (batch + 1) * units; i++)
      if (numbers[i] !== NO_PAGE) pageTexture(textures, pages, numbers[i])
  }
}

/** Draws the indices `from` … `to` of the frame. */
function drawBatches(
  { batches, stats, projection }: RendererState,
  gpu: Gpu,
  from: number,
  to: number,
): void {
  const { device, call, textures } = gpu
  const { units } = batches
  device.begin(projection)
  for (let batch = 0; batch < batches.count; batch++) {
    call.offset = Math.max(from, batches.start[batch])
    call.count = Math.min(to, batches.start[batch] + batches.length[batch]) - call.offset
    if (call.count <= 0) continue
    for (let unit = 0; unit < units; unit++) {
      const page = batches.pages[batch * units + unit]
      call.pages[unit] = page
      // Every sampler needs a texture: an unused one gets the texture of the first page.
      const texture = textures.textures[page === NO_PAGE ? batches.pages[batch * units] : page]
      if (texture) call.textures[unit] = texture
    }
    call.blend = batches.blend[batch]
    device.draw(call)
    stats.drawCalls++
    stats.triangles += call.count / 3
  }
}

/** Whether the target has any pixels. Call it before reading the view, which is often made from the target's size. */
function isVisible({ gl, shared }: RendererState, view?: View | ReadonlyMat3): boolean {
  const box = view && !isMatrix(view) ? view.viewport : undefined
  if (box) return box[2] > 0 && box[3] > 0
  if (!shared) return hasPixels(gl)
  const host = gl.getParameter(GL_VIEWPORT)
  return host[2] > 0 && host[3] > 0 && (hasPixels(gl) || gl.getParameter(GL_FRAMEBUFFER_BINDING) !== null)
}

/** Without a view, a world unit is a pixel, and the origin is in the middle. */
function setProjection({ gl, shared, projection }: RendererState, view?: View | ReadonlyMat3): void {
  if (view && !isMatrix(view)) {
    viewMatrix(projection, view)
  } else if (view) {
    for (let i = 0; i < 9; i++) {
      if (!Number.isFinite(view[i]))
        throw new OsteonError('bad-option', 'draw', `view[${i}]`, `expected a finite number, got ${view[i]}`)
      projection[i] = view[i]
    }
  } else {
    const box = shared ? gl.getParameter(GL_VIEWPORT) : null
    const width = box ? box[2] : gl.drawingBufferWidth
    const height = box ? box[3] : gl.drawingBufferHeight
    viewMatrix(projection, { x: 0, y: 0, width, height })
  }
}

function setViewport({ gl }: RendererState, { host }: Gpu, view?: View | ReadonlyMat3): void {
  const box = view && !isMatrix(view) ? view.viewport : undefined
  if (host && !box) return
  if (host) saveViewport(host)
  if (box) gl.viewport(box[0], box[1], box[2], box[3])
  else gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight)
}
