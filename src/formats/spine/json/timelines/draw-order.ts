/** Draw-order timelines (spine-json §9.13). */
import type { TimelineModel } from '../../../../model/animation'
import { BYTES_OF_A_PLACE, finishOrder, moveSlot, openOrder } from '../../shared/draw-order'
import { shown } from '../../shared/source-file'
import type { Context } from '../context'
import { fail, type ListPlace, spend } from '../place'
import * as read from '../values'
import { type Keys, mapKeys } from './keys'

/** Throws `unknown-slot`, `bad-draw-order`, `too-large`. */
export function drawOrderTimeline(context: Context, keys: Keys): TimelineModel {
  const orders = mapKeys(keys, (key) => {
    const offsets = read.listOf(key, 'offsets')
    return offsets.value.length === 0 ? null : orderOf(context, offsets)
  })
  return { type: 'drawOrder', times: keys.times, orders }
}

/** Draw position → slot. */
function orderOf(context: Context, offsets: ListPlace): Uint16Array {
  const count = context.model.slots.length
  spend(offsets, count * BYTES_OF_A_PLACE)
  const moves = openOrder(count)
  read.eachItem(offsets, (at) => {
    const slot = read.indexOf(at, 'slot', context.slots, 'slot')
    const problem = moveSlot(moves, slot, slot + read.integerOf(at, 'offset'))
    if (problem) fail(at, problem.key, 'bad-draw-order', `slot ${shown(at.value.slot)} ${problem.why}`)
  })
  return finishOrder(moves)
}
