/**
 * Checks that each entry of a save belongs to one place on a track of its skeletons, or to trees, so that walks along
 * them end.
 */
import { damagedAt } from './bytes/shape'
import type { Table } from './tables'

const PATH = 'entries'

interface Hanging {
  readonly table: Table
  readonly layers: Table
  /** For each track of all skeletons, the row of its entry; -1 = none. */
  readonly current: Int32Array
  /** Rows of nodes, one tree after another. */
  readonly nodes: Int32Array
  /** All rows but free ones. */
  readonly used: Int32Array
  /** Rows that become free with the next tick. */
  readonly freed: Int32Array
}

/**
 * Checks where entries belong.
 *
 * @param owners saved entity id → index of its skeleton.
 * @param trackCounts by skeleton.
 * @param rows one more than the highest row.
 * @throws OsteonError `damaged`.
 */
export function checkHanging(
  { table, layers, current, nodes, used, freed }: Hanging,
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
    node += table.nodeCount[row - 1]
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
  checkActing(table, layers, live)
}

/** Checks that the entries of a layer act one after another. */
function checkActing(
  { entity, track }: Table,
  { actsBefore, actsNext }: Table,
  live: ReadonlySet<number>,
): void {
  let acting = 0
  for (const row of live) {
    const next = actsNext[row - 1]
    const isSame = () => entity[next - 1] === entity[row - 1] && track[next - 1] === track[row - 1]
    if (next > 0 && !(live.has(next) && isSame() && actsBefore[next - 1] === row))
      throw damagedAt(`${PATH}.actsNext`, `row ${next} does not act after row ${row}`)
    if (actsBefore[row - 1] > 0) continue
    for (let one = row; one > 0 && acting <= live.size; one = actsNext[one - 1]) acting++
  }
  if (acting !== live.size) throw damagedAt(`${PATH}.actsBefore`, 'rows act in a circle')
}

/**
 * Links the entries of a save of 0.3.0. In such saves a played entry leads others, which act after it: the second half
 * of a tree's nodes has, for each, the row that acts next. The last one is -1, or -2 - leader if the leader is not the
 * tree's root.
 *
 * @returns the nodes alone.
 */
export function moveLinks(links: Int32Array, used: Int32Array, table: Table, layers: Table): Int32Array {
  const { newer, nodeCount } = table
  const { actsBefore, actsNext, node, root } = layers
  const firstNode = new Map<number, number>()
  const nodes: number[] = []
  for (const row of used) {
    const first = 2 * nodes.length
    firstNode.set(row, first)
    nodes.push(...links.subarray(first, first + nodeCount[row - 1]))
  }
  for (const row of used) {
    const owner = root[row - 1]
    const first = firstNode.get(owner)
    if (first === undefined) continue
    const count = nodeCount[owner - 1]
    const led = count > 0 ? (links[first + count + node[row - 1]] ?? -1) : -1
    const next = led >= 0 ? led : newer[(led === -1 ? owner : -2 - led) - 1]
    if (!(next > 0)) continue
    actsNext[row - 1] = next
    actsBefore[next - 1] = row
  }
  return Int32Array.from(nodes)
}
