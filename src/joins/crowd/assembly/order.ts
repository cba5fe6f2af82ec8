/** Sorts figures by ascending sort key, equal keys by age. */
import { copies, list, word } from './columns'
import { COPY, CROWD, DIGIT_BITS, LAST_KEY, LIST } from './layout'

const RADIX: i32 = 1 << DIGIT_BITS
const DIGIT: i32 = RADIX - 1
/** Bytes of the counts of one digit. */
const COUNTS: usize = <usize>(RADIX << 2)

/** Lists the visible figures back to front. @param context word index of the record. */
export function orderFigures(context: i32): void {
  const record = <usize>context << 2
  memory.fill(record + (CROWD.DIGITS << 2), 0, 3 * COUNTS)
  memory.fill(<usize>word(record, CROWD.DRAWN), 0, <usize>word(record, CROWD.TABLES))
  const shown = takeKeys(record)
  let pairs = list(record, LIST.pair)
  if (shown < 0) pairs = radixSort(record, -shown)
  takeOrder(record, pairs, abs(shown))
}

/** Takes sorted pairs as the order. */
function takeOrder(record: usize, pairs: usize, shown: i32): void {
  const rows = list(record, LIST.row)
  const places = list(record, LIST.place)
  const keys = list(record, LIST.key)
  const drawn = list(record, LIST.drawn)
  let other = 0
  for (let i: usize = 0; i < <usize>shown << 2; i += 4) {
    const place = load<i32>(pairs + 2 * i, 4)
    const row = load<i32>(rows + (<usize>place << 2))
    other |= row ^ load<i32>(drawn + i)
    store<i32>(keys + i, load<i32>(pairs + 2 * i))
    store<i32>(places + i, place)
    store<i32>(drawn + i, row)
  }
  store<i32>(record, shown, CROWD.SHOWN << 2)
  store<i32>(record, i32(other != 0), CROWD.REORDERED << 2)
}

/** Lists the keys of the visible figures with their places, by age. @returns how many there are; negative: they do not ascend. */
function takeKeys(record: usize): i32 {
  const count = word(record, CROWD.COUNT)
  const rows = list(record, LIST.row)
  const pairs = list(record, LIST.pair)
  const drawn = <usize>word(record, CROWD.DRAWN)
  const known = <usize>word(record, CROWD.TABLES)
  const values = copies(record, COPY.sortKey)
  const tables = copies(record, COPY.table)
  const levels = copies(record, COPY.level)
  const digits = record + (CROWD.DIGITS << 2)
  let shown = 0
  let last: u32 = 0
  let ascends = true
  for (let i = 0; i < count; i++) {
    const row = <usize>load<i32>(rows + (<usize>i << 2))
    const table = <usize>load<u16>(tables + (row << 1))
    if (load<u8>(levels + row) != 0 || table == 0 || table >= known) continue
    store<u8>(drawn + table, 1)
    const key = keyOf(load<f32>(values + (row << 2)))
    if (key < last) ascends = false
    last = key
    const pair = pairs + (<usize>shown << 3)
    store<u32>(pair, key)
    store<i32>(pair, i, 4)
    shown++
    count1(digits, key & DIGIT)
    count1(digits + COUNTS, (key >>> DIGIT_BITS) & DIGIT)
    count1(digits + 2 * COUNTS, key >>> (2 * DIGIT_BITS))
  }
  return ascends ? shown : -shown
}

// @ts-ignore: decorator
@inline
function count1(counts: usize, digit: u32): void {
  const at = counts + (<usize>digit << 2)
  store<i32>(at, load<i32>(at) + 1)
}

/** A sort key as an unsigned integer that ascends with it. */
// @ts-ignore: decorator
@inline
function keyOf(value: f32): u32 {
  if (value != value) return <u32>LAST_KEY
  // Adding 0 turns -0 into 0. As unsigned integers, the bits of positive floats ascend, and those of negative ones descend.
  const raw = reinterpret<i32>(value + 0)
  return <u32>(raw ^ ((raw >> 31) | 0x80000000))
}

/** Sorts stably, by one digit after the other. @returns where the sorted pairs are. */
function radixSort(record: usize, count: i32): usize {
  let pairs = list(record, LIST.pair)
  let others = list(record, LIST.otherPair)
  for (let digit = 0; digit < 3; digit++) {
    const counts = record + (CROWD.DIGITS << 2) + <usize>digit * COUNTS
    const shift = digit * DIGIT_BITS
    // All have the same digit.
    if (startsOf(counts) == count) continue
    for (let i = 0; i < count; i++) {
      const from = pairs + (<usize>i << 3)
      const key = load<u32>(from)
      const start = counts + (<usize>((key >>> shift) & DIGIT) << 2)
      const at = load<i32>(start)
      store<i32>(start, at + 1)
      const to = others + (<usize>at << 3)
      store<u32>(to, key)
      store<i32>(to, load<i32>(from, 4), 4)
    }
    const moved = pairs
    pairs = others
    others = moved
  }
  return pairs
}

/** Turns counts into the numbers of what is before each. @returns the greatest count. */
function startsOf(counts: usize): i32 {
  let before = 0
  let most = 0
  for (let at = counts; at < counts + COUNTS; at += 4) {
    const here = load<i32>(at)
    if (here > most) most = here
    store<i32>(at, before)
    before += here
  }
  return most
}
