/** Checks that entries of a save hang on tracks of its skeletons, at one place each, or in trees, so that walks along them end. */
import { damagedAt } from './bytes/shape'
import type { Table } from './tables'

const PATH = 'entries'

interface Hanging {
  readonly table: Table
  /** By track of all skeletons: the row of its entry; -1 = none. */
  readonly current: Int32Array
  /** Two numbers a node: rows of nodes first. */
  readonly nodes: Int32Array
  /** All rows but free ones. */
  readonly used: Int32Array
  /** Rows that become free with the next tick. */
  readonly freed: Int32Array
}

/**
 * @param owners saved entity id → index of its skeleton. @param trackCounts by skeleton. @param rows one behind the highest row.
 * @throws OsteonError `damaged`.
 */
export function checkHanging(
  { table, current, nodes, used, freed }: Hanging,
  owners: ReadonlyMap<number, number>,
  trackCounts: ArrayLike<number>,
  rows: number,
): void {
  const left = new Set(used)
  for (const row of freed) left.delete(row)
  const live = new Set(left)
  const onTracks = new Set<number>()
  const firstNode = new Uint32Array(rows)
  let node = 0
  for (const row of used) {
    firstNode[row] = node
    node += 2 * table.nodeCount[row - 1]
  }
  const take = (row: number, skeleton: number) => {
    left.delete(row)
    if (live.has(row) && owners.get(table.entity[row - 1]) === skeleton) return
    throw damagedAt(PATH, `row ${row} is of another skeleton, or free`)
  }
  const walk = (
    first: number,
    before: number,
    link: 'older' | 'next',
    back: 'newer' | 'previous',
    skeleton: number,
  ) => {
    let last = before
    for (let row = first; row >= 0; row = table[link][row - 1]) {
      take(row, skeleton)
      if (onTracks.has(row)) throw damagedAt(PATH, `row ${row} hangs in two places`)
      onTracks.add(row)
      if (table[back][row - 1] !== last) throw damagedAt(`${PATH}.${back}`, `row ${row} hangs on another`)
      // Trees share entries with one another and with tracks.
      for (let i = 1; i < table.nodeCount[row - 1]; i++) take(nodes[firstNode[row] + i], skeleton)
      last = row
    }
  }
  let at = 0
  for (let skeleton = 0; skeleton < trackCounts.length; skeleton++)
    for (const end = at + trackCounts[skeleton]; at < end; at++) {
      const row = current[at]
      if (row < 0) continue
      walk(row, -1, 'older', 'newer', skeleton)
      walk(table.next[row - 1], row, 'next', 'previous', skeleton)
    }
  if (left.size > 0) throw damagedAt(PATH, `row ${[...left][0]} hangs on nothing`)
}
