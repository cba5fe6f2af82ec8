/** Finds the numbers that a game wrote to public columns by hand, and writes them again. */
import type { AnimationWorld } from '../../world/world-type'
import type { ByteReader, Typed, Writer } from '../save/bytes/typed-arrays'
import { damaged, readCount, readElement, writeCount, writeElement } from '../save/bytes/typed-arrays'
import { columnsByName } from '../save/save'

/** A public column, and a copy of it: what a replay has in it. */
interface Pair {
  readonly column: Typed
  /** Of the rows that are compared, at least. */
  readonly copy: Typed
  /** The words of both, so that columns of all types are compared by one loop; empty for bytes that are not aligned. */
  readonly words: Int32Array
  readonly copied: Int32Array
  /** The rows of the column that are compared. */
  rows: Typed
}

/** All public columns, in one order, and copies of them. */
export interface Shadow {
  pairs: readonly Pair[]
  /** Rows below it are compared. */
  rows: number
  /** Rows for which copies have room, and those that pairs have. */
  room: number
  paired: number
  /** The columns when they were last asked for: `Skeleton.rig` and `Transform.x`. Growth replaces all of them. */
  known: readonly [Typed, Typed] | null
}

export function createShadow(): Shadow {
  return { pairs: [], rows: 0, room: 0, paired: 0, known: null }
}

/** Returns all public columns of a world, in one order. */
export function listColumns(world: AnimationWorld): Typed[] {
  return Object.values(columnsByName(world)).flatMap((component) => Object.values(component))
}

/** Returns the columns and their copies, after making room for all rows. */
export function pairsOf(shadow: Shadow, world: AnimationWorld): readonly Pair[] {
  const { known, pairs, rows } = shadow
  const { Skeleton, Transform } = world.components
  if (known?.[0] !== Skeleton.rig || known[1] !== Transform.x || rows > shadow.room) {
    shadow.known = [Skeleton.rig, Transform.x]
    shadow.room = rows + (rows >> 1) + 64
    shadow.pairs = listColumns(world).map((column, i) => pairOf(column, shadow.room, pairs[i]?.copy))
  } else if (rows === shadow.paired) return pairs
  shadow.paired = rows
  for (const pair of shadow.pairs) pair.rows = pair.column.subarray(0, Math.min(rows, pair.copy.length))
  return shadow.pairs
}

function pairOf(column: Typed, room: number, before: Typed | undefined): Pair {
  const copy = column.slice(0, Math.min(column.length, room)).fill(0)
  if (before) copy.set(before.subarray(0, copy.length) as never)
  const aligned = column.byteOffset % 4 === 0
  const words = aligned ? copy.byteLength >> 2 : 0
  return {
    column,
    copy,
    words: new Int32Array(column.buffer, aligned ? column.byteOffset : 0, words),
    copied: new Int32Array(copy.buffer, 0, words),
    rows: copy,
  }
}

/** Makes the copies equal to the columns. */
export function refreshAll(pairs: readonly Pair[]): void {
  for (const { copy, rows } of pairs) copy.set(rows as never)
}

/** Makes all numbers of an entity 0: those of the copies, or of columns. */
export function clearRow(columns: readonly Typed[], eid: number): void {
  for (const column of columns) if (eid < column.length) column[eid] = 0
}

/** Makes the copies of one entity equal to its columns. */
export function refreshRow(pairs: readonly Pair[], eid: number): void {
  for (const pair of pairs) {
    const { column, copy } = pair
    if (eid < copy.length && nextChange(pair, eid, eid + 1) === eid) copy[eid] = column[eid]
  }
}

/**
 * Writes the numbers of rows `[from, to)` that differ from their copies, and brings the copies up to date: for each
 * column with such rows its number from 1, and runs of rows; 0 ends it. Writes nothing if there are none.
 *
 * @param begin writes what comes before. @returns whether there were any.
 */
export function writeChanges(
  pairs: readonly Pair[],
  writer: Writer,
  from: number,
  to: number,
  begin: () => void,
): boolean {
  let any = false
  for (let i = 0; i < pairs.length; i++) {
    const { column, copy } = pairs[i]
    const end = Math.min(to, copy.length)
    let begun = false
    for (let row = nextChange(pairs[i], from, end); row < end; ) {
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
      row = nextChange(pairs[i], row, end)
    }
    if (begun) writeCount(writer, 0)
  }
  if (any) writeCount(writer, 0)
  return any
}

/** Returns the next row from `from` on whose number differs from its copy; `end` if there is none. */
function nextChange({ column, copied, copy, words }: Pair, from: number, end: number): number {
  const size = copy.BYTES_PER_ELEMENT
  const whole = Math.min(words.length, (size * end) >> 2)
  let row = from
  for (let word = (size * from) >> 2; word < whole; word++) {
    // Mostly nothing differs.
    while (
      word + 3 < whole &&
      words[word] === copied[word] &&
      words[word + 1] === copied[word + 1] &&
      words[word + 2] === copied[word + 2] &&
      words[word + 3] === copied[word + 3]
    )
      word += 4
    if (word >= whole) break
    if (words[word] === copied[word]) continue
    row = Math.max(row, Math.floor((4 * word) / size))
    for (const last = Math.min(end, Math.ceil((4 * (word + 1)) / size)); row < last; row++)
      if (differs(column, copy, row)) return row
  }
  // What is left of bytes beside whole words.
  for (row = Math.max(row, Math.floor((4 * whole) / size)); row < end; row++)
    if (differs(column, copy, row)) return row
  return end
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
