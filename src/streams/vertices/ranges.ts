/** Stable ranges of a stream: size classes with a free list each, so that churn leaves no holes behind. */
import { LANES } from '../../memory/lanes'
import type { RangePool } from '../../world/streams'

/**
 * Those that are handed out one after another, and so most often belong to lanes that are written side by side, lie as
 * many vertices apart: two pages of memory. With several in a page, writing takes longer (bench/README.md, "Why code is as
 * it is"). At most 32 KB of a size are in stock, and none before as much is in use.
 */
const APART = 1024
/** Ranges that are so short that four of them are few cache lines, and sprites, lie side by side. */
const LEAST_APART = 64

export function createRangePool(capacity: number): RangePool {
  return { capacity, top: 0, used: 0, free: new Map(), made: new Map() }
}

/** What a range for `count` elements really takes: 64 sizes an octave, multiples of four. */
export function rangeRoom(count: number): number {
  if (count <= 256) return (count + 3) & ~3
  // Integers all the way: where `**` has been, V8 keeps numbers as heap objects.
  const step = 1 << (25 - Math.clz32(count - 1))
  return (count + step - 1) & -step
}

/** Whether a range of `room` elements may be kept for `count`: enough, and not mostly empty. */
export function fitsRange(room: number, count: number): boolean {
  return count <= room && count * 4 >= room
}

/**
 * Room for what comes and goes, eyes that close for instance: a thirty-second more vertices, a quad at most. A
 * skeleton that moves to a longer range leaves a hole that others of its kind, which grow likewise, are too long for.
 */
export function withSpare(count: number): number {
  return count + Math.min(4, count >> 5)
}

/** Hands out a range of `rangeRoom(count)` elements. It may lie beyond `capacity`: grow before writing. */
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

/** Notes as free what follows the range at `start`, so that four that are taken in a row lie `step` ranges apart. */
function stockRanges(pool: RangePool, start: number, room: number, step: number): void {
  const starts = pool.free.get(room) ?? []
  for (let i = step * LANES - 1; i > 0; i--) starts.push(start + ((i % LANES) * step + (i >> 2)) * room)
  pool.free.set(room, starts)
}

/** Takes a range back. `room` is what `rangeRoom` said when it was handed out. */
export function giveRange(pool: RangePool, start: number, room: number): void {
  if (room === 0) return
  pool.used -= room
  if (pool.used === 0) {
    // Nothing is left: other sizes may use the place as well.
    pool.top = 0
    pool.free.clear()
    pool.made.clear()
    return
  }
  const freed = pool.free.get(room)
  if (freed) freed.push(start)
  else pool.free.set(room, [start])
}
