/** Writes, reads and checks tables: columns of rows in a save. */
import { ARRAYS, type ColumnSchema } from '../../base/memory/columns'
import { columnAt, type Decoded, damagedAt } from './bytes/shape'
import type { Typed } from './bytes/typed-arrays'

/** Columns of 0.3.0 that have another name now. */
const FORMER: Readonly<Record<string, string>> = { outerAlpha: 'slotAlpha' }

/** A damaged count cannot ask for more memory than this. */
const MOST_NUMBERS = 2 ** 28

/** Columns by name, all of the same length. */
export type Table = Readonly<Record<string, Typed>>

/** Returns the values of some rows of a column. */
export function pick<T extends Typed>(column: T, rows: ArrayLike<number>): T {
  const made = new (column.constructor as new (length: number) => T)(rows.length)
  // Most columns have words, and a loop over arrays of one type is several times as fast.
  if (column.BYTES_PER_ELEMENT === 4)
    pickWords(
      new Int32Array(column.buffer, column.byteOffset, column.length),
      rows,
      new Int32Array(made.buffer),
    )
  else for (let i = 0; i < rows.length; i++) made[i] = column[rows[i]]
  return made
}

function pickWords(column: Int32Array, rows: ArrayLike<number>, made: Int32Array): void {
  for (let i = 0; i < made.length; i++) made[i] = column[rows[i]]
}

/**
 * Returns the saved columns of some rows. Columns of zeros are left out. @param isFree whether a row is free; only
 * columns saved `always` then count.
 */
export function tableOf(
  columns: Table,
  schema: ColumnSchema,
  rows: ArrayLike<number>,
  isFree: (row: number) => boolean = () => false,
): Table {
  const saved: Record<string, Typed> = {}
  for (const [name, [, fate]] of Object.entries(schema)) {
    if (fate !== 'saved' && fate !== 'always') continue
    const values = pick(columns[name], rows)
    if (fate === 'saved') for (let i = 0; i < rows.length; i++) if (isFree(rows[i])) values[i] = 0
    saved[name] = values
  }
  return withoutZeros(saved)
}

export function withoutZeros(table: Table): Table {
  return Object.fromEntries(Object.entries(table).filter(([, column]) => hasBits(column)))
}

/** Returns whether a number is other than 0; −0 is. */
function hasBits({ buffer, byteLength, byteOffset }: Typed): boolean {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength)
  for (let i = 0; i < bytes.length; i++) if (bytes[i] !== 0) return true
  return false
}

/**
 * Reads a table. Columns that were left out are zeros.
 *
 * @throws OsteonError `damaged` for a column of another kind or length.
 */
export function readTable(
  given: Decoded,
  schema: ColumnSchema,
  count: number,
  path: string,
): Record<string, Typed> {
  const table: Record<string, Typed> = {}
  for (const [name, [type, fate]] of Object.entries(schema)) {
    if (fate !== 'saved' && fate !== 'always') continue
    table[name] = readColumn(given, name, new ARRAYS[type](0), count, path)
  }
  return table
}

/** Reads a column of `count` numbers, of the type of `like`; zeros if it was left out. */
export function readColumn<T extends Typed>(
  given: Decoded,
  name: string,
  like: T,
  count: number,
  path: string,
): T {
  const value = given.get(name) ?? given.get(FORMER[name] ?? '')
  if (!(count <= MOST_NUMBERS)) throw damagedAt(`${path}.${name}`, `${count} numbers are too many`)
  if (value === undefined) return new (like.constructor as new (length: number) => T)(count)
  const column = columnAt(value, `${path}.${name}`, like, count)
  if (column.length > count) throw damagedAt(`${path}.${name}`, `expected ${count} numbers`)
  return column
}

/** Writes a table into columns of a world. @param to the column's row for each row of the table. */
export function putTable(table: Table, columns: Table, to: ArrayLike<number>): void {
  for (const [name, values] of Object.entries(table)) {
    const column = columns[name]
    for (let i = 0; i < to.length; i++) column[to[i]] = values[i]
  }
}

/** Checks that all numbers are in `[least, most]`. @throws OsteonError `damaged`. */
export function checkRange(column: Typed, least: number, most: number, path: string): void {
  for (let i = 0; i < column.length; i++)
    if (!(column[i] >= least && column[i] <= most))
      throw damagedAt(path, `expected numbers from ${least} to ${most}`)
}

/** Checks that all numbers are finite. @throws OsteonError `damaged`. */
export function checkFinite(column: Typed, path: string): void {
  for (let i = 0; i < column.length; i++)
    if (!Number.isFinite(column[i])) throw damagedAt(path, 'expected finite numbers')
}

/** Returns the sum of counts: the length of the list that they divide. */
export function total(counts: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < counts.length; i++) sum += counts[i]
  return sum
}
