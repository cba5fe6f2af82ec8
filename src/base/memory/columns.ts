/** Columns of numbers in an arena, which grow with it. */
import { type Arena, allocate, onGrow, release } from './arena'
import type { SaveSchema } from './fields'

/** Types of columns. */
export type ColumnType = 'f32' | 'f64' | 'i32' | 'u32' | 'u16' | 'u8'

/** The typed array of each column type. */
export const ARRAYS = {
  f32: Float32Array,
  f64: Float64Array,
  i32: Int32Array,
  u32: Uint32Array,
  u16: Uint16Array,
  u8: Uint8Array,
}
type ArrayView = new (buffer: ArrayBufferLike, offset: number, length: number) => ColumnArrays[ColumnType]
type ColumnArrays = { [K in ColumnType]: InstanceType<(typeof ARRAYS)[K]> }

/**
 * What an encoded save keeps of a column. `saved`: the values of rows in use. `always`: also those of free rows.
 * `described`: its values have a meaning only in this world (words of the arena, numbers of rigs, rows), so the save
 * names what they stand for. `left`: nothing, because it is computed again or has no meaning between calls.
 */
export type ColumnFate = 'saved' | 'always' | 'described' | 'left'

/** Columns by name: the type of each, and its fate in a save. */
export type ColumnSchema = Readonly<Record<string, readonly [type: ColumnType, fate: ColumnFate]>>

/** Returns the number of each column in its schema, for kernels. */
export function columnNumbers(schema: ColumnSchema): Record<string, number> {
  return Object.fromEntries(Object.keys(schema).map((name, number) => [name, number]))
}

export type Columns<S extends ColumnSchema> = { -readonly [K in keyof S]: ColumnArrays[S[K][0]] }

export interface ColumnPool<S extends ColumnSchema> {
  readonly arena: Arena
  readonly schema: S
  capacity: number
  /** Byte offsets of the columns, in the schema's order. */
  offsets: number[]
  /** Columns by name. The arrays are replaced on growth, so get them at the start of a call. */
  readonly columns: Columns<S>
}

/** The rows are among the arena's bytes, so they are saved with them. */
export const POOL_SCHEMA = {
  arena: 'stays',
  schema: 'stays',
  capacity: 'saved',
  offsets: 'saved',
  columns: 'scratch',
} as const satisfies SaveSchema<ColumnPool<ColumnSchema>>

export function createColumns<S extends ColumnSchema>(
  arena: Arena,
  schema: S,
  capacity: number,
): ColumnPool<S> {
  const names = Object.keys(schema)
  const offsets = names.map((name) => allocate(arena, ARRAYS[schema[name][0]].BYTES_PER_ELEMENT * capacity))
  // If properties were added one by one under computed names, V8 would keep the object as a hash table, and every
  // column read would be a look-up. `fromEntries` gives the object the fields of a record.
  const columns = Object.fromEntries(names.map((name) => [name, NONE])) as Columns<S>
  const pool: ColumnPool<S> = { arena, schema, capacity, offsets, columns }
  onGrow(arena, () => bind(pool))
  return pool
}

/** Stands in for a column until it is bound. */
const NONE = new Uint8Array(0)

/** Makes room for `capacity` rows; rows keep their numbers and contents, new ones are zero. */
export function growColumns<S extends ColumnSchema>(pool: ColumnPool<S>, capacity: number): void {
  if (capacity <= pool.capacity) return
  const { arena, schema } = pool
  Object.keys(schema).forEach((name, index) => {
    const size = ARRAYS[schema[name][0]].BYTES_PER_ELEMENT
    const from = pool.offsets[index]
    const to = allocate(arena, size * capacity)
    arena.u8.copyWithin(to, from, from + size * pool.capacity)
    release(arena, from, size * pool.capacity)
    pool.offsets[index] = to
  })
  pool.capacity = capacity
  bind(pool)
}

function bind<S extends ColumnSchema>(pool: ColumnPool<S>): void {
  const { arena, schema, offsets, capacity } = pool
  Object.assign(pool.columns, viewColumns(arena.buffer, schema, offsets, capacity))
}

/** Returns columns over a buffer. @param offsets of the columns in bytes, in the schema's order. */
export function viewColumns<S extends ColumnSchema>(
  buffer: ArrayBufferLike,
  schema: S,
  offsets: readonly number[],
  capacity: number,
): Columns<S> {
  return Object.fromEntries(
    Object.keys(schema).map((name, index) => [
      name,
      new (ARRAYS[schema[name][0]] as ArrayView)(buffer, offsets[index], capacity),
    ]),
  ) as Columns<S>
}
