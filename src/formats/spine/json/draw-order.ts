/** Draw-order timelines (spine-json §9.13). */
import type { DrawOrderTimeline, TimelineModel } from '../../../model/animation'
import type { Context } from './context'
import { eachKey, readKeys } from './keys'
import { fail, type Place, within } from './place'
import * as read from './values'

const FREE = 0xffff

/** Throws `unknown-slot`, `bad-draw-order`, `too-large`. */
export function readDrawOrder(
  context: Context,
  animation: read.JsonObject,
  at: Place,
  timelines: TimelineModel[],
): void {
  const name = read.missing(animation.drawOrder) ? 'draworder' : 'drawOrder'
  if (read.missing(animation[name])) return
  const keys = readKeys(animation[name], within(at, name))
  if (!keys) return
  const orders: DrawOrderTimeline['orders'] = []
  eachKey(keys, (json, _, place) => {
    const offsets = read.listOf(json, 'offsets', place)
    orders.push(offsets.length === 0 ? null : orderOf(context, offsets, within(place, 'offsets')))
  })
  timelines.push({ type: 'drawOrder', times: keys.times, orders })
}

/** Draw position → slot: the slots named move by their offsets, the others keep their setup sequence. */
function orderOf(context: Context, offsets: readonly unknown[], at: Place): Uint16Array {
  const count = context.model.slots.length
  context.drawOrderBudget -= count
  if (context.drawOrderBudget < 0)
    fail(at, undefined, 'too-large', 'too many draw-order keys for so many slots')
  const order = new Uint16Array(count).fill(FREE)
  const moved = new Uint8Array(count)
  const place = within(at, 0)
  for (let i = 0; i < offsets.length; i++) {
    place.key = i
    const json = read.asObject(offsets[i], place)
    const name = read.requiredText(json, 'slot', place)
    const slot = read.resolve(name, context.slots, 'slot', place, 'slot')
    const position = slot + read.integerOf(json, 'offset', 0, place)
    if (moved[slot]) fail(place, 'slot', 'bad-draw-order', `slot ${read.shown(name)} is listed before`)
    if (!(position >= 0 && position < count)) {
      const message = `slot ${read.shown(name)} would go to position ${position} of 0…${count - 1}`
      fail(place, 'offset', 'bad-draw-order', message)
    }
    if (order[position] !== FREE)
      fail(place, 'offset', 'bad-draw-order', `position ${position} is taken, for slot ${read.shown(name)}`)
    moved[slot] = 1
    order[position] = slot
  }
  let slot = 0
  for (let position = 0; position < count; position++) {
    if (order[position] !== FREE) continue
    while (moved[slot]) slot++
    order[position] = slot++
  }
  return order
}
