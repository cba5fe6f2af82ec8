/** Columns of rows in a save: which are told, and how they are checked when they come back. */
import { ARRAYS, type ColumnType } from '../memory/columns'
import { columnAt, type Decoded, damagedAt } from './bytes/shape'
import type { Typed } from './bytes/typed-arrays'

/**
 * What a save does with a column. `told`: its values stand in it. `apart`: they mean something only in their world (words of the
 * arena, numbers of rigs, rows), and are told in other words. `made`: made anew from the rest, or without meaning between two calls.
 * `kept` is `told` of rows that are free, too.
 */
type Fate = 'told' | 'apart' | 'made' | 'kept'
/** One for each column: of a column that was added somebody has to decide. */
export type Fates<S> = { readonly [K in keyof S]: Fate }

/** Columns by name, of one length. */
export type Table = Readonly<Record<string, Typed>>

/** The numbers of a column in some rows. */
export function pick<T extends Typed>(column: T, rows: ArrayLike<number>): T {
  const made = new (column.constructor as new (length: number) => T)(rows.length)
  for (let i = 0; i < rows.length; i++) made[i] = column[rows[i]]
  return made
}

/** What a save tells of some rows, by column. Columns of zeros are left out. @param isFree of a row; then only `kept` is told. */
export function tableOf(
  columns: Table,
  fates: Readonly<Record<string, Fate>>,
  rows: ArrayLike<number>,
  isFree: (row: number) => boolean = () => false,
): Table {
  const told: Record<string, Typed> = {}
  for (const [name, fate] of Object.entries(fates)) {
    if (fate !== 'told' && fate !== 'kept') continue
    const values = pick(columns[name], rows)
    if (fate === 'told') for (let i = 0; i < rows.length; i++) if (isFree(rows[i])) values[i] = 0
    told[name] = values
  }
  return withoutZeros(told)
}

export function withoutZeros(table: Table): Table {
  return Object.fromEntries(
    Object.entries(table).filter(([, column]) => column.some((value) => !Object.is(value, 0))),
  )
}

/**
 * A table that was told, each column of it there.
 *
 * @throws OsteonError `damaged` for a column of another kind or length.
 */
export function readTable<S extends Record<string, ColumnType>>(
  given: Decoded,
  schema: S,
  fates: Readonly<Record<string, Fate>>,
  count: number,
  path: string,
): Record<string, Typed> {
  const table: Record<string, Typed> = {}
  for (const [name, fate] of Object.entries(fates)) {
    if (fate !== 'told' && fate !== 'kept') continue
    table[name] = readColumn(given, name, new ARRAYS[schema[name]](0), count, path)
  }
  return table
}

/** A column of so many numbers, like `like`; zeros where none was told. */
export function readColumn<T extends Typed>(
  given: Decoded,
  name: string,
  like: T,
  count: number,
  path: string,
): T {
  const value = given.get(name)
  if (value === undefined) return new (like.constructor as new (length: number) => T)(count)
  const column = columnAt(value, `${path}.${name}`, like, count)
  if (column.length > count) throw damagedAt(`${path}.${name}`, `expected ${count} numbers`)
  return column
}

/** Writes a table into the columns of a world. @param to row of each of the table's. */
export function putTable(table: Table, columns: Table, to: ArrayLike<number>): void {
  for (const [name, values] of Object.entries(table)) {
    const column = columns[name]
    for (let i = 0; i < to.length; i++) column[to[i]] = values[i]
  }
}

/** All numbers lie in a range. @throws OsteonError `damaged`. */
export function checkRange(column: Typed, least: number, most: number, path: string): void {
  for (let i = 0; i < column.length; i++)
    if (!(column[i] >= least && column[i] <= most))
      throw damagedAt(path, `expected numbers from ${least} to ${most}`)
}

/** The sum of how many things each has; a list of that many must follow. */
export function total(counts: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < counts.length; i++) sum += counts[i]
  return sum
}
