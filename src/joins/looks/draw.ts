/** Draws live drawables with their looks. */
import { BLEND } from '../../base/model/skeleton'
import { cutBatches, NO_PAGE } from '../../render/batches'
import { leaveTextures, readSingleTexels } from '../../render/beside'
import { CAPABILITIES, isWebGL2 } from '../../render/context'
import { setBlend, setUpload, startBlending } from '../../render/gl-calls'
import type { Gpu } from '../../render/gpu'
import { savePixelStore } from '../../render/host-state'
import type { RendererState } from '../../render/renderer'
import type { PageImage } from '../../rig/rig'
import type { AnimationState } from '../../world/state'
import type { StreamState } from '../../world/streams'
import { type CallList, createLookGpu, destroyLookGpu, type LookGpu, SHIFT_AT } from './gpu'
import { findPieces } from './outlines'
import { findOwners, forgetOwners } from './owners'
import { COPIES } from './shader'
import type { LookState, LookWorld } from './state'
import { reserveTexels, WIDTH, writeLookTexels, writePages } from './texels'

const GL_ARRAY_BUFFER = 0x8892
const GL_DYNAMIC_DRAW = 0x88e8
const GL_TEXTURE_2D = 0x0de1
const GL_TEXTURE0 = 0x84c0
const GL_RGBA = 0x1908
const GL_UNSIGNED_BYTE = 0x1401

/** The objects of each context; null = it cannot draw looks. */
const GPUS = new WeakMap<Gpu, LookGpu | null>()

type DrawLive = (renderer: RendererState, gpu: Gpu, from: number, to: number) => void

/** Brings the objects of a context up to date. @returns null if no entity has a look, or the context cannot draw any. */
export function prepareLooks(
  world: LookWorld,
  state: AnimationState,
  own: LookState,
  renderer: RendererState,
  gpu: Gpu,
  streams: StreamState,
): DrawLive | null {
  let made = GPUS.get(gpu)
  if (own.count === 0) {
    if (made) made.isOld = true
    return null
  }
  if (made === undefined) {
    made = createLookGpu(renderer.gl, gpu)
    GPUS.set(gpu, made)
  }
  if (!made) return null
  if (made.isOld) forgetOwners(made.found)
  made.isOld = false
  const hasOutlines = writeLooks(world, state, own, made)
  const isNew = findOwners(state, own, made.found, streams)
  // Textures are bound to units that regl doesn't know.
  if (gpu.host) savePixelStore(gpu.host)
  renderer.stats.bytesUploaded +=
    uploadOwners(made, isNew) + uploadLookTexels(made, gpu) + uploadPalettes(made, gpu, own)
  cutBatches(made.batches, streams.frame)
  made.pieces.count = 0
  // Without copies, or with figures of tables among the vertices, there are no outlines.
  if (hasOutlines && made.copying && streams === state.streams)
    findPieces(state, own, made.outlined, made.pieces)
  return drawLooks
}

/** Deletes the objects of a context. */
export function releaseLooks(gpu: Gpu): void {
  const own = GPUS.get(gpu)
  if (own && !own.gl.isContextLost()) destroyLookGpu(own)
  GPUS.delete(gpu)
}

/** @returns whether any look has an outline. */
function writeLooks(
  { components }: LookWorld,
  { pages }: AnimationState,
  own: LookState,
  made: LookGpu,
): boolean {
  const { Look } = components
  const { texels } = made
  reserveTexels(texels, pages.length, Look.grey.length)
  if (made.outlined.length < Look.grey.length) made.outlined = new Uint8Array(Look.grey.length)
  writePages(texels, pages)
  let any = false
  for (let i = 0; i < own.count; i++) {
    const eid = own.ids[i]
    const has = writeLookTexels(texels, Look, eid)
    made.outlined[eid] = has ? 1 : 0
    any ||= has
  }
  return any
}

function uploadOwners(own: LookGpu, isNew: boolean): number {
  const { found, gl } = own
  const { vertices, from, to } = found
  if (from >= to) return 0
  gl.bindBuffer(GL_ARRAY_BUFFER, own.owners)
  if (isNew || own.room < vertices.length) {
    gl.bufferData(GL_ARRAY_BUFFER, vertices, GL_DYNAMIC_DRAW)
    own.room = vertices.length
  } else if (isWebGL2(gl)) gl.bufferSubData(GL_ARRAY_BUFFER, 8 * from, vertices, 2 * from, 2 * (to - from))
  else gl.bufferSubData(GL_ARRAY_BUFFER, 8 * from, vertices.subarray(2 * from, 2 * to))
  found.from = found.to = 0
  return 8 * (to - from)
}

function uploadLookTexels(own: LookGpu, gpu: Gpu): number {
  const { gl, texels } = own
  const { bytes, from, height, to } = texels
  if (from >= to) return 0
  bindTexture(own, gpu, own.units + 1, own.looks)
  setUpload(own.gl, false)
  if (own.height !== height) {
    texImage(own, WIDTH, height, bytes)
    own.height = height
  } else {
    const rows = bytes.subarray(4 * WIDTH * from, 4 * WIDTH * to)
    gl.texSubImage2D(GL_TEXTURE_2D, 0, 0, from, WIDTH, to - from, GL_RGBA, GL_UNSIGNED_BYTE, rows)
  }
  texels.from = texels.to = 0
  leaveTextures(own.gl, gpu.device.bound)
  return 4 * WIDTH * (to - from)
}

function uploadPalettes(own: LookGpu, gpu: Gpu, { palettes }: LookState): number {
  const number = palettes?.number ?? -1
  if (own.palette === number) return 0
  own.palette = number
  own.columns = palettes?.image.width ?? 1
  own.rows = palettes?.image.height ?? 0
  bindTexture(own, gpu, own.units, own.palettes)
  setUpload(own.gl, false)
  texImage(own, own.columns, own.rows || 1, palettes?.image ?? new Uint8Array(4))
  leaveTextures(own.gl, gpu.device.bound)
  return 4 * own.columns * own.rows
}

function bindTexture({ gl }: LookGpu, { host }: Gpu, unit: number, texture: WebGLTexture): void {
  gl.activeTexture(GL_TEXTURE0 + unit)
  host?.beforeBind(unit, GL_TEXTURE_2D)
  gl.bindTexture(GL_TEXTURE_2D, texture)
}

/** Fills the bound texture, of which no texel is mixed with another. */
function texImage({ gl }: LookGpu, width: number, height: number, source: Uint8Array | PageImage): void {
  const data = source instanceof Uint8Array ? source : 'data' in source ? bytesOf(source.data) : null
  if (data) gl.texImage2D(GL_TEXTURE_2D, 0, GL_RGBA, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, data)
  else gl.texImage2D(GL_TEXTURE_2D, 0, GL_RGBA, GL_RGBA, GL_UNSIGNED_BYTE, source as TexImageSource)
  readSingleTexels(gl)
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array | Uint8ClampedArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

/** Draws the indices `from` … `to` of the frame. */
function drawLooks(renderer: RendererState, gpu: Gpu, from: number, to: number): void {
  const own = GPUS.get(gpu)
  if (!own) return
  const { batches, list, pieces } = own
  begin(own, renderer, gpu)
  let piece = 0
  while (piece < pieces.count && pieces.end[piece] <= from) piece++
  for (let batch = 0; batch < batches.count; batch++) {
    const start = Math.max(from, batches.start[batch])
    const end = Math.min(to, batches.start[batch] + batches.length[batch])
    if (start >= end) continue
    useBatch(own, gpu, batch)
    if (pieces.count === 0) {
      drawPlain(own, renderer, start, end)
      continue
    }
    for (; piece < pieces.count && pieces.start[piece] < end; piece++) {
      const first = Math.max(start, pieces.start[piece])
      const last = Math.min(end, pieces.end[piece])
      const isWhole = first === pieces.start[piece] && last === pieces.end[piece]
      if (pieces.outlined[piece] === 0 || isWhole) {
        add(list, first, last, pieces.outlined[piece] === 0 ? 1 : COPIES + 1)
      } else {
        // It has several blend states, or more pages than fit: all copies come before the figure.
        flush(own, renderer)
        if (first === pieces.start[piece]) drawCopies(own, renderer, gpu, batch, piece)
        drawPlain(own, renderer, first, last)
      }
      if (pieces.end[piece] > end) break
    }
    flush(own, renderer)
  }
  leaveTextures(own.gl, gpu.device.bound)
  own.arrays.bind(gpu.host?.array ?? null)
}

/** Draws the outline of a piece that is in several batches, and returns to the first of them. */
function drawCopies(own: LookGpu, renderer: RendererState, gpu: Gpu, batch: number, piece: number): void {
  const { batches, list, pieces } = own
  for (let next = batch; next < batches.count && batches.start[next] < pieces.end[piece]; next++) {
    if (batches.blend[next] !== BLEND.normal) continue
    if (next !== batch) useBatch(own, gpu, next)
    const first = Math.max(batches.start[next], pieces.start[piece])
    add(list, first, Math.min(batches.start[next] + batches.length[next], pieces.end[piece]), COPIES)
    flush(own, renderer)
  }
  useBatch(own, gpu, batch)
}

/** Draws indices without copies. */
function drawPlain({ copying, gl }: LookGpu, { stats }: RendererState, from: number, to: number): void {
  if (copying) gl.disableVertexAttribArray(SHIFT_AT)
  gl.vertexAttrib2f(SHIFT_AT, 0, 0)
  gl.drawElements(gl.TRIANGLES, to - from, gl.UNSIGNED_INT, 4 * from)
  if (copying) gl.enableVertexAttribArray(SHIFT_AT)
  stats.drawCalls++
  stats.triangles += (to - from) / 3
}

function add(list: CallList, from: number, to: number, instances: number): void {
  if (list.length === list.counts.length) {
    list.counts = twice(list.counts)
    list.offsets = twice(list.offsets)
    list.instances = twice(list.instances)
  }
  list.counts[list.length] = to - from
  list.offsets[list.length] = 4 * from
  list.instances[list.length++] = instances
}

function twice(array: Int32Array): Int32Array {
  const longer = new Int32Array(2 * array.length)
  longer.set(array)
  return longer
}

/** Draws the listed pieces. */
function flush({ copying, list }: LookGpu, { stats }: RendererState): void {
  if (!copying || list.length === 0) return
  for (let i = 0; i < list.length; i++) {
    stats.triangles += (list.counts[i] / 3) * list.instances[i]
    if (!copying.multi) copying.draw(list.offsets[i], list.counts[i], list.instances[i])
  }
  copying.multi?.(list)
  stats.drawCalls += copying.multi ? 1 : list.length
  list.length = 0
}

function begin(own: LookGpu, { projection }: RendererState, gpu: Gpu): void {
  const { at, gl, texels } = own
  gl.useProgram(own.program)
  own.arrays.bind(own.array)
  for (const capability of CAPABILITIES) gl.disable(capability)
  startBlending(gl)
  gl.uniformMatrix3fv(at.view, false, projection)
  gl.uniform2f(at.looksSize, WIDTH, texels.height)
  gl.uniform1f(at.firstLook, texels.pages)
  gl.uniform2f(at.palettesSize, own.columns, own.rows)
  bindTexture(own, gpu, own.units, own.palettes)
  bindTexture(own, gpu, own.units + 1, own.looks)
}

/** Sets textures and the blend state of a batch. */
function useBatch({ at, batches, gl, pages, units }: LookGpu, { host, textures }: Gpu, batch: number): void {
  for (let unit = 0; unit < units; unit++) {
    const page = batches.pages[batch * units + unit]
    pages[unit] = page
    // Every sampler needs a texture: an unused one gets the texture of the first page.
    const texture = textures.textures[page === NO_PAGE ? batches.pages[batch * units] : page]
    if (!texture) continue
    gl.activeTexture(GL_TEXTURE0 + unit)
    host?.beforeBind(unit, GL_TEXTURE_2D)
    gl.bindTexture(GL_TEXTURE_2D, texture.handle)
  }
  const blend = batches.blend[batch]
  setBlend(gl, blend)
  const isNormal = blend === BLEND.normal
  gl.uniform2f(at.body, isNormal ? 1 : 0, isNormal || blend === BLEND.erase ? 1 : 0)
  gl.uniform4fv(at.pages, pages)
}
