/** Collects the runs of neighbouring figures into draw calls, for either version of Phaser. */
import type { Matrix } from '../../figures/place'
import type { Runs } from '../../figures/runs'

/** One draw call of a batch. */
export interface Draw {
  /** First index in `Batch.indices`, and how many. */
  start: number
  count: number
  blend: number
  /** The world's page numbers, up to as many as there are units. */
  readonly pages: number[]
  /** From the world's vertices to pixels. */
  readonly matrix: Matrix
  /** Multiplies the alpha of all colours. */
  fade: number
}

/** Draw calls that wait for the next object that isn't a figure. */
export interface Batch {
  indices: Uint32Array
  indexCount: number
  /** Only the first `count` are valid. */
  readonly draws: Draw[]
  count: number
  /** Texture units. */
  readonly units: number
}

export function createBatch(units: number): Batch {
  return { indices: new Uint32Array(1024), indexCount: 0, draws: [], count: 0, units }
}

export function clearBatch(batch: Batch): void {
  batch.indexCount = batch.count = 0
}

/** Adds one run of a figure: to the last draw call, if it has the same state. @param source the world's indices. */
export function addRun(
  batch: Batch,
  runs: Runs,
  run: number,
  source: Uint32Array,
  matrix: Matrix,
  fade: number,
): void {
  const length = runs.length[run]
  if (length === 0) return
  const draw = drawFor(batch, runs.blend[run], runs.page[run], matrix, fade)
  const start = runs.start[run]
  if (batch.indexCount + length > batch.indices.length) grow(batch, batch.indexCount + length)
  batch.indices.set(source.subarray(start, start + length), batch.indexCount)
  batch.indexCount += length
  draw.count += length
}

function drawFor(batch: Batch, blend: number, page: number, matrix: Matrix, fade: number): Draw {
  const last = batch.draws[batch.count - 1]
  if (batch.count > 0 && last.blend === blend && last.fade === fade && isLike(last.matrix, matrix)) {
    if (last.pages.includes(page)) return last
    if (last.pages.length < batch.units) {
      last.pages.push(page)
      return last
    }
  }
  batch.draws[batch.count] ??= { start: 0, count: 0, blend: 0, pages: [], matrix: { ...matrix }, fade: 1 }
  const draw = batch.draws[batch.count++]
  draw.start = batch.indexCount
  draw.count = 0
  draw.blend = blend
  draw.fade = fade
  draw.pages.length = 0
  draw.pages.push(page)
  Object.assign(draw.matrix, matrix)
  return draw
}

/** Far below a pixel: `Transform` has 32 bits a number. */
const SCALE_ERROR = 2e-6
const PLACE_ERROR = 1e-2

/** Whether two matrices are equal apart from rounding, as those of figures placed by their `Transform` are. */
function isLike(one: Matrix, other: Matrix): boolean {
  return (
    Math.abs(one.a - other.a) < SCALE_ERROR &&
    Math.abs(one.b - other.b) < SCALE_ERROR &&
    Math.abs(one.c - other.c) < SCALE_ERROR &&
    Math.abs(one.d - other.d) < SCALE_ERROR &&
    Math.abs(one.x - other.x) < PLACE_ERROR &&
    Math.abs(one.y - other.y) < PLACE_ERROR
  )
}

function grow(batch: Batch, room: number): void {
  const grown = new Uint32Array(2 * room)
  grown.set(batch.indices)
  batch.indices = grown
}
