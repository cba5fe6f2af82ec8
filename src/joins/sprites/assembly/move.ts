/** Moves sprites of which nothing but `Transform.x` and `y` changes; and finds out whether anything else does. */
import { add, any, collect, either, Floats, read, STEP, unlike, write } from '../../../kernels/assembly/lanes'
import { word } from '../../../kernels/assembly/program/rows'
import { COPY, OWN, PAGE_SHIFT, PLACE } from './layout'
import { copies, rows } from './place'

/** Bytes of a row's corners. */
const CORNERS: usize = 32

/** Moves the rows from PLACE.FIRST to PLACE.END. @param context word index of the record. */
export function moveSprites(context: i32): void {
  const record = <usize>context << 2
  const entities = rows(record, OWN.entity)
  const flags = rows(record, OWN.shown)
  const carriers = rows(record, OWN.carried)
  const vertices = rows(record, OWN.vertex)
  const pages = rows(record, OWN.pages)
  const xs = copies(record, COPY.x)
  const ys = copies(record, COPY.y)
  const kept = <usize>word(record, PLACE.KEPT)
  const positions = <usize>word(record, PLACE.POSITIONS)
  const end = word(record, PLACE.END)
  let count = 0
  let last = -1
  store<i32>(record, 0, PLACE.NOTES << 2)
  store<i32>(record, 0, PLACE.PAGES << 2)
  store<i32>(record, 0, PLACE.KEYS << 2)
  store<i32>(record, 0, PLACE.CARRIED << 2)
  for (let row = word(record, PLACE.FIRST); row < end; row++) {
    const own = <usize>row << 2
    const entity = load<i32>(entities + own)
    if (entity == 0 || load<u8>(flags + <usize>row) == 0) continue
    if (load<i32>(carriers + own) != 0) {
      store<i32>(record, 1, PLACE.CARRIED << 2)
      return
    }
    const place = <usize>entity << 2
    const vertex = load<i32>(vertices + own)
    if (!moveCorners(kept + (<usize>row << 5), positions + (<usize>vertex << 3), xs + place, ys + place)) continue
    // A sprite's range starts at a multiple of four, so it lies in one page.
    const page = vertex >> PAGE_SHIFT
    if (page == last) continue
    store<i32>(pages + (<usize>count << 2), page)
    count++
    last = page
  }
  store<i32>(record, count, PLACE.PAGES << 2)
}

/** Adds a point to kept corners. @returns whether the sums are others than those that are there. */
// @ts-ignore: decorator
@inline
function moveCorners(kept: usize, to: usize, x: usize, y: usize): bool {
  if (STEP > 1) {
    const point = collect(x, y, x, y)
    const first = add(read(kept), point)
    const second = add(read(kept, 16), point)
    if (!any(either(other(first, to), other(second, to + 16)))) return false
    write(to, first)
    write(to, second, 16)
    return true
  }
  let moved = false
  for (let at: usize = 0; at < CORNERS; at += 4) {
    const sum = load<f32>(kept + at) + load<f32>(at & 4 ? y : x)
    if (reinterpret<i32>(sum) == load<i32>(to + at)) continue
    store<f32>(to + at, sum)
    moved = true
  }
  return moved
}

/** Returns in which bits a vector differs from memory. */
// @ts-ignore: decorator
@inline
function other(value: Floats, at: usize): Floats {
  return unlike(value, read(at))
}
