/** The memory of a world: one buffer, from which pieces are allocated and released. */
import { OsteonError } from '../errors'
import type { SaveSchema } from './fields'
import { LANES } from './lanes'

/** A `WebAssembly.Memory`, or an object with a plain buffer for the JavaScript kernels. */
export interface Memory {
  readonly buffer: ArrayBufferLike
}

/** Creates a memory of that many pages of 64 kB. Throws the engine's error if there is not enough. */
export type CreateMemory = (pages: number) => Memory

/**
 * All memory that persists between ticks: one growing buffer, seen through typed arrays, from which pools are carved.
 * It grows only in structure calls. Code that keeps views gets them again when `generation` has changed.
 */
export interface Arena {
  /** The owner of the buffer; kernels work on it. */
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
  /** The first byte that was never allocated. */
  top: number
  /** The number of bytes that are allocated now. */
  used: number
  /** Per size class: offsets of freed pieces. */
  readonly free: Map<number, number[]>
  /** Called after the views were replaced. */
  readonly owners: ((arena: Arena) => void)[]
}

/** Saves copy the arena's bytes in one piece, so its fields are left alone. */
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

/**
 * Pieces larger than 1 kB begin at a cache line and are multiples of one. Smaller pieces are packed, because each
 * skeleton has a few.
 */
export const ALIGNMENT = 64
const SMALL = 1024
/** Rows are four lanes wide, and the lane of a word follows from its number. */
const SMALL_ALIGNMENT = LANES * Float32Array.BYTES_PER_ELEMENT
/**
 * Bytes at the start that are never allocated: kernels keep their constants in the second half. The first half is
 * empty, so that a processor may add an index and a constant without the sum wrapping round to used memory.
 */
export const RESERVED = 2048
const PAGE = 65_536
/** Bytes after all pieces, because a kernel for one lane also reads the next three. */
const READ_PAST = 64
/** The greatest number of pages of 64 kB. */
export const MAXIMUM_PAGES = 32_768

/**
 * Creates an arena of at least `bytes`.
 *
 * @throws OsteonError `out-of-memory`, also for any error of `createMemory`.
 */
export function createArena(createMemory: CreateMemory, bytes = PAGE): Arena {
  const pages = Math.max(1, Math.ceil(bytes / PAGE))
  const memory = memoryOf(createMemory, pages)
  const arena = { memory, createMemory, generation: 0, top: RESERVED, used: 0, free: new Map(), owners: [] }
  return Object.assign(arena, viewsOf(memory.buffer))
}

/**
 * Allocates `bytes` bytes, aligned to a cache line if they are more than 1 kB, otherwise to a row of four lanes. May
 * grow the arena.
 *
 * @param zeroed if false, the bytes keep the contents of their last use.
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
  // The gap before an aligned piece is free for small pieces.
  if (start > arena.top) keep(arena, arena.top, start - arena.top)
  arena.top = start + size
  return start
}

/** Frees a piece from `allocate(arena, bytes)`. */
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

/**
 * Returns the bytes that a request of this size takes: above 16 kB there are 256 classes per octave, so that at most
 * 1/256 is lost.
 */
export function sizeClass(bytes: number): number {
  if (bytes <= SMALL) return Math.max(SMALL_ALIGNMENT, upTo(bytes, SMALL_ALIGNMENT))
  return upTo(bytes, Math.max(ALIGNMENT, 1 << (23 - Math.clz32(bytes - 1))))
}

function upTo(bytes: number, step: number): number {
  return Math.ceil(bytes / step) * step
}

/** Calls `owner` at once and after each growth, so that it can renew its views of the arena. */
export function onGrow(arena: Arena, owner: (arena: Arena) => void): void {
  arena.owners.push(owner)
  owner(arena)
}

function grow(arena: Arena, needed: number): void {
  const present = arena.buffer.byteLength
  const wanted = Math.min(Math.max(needed, present * 1.5), MAXIMUM_PAGES * PAGE)
  move(arena, Math.ceil(Math.max(wanted, needed) / PAGE))
}

/**
 * Copies everything to another memory of the same size. All views are made again.
 *
 * @throws OsteonError `out-of-memory`.
 */
export function moveArena(arena: Arena): void {
  move(arena, arena.buffer.byteLength / PAGE)
}

function move(arena: Arena, pages: number): void {
  const old = arena.u8
  // `memory.grow` would detach the buffer. From the first detached buffer on, V8 checks on every access to any typed
  // array of the page whether its buffer is still there.
  arena.memory = memoryOf(arena.createMemory, pages)
  const { buffer } = arena.memory
  new Uint8Array(buffer).set(old)
  Object.assign(arena, viewsOf(buffer))
  renewViews(arena)
}

/** Makes all owners renew their views of the arena. Call it after moving pools. */
export function renewViews(arena: Arena): void {
  arena.generation++
  for (const owner of arena.owners) owner(arena)
}

/**
 * Grows the arena, if needed, to hold `bytes` in all.
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

/** Returns views of all number types over a buffer whose length is a multiple of eight. */
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
