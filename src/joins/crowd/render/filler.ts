/** Fills instances on the GPU, in contexts that can keep a shader's outputs: those of WebGL2. */
import {
  bindBeside,
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
import type { HostState } from '../../../render/host-state'
import type { CrowdWorld } from '../component'
import { findFadeSecond, mixOf } from '../frame/place'
import { COPY, INSTANCE_WORDS, SENT } from '../layout'
import { noteChange, runLooks } from '../run-kernels'
import type { CrowdState } from '../state'
import { FILL_SHADER, INSTANCE_OUTPUTS } from './fill-shader'
import { floorFloat, type Texels } from './texels'

/** Objects of one context. */
export interface Filler extends FillProgram {
  readonly clips: WebGLUniformLocation | null
  /** Copies of the figures' columns. Their unit is after that of the tables. */
  readonly reader: ColumnReader
  /** `CrowdMemory.version` and `versions` of what was uploaded, and of the instances that were filled. */
  filled: number
  readonly versions: Float64Array
}

/** The buffer of instances, and the tables. */
interface Filled {
  readonly records: WebGLBuffer
  readonly texels: Texels | null
  readonly texture: WebGLTexture
}

const FADE = new Float64Array(2)

/** Creates the objects; null if the context does not keep outputs after all. @param unit of the tables. */
export function createFiller(gl: WebGL2RenderingContext, unit: number): Filler | null {
  const made = createFillProgram(gl, FILL_SHADER, INSTANCE_OUTPUTS, unit + 1, 'the shader that fills figures')
  if (!made) return null
  gl.uniform1i(gl.getUniformLocation(made.program, 'tables'), unit)
  return {
    ...made,
    clips: gl.getUniformLocation(made.program, 'clips'),
    reader: createReader(gl, unit + 1),
    filled: -1,
    versions: new Float64Array(SENT + 1).fill(-1),
  }
}

export function destroyFiller({ program, reader }: Filler): void {
  reader.gl.deleteProgram(program)
  destroyReader(reader)
}

/**
 * Fills the instances of all figures that are drawn into a buffer. Leaves no vertex array and no buffer bound.
 *
 * @returns the bytes that were uploaded; -1: there are more figures than the context has room for.
 */
export function fillOnGpu(
  filler: Filler,
  world: CrowdWorld,
  crowd: CrowdState,
  { records, texels, texture }: Filled,
  host: HostState | null,
): number {
  const { reader, versions } = filler
  const { gl } = reader
  const { memory } = crowd
  const lines = Math.ceil(memory.copies.capacity / TEXTURE_WIDTH)
  if (SENT * lines > reader.most) return -1
  runLooks(world, crowd)
  writeFades(world, crowd)
  if (filler.filled === memory.version) return 0
  filler.filled = memory.version
  bindBeside(gl, reader.unit - 1, texture, host)
  if (openReader(reader, host, lines, SENT * lines)) versions.fill(-1)
  let bytes = 0
  if (versions[SENT] !== memory.versions[SENT]) {
    versions[SENT] = memory.versions[SENT]
    bytes += uploadOrder(reader, memory.lists.columns.drawn, memory.shown)
  }
  for (let column = 0; column < SENT; column++) bytes += uploadColumn(filler, crowd, column)
  gl.useProgram(filler.program)
  gl.uniform1i(filler.height, reader.lines)
  gl.uniform1i(filler.clips, texels?.clips ?? 0)
  keepOutputs(reader, records, 0, 4 * INSTANCE_WORDS, 0, memory.shown, host)
  closeReader(reader, null)
  return bytes
}

/** Uploads a column if it changed. @returns the number of bytes. */
function uploadColumn(
  { reader, versions }: Filler,
  { fadeCount, memory }: CrowdState,
  column: number,
): number {
  const { arena, copies } = memory
  if (versions[column] === memory.versions[column]) return 0
  versions[column] = memory.versions[column]
  const count = column > COPY.fading ? fadeCount : memory.rows
  return uploadNumbers(reader, column * reader.lines, arena.f32, copies.offsets[column] / 4, 0, count)
}

/** Writes the columns of fades. */
function writeFades({ components: { Baked } }: CrowdWorld, crowd: CrowdState): void {
  const { fadeCount, fades, firstClip, memory } = crowd
  const { fadeClip, fadeMix, fadeSecond } = memory.copies.columns
  let any = false
  for (let row = 1; row < fadeCount; row++) {
    const eid = fades.entity[row]
    if (eid === 0) continue
    any = true
    const clip = firstClip[Baked.table[eid]] + fades.animation[row]
    findFadeSecond(crowd, clip, row, FADE, 0)
    fadeClip[row] = clip
    fadeSecond[row] = floorFloat(FADE[1])
    fadeMix[row] = mixOf(crowd, row)
  }
  if (any) for (let column = COPY.fadeClip; column <= COPY.fadeMix; column++) noteChange(memory, column)
}
