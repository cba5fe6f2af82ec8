/** One buffer per world, from which memory is taken and given back. */
import { OsteonError } from '../errors'
import type { SaveSchema } from './fields'
import { LANES } from './lanes'

/** A `WebAssembly.Memory`, or what stands for one where kernels are no WebAssembly. */
export interface Memory {
  readonly buffer: ArrayBufferLike
}

/** Makes a memory of so many pages of 64 kB. Throws what an engine throws that has none left. */
export type CreateMemory = (pages: number) => Memory

/**
 * All memory that persists between ticks: one growing buffer, seen through typed arrays, from which
 * pools are carved. It grows only in structure calls; code that keeps views takes them anew afterwards
 * (`generation` tells).
 */
export interface Arena {
  /** What the buffer is of: kernels work on it. */
  memory: Memory
  readonly createMemory: CreateMemory
  buffer: ArrayBufferLike
  f32: Float32Array
  f64: Float64Array
  i32: Int32Array
  u32: Uint32Array
  u16: Uint16Array
  u8: Uint8Array
  /** Changes whenever the views were replaced. */
  generation: number
  /** First byte that was never handed out. */
  top: number
  /** Bytes handed out and not given back. */
  used: number
  /** Per size class: offsets of freed pieces. */
  readonly free: Map<number, number[]>
  /** Called after the views were replaced. */
  readonly owners: ((arena: Arena) => void)[]
}

/** What it holds is saved in one piece. */
export const ARENA_SCHEMA = {
  memory: 'stays',
  createMemory: 'stays',
  buffer: 'stays',
  f32: 'stays',
  f64: 'stays',
  i32: 'stays',
  u32: 'stays',
  u16: 'stays',
  u8: 'stays',
  generation: 'stays',
  top: 'saved',
  used: 'saved',
  free: 'saved',
  owners: 'stays',
} as const satisfies SaveSchema<Arena>

/** Pieces past 1 kB are multiples of a cache line and begin at one; small ones, of which each skeleton has some, are packed. */
export const ALIGNMENT = 64
const SMALL = 1024
/** Rows are four lanes wide, and the lane of a word follows from its number. */
const SMALL_ALIGNMENT = LANES * Float32Array.BYTES_PER_ELEMENT
/**
 * Bytes at the start that are never handed out: there, kernels have their constants. Nothing lies in the first half,
 * so that an index and a constant can be added by the processor: their sum never wraps round to where something is.
 */
export const RESERVED = 2048
const PAGE = 65_536
/** Bytes behind all pieces: a kernel that is asked for one lane reads as far as the next three. */
const READ_PAST = 64
const MAXIMUM_PAGES = 32_768

/**
 * Makes an arena of at least `bytes`.
 *
 * @throws OsteonError `out-of-memory`; what `createMemory` throws as such.
 */
export function createArena(createMemory: CreateMemory, bytes = PAGE): Arena {
  const pages = Math.max(1, Math.ceil(bytes / PAGE))
  const memory = memoryOf(createMemory, pages)
  const arena = { memory, createMemory, generation: 0, top: RESERVED, used: 0, free: new Map(), owners: [] }
  return Object.assign(arena, viewsOf(memory.buffer))
}

/**
 * Hands out `bytes` bytes, aligned to a cache line if they are more than 1 kB, else to a row of four lanes; may grow the
 * arena.
 *
 * @param zeroed false: they hold whatever they were used for last.
 * @returns byte offset, never 0.
 * @throws OsteonError `out-of-memory`.
 */
export function allocate(arena: Arena, bytes: number, zeroed = true): number {
  const size = sizeClass(bytes)
  const offset = arena.free.get(size)?.pop()
  arena.used += size
  if (offset !== undefined) {
    if (zeroed) arena.u8.fill(0, offset, offset + size)
    return offset
  }
  const start = size > SMALL ? upTo(arena.top, ALIGNMENT) : arena.top
  reserve(arena, start + size)
  // What a large piece leaves before it is for small ones.
  if (start > arena.top) keep(arena, arena.top, start - arena.top)
  arena.top = start + size
  return start
}

/** Gives back what `allocate(arena, bytes)` handed out. */
export function release(arena: Arena, offset: number, bytes: number): void {
  const size = sizeClass(bytes)
  arena.used -= size
  keep(arena, offset, size)
}

function keep(arena: Arena, offset: number, size: number): void {
  const pieces = arena.free.get(size)
  if (pieces) pieces.push(offset)
  else arena.free.set(size, [offset])
}

/** What a request really takes: 256 classes an octave above 16 kB, so that at most 1/256 is lost. */
export function sizeClass(bytes: number): number {
  if (bytes <= SMALL) return Math.max(SMALL_ALIGNMENT, upTo(bytes, SMALL_ALIGNMENT))
  return upTo(bytes, Math.max(ALIGNMENT, 1 << (23 - Math.clz32(bytes - 1))))
}

function upTo(bytes: number, step: number): number {
  return Math.ceil(bytes / step) * step
}

/** Keeps `columns` (views made by `take`) right across growth. Called at once and after each growth. */
export function onGrow(arena: Arena, owner: (arena: Arena) => void): void {
  arena.owners.push(owner)
  owner(arena)
}

function grow(arena: Arena, needed: number): void {
  const present = arena.buffer.byteLength
  const wanted = Math.min(Math.max(needed, present * 1.5), MAXIMUM_PAGES * PAGE)
  const pages = Math.ceil(Math.max(wanted, needed) / PAGE)
  const old = arena.u8
  // Not by `memory.grow`: that detaches the buffer, and from the first detached buffer on V8 looks whether the
  // buffer is still there in every access to any typed array of the page.
  arena.memory = memoryOf(arena.createMemory, pages)
  const { buffer } = arena.memory
  new Uint8Array(buffer).set(old)
  Object.assign(arena, viewsOf(buffer))
  renewViews(arena)
}

/** Call it after pools were moved: all views of the arena that are kept are taken anew. */
export function renewViews(arena: Arena): void {
  arena.generation++
  for (const owner of arena.owners) owner(arena)
}

/**
 * Grows the arena, if it must, so that it holds `bytes` in all.
 *
 * @throws OsteonError `out-of-memory`.
 */
export function reserve(arena: Arena, bytes: number): void {
  if (bytes + READ_PAST > arena.buffer.byteLength) grow(arena, bytes + READ_PAST)
}

function memoryOf(createMemory: CreateMemory, pages: number): Memory {
  try {
    if (pages > MAXIMUM_PAGES) throw new RangeError('past the maximum')
    return createMemory(pages)
  } catch (cause) {
    if (cause instanceof OsteonError) throw cause
    const megabytes = Math.round((pages * PAGE) / 1e6)
    throw new OsteonError(
      'out-of-memory',
      'arena',
      '',
      `no memory of ${megabytes} MB is to be had (${String(cause)})`,
    )
  }
}

/** A buffer as numbers of all kinds; its length is a multiple of eight. */
export function viewsOf(buffer: ArrayBufferLike) {
  return {
    buffer,
    f32: new Float32Array(buffer),
    f64: new Float64Array(buffer),
    i32: new Int32Array(buffer),
    u32: new Uint32Array(buffer),
    u16: new Uint16Array(buffer),
    u8: new Uint8Array(buffer),
  }
}
