/** Reads draw order timelines: of all slots, and of folders. */
import type { TimelineModel } from '../../../../base/model/animation'
import { BYTES_OF_A_PLACE, finishOrder, moveSlot, openOrder } from '../../../shared/draw-order'
import { shown } from '../../../shared/source-file'
import type { Context } from '../context'
import { type Cursor, closeList, fail, openItem, spend } from '../cursor'
import * as read from '../values'
import { closeTimes, openKey, openTimes } from './frames'

/** Reads the timeline; `null` without keys. Throws `unknown-slot`, `bad-draw-order`, `too-large`. */
export function drawOrderTimeline({ cursor, model }: Context): TimelineModel | null {
  const keys = orderKeys(cursor, model.slots)
  return keys && { type: 'drawOrder', ...keys }
}

/** Reads a list of slots and the timeline of their order. */
export function folderTimeline({ cursor, model }: Context): TimelineModel | null {
  const { at } = cursor
  const slots = Uint16Array.from(read.indicesOf(cursor, 'slots', 'slot', model.slots.length))
  if (new Set(slots).size < slots.length)
    fail(cursor, 'slots', 'bad-draw-order', 'a slot is listed twice', at)
  cursor.path.push('keys')
  const keys = orderKeys(
    cursor,
    Array.from(slots, (slot) => model.slots[slot]),
  )
  cursor.path.pop()
  return keys && { type: 'drawOrderFolder', slots, ...keys }
}

interface Orders {
  times: Float64Array
  /** For each key, the slot number at each place; null = setup order. */
  orders: (Uint16Array | null)[]
}

/** A slot, for messages. */
interface Named {
  readonly name: string
}

/** Reads the keys of an order. */
function orderKeys(cursor: Cursor, slots: readonly Named[]): Orders | null {
  // A key has at least a time and a number of slots.
  const count = read.countOf(cursor, undefined, 5)
  if (count === 0) return null
  const times = openTimes(cursor, count)
  const orders: (Uint16Array | null)[] = []
  for (let i = 0; i < count; i++) {
    openKey(cursor, times, i)
    const moved = read.countOf(cursor, 'offsets', 2)
    orders.push(moved === 0 ? null : orderOf(cursor, slots, moved))
  }
  closeTimes(cursor)
  return { times, orders }
}

function orderOf(cursor: Cursor, slots: readonly Named[], many: number): Uint16Array {
  spend(cursor, slots.length * BYTES_OF_A_PLACE)
  const moves = openOrder(slots.length)
  cursor.path.push('offsets', 0)
  for (let i = 0; i < many; i++) {
    openItem(cursor, i)
    const { at } = cursor
    const slot = read.indexOf(cursor, 'slot', 'slot', slots.length)
    const problem = moveSlot(moves, slot, slot + read.integerOf(cursor, 'offset'))
    if (problem)
      fail(cursor, problem.key, 'bad-draw-order', `slot ${shown(slots[slot].name)} ${problem.why}`, at)
  }
  closeList(cursor)
  return finishOrder(moves)
}
