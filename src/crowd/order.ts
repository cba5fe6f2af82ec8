/** Sorts figures by ascending sort key, equal keys by age. */
import type { CrowdWorld } from './component'
import { compact } from './figures'
import { type CrowdState, crowdOf, type Order } from './state'

/** Keys are sorted by three digits of 11 bits, the lowest first. */
const DIGITS = 3
const DIGIT_BITS = 11
const RADIX = 1 << DIGIT_BITS
/** NaN, which sorts last. No other number maps to these bits. */
const LAST = 0xffffffff

export function createOrder(room: number): Order {
  const floats = new Float32Array(room)
  return {
    ids: new Int32Array(room),
    keys: new Uint32Array(room),
    count: 0,
    spare: new Int32Array(room),
    spareKeys: new Uint32Array(room),
    floats,
    bits: new Uint32Array(floats.buffer),
    digits: new Int32Array(DIGITS * RADIX),
  }
}

/** A sort key as an unsigned integer that ascends with it. @param at its place in `order.floats`. */
export function keyAt({ bits, floats }: Pick<Order, 'bits' | 'floats'>, at: number): number {
  if (Number.isNaN(floats[at])) return LAST
  // As unsigned integers, the bits of positive floats ascend, and the bits of negative floats descend.
  const raw = bits[at]
  return (raw ^ ((raw >> 31) | 0x80000000)) >>> 0
}

/** Brings `crowd.order` up to date: visible figures back to front. */
export function sortFigures(world: CrowdWorld): Order {
  const crowd = crowdOf(world.animation)
  compact(crowd)
  if (crowd.order.ids.length < crowd.count) crowd.order = createOrder(Math.ceil(1.5 * crowd.count))
  const { order } = crowd
  takeKeys(world, crowd, order)
  if (!isInOrder(order)) radixSort(order)
  return order
}

/** Lists the visible figures by age, with their keys. */
function takeKeys({ components }: CrowdWorld, crowd: CrowdState, order: Order): void {
  const { level } = components.Visibility
  const { value } = components.SortKey
  const { table } = components.Baked
  const { bits, floats, ids: to, keys } = order
  const { ids, count } = crowd
  let shown = 0
  for (let i = 0; i < count; i++) {
    const eid = ids[i]
    if (level[eid] !== 0 || table[eid] === 0) continue
    // Adding 0 turns -0 into 0.
    const key = value[eid] + 0
    floats[shown] = key
    const raw = bits[shown]
    keys[shown] = Number.isNaN(key) ? LAST : (raw ^ ((raw >> 31) | 0x80000000)) >>> 0
    to[shown++] = eid
  }
  order.count = shown
}

function isInOrder({ keys, count }: Order): boolean {
  for (let i = 1; i < count; i++) if (keys[i] < keys[i - 1]) return false
  return true
}

/** The sort is stable, and figures start in the order of age. */
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
    const { ids: from, spare: to, spareKeys } = order
    for (let i = 0; i < count; i++) {
      const key = keys[i]
      const at = digits[first + ((key >>> shift) & (RADIX - 1))]++
      spareKeys[at] = key
      to[at] = from[i]
    }
    order.ids = to
    order.spare = from
    order.keys = spareKeys
    order.spareKeys = keys
    keys = spareKeys
  }
}
