/**
 * Sorts all drawables by ascending sort key, equal keys by age. A full radix sort is the fastest where all keys change
 * (bench/README.md, "Why code is as it is").
 */
import { isDrawn } from '../../world/flags/states'
import type { AnimationState } from '../../world/state'
import type { SortScratch } from '../../world/streams'

/** Keys are sorted by three digits of 11 bits, the lowest first. */
const DIGITS = 3
const DIGIT_BITS = 11
const RADIX = 1 << DIGIT_BITS
/** NaN, which sorts last. No other number maps to these bits. */
const LAST = 0xffffffff

/** Scratch memory for so many drawables; it grows. */
export function createSort(room = 64): SortScratch {
  const bits = new Uint32Array(room)
  return {
    keys: new Float32Array(bits.buffer),
    bits,
    spareBits: new Uint32Array(room),
    spare: new Int32Array(room),
    digits: new Int32Array(DIGITS * RADIX),
    leaving: 0,
  }
}

/**
 * Brings `pools.drawn` up to date: skeletons as `eid`, quads as `~eid`. While no key changes it does nothing; while
 * the order holds, it makes one comparison per drawable. It allocates only to grow.
 *
 * @returns whether the list differs from the last one.
 */
export function sortDrawn(state: AnimationState): boolean {
  const { pools } = state.streams
  const { sort } = pools
  const leaving = state.tick.leaving.size
  const renewed = pools.membersStale || sort.leaving !== leaving
  if (renewed) {
    listDrawn(state)
    pools.membersStale = false
    sort.leaving = leaving
  } else if (!pools.keysStale) return false
  pools.keysStale = false
  takeKeys(state)
  if (isInOrder(state)) return renewed
  if (!renewed) {
    // The sort is stable, so drawables must start in the order of age.
    listDrawn(state)
    takeKeys(state)
  }
  radixSort(state)
  return true
}

/** Lists all drawables, by ascending serial. */
function listDrawn(state: AnimationState): void {
  const { alive, joins, skeletons } = state
  const { alive: quads, rows } = joins.quads
  const { pools } = state.streams
  reserve(state, alive.count + quads.count)
  const { drawn } = pools
  let quad = 0
  let count = 0
  for (let i = 0; i <= alive.count; i++) {
    const eid = i < alive.count ? alive.ids[i] : 0
    const serial = i < alive.count ? skeletons.serial[eid] : LAST
    for (; quad < quads.count; quad++) {
      const row = quads.ids[quad]
      if (rows.serial[row] > serial) break
      if (rows.shown[row] !== 0 && rows.carried[row] === 0) drawn[count++] = ~rows.entity[row]
    }
    if (i === alive.count || !isDrawn(state, eid)) continue
    // What another skeleton carries has its place in the indices of that one.
    if (skeletons.carried[eid] === 0) drawn[count++] = eid
  }
  pools.drawnCount = count
}

function reserve({ streams }: AnimationState, count: number): void {
  const { pools } = streams
  if (pools.drawn.length >= count && pools.sort.spare.length >= count) return
  const room = 2 * count
  const drawn = new Int32Array(room)
  drawn.set(pools.drawn)
  pools.drawn = drawn
  pools.sort = createSort(room)
}

function takeKeys({ joins, skeletons, streams }: AnimationState): void {
  const { drawn, drawnCount, sort } = streams.pools
  const { keys } = sort
  const { sortKey } = skeletons
  const own = joins.quads.rows.sortKey
  const { row } = joins.quads.places.columns
  // Adding 0 turns -0 into 0.
  for (let i = 0; i < drawnCount; i++) {
    const drawable = drawn[i]
    keys[i] = (drawable >= 0 ? sortKey[drawable] : own[row[~drawable]]) + 0
  }
}

/** Whether the order holds. Columns may hold NaN, which sorts last. */
function isInOrder({ joins, skeletons, streams }: AnimationState): boolean {
  const { drawn, drawnCount, sort } = streams.pools
  const { keys } = sort
  const { serial } = skeletons
  const own = joins.quads.rows.serial
  const { row } = joins.quads.places.columns
  for (let i = 1; i < drawnCount; i++) {
    const before = keys[i - 1]
    const key = keys[i]
    if (before < key) continue
    if (before === key || (Number.isNaN(before) && Number.isNaN(key))) {
      const a = drawn[i - 1]
      const b = drawn[i]
      if ((a >= 0 ? serial[a] : own[row[~a]]) < (b >= 0 ? serial[b] : own[row[~b]])) continue
      return false
    }
    if (!Number.isNaN(key) || Number.isNaN(before)) return false
  }
  return true
}

/** Sorts `drawn` by `keys`, stably. The keys stay unsorted. */
function radixSort({ streams }: AnimationState): void {
  const { pools } = streams
  const { sort, drawnCount: count } = pools
  const { keys, digits } = sort
  let { bits, spareBits } = sort
  digits.fill(0)
  for (let i = 0; i < count; i++) {
    // As unsigned integers, the bits of positive floats ascend, and the bits of negative floats descend.
    const raw = bits[i]
    const mapped = Number.isNaN(keys[i]) ? LAST : (raw ^ ((raw >> 31) | 0x80000000)) >>> 0
    bits[i] = mapped
    digits[mapped & (RADIX - 1)]++
    digits[RADIX + ((mapped >>> DIGIT_BITS) & (RADIX - 1))]++
    digits[2 * RADIX + (mapped >>> (2 * DIGIT_BITS))]++
  }
  for (let digit = 0; digit < DIGITS; digit++) {
    const shift = digit * DIGIT_BITS
    const first = digit * RADIX
    let before = 0
    for (let at = first; at < first + RADIX; at++) {
      const here = digits[at]
      digits[at] = before
      before += here
    }
    const { drawn: from } = pools
    const { spare: to } = sort
    for (let i = 0; i < count; i++) {
      const mapped = bits[i]
      const at = digits[first + ((mapped >>> shift) & (RADIX - 1))]++
      spareBits[at] = mapped
      to[at] = from[i]
    }
    pools.drawn = to
    sort.spare = from
    const swap = bits
    bits = spareBits
    spareBits = swap
  }
}
