/** Stable ranges of a stream: size classes with a free list each, so that churn leaves no holes. */
import { LANES } from '../../base/memory/lanes'
import type { RangePool } from '../../world/streams'

/**
 * Distance in vertices of ranges that are taken one after another: two pages of memory. Such ranges most often belong
 * to neighbouring lanes, which are written side by side. With several in a page, writing takes longer (bench/README.md,
 * "Why code is as it is"). A size is spaced only once many ranges of it are in use, which bounds the stock.
 */
const APART = 1024
/** Shorter ranges, and quads, lie side by side: four of them are few cache lines. */
const LEAST_APART = 64

export function createRangePool(capacity: number): RangePool {
  return { capacity, top: 0, used: 0, free: new Map(), made: new Map() }
}

/** The room that a range for `count` elements takes: 64 sizes an octave, multiples of four. */
export function rangeRoom(count: number): number {
  if (count <= 256) return (count + 3) & ~3
  // Integers only: `**` would make V8 keep numbers as heap objects.
  const step = 1 << (25 - Math.clz32(count - 1))
  return (count + step - 1) & -step
}

/** Whether a range of `room` elements may stay for `count`: it suffices, and is not mostly empty. */
export function fitsRange(room: number, count: number): boolean {
  return count <= room && count * 4 >= room
}

/**
 * Adds spare vertices for attachments that come and go, such as closing eyes: a thirty-second, at most a quad. A
 * skeleton that moves to a longer range leaves a hole. Others of its kind grow likewise, so they do not fit into the
 * hole.
 */
export function withSpare(count: number): number {
  return count + Math.min(4, count >> 5)
}

/** Takes a range of `rangeRoom(count)` elements. It may lie beyond `capacity`: grow before writing. */
export function takeRange(pool: RangePool, count: number): number {
  const room = rangeRoom(count)
  pool.used += room
  const freed = pool.free.get(room)
  if (freed !== undefined && freed.length > 0) return freed.pop() ?? 0
  const made = pool.made.get(room) ?? 0
  const start = pool.top
  const step = room < LEAST_APART || made < APART * LANES ? 1 : Math.ceil(APART / room)
  const ranges = step > 1 ? step * LANES : 1
  pool.made.set(room, made + ranges * room)
  pool.top += ranges * room
  if (step > 1) stockRanges(pool, start, room, step)
  return start
}

/** Notes the ranges behind `start` as free, in an order in which four successive ones lie `step` ranges apart. */
function stockRanges(pool: RangePool, start: number, room: number, step: number): void {
  const starts = pool.free.get(room) ?? []
  for (let i = step * LANES - 1; i > 0; i--) starts.push(start + ((i % LANES) * step + (i >> 2)) * room)
  pool.free.set(room, starts)
}

/** Frees a range. `room` is the `rangeRoom` of its count. */
export function giveRange(pool: RangePool, start: number, room: number): void {
  if (room === 0) return
  pool.used -= room
  if (pool.used === 0) {
    // No range is in use: other sizes may use all of the stream.
    pool.top = 0
    pool.free.clear()
    pool.made.clear()
    return
  }
  const freed = pool.free.get(room)
  if (freed) freed.push(start)
  else pool.free.set(room, [start])
}
