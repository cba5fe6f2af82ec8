/**
 * Places and tints many sprites on the GPU, in contexts of WebGL2: it has copies of their columns, and writes vertices
 * into the renderer's buffers.
 */
import {
  type ColumnReader,
  closeReader,
  createFillProgram,
  createReader,
  destroyReader,
  type FillProgram,
  keepOutputs,
  openReader,
  TEXTURE_WIDTH,
  uploadNumbers,
  uploadOrder,
} from '../../../render/columns'
import { isWebGL2 } from '../../../render/context'
import { STREAMS } from '../../../render/device'
import type { Gpu } from '../../../render/gpu'
import { restoreHostState, saveHostState } from '../../../render/host-state'
import type { RendererState } from '../../../render/renderer'
import { QUAD_VERTICES } from '../../../world/quads'
import type { VertexArrays } from '../../../world/streams'
import { COPY, REGION_RECORD, SENT } from '../layout'
import { catchUp } from '../place'
import type { SpritedState } from '../state'
import { noteRows } from '../take'
import { CORNER_OUTPUTS, CORNER_SHADER, TINT_OUTPUTS, TINT_SHADER } from './fill-shader'

/** Fewer sprites are placed by the processor: their vertices are few bytes. */
const LEAST = 2000
/** The most pieces of the streams, without vertices of others between, in which sprites lie. */
const MOST_SPANS = 64

/** Columns that decide dark colours, light ones, and where corners are, as bits. */
const DARKS = (1 << COPY.alpha) | (1 << COPY.additive)
const LIGHTS = DARKS | (1 << COPY.red) | (1 << COPY.green) | (1 << COPY.blue)
const CORNERS = ((1 << SENT) - 1) & ~LIGHTS

/** Objects of one context. */
interface SpriteFiller {
  readonly corners: FillProgram
  readonly tints: FillProgram
  readonly isDark: WebGLUniformLocation | null
  /** Copies of the sprites' columns, by entity, and records of regions below them. */
  readonly reader: ColumnReader
  /** Length of the columns, and number of regions, of which there are copies. */
  capacity: number
  regions: number
  /** `AnimationState.structure` when sprites were listed. */
  structure: number
  /** Entities by a fourth of their first vertex; 0 = nobody has these vertices; OTHERS = they aren't a sprite's. */
  listed: Uint32Array
  /** For each span, the index of its first sprite and the one after its last. */
  readonly spans: Int32Array
  /** More than MOST_SPANS: there are too many. */
  spanCount: number
  /** Whether the order was uploaded. */
  ordered: boolean
  /** Whether dark colours aren't all 0. */
  adds: boolean
}

const OTHERS = 0xffffffff

/** The objects of each context; null = it cannot. */
const FILLERS = new WeakMap<Gpu, SpriteFiller | null>()

/** Decides who places sprites, before streams are uploaded. The processor does it at once. */
export function prepareFill(state: SpritedState, renderer: RendererState, gpu: Gpu): void {
  const { sprites } = state
  const filler = sprites.alive.count - sprites.left < LEAST ? null : fillerOf(renderer, gpu)
  if (filler) follow(filler, state)
  sprites.fills = filler !== null && filler.spanCount <= MOST_SPANS && heightOf(filler) <= filler.reader.most
  if (!sprites.fills) catchUp(state)
}

/** Notes what the copies don't match any more. */
function follow(filler: SpriteFiller, state: SpritedState): void {
  const { copies, regionCount } = state.sprites
  const isReplaced = state.streams.changes.replaced
  // Buffers are new, or another state was restored.
  if (isReplaced || filler.capacity !== copies.capacity || filler.regions !== regionCount) {
    filler.capacity = copies.capacity
    filler.regions = regionCount
    filler.reader.lines = 0
  }
  if (!isReplaced && filler.structure === state.structure) return
  filler.structure = state.structure
  filler.ordered = false
  listSpans(filler, state)
}

/** Lists the sprites by their vertices. */
function listSpans(filler: SpriteFiller, { sprites, streams }: SpritedState): void {
  const { alive, rows } = sprites
  const { vertices } = streams.pools
  const length = vertices.top / QUAD_VERTICES
  if (filler.listed.length < length) filler.listed = new Uint32Array(Math.ceil(1.25 * length))
  const { listed, spans } = filler
  listed.fill(OTHERS, 0, length)
  for (const start of vertices.free.get(QUAD_VERTICES) ?? []) listed[start / QUAD_VERTICES] = 0
  for (let i = 0; i < alive.count; i++) {
    const row = alive.ids[i]
    if (rows.entity[row] !== 0) listed[rows.vertex[row] / QUAD_VERTICES] = rows.entity[row]
  }
  filler.spanCount = 0
  for (let at = 0; at < length; at++) {
    if (listed[at] === OTHERS) continue
    const first = at
    while (at < length && listed[at] !== OTHERS) at++
    if (++filler.spanCount > MOST_SPANS) return
    spans[2 * filler.spanCount - 2] = first
    spans[2 * filler.spanCount - 1] = at
  }
}

/**
 * Makes vertices of what has waited, and of those whose place in the buffers was written to.
 *
 * @param moved bytes of positions that were uploaded. @param tinted those of looks. @returns the bytes that this uploads.
 */
export function fillSprites(state: SpritedState, gpu: Gpu, moved: number, tinted: number): number {
  const { sprites } = state
  const filler = FILLERS.get(gpu)
  if (!filler || !sprites.behind) return 0
  let changed = 0
  for (let column = 0; column < SENT; column++)
    if (sprites.unsent[2 * column] < sprites.unsent[2 * column + 1]) changed |= 1 << column
  const { reader } = filler
  if (reader.lines === 0) changed = CORNERS | LIGHTS
  if (moved > 0) changed |= CORNERS
  if (tinted > 0) changed |= LIGHTS
  if (changed === 0) return 0
  const { gl } = reader
  const { host } = gpu
  const bytes = send(filler, state, gpu)
  if ((changed & CORNERS) !== 0) {
    gl.useProgram(filler.corners.program)
    gl.uniform1i(filler.corners.height, reader.lines)
    keepSpans(filler, gpu, 'positions')
  }
  if ((changed & LIGHTS) !== 0) {
    gl.useProgram(filler.tints.program)
    gl.uniform1i(filler.tints.height, reader.lines)
    gl.uniform1i(filler.isDark, 0)
    keepSpans(filler, gpu, 'light')
  }
  if ((changed & DARKS) !== 0 && filler.adds) {
    gl.uniform1i(filler.isDark, 1)
    keepSpans(filler, gpu, 'dark')
  }
  closeReader(reader, host?.array ?? null)
  return bytes
}

/** Uploads what the copies lack. @returns the number of bytes. */
function send(filler: SpriteFiller, { arena, sprites }: SpritedState, { host }: Gpu): number {
  const { reader } = filler
  const { copies, regionCount, regions, unsent } = sprites
  const { f32 } = arena
  let bytes = 0
  if (openReader(reader, host, linesOf(filler), heightOf(filler))) {
    noteRows(sprites, 0, copies.capacity)
    const numbers = REGION_RECORD * regionCount
    bytes += uploadNumbers(reader, SENT * reader.lines, f32, regions.start, 0, numbers)
  }
  if (!filler.ordered) {
    const { spanCount, spans } = filler
    filler.ordered = true
    bytes += uploadOrder(reader, filler.listed, spanCount === 0 ? 0 : spans[2 * spanCount - 1])
  }
  for (let column = 0; column < SENT; column++) {
    const from = unsent[2 * column]
    const to = Math.min(unsent[2 * column + 1], copies.capacity)
    unsent[2 * column] = copies.capacity
    unsent[2 * column + 1] = 0
    if (from >= to) continue
    let at = copies.offsets[column] / 4
    // Numbers that aren't floats are sent as floats.
    if (column === COPY.region || column === COPY.additive) {
      at = copies.offsets[COPY.spare] / 4
      f32.set(column === COPY.region ? copies.columns.region : copies.columns.additive, at)
    }
    if (column === COPY.additive) filler.adds = copies.columns.additive.some((flag) => flag !== 0)
    bytes += uploadNumbers(reader, column * reader.lines, f32, at, from, to)
  }
  return bytes
}

/** Writes the vertices of all sprites into a stream. */
function keepSpans({ reader, spans, spanCount }: SpriteFiller, gpu: Gpu, name: keyof VertexArrays): void {
  const number = STREAMS.findIndex((stream) => stream.name === name)
  const { float, size } = STREAMS[number]
  const { handle } = gpu.device.streams[number]
  const bytes = QUAD_VERTICES * size * (float ? 4 : 1)
  for (let span = 0; span < spanCount && handle; span++) {
    const first = spans[2 * span]
    keepOutputs(reader, handle, first * bytes, bytes, first, spans[2 * span + 1] - first, gpu.host)
  }
}

function linesOf({ capacity }: SpriteFiller): number {
  return Math.ceil(capacity / TEXTURE_WIDTH)
}

function heightOf(filler: SpriteFiller): number {
  return SENT * linesOf(filler) + Math.ceil((REGION_RECORD * filler.regions) / TEXTURE_WIDTH)
}

function fillerOf({ gl, textureUnits }: RendererState, gpu: Gpu): SpriteFiller | null {
  const known = FILLERS.get(gpu)
  if (known !== undefined) return known
  if (gpu.host) saveHostState(gpu.host, gpu.device.bound)
  try {
    const made = isWebGL2(gl) ? createFiller(gl, textureUnits) : null
    FILLERS.set(gpu, made)
    return made
  } finally {
    if (gpu.host) restoreHostState(gpu.host)
  }
}

/** @param unit of the columns, after those of pages. */
function createFiller(gl: WebGL2RenderingContext, unit: number): SpriteFiller | null {
  const corners = createFillProgram(gl, CORNER_SHADER, CORNER_OUTPUTS, unit, 'the shader that places sprites')
  const tints = createFillProgram(gl, TINT_SHADER, TINT_OUTPUTS, unit, 'the shader that tints sprites')
  if (!corners || !tints) return null
  return {
    corners,
    tints,
    isDark: gl.getUniformLocation(tints.program, 'isDark'),
    reader: createReader(gl, unit),
    capacity: 0,
    regions: 0,
    structure: -1,
    listed: new Uint32Array(0),
    spans: new Int32Array(2 * MOST_SPANS),
    spanCount: 0,
    ordered: false,
    adds: false,
  }
}

/** The processor makes all vertices from now on. Deletes the objects of a context. */
export function releaseFill(state: SpritedState, gpu: Gpu | null): void {
  state.sprites.fills = false
  catchUp(state)
  const filler = gpu && FILLERS.get(gpu)
  if (!filler || filler.reader.gl.isContextLost()) return
  const { corners, reader, tints } = filler
  for (const { program } of [corners, tints]) reader.gl.deleteProgram(program)
  destroyReader(reader)
}
