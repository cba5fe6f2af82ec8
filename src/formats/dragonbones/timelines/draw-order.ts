/** Draw order keys (dragonbones §9.4). */
import type { TimelineModel } from '../../../model/animation'
import { fail, type ObjectPlace, spend } from '../../spine/json/place'
import { BYTES_OF_A_PLACE, finishOrder, moveSlot, openOrder } from '../../spine/shared/draw-order'
import { BYTES_OF_A_KEY, BYTES_OF_AN_ARRAY } from '../../spine/shared/limits'
import { depthOf } from '../bones'
import type { Context } from '../context'
import { looseInteger, looseList } from '../values'
import { framesOf, type Timing, timesOf } from './tracks'

export function readOrder(
  context: Context,
  at: ObjectPlace,
  timing: Timing,
  timelines: TimelineModel[],
): void {
  const keys = framesOf(looseList(at, 'frame'), timing.frames)
  if (keys.length === 0) return
  const orders = keys.map((key) => sortedOrder(context, orderOf(key.at, context.slots.size)))
  const positions = keys.map(({ position }) => position)
  const placed = timesOf(at, positions, timing, false)
  spend(at, placed.times.length * BYTES_OF_A_KEY)
  const { times } = placed
  timelines.push({ type: 'drawOrder', times, orders: Array.from(placed.keys, (key) => orders[key]) })
}

function orderOf(at: ObjectPlace, slots: number): Uint16Array | null {
  const list = looseList(at, 'zOrder')
  if (list.value.length === 0) return null
  spend(at, slots * BYTES_OF_A_PLACE + BYTES_OF_AN_ARRAY)
  const moves = openOrder(slots)
  for (let i = 0; i < list.value.length; i += 2) {
    const slot = looseInteger(list, i, 0)
    const offset = looseInteger(list, i + 1, 0)
    const wrong =
      slot in moves.order ? moveSlot(moves, slot, slot + offset) : { key: 'slot', why: 'is not there' }
    if (wrong) fail(list, i, 'bad-draw-order', `slot ${slot}, moved by ${offset}, ${wrong.why}`)
  }
  return finishOrder(moves)
}

/** An order of the file's slots → one of the model's, as their `zIndex` has it. */
export function sortedOrder(
  { keyedLooks, slotOrder, zIndices }: Context,
  order: Uint16Array | null,
): Uint16Array | null {
  // Slots are sorted when they are shown, where their depths are keyed.
  if (keyedLooks.depth.size > 0) return order?.map((slot) => slotOrder[slot]) ?? null
  if (order === null || zIndices.every((zIndex) => zIndex === 0)) return order
  const slots = order.map((slot) => slotOrder[slot])
  const depths = new Map(Array.from(slots, (slot, place) => [slot, depthOf(zIndices[slot], place)]))
  return slots.sort((a, b) => (depths.get(a) ?? 0) - (depths.get(b) ?? 0))
}
