/** Draw order keys. */
import type { TimelineModel } from '../../../model/animation'
import { fail, type ObjectPlace, spend, warnAt } from '../../spine/json/place'
import { BYTES_OF_A_PLACE } from '../../spine/shared/draw-order'
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

const FREE = 0xffff

function orderOf(at: ObjectPlace, slots: number): Uint16Array | null {
  const list = looseList(at, 'zOrder')
  if (list.value.length === 0) return null
  spend(at, slots * BYTES_OF_A_PLACE + BYTES_OF_AN_ARRAY)
  const order = new Uint16Array(slots).fill(FREE)
  const moved = new Uint8Array(slots)
  for (let i = 0; i < list.value.length; i += 2) {
    const slot = looseInteger(list, i, 0)
    const position = slot + looseInteger(list, i + 1, 0)
    const refuse = (why: string) => fail(list, i, 'bad-draw-order', `slot ${slot} ${why}`)
    if (!(slot in order)) refuse('is not there')
    if (moved[slot]) refuse('is listed before')
    if (!(position in order)) refuse(`would go to position ${position}, which is none of 0…${slots - 1}`)
    if (order[position] !== FREE)
      warnAt(
        list,
        i,
        'ignored-key',
        `slot ${slot} goes to position ${position}, where slot ${order[position]} is: that one goes behind all others`,
      )
    moved[slot] = 1
    order[position] = slot
  }
  return fill(order, moved)
}

/** Slots that were not moved keep their sequence, from the front on. Behind them all come those whose place another took. */
function fill(order: Uint16Array, moved: Uint8Array): Uint16Array {
  const placed = new Set(order)
  const lost = [...moved.keys()].filter((slot) => moved[slot] === 1 && !placed.has(slot))
  const others = [...moved.keys()].filter((slot) => moved[slot] === 0)
  const rest = [...lost, ...others].values()
  return order.map((slot) => (slot === FREE ? (rest.next().value ?? 0) : slot))
}

/** An order of the file's slots → one of the model's, as their `zIndex` has it. */
export function sortedOrder({ slotOrder, zIndices }: Context, order: Uint16Array | null): Uint16Array | null {
  if (order === null || zIndices.every((zIndex) => zIndex === 0)) return order
  const slots = order.map((slot) => slotOrder[slot])
  const depths = new Map(Array.from(slots, (slot, place) => [slot, depthOf(zIndices[slot], place)]))
  return slots.sort((a, b) => (depths.get(a) ?? 0) - (depths.get(b) ?? 0))
}
