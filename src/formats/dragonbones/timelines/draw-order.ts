/** Reads draw order keys. */
import type { TimelineModel } from '../../../base/model/animation'
import { BYTES_OF_A_PLACE } from '../../shared/draw-order'
import { BYTES_OF_A_KEY, BYTES_OF_AN_ARRAY } from '../../shared/limits'
import { type ListPlace, type ObjectPlace, spend, warnAt } from '../../shared/place'
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
  const slots = context.slots.size
  const places = keys.map((key) => placesOf(key.at, slots))
  const orders = ordersOf(places, slots).map((order) => sortedOrder(context, order))
  const positions = keys.map(({ position }) => position)
  const placed = timesOf(at, positions, timing, false)
  spend(at, placed.times.length * BYTES_OF_A_KEY)
  const { times } = placed
  timelines.push({ type: 'drawOrder', times, orders: Array.from(placed.keys, (key) => orders[key]) })
}

/** A place without a slot. */
const FREE = -1

/**
 * Returns the slot of each place, from a key's list of slots and offsets. Unlisted slots keep their sequence and fill
 * the remaining places, from the last one on. A slot number may be unknown, for example if a slot was removed from a
 * file by hand.
 */
function placesOf(at: ObjectPlace, slots: number): Int32Array | null {
  const list = looseList(at, 'zOrder')
  const moves = movesIn(list)
  if (moves.length === 0) return null
  spend(at, slots * BYTES_OF_A_PLACE + BYTES_OF_AN_ARRAY)
  const places = new Int32Array(slots).fill(FREE)
  for (const { slot, place } of moves) {
    if (!(slot < slots && place in places && places[place] === FREE))
      warnAt(
        list,
        undefined,
        'draw-order',
        `slot ${slot} cannot go to place ${place} of 0…${slots - 1} alone`,
      )
    if (place in places) places[place] = slot
  }
  const listed = new Set(moves.map(({ slot }) => slot))
  let next = Math.max(slots, moves[moves.length - 1].slot)
  for (let place = slots - 1; place >= 0; place--) {
    if (places[place] !== FREE) continue
    do next--
    while (listed.has(next))
    // The official runtime takes 0 once it has run out of slots.
    places[place] = Math.max(next, 0)
  }
  return places
}

/**
 * Returns slots and places of a list, in ascending order of the slots. If a slot is listed twice, the first entry
 * counts.
 */
function movesIn(list: ListPlace): { slot: number; place: number }[] {
  const moves: { slot: number; place: number }[] = []
  for (let i = 0; i < list.value.length; i += 2) {
    const slot = looseInteger(list, i, 0)
    moves.push({ slot, place: slot + looseInteger(list, i + 1, 0) })
  }
  const sorted = moves.filter(({ slot }, i) => slot >= 0 && slot > (moves[i - 1]?.slot ?? -1))
  if (sorted.length === moves.length) return moves
  warnAt(list, undefined, 'draw-order', 'a key does not name slots in ascending order; they are sorted')
  const found = new Map(moves.reverse().map((move) => [move.slot, move]))
  return [...found.values()].filter(({ slot }) => slot >= 0).sort((a, b) => a.slot - b.slot)
}

/**
 * Turns the places of each key into an order of all slots. A slot without a place in a key keeps its place. If two
 * slots get the same place, the one that was in front goes behind, as the official runtime sorts.
 */
export function ordersOf(keys: readonly (Int32Array | null)[], slots: number): (Uint16Array | null)[] {
  const setup = Uint16Array.from({ length: slots }, (_, slot) => slot)
  let order = setup
  let placeOf = setup
  return keys.map((places) => {
    if (places === null) {
      order = placeOf = setup
      return null
    }
    const own = placeOf.slice()
    places.forEach((slot, place) => {
      if (slot in own) own[slot] = place
    })
    const rank = new Uint16Array(slots)
    order.forEach((slot, i) => {
      rank[slot] = i
    })
    order = order.slice().sort((a, b) => own[a] - own[b] || rank[b] - rank[a])
    placeOf = own
    return order
  })
}

/** Converts an order of the file's slots to one of the model's, as sorted by `zIndex`. */
export function sortedOrder(
  { keyedLooks, slotOrder, zIndices }: Context,
  order: Uint16Array | null,
): Uint16Array | null {
  // If depths are keyed, slots are sorted when they are drawn.
  if (keyedLooks.depth.size > 0) return order?.map((slot) => slotOrder[slot]) ?? null
  if (order === null || zIndices.every((zIndex) => zIndex === 0)) return order
  const slots = order.map((slot) => slotOrder[slot])
  const depths = new Map(Array.from(slots, (slot, place) => [slot, depthOf(zIndices[slot], place)]))
  return slots.sort((a, b) => (depths.get(a) ?? 0) - (depths.get(b) ?? 0))
}
