import { type Arena, allocate, onGrow, release } from './arena'

/** Struct-of-arrays in the arena: typed columns of one length that are renewed when the arena grows. */
export type ColumnType = 'f32' | 'f64' | 'i32' | 'u32' | 'u16' | 'u8'

interface ColumnArrays {
  f32: Float32Array
  f64: Float64Array
  i32: Int32Array
  u32: Uint32Array
  u16: Uint16Array
  u8: Uint8Array
}

export type Columns<S extends Record<string, ColumnType>> = { -readonly [K in keyof S]: ColumnArrays[S[K]] }

export interface ColumnPool<S extends Record<string, ColumnType>> {
  readonly arena: Arena
  readonly schema: S
  capacity: number
  /** Byte offsets of the columns, in the schema's order. */
  offsets: number[]
  /** Columns by name; the arrays are replaced on growth, so take them at the start of a call. */
  readonly columns: Columns<S>
}

const BYTES: Record<ColumnType, number> = { f32: 4, f64: 8, i32: 4, u32: 4, u16: 2, u8: 1 }

export function createColumns<S extends Record<string, ColumnType>>(
  arena: Arena,
  schema: S,
  capacity: number,
): ColumnPool<S> {
  const names = Object.keys(schema)
  const offsets = names.map((name) => allocate(arena, BYTES[schema[name]] * capacity))
  const pool: ColumnPool<S> = { arena, schema, capacity, offsets, columns: Object.create(null) }
  onGrow(arena, () => bind(pool))
  return pool
}

/** Makes room for `capacity` rows; rows keep their numbers and contents, new ones are zero. */
export function growColumns<S extends Record<string, ColumnType>>(
  pool: ColumnPool<S>,
  capacity: number,
): void {
  if (capacity <= pool.capacity) return
  const { arena, schema } = pool
  Object.keys(schema).forEach((name, index) => {
    const size = BYTES[schema[name]]
    const from = pool.offsets[index]
    const to = allocate(arena, size * capacity)
    arena.u8.copyWithin(to, from, from + size * pool.capacity)
    release(arena, from, size * pool.capacity)
    pool.offsets[index] = to
  })
  pool.capacity = capacity
  bind(pool)
}

function bind<S extends Record<string, ColumnType>>(pool: ColumnPool<S>): void {
  const { arena, schema, offsets, capacity } = pool
  const columns: Record<string, ColumnArrays[ColumnType]> = pool.columns
  Object.keys(schema).forEach((name, index) => {
    const offset = offsets[index]
    columns[name] = view(arena, schema[name], offset, capacity)
  })
}

function view(arena: Arena, type: ColumnType, offset: number, length: number): ColumnArrays[ColumnType] {
  switch (type) {
    case 'f32':
      return new Float32Array(arena.buffer, offset, length)
    case 'f64':
      return new Float64Array(arena.buffer, offset, length)
    case 'i32':
      return new Int32Array(arena.buffer, offset, length)
    case 'u32':
      return new Uint32Array(arena.buffer, offset, length)
    case 'u16':
      return new Uint16Array(arena.buffer, offset, length)
    case 'u8':
      return new Uint8Array(arena.buffer, offset, length)
  }
}
