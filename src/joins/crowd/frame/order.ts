/** Sorts figures by ascending sort key, equal keys by age. */
import type { CrowdWorld } from '../component'
import { compact } from '../figures'
import { type CrowdState, crowdOf, type Order } from '../state'

/** Keys are sorted by three digits of 11 bits, the lowest first. */
const DIGITS = 3
const DIGIT_BITS = 11
const RADIX = 1 << DIGIT_BITS
/** NaN, which sorts last. No other number maps to these bits. */
const LAST = 0xffffffff

export function createOrder(room: number): Order {
  const floats = new Float32Array(room)
  return {
    places: new Int32Array(room),
    keys: new Uint32Array(room),
    count: 0,
    ranks: new Int32Array(room),
    tables: new Uint8Array(0),
    spare: new Int32Array(room),
    spareKeys: new Uint32Array(room),
    floats,
    bits: new Uint32Array(floats.buffer),
    digits: new Int32Array(DIGITS * RADIX),
  }
}

/** Returns a sort key as an unsigned integer that ascends with it. @param at its place in `order.floats`. */
export function keyAt({ bits, floats }: Pick<Order, 'bits' | 'floats'>, at: number): number {
  if (Number.isNaN(floats[at])) return LAST
  // As unsigned integers, the bits of positive floats ascend, and the bits of negative floats descend.
  const raw = bits[at]
  return (raw ^ ((raw >> 31) | 0x80000000)) >>> 0
}

/** Updates `crowd.order`: visible figures back to front. */
export function sortFigures(world: CrowdWorld): Order {
  const crowd = crowdOf(world.animation)
  compact(crowd)
  const present = crowd.order.ranks.length
  // Exactly as long as a crowd that came at once.
  if (present < crowd.count) crowd.order = createOrder(Math.max(crowd.count, Math.ceil(1.25 * present)))
  const { order } = crowd
  if (order.tables.length < crowd.tables.length) order.tables = new Uint8Array(crowd.tables.length)
  takeKeys(world, crowd, order)
  if (!isInOrder(order)) radixSort(order)
  const { places, ranks, count } = order
  for (let i = 0; i < count; i++) ranks[places[i]] = i
  return order
}

/** Returns the entity of the figure at an index of the order. */
export function figureAt({ ids, order }: CrowdState, index: number): number {
  return ids[order.places[index]]
}

/** Lists the visible figures by age, with their keys. */
function takeKeys({ components }: CrowdWorld, crowd: CrowdState, order: Order): void {
  const { level } = components.Visibility
  const { value } = components.SortKey
  const { table } = components.Baked
  const { bits, floats, places, keys, ranks, tables } = order
  const { ids, count } = crowd
  let shown = 0
  tables.fill(0)
  for (let i = 0; i < count; i++) {
    const eid = ids[i]
    const number = table[eid]
    if (level[eid] !== 0 || number === 0) {
      ranks[i] = -1
      continue
    }
    tables[number] = 1
    // Adding 0 turns -0 into 0.
    const key = value[eid] + 0
    floats[shown] = key
    const raw = bits[shown]
    keys[shown] = Number.isNaN(key) ? LAST : (raw ^ ((raw >> 31) | 0x80000000)) >>> 0
    places[shown++] = i
  }
  order.count = shown
}

function isInOrder({ keys, count }: Order): boolean {
  for (let i = 1; i < count; i++) if (keys[i] < keys[i - 1]) return false
  return true
}

/** Sorts stably. Figures start in the order of age. */
function radixSort(order: Order): void {
  const { count, digits } = order
  let { keys } = order
  digits.fill(0)
  for (let i = 0; i < count; i++) {
    const key = keys[i]
    digits[key & (RADIX - 1)]++
    digits[RADIX + ((key >>> DIGIT_BITS) & (RADIX - 1))]++
    digits[2 * RADIX + (key >>> (2 * DIGIT_BITS))]++
  }
  for (let digit = 0; digit < DIGITS; digit++) {
    const shift = digit * DIGIT_BITS
    const first = digit * RADIX
    let before = 0
    let most = 0
    for (let at = first; at < first + RADIX; at++) {
      const here = digits[at]
      if (here > most) most = here
      digits[at] = before
      before += here
    }
    // All have the same digit.
    if (most === count) continue
    const { places: from, spare: to, spareKeys } = order
    for (let i = 0; i < count; i++) {
      const key = keys[i]
      const at = digits[first + ((key >>> shift) & (RADIX - 1))]++
      spareKeys[at] = key
      to[at] = from[i]
    }
    order.places = to
    order.spare = from
    order.keys = spareKeys
    order.spareKeys = keys
    keys = spareKeys
  }
}
