/** Finds the numbers that a game wrote to public columns by hand, and writes them again. */
import type { AnimationWorld } from '../../world/world-type'
import type { ByteReader, Typed, Writer } from '../save/bytes/typed-arrays'
import { damaged, readCount, readElement, writeCount, writeElement } from '../save/bytes/typed-arrays'
import { columnsByName } from '../save/save'

/** Copies of the public columns: what a replay has in them. */
export interface Shadow {
  /** In the order of `columnsOf`. */
  readonly copies: Typed[]
  /** Rows below it are compared. */
  rows: number
  /** The columns when they were last asked for: `Skeleton.rig`, `Transform.x`, and all of them in one order. */
  known: readonly [Typed, Typed, readonly Typed[]] | null
}

export function createShadow(): Shadow {
  return { copies: [], rows: 0, known: null }
}

/** Returns all public columns of a world, in one order. Growth replaces all of them. */
export function columnsOf(shadow: Shadow, world: AnimationWorld): readonly Typed[] {
  const { Skeleton, Transform } = world.components
  if (shadow.known?.[0] === Skeleton.rig && shadow.known[1] === Transform.x) return shadow.known[2]
  const columns = listColumns(world)
  shadow.known = [Skeleton.rig, Transform.x, columns]
  return columns
}

function listColumns(world: AnimationWorld): Typed[] {
  return Object.values(columnsByName(world)).flatMap((component) => Object.values(component))
}

/** Makes the copies equal to the columns. */
export function refreshAll(shadow: Shadow, columns: readonly Typed[]): void {
  columns.forEach((column, i) => {
    const copy = copyAt(shadow, i, column)
    copy.set(column.subarray(0, Math.min(shadow.rows, column.length)) as never)
  })
}

/** Makes all numbers of an entity 0: those of the copies, or of columns. */
export function clearRow(columns: readonly Typed[], eid: number): void {
  for (const column of columns) if (eid < column.length) column[eid] = 0
}

/** Makes the copies of one entity equal to its columns. */
export function refreshRow(shadow: Shadow, columns: readonly Typed[], eid: number): void {
  for (let i = 0; i < columns.length; i++)
    if (eid < columns[i].length) copyAt(shadow, i, columns[i])[eid] = columns[i][eid]
}

/** Returns the copy of a column, with room for all rows. */
function copyAt({ copies, rows }: Shadow, i: number, column: Typed): Typed {
  const copy = copies[i]
  const length = Math.min(column.length, rows)
  if (copy !== undefined && copy.length >= length) return copy
  const longer = column.slice(0, Math.min(column.length, rows + (rows >> 1) + 64)).fill(0)
  if (copy !== undefined) longer.set(copy as never)
  copies[i] = longer
  return longer
}

/**
 * Writes the numbers of rows `[from, to)` that differ from their copies, and brings the copies up to date: for each
 * column with such rows its number from 1, and runs of rows; 0 ends it. Writes nothing if there are none.
 *
 * @param begin writes what comes before. @returns whether there were any.
 */
export function writeChanges(
  shadow: Shadow,
  columns: readonly Typed[],
  writer: Writer,
  from: number,
  to: number,
  begin: () => void,
): boolean {
  let any = false
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i]
    const copy = copyAt(shadow, i, column)
    const end = Math.min(to, column.length, copy.length)
    let begun = false
    for (let row = nextChange(column, copy, from, end); row < end; ) {
      if (!any) begin()
      any = true
      if (!begun) writeCount(writer, i + 1)
      begun = true
      let after = row + 1
      while (after < end && differs(column, copy, after)) after++
      writeCount(writer, after - row)
      writeCount(writer, row)
      for (; row < after; row++) {
        copy[row] = column[row]
        writeElement(writer, column, column[row])
      }
      row = nextChange(column, copy, row, end)
    }
    if (begun) writeCount(writer, 0)
  }
  if (any) writeCount(writer, 0)
  return any
}

/** Returns the next row from `from` on whose number differs from its copy; `end` if there is none. */
function nextChange(column: Typed, copy: Typed, from: number, end: number): number {
  let row = from
  // One row, as calls have it, is not worth two views.
  if (end - from > 8 && column.byteOffset % 4 === 0) row = skipEqual(column, copy, from, end)
  while (row < end && !differs(column, copy, row)) row++
  return row
}

/** Skips rows of equal bits, by words: columns of all types are read in one loop. */
function skipEqual(column: Typed, copy: Typed, from: number, end: number): number {
  const size = column.BYTES_PER_ELEMENT
  const words = (size * end) >> 2
  const one = new Int32Array(column.buffer, column.byteOffset, words)
  const other = new Int32Array(copy.buffer, copy.byteOffset, words)
  let word = (size * from) >> 2
  while (word < words && one[word] === other[word]) word++
  return Math.max(from, Math.floor((4 * word) / size))
}

/** NaN equals NaN; 0 and −0 differ. */
function differs(column: Typed, copy: Typed, row: number): boolean {
  const value = column[row]
  const before = copy[row]
  if (value === before) return value === 0 && !Object.is(value, before)
  return !(Number.isNaN(value) && Number.isNaN(before))
}

/**
 * Reads numbers of `writeChanges`, and writes them to the columns of a world. @param grow makes columns longer.
 *
 * @throws OsteonError `damaged`.
 */
export function readChanges(reader: ByteReader, world: AnimationWorld, grow: (eid: number) => void): void {
  let columns = listColumns(world)
  for (let number = readCount(reader); number !== 0; number = readCount(reader)) {
    if (number > columns.length) throw damaged(reader, `there is no column ${number}`)
    for (let count = readCount(reader); count !== 0; count = readCount(reader)) {
      const row = readCount(reader)
      if (row + count > columns[number - 1].length) {
        grow(row + count - 1)
        columns = listColumns(world)
      }
      const column = columns[number - 1]
      if (row + count > column.length) throw damaged(reader, `there is no row ${row + count - 1}`)
      for (let i = 0; i < count; i++) column[row + i] = readElement(reader, column)
    }
  }
}
