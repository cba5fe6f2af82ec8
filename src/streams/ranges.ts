/** Stable ranges of a stream: size classes with a free list each, so that churn leaves no holes behind. */
import type { RangePool } from '../world/streams'

export function createRangePool(capacity: number): RangePool {
  return { capacity, top: 0, used: 0, free: new Map() }
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

/** Hands out a range of `rangeRoom(count)` elements. It may lie beyond `capacity`: grow before writing. */
export function takeRange(pool: RangePool, count: number): number {
  const room = rangeRoom(count)
  pool.used += room
  const freed = pool.free.get(room)
  if (freed !== undefined && freed.length > 0) return freed.pop() ?? 0
  const start = pool.top
  pool.top += room
  return start
}

/** Takes a range back. `room` is what `rangeRoom` said when it was handed out. */
export function giveRange(pool: RangePool, start: number, room: number): void {
  if (room === 0) return
  pool.used -= room
  if (pool.used === 0) {
    // Nothing is left: other sizes may use the place as well.
    pool.top = 0
    pool.free.clear()
    return
  }
  const freed = pool.free.get(room)
  if (freed) freed.push(start)
  else pool.free.set(room, [start])
}
