/**
 * Compares copies of the public columns with what was last taken of them, and writes the corners of sprites that moved. A
 * vector holds several rows.
 *
 * Rows without a sprite that is shown take part, too; their corners go to spare room.
 */
import { COPY, NOTE, OWN, PAGE_SHIFT, PLACE, REGION, SEEN } from './layout'
import {
  add, any, collect, collectInts, differ, either, eqInts, Floats, gatherX, gatherY, greater, Ints, Lanes, lesser, maskOf, mul,
  neInts, neg, only, put, putInts, putPoints, read, readInts, shiftedUp, splat, splatInt, STEP, sub, toInts, unlike,
  without,
} from '../../../kernels/assembly/lanes'
import { word } from '../../../kernels/assembly/program/rows'
import { cosineFound, sineAndCosine } from '../../../kernels/assembly/trig'

/** Address of a column of copies, and of a column of rows. */
// @ts-ignore: decorator
@inline
export function copies(record: usize, column: i32): usize {
  return <usize>word(record, PLACE.COPIES + column)
}

// @ts-ignore: decorator
@inline
export function rows(record: usize, column: i32): usize {
  return <usize>word(record, PLACE.ROWS + column)
}

/** Places the rows from PLACE.FIRST to PLACE.END. @param context word index of the record. */
export function placeSprites(context: i32): void {
  const record = <usize>context << 2
  store<i32>(record, 0, PLACE.NOTES << 2)
  store<i32>(record, 0, PLACE.PAGES << 2)
  store<i32>(record, 0, PLACE.KEYS << 2)
  store<i32>(record, 0, PLACE.CARRIED << 2)
  const end = word(record, PLACE.END)
  for (let row = word(record, PLACE.FIRST) & -STEP; row < end; row += STEP) {
    if (!takeImages(record, row)) continue
    const own = <usize>row << 2
    const images = readInts(record + (PLACE.IMAGES << 2))
    const live = neInts(images, splatInt(0))
    // At spots without sprites the copies are those of entity 0.
    const offsets = record + (PLACE.OFFSETS << 2)
    const o0 = <usize>load<i32>(offsets)
    const o1: usize = STEP > 1 ? <usize>load<i32>(offsets, 4) : 0
    const o2: usize = STEP > 1 ? <usize>load<i32>(offsets, 8) : 0
    const o3: usize = STEP > 1 ? <usize>load<i32>(offsets, 12) : 0
    takeLooks(record, own, live, o0, o1, o2, o3)
    const carried = rows(record, OWN.carried) + own
    const alone = only(live, eqInts(readInts(carried), splatInt(0)))
    const moving = word(record, PLACE.ALONE) != 0 ? live : alone
    if (any(unlike(live, alone))) store<i32>(record, 1, PLACE.CARRIED << 2)
    if (any(moving)) takePlaces(record, own, moving, o0, o1, o2, o3)
    writeNotes(record, row)
  }
}

/**
 * Takes over sort keys and visibility, and finds the image of each row: 0 = nothing is shown.
 *
 * @returns whether anything is shown; otherwise the notes are written.
 */
function takeImages(record: usize, row: i32): bool {
  const first = word(record, PLACE.FIRST)
  const end = word(record, PLACE.END)
  const byRow = word(record, PLACE.BY_ROW) != 0
  const regions = word(record, PLACE.REGION_COUNT)
  // Columns are looked up once, because after each store an engine would read the record again.
  const entities = rows(record, OWN.entity)
  const keys = rows(record, OWN.sortKey)
  const flags = rows(record, OWN.shown)
  const newKeys = copies(record, COPY.sortKey)
  const newRegions = copies(record, COPY.region)
  const levels = copies(record, COPY.level)
  const additives = copies(record, COPY.additive)
  let seen = 0
  let found = 0
  let other = 0
  for (let lane = 0; lane < STEP; lane++) {
    const at = row + lane
    const own = <usize>at << 2
    const entity = load<i32>(entities + own)
    let offset: usize = 0
    let image = 0
    let note = 0
    if (entity != 0 && at >= first && at < end) {
      const index = <usize>(byRow ? at : entity)
      offset = index << 2
      const key = load<i32>(newKeys + offset)
      other |= key ^ load<i32>(keys + own)
      store<i32>(keys + own, key)
      const region = load<i32>(newRegions + offset)
      if (<u32>(region - 1) < <u32>(regions - 1) && load<u8>(levels + index) == SEEN)
        image = (region << 1) | i32(load<u8>(additives + index) != 0)
      const shown = i32(image != 0)
      const flag = flags + <usize>at
      if (<i32>load<u8>(flag) != shown) {
        store<u8>(flag, <u8>shown)
        note = NOTE.shown
      }
    }
    const spot = record + <usize>(lane << 2)
    store<i32>(spot, <i32>offset, PLACE.OFFSETS << 2)
    store<i32>(spot, image, PLACE.IMAGES << 2)
    store<i32>(spot, note, PLACE.FOUND << 2)
    seen |= image
    found |= note
  }
  if (other != 0) store<i32>(record, 1, PLACE.KEYS << 2)
  if (seen == 0 && found != 0) writeNotes(record, row)
  return seen != 0
}

/**
 * Takes over images, and packs colours: premultiplied; additive ones have an alpha of 0, and theirs in the fourth byte of
 * the dark colour.
 */
// @ts-ignore: decorator
@inline
function takeLooks(record: usize, own: usize, live: Lanes, o0: usize, o1: usize, o2: usize, o3: usize): void {
  const reds = copies(record, COPY.red)
  const greens = copies(record, COPY.green)
  const blues = copies(record, COPY.blue)
  const alphas = copies(record, COPY.alpha)
  const outer = read(rows(record, OWN.outerAlpha) + own)
  const alpha = mul(collect(alphas + o0, alphas + o1, alphas + o2, alphas + o3), outer)
  const red = byteOf(mul(collect(reds + o0, reds + o1, reds + o2, reds + o3), alpha))
  const green = byteOf(mul(collect(greens + o0, greens + o1, greens + o2, greens + o3), alpha))
  const blue = byteOf(mul(collect(blues + o0, blues + o1, blues + o2, blues + o3), alpha))
  const fourth = shiftedUp(byteOf(alpha), 24)
  const image = readInts(record + (PLACE.IMAGES << 2))
  const additive = neInts(shiftedUp(image, 31), splatInt(0))
  const colour = either(either(red, shiftedUp(green, 8)), shiftedUp(blue, 16))
  const light = either(colour, without(fourth, additive))
  const dark = only(fourth, additive)
  const imageRow = rows(record, OWN.image) + own
  const lightRow = rows(record, OWN.light) + own
  const darkRow = rows(record, OWN.dark) + own
  const newImage = unlike(image, readInts(imageRow))
  const newLight = unlike(light, readInts(lightRow))
  const newDark = unlike(dark, readInts(darkRow))
  const changed = only(neInts(either(either(newLight, newDark), newImage), splatInt(0)), live)
  if (!any(changed)) return
  const mask = maskOf(changed)
  const lights = maskOf(neInts(newLight, splatInt(0)))
  const darks = maskOf(neInts(newDark, splatInt(0)))
  for (let lane = 0; lane < STEP; lane++) {
    if (((mask >> lane) & 1) == 0) continue
    const spot = record + <usize>(lane << 2)
    const other = load<i32>(spot, PLACE.IMAGES << 2) ^ load<i32>(imageRow + <usize>(lane << 2))
    let found = load<i32>(spot, PLACE.FOUND << 2)
    if (((lights >> lane) & 1) != 0) found |= NOTE.light
    if (((darks >> lane) & 1) != 0) found |= NOTE.dark
    if (other != 0) found |= NOTE.image
    if (other >>> 1 != 0) found |= NOTE.region
    store<i32>(spot, found, PLACE.FOUND << 2)
  }
  putInts(imageRow, image, changed)
  putInts(lightRow, light, changed)
  putInts(darkRow, dark, changed)
}

/** The bytes of colour channels. */
// @ts-ignore: decorator
@inline
function byteOf(value: Floats): Ints {
  return toInts(add(mul(lesser(greater(value, splat(0)), splat(1)), splat(255)), splat(0.5)))
}

/** Returns the address of a row's region. */
// @ts-ignore: decorator
@inline
function regionOf(record: usize, lane: i32): usize {
  const image = load<i32>(record + <usize>(lane << 2), PLACE.IMAGES << 2)
  return <usize>(word(record, PLACE.REGIONS) + (image >>> 1) * (REGION.RECORD << 2))
}

/** A number of the regions at these addresses. */
// @ts-ignore: decorator
@inline
function numbers(field: usize, r0: usize, r1: usize, r2: usize, r3: usize): Floats {
  return collect(r0 + field, r1 + field, r2 + field, r3 + field)
}

/** Computes corners of trimmed images as `Transform` places them, and writes those that differ from what is there. */
// @ts-ignore: decorator
@inline
function takePlaces(record: usize, own: usize, moving: Lanes, o0: usize, o1: usize, o2: usize, o3: usize): void {
  turn(record, own, moving, o0, o1, o2, o3)
  const cos = read(rows(record, OWN.cosine) + own)
  const sin = read(rows(record, OWN.sine) + own)
  const r0 = regionOf(record, 0)
  const r1 = STEP > 1 ? regionOf(record, 1) : 0
  const r2 = STEP > 1 ? regionOf(record, 2) : 0
  const r3 = STEP > 1 ? regionOf(record, 3) : 0
  const pivotsX = copies(record, COPY.pivotX)
  const pivotsY = copies(record, COPY.pivotY)
  const pivotX = collect(pivotsX + o0, pivotsX + o1, pivotsX + o2, pivotsX + o3)
  const pivotY = collect(pivotsY + o0, pivotsY + o1, pivotsY + o2, pivotsY + o3)
  const centreX = mul(pivotX, numbers(REGION.WIDTH << 2, r0, r1, r2, r3))
  const centreY = mul(pivotY, numbers(REGION.HEIGHT << 2, r0, r1, r2, r3))
  const left = sub(numbers(REGION.LEFT << 2, r0, r1, r2, r3), centreX)
  const right = sub(numbers(REGION.RIGHT << 2, r0, r1, r2, r3), centreX)
  const bottom = sub(numbers(REGION.BOTTOM << 2, r0, r1, r2, r3), centreY)
  const top = sub(numbers(REGION.TOP << 2, r0, r1, r2, r3), centreY)
  const scalesX = copies(record, COPY.scaleX)
  const scalesY = copies(record, COPY.scaleY)
  const scaleX = collect(scalesX + o0, scalesX + o1, scalesX + o2, scalesX + o3)
  const scaleY = collect(scalesY + o0, scalesY + o1, scalesY + o2, scalesY + o3)
  const a = mul(cos, scaleX)
  const c = mul(sin, scaleX)
  const b = mul(neg(sin), scaleY)
  const d = mul(cos, scaleY)
  const xs = copies(record, COPY.x)
  const ys = copies(record, COPY.y)
  const x = collect(xs + o0, xs + o1, xs + o2, xs + o3)
  const y = collect(ys + o0, ys + o1, ys + o2, ys + o3)
  const ox0 = add(mul(a, left), mul(b, bottom))
  const oy0 = add(mul(c, left), mul(d, bottom))
  const ox1 = add(mul(a, left), mul(b, top))
  const oy1 = add(mul(c, left), mul(d, top))
  const ox2 = add(mul(a, right), mul(b, top))
  const oy2 = add(mul(c, right), mul(d, top))
  const ox3 = add(mul(a, right), mul(b, bottom))
  const oy3 = add(mul(c, right), mul(d, bottom))
  const mask = maskOf(moving)
  if (word(record, PLACE.KEPT) != 0) {
    const k0 = keptOf(record, own, mask, 0)
    const k1 = STEP > 1 ? keptOf(record, own, mask, 1) : 0
    const k2 = STEP > 1 ? keptOf(record, own, mask, 2) : 0
    const k3 = STEP > 1 ? keptOf(record, own, mask, 3) : 0
    putPoints(ox0, oy0, k0, k1, k2, k3)
    putPoints(ox1, oy1, k0 + 8, k1 + 8, k2 + 8, k3 + 8)
    putPoints(ox2, oy2, k0 + 16, k1 + 16, k2 + 16, k3 + 16)
    putPoints(ox3, oy3, k0 + 24, k1 + 24, k2 + 24, k3 + 24)
  }
  const x0 = add(ox0, x)
  const y0 = add(oy0, y)
  const x1 = add(ox1, x)
  const y1 = add(oy1, y)
  const x2 = add(ox2, x)
  const y2 = add(oy2, y)
  const x3 = add(ox3, x)
  const y3 = add(oy3, y)
  const p0 = cornersOf(record, own, mask, 0)
  const p1 = STEP > 1 ? cornersOf(record, own, mask, 1) : 0
  const p2 = STEP > 1 ? cornersOf(record, own, mask, 2) : 0
  const p3 = STEP > 1 ? cornersOf(record, own, mask, 3) : 0
  const moved = only(
    either(
      either(
        either(differ(x0, gatherX(p0, p1, p2, p3)), differ(y0, gatherY(p0, p1, p2, p3))),
        either(
          differ(x1, gatherX(p0 + 8, p1 + 8, p2 + 8, p3 + 8)),
          differ(y1, gatherY(p0 + 8, p1 + 8, p2 + 8, p3 + 8)),
        ),
      ),
      either(
        either(
          differ(x2, gatherX(p0 + 16, p1 + 16, p2 + 16, p3 + 16)),
          differ(y2, gatherY(p0 + 16, p1 + 16, p2 + 16, p3 + 16)),
        ),
        either(
          differ(x3, gatherX(p0 + 24, p1 + 24, p2 + 24, p3 + 24)),
          differ(y3, gatherY(p0 + 24, p1 + 24, p2 + 24, p3 + 24)),
        ),
      ),
    ),
    moving,
  )
  if (!any(moved)) return
  putPoints(x0, y0, p0, p1, p2, p3)
  putPoints(x1, y1, p0 + 8, p1 + 8, p2 + 8, p3 + 8)
  putPoints(x2, y2, p0 + 16, p1 + 16, p2 + 16, p3 + 16)
  putPoints(x3, y3, p0 + 24, p1 + 24, p2 + 24, p3 + 24)
  if (word(record, PLACE.ALONE) == 0) notePages(record, own, maskOf(moved))
}

/** Keeps rotations that changed, with sine and cosine. */
// @ts-ignore: decorator
@inline
function turn(record: usize, own: usize, moving: Lanes, o0: usize, o1: usize, o2: usize, o3: usize): void {
  const given = copies(record, COPY.rotation)
  const bits = collectInts(given + o0, given + o1, given + o2, given + o3)
  const kept = rows(record, OWN.rotation) + own
  const turned = only(neInts(bits, readInts(kept)), moving)
  if (!any(turned)) return
  const sine = sineAndCosine(collect(given + o0, given + o1, given + o2, given + o3))
  putInts(kept, bits, turned)
  put(rows(record, OWN.sine) + own, sine, turned)
  put(rows(record, OWN.cosine) + own, cosineFound, turned)
}

/** Returns the address for the kept corners of a lane. */
// @ts-ignore: decorator
@inline
function keptOf(record: usize, own: usize, mask: i32, lane: i32): usize {
  if (((mask >> lane) & 1) == 0) return record + (PLACE.SPARE << 2) + <usize>(lane << 5)
  return <usize>word(record, PLACE.KEPT) + (own << 3) + <usize>(lane << 5)
}

/** Returns the address for the corners of a lane. */
// @ts-ignore: decorator
@inline
function cornersOf(record: usize, own: usize, mask: i32, lane: i32): usize {
  if (((mask >> lane) & 1) == 0) return record + (PLACE.SPARE << 2) + <usize>(lane << 5)
  const alone = word(record, PLACE.ALONE)
  if (alone != 0) return <usize>alone
  return <usize>(word(record, PLACE.POSITIONS) + (load<i32>(rows(record, OWN.vertex) + own + <usize>(lane << 2)) << 3))
}

/** Lists the pages of sprites that moved. Neighbours are usually in one page, which is listed once. */
// @ts-ignore: decorator
@inline
function notePages(record: usize, own: usize, moved: i32): void {
  const list = rows(record, OWN.pages)
  let count = word(record, PLACE.PAGES)
  let last = count == 0 ? -1 : load<i32>(list + (<usize>(count - 1) << 2))
  for (let lane = 0; lane < STEP; lane++) {
    if (((moved >> lane) & 1) == 0) continue
    // A sprite's range starts at a multiple of four, so it lies in one page.
    const page = load<i32>(rows(record, OWN.vertex) + own + <usize>(lane << 2)) >> PAGE_SHIFT
    if (page == last) continue
    store<i32>(list + (<usize>count << 2), page)
    count++
    last = page
  }
  store<i32>(record, count, PLACE.PAGES << 2)
}

/** Lists the rows whose looks changed. */
function writeNotes(record: usize, row: i32): void {
  let count = word(record, PLACE.NOTES)
  for (let lane = 0; lane < STEP; lane++) {
    const found = load<i32>(record + <usize>(lane << 2), PLACE.FOUND << 2)
    if (found == 0) continue
    store<i32>(rows(record, OWN.notes) + (<usize>count << 2), ((row + lane) << NOTE.SHIFT) | found)
    count++
  }
  store<i32>(record, count, PLACE.NOTES << 2)
}
