/** Reads draw order timelines: of all slots, and of folders. */
import type { TimelineModel } from '../../../../base/model/animation'
import { BYTES_OF_A_PLACE, finishOrder, moveSlot, openOrder } from '../../../shared/draw-order'
import { fail, type ListPlace, missing, type ObjectPlace, spend, within } from '../../../shared/place'
import { shown } from '../../../shared/source-file'
import * as read from '../../../shared/values'
import type { Context } from '../context'
import { type Keys, mapKeys } from './keys'
import { readTimeline } from './timelines'

/** Throws `unknown-slot`, `bad-draw-order`, `too-large`. */
export function drawOrderTimeline({ slots }: Context, keys: Keys): TimelineModel {
  return { type: 'drawOrder', times: keys.times, orders: ordersOf(keys, slots) }
}

/** Reads a timeline for each folder of an animation. Throws `unknown-slot`, `bad-draw-order`, `too-large`. */
export function readFolders(context: Context, animation: ObjectPlace): void {
  read.eachItem(read.listOf(animation, 'drawOrderFolder'), (at) => {
    const list = read.requiredList(at, 'slots')
    const indices = read.indicesOf(list, context.slots, 'slot')
    /** Place in the folder, by name. */
    const places = new Map<string, number>()
    indices.forEach((slot, place) => {
      const { name } = context.model.slots[slot]
      if (places.has(name)) fail(list, place, 'bad-draw-order', `slot ${shown(name)} is listed before`)
      places.set(name, place)
    })
    const slots = Uint16Array.from(indices)
    readTimeline(context, within(at, 'keys'), null, (_, keys) => {
      return { type: 'drawOrderFolder', slots, times: keys.times, orders: ordersOf(keys, places) }
    })
  })
}

/** Returns, for each key, the slot number at each place; null = setup order. @param numbers of the slots, by name. */
function ordersOf(keys: Keys, numbers: ReadonlyMap<string, number>): (Uint16Array | null)[] {
  return mapKeys(keys, (key) => {
    if (missing(key.value.offsets)) return null
    const offsets = read.requiredList(key, 'offsets')
    return offsets.value.length === 0 ? null : orderOf(offsets, numbers)
  })
}

function orderOf(offsets: ListPlace, numbers: ReadonlyMap<string, number>): Uint16Array {
  spend(offsets, numbers.size * BYTES_OF_A_PLACE)
  const moves = openOrder(numbers.size)
  for (let i = 0; i < offsets.value.length; i++) {
    const at = read.itemOf(offsets, i)
    const slot = read.indexOf(at, 'slot', numbers, 'slot')
    const problem = moveSlot(moves, slot, slot + read.integerOf(at, 'offset'))
    if (problem) fail(at, problem.key, 'bad-draw-order', `slot ${shown(at.value.slot)} ${problem.why}`)
  }
  return finishOrder(moves)
}
