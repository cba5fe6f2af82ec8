/** Draw-order timelines (spine-json §9.13). */
import type { TimelineModel } from '../../../model/animation'
import type { Context } from './context'
import { type Keys, mapKeys } from './keys'
import { fail, type ListPlace, shown, spend } from './place'
import * as read from './values'

const FREE = 0xffff
/** More than it takes: an order is also worked out place by place. */
const BYTES_OF_A_PLACE = 8

/** Throws `unknown-slot`, `bad-draw-order`, `too-large`. */
export function drawOrderTimeline(context: Context, keys: Keys): TimelineModel {
  const orders = mapKeys(keys, (key) => {
    const offsets = read.listOf(key, 'offsets')
    return offsets.value.length === 0 ? null : orderOf(context, offsets)
  })
  return { type: 'drawOrder', times: keys.times, orders }
}

/** Draw position → slot: the slots named move by their offsets, the others keep their setup sequence. */
function orderOf(context: Context, offsets: ListPlace): Uint16Array {
  const count = context.model.slots.length
  spend(offsets, count * BYTES_OF_A_PLACE)
  const order = new Uint16Array(count).fill(FREE)
  const moved = new Uint8Array(count)
  read.eachItem(offsets, (at) => {
    const slot = read.indexOf(at, 'slot', context.slots, 'slot')
    const position = slot + read.integerOf(at, 'offset')
    if (moved[slot]) fail(at, 'slot', 'bad-draw-order', `slot ${shown(at.value.slot)} is listed before`)
    if (order[position] !== FREE) {
      const why = position in order ? 'which is taken' : `which is none of 0…${count - 1}`
      fail(at, 'offset', 'bad-draw-order', `${shown(at.value.slot)} would go to position ${position}, ${why}`)
    }
    moved[slot] = 1
    order[position] = slot
  })
  let slot = 0
  for (let position = 0; position < count; position++) {
    if (order[position] !== FREE) continue
    while (moved[slot]) slot++
    order[position] = slot++
  }
  return order
}
