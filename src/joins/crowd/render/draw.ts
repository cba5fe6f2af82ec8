/** Draws figures by instances, among the live drawables of the frame. */
import { leaveTextures } from '../../../render/beside'
import { TEXTURE_WIDTH } from '../../../render/columns'
import { setBlend, startBlending } from '../../../render/gl-calls'
import type { Gpu } from '../../../render/gpu'
import { restoreHostState, saveHostState, savePixelStore } from '../../../render/host-state'
import type { RendererState } from '../../../render/renderer'
import type { CrowdWorld } from '../component'
import { figureAt } from '../frame/order'
import { findPieces } from '../frame/pieces'
import type { CrowdMemory } from '../memory'
import { type CrowdState, crowdOf } from '../state'
import { fillOnGpu } from './filler'
import {
  createFigureGpu,
  destroyFigureGpu,
  type FigureGpu,
  pointAt,
  RECORD_BYTES,
  reserveCorners,
  reserveRecords,
  uploadTexels,
} from './gpu'
import { fillInstances } from './instances'
import { layOut, type TableTexels, type Texels } from './texels'

const GL_ARRAY_BUFFER = 0x8892
const GL_TEXTURE_2D = 0x0de1
const GL_TEXTURE0 = 0x84c0

/** The objects of each context; null = it cannot draw instances. */
const GPUS = new WeakMap<Gpu, FigureGpu | null>()

/** What figures need of a renderer. */
export type Pass = Pick<RendererState, 'gl' | 'textureUnits' | 'stats' | 'projection' | 'color'>

/** What drawing them needs of its objects on the GPU. */
export interface Target extends Pick<Gpu, 'handleOf'> {
  readonly host: {
    readonly array: WebGLVertexArrayObject | null
    beforeBind(unit: number, target: number): void
  } | null
  readonly device: Pick<Gpu['device'], 'bound'>
}

/** Draws the live indices `from` … `to`, and sets all state for that. */
type DrawLive = (renderer: RendererState, gpu: Gpu, from: number, to: number) => void

/** Returns whether a context draws instances. Makes the objects that it needs. */
export function canDrawInstances({ gl, textureUnits }: RendererState, gpu: Gpu): boolean {
  const known = GPUS.get(gpu)
  if (known !== undefined) return known !== null
  if (gpu.host) saveHostState(gpu.host, gpu.device.bound)
  try {
    const own = createFigureGpu(gl, gpu, textureUnits)
    GPUS.set(gpu, own)
    return own !== null
  } finally {
    if (gpu.host) restoreHostState(gpu.host)
  }
}

/** Deletes the objects of a context. */
export function releaseGpu(gpu: Gpu): void {
  const own = GPUS.get(gpu)
  if (own && !own.gl.isContextLost()) destroyFigureGpu(own)
  GPUS.delete(gpu)
}

/** Draws the whole frame: live drawables, and the figures between them. */
export function drawAmong(world: CrowdWorld, renderer: RendererState, gpu: Gpu, drawLive: DrawLive): void {
  const own = GPUS.get(gpu)
  if (!own) return
  const crowd = crowdOf(world.animation)
  const pieces = findPieces(world)
  const { indexCount } = world.animation.streams.frame
  if (pieces.count > 0) makeReady(world, crowd, own, renderer, gpu)
  let index = 0
  let figure = 0
  for (let piece = 0; piece < pieces.count; piece++) {
    if (pieces.at[piece] > index) drawLive(renderer, gpu, index, pieces.at[piece])
    index = pieces.at[piece]
    drawFigures(world, crowd, own, renderer, gpu, figure, pieces.until[piece])
    figure = pieces.until[piece]
  }
  if (indexCount > index || pieces.count === 0) drawLive(renderer, gpu, index, indexCount)
}

/** Uploads tables that are new, textures of their pages, and all records. */
export function makeReady(
  world: CrowdWorld,
  crowd: CrowdState,
  own: FigureGpu,
  { stats }: Pass,
  gpu: Target & Pick<Gpu, 'host'>,
): void {
  if (own.tables !== crowd.tables.length) {
    if (gpu.host) savePixelStore(gpu.host)
    gpu.host?.beforeBind(own.unit, GL_TEXTURE_2D)
    const laidOut = layOut(crowd, own.unit)
    uploadTexels(own, laidOut)
    own.tables = crowd.tables.length
    stats.bytesUploaded += laidOut.bytes.length
  }
  const { texels } = own
  if (!texels) return
  for (const pages of texels.groups) for (const page of pages) gpu.handleOf(world.animation.pages, page)
  own.arrays.bind(own.array)
  reserveCorners(own, texels.most)
  reserveRecords(own, crowd.memory.shown)
  stats.bytesUploaded += fill(world, crowd, own, gpu)
  own.arrays.bind(gpu.host?.array ?? null)
  own.alike = findAlike(crowd, texels)
}

/** Fills the records of all figures that are drawn. @returns the bytes that were uploaded. */
function fill(world: CrowdWorld, crowd: CrowdState, own: FigureGpu, { host }: Pick<Gpu, 'host'>): number {
  if (own.filler) {
    const bytes = fillOnGpu(own.filler, world, crowd, own, host)
    if (bytes >= 0) return bytes
  }
  fillInstances(world, crowd)
  own.gl.bindBuffer(GL_ARRAY_BUFFER, own.records)
  uploadRecords(own, crowd.memory, crowd.memory.shown)
  return RECORD_BYTES * crowd.memory.shown
}

/** Returns the table with the most corners, if one call draws all tables that are shown; otherwise null. */
function findAlike({ memory }: CrowdState, texels: Texels): TableTexels | null {
  const { drawn } = memory.tables.columns
  let most: TableTexels | null = null
  for (let number = 1; number < texels.tables.length; number++) {
    const texel = texels.tables[number]
    if (!texel || drawn[number] === 0) continue
    if (texel.runs.length !== 1) return null
    if (most && (texel.group !== most.group || texel.runs[0].blend !== most.runs[0].blend)) return null
    if (!most || texel.corners > most.corners) most = texel
  }
  return most
}

/**
 * Uploads records. With WebGL1 every length needs a view: the last one is kept, because the next frame usually needs
 * the same.
 */
function uploadRecords(own: FigureGpu, { arena, instances }: CrowdMemory, count: number): void {
  const { gl, gl2 } = own
  const { f32 } = arena
  const { size, start } = instances
  const length = size * count
  if (gl2) {
    gl2.bufferSubData(GL_ARRAY_BUFFER, 0, f32, start, length)
    return
  }
  const { view } = own
  if (view.length !== length || view.buffer !== f32.buffer || view.byteOffset !== 4 * start)
    own.view = f32.subarray(start, start + length)
  gl.bufferSubData(GL_ARRAY_BUFFER, 0, own.view)
}

/** Draws the figures `from` … `to`. Neighbours whose tables share pages and have one blend state are one call. */
export function drawFigures(
  world: CrowdWorld,
  crowd: CrowdState,
  own: FigureGpu,
  renderer: Pass,
  gpu: Target,
  from: number,
  to: number,
): void {
  const { texels } = own
  if (!texels) return
  begin(own, renderer, gpu)
  if (own.alike) {
    bindPages(world, renderer, gpu, texels.groups[own.alike.group])
    pointAt(own, from)
    drawRun(own, renderer, own.alike.runs[0].blend, 0, own.alike.corners, to - from)
    end(own, renderer, gpu)
    return
  }
  const { table } = world.components.Baked
  let group = -1
  for (let first = from; first < to; ) {
    const texel = texels.tables[table[figureAt(crowd, first)]] as TableTexels
    let corners = texel.corners
    let next = first + 1
    const blend = texel.runs[0]?.blend ?? 0
    if (texel.runs.length <= 1)
      for (; next < to; next++) {
        const other = texels.tables[table[figureAt(crowd, next)]] as TableTexels
        if (other === texel) continue
        if (other.group !== texel.group || other.runs.length > 1 || (other.runs[0]?.blend ?? 0) !== blend)
          break
        if (other.corners > corners) corners = other.corners
      }
    if (texel.group !== group) {
      group = texel.group
      bindPages(world, renderer, gpu, texels.groups[group])
    }
    pointAt(own, first)
    if (texel.runs.length <= 1) drawRun(own, renderer, blend, 0, corners, next - first)
    else for (const run of texel.runs) drawRun(own, renderer, run.blend, run.first, run.count, 1)
    first = next
  }
  end(own, renderer, gpu)
}

function drawRun(
  own: FigureGpu,
  { gl, stats }: Pass,
  blend: number,
  first: number,
  count: number,
  instances: number,
): void {
  setBlend(gl, blend)
  own.instancing.draw(first, count, instances)
  stats.drawCalls++
  stats.triangles += (count / 3) * instances
}

function begin(own: FigureGpu, { gl, color, projection }: Pass, gpu: Target): void {
  gl.useProgram(own.program)
  own.arrays.bind(own.array)
  gl.bindBuffer(GL_ARRAY_BUFFER, own.records)
  startBlending(gl)
  gl.uniformMatrix3fv(own.viewMatrix, false, projection)
  gl.uniform4fv(own.color, color)
  gl.uniform2f(own.tableSize, TEXTURE_WIDTH, own.texels?.height ?? 1)
  gl.activeTexture(GL_TEXTURE0 + own.unit)
  gpu.host?.beforeBind(own.unit, GL_TEXTURE_2D)
  gl.bindTexture(GL_TEXTURE_2D, own.texture)
}

function bindPages(
  { animation }: CrowdWorld,
  { gl, textureUnits: units }: Pass,
  gpu: Target,
  pages: readonly number[],
): void {
  if (pages.length === 0) return
  for (let unit = 0; unit < units; unit++) {
    // Every sampler needs a texture: an unused one gets the texture of the first page.
    const texture = gpu.handleOf(animation.pages, pages[unit] ?? pages[0])
    if (!texture) continue
    gl.activeTexture(GL_TEXTURE0 + unit)
    gpu.host?.beforeBind(unit, GL_TEXTURE_2D)
    gl.bindTexture(GL_TEXTURE_2D, texture)
  }
}

/** Leaves the context as the device knows it: it notes what it bound. */
function end(own: FigureGpu, { gl }: Pass, gpu: Target): void {
  own.arrays.bind(gpu.host?.array ?? null)
  leaveTextures(gl, gpu.device.bound)
}
