/**
 * Fills instances: what the GPU gets for a figure in a frame. Sums and products are in doubles, as in `frame/place`.
 *
 * It goes by blocks of figures, and through each in several short loops: a processor overlaps the turns of a short loop,
 * and what one turn of a long one waits for, it waits for alone.
 */
import { copies, list, word } from './columns'
import { BLOCK, CLIP, COPY, CROWD, FLIP_X, FLIP_Y, INSTANCE_WORDS, LIST } from './layout'

/** Goes by age, so that columns are read in order; only instances are written out of order. @param context word index of the record. */
export function fillInstances(context: i32): void {
  const record = <usize>context << 2
  const count = word(record, CROWD.COUNT)
  store<i32>(record, 0, CROWD.SPECIALS << 2)
  rankPlaces(record, count)
  for (let first = 0; first < count; first += BLOCK) {
    const end = min(first + BLOCK, count)
    const found = findSeconds(record, first, end)
    findFrames(record, found)
    writeFrames(record, found)
    writePlaces(record, found)
    writeTints(record, found)
    listSpecials(record, first, end)
  }
}

/** Finds the index of each place in the order of drawing. */
function rankPlaces(record: usize, count: i32): void {
  const ranks = list(record, LIST.rank)
  const places = list(record, LIST.place)
  const shown = word(record, CROWD.SHOWN)
  memory.fill(ranks, 0xff, <usize>count << 2)
  for (let i = 0; i < shown; i++) store<i32>(ranks + (<usize>load<i32>(places + (<usize>i << 2)) << 2), i)
}

/** Finds the visible figures of a block, their clips, and the seconds that they show. @returns how many there are. */
function findSeconds(record: usize, first: i32, end: i32): i32 {
  const rows = list(record, LIST.row)
  const ranks = list(record, LIST.rank)
  const instances = <usize>word(record, CROWD.INSTANCES)
  const clips = <u32>word(record, CROWD.CLIPS)
  const firstClips = <usize>word(record, CROWD.FIRST_CLIP)
  const numbers = <usize>word(record, CROWD.NUMBERS)
  const tables = copies(record, COPY.table)
  const animations = copies(record, COPY.animation)
  const times = copies(record, COPY.time)
  const cycles = copies(record, COPY.cycle)
  const loops = copies(record, COPY.loop)
  let found: usize = 0
  for (let i = first; i < end; i++) {
    const rank = load<i32>(ranks + (<usize>i << 2))
    if (rank < 0) continue
    const row = <usize>load<i32>(rows + (<usize>i << 2))
    const table = <usize>load<u16>(tables + (row << 1))
    let number = load<u32>(firstClips + (table << 2)) + <u32>load<u16>(animations + (row << 1))
    // A number that was written since the last tick may be out of range.
    if (number >= clips) number = clips - 1
    const clip = numbers + <usize>number * (8 * CLIP.SIZE)
    const most = load<f64>(clip, 8 * CLIP.DURATION)
    let second = load<f64>(times + (row << 3))
    if (load<u8>(loops + row) != 0) second -= load<f64>(cycles + (row << 3))
    if (second > most) second = most
    else if (!(second > 0)) second = 0
    store<f64>(record + (found << 3), second, CROWD.SECONDS << 2)
    const at = record + (found << 2)
    store<usize>(at, instances + <usize>rank * (4 * INSTANCE_WORDS), CROWD.TARGETS << 2)
    store<usize>(at, clip, CROWD.FOUND_CLIPS << 2)
    store<usize>(at, row, CROWD.FOUND_ROWS << 2)
    found++
  }
  return <i32>found
}

/** Finds frames, as `findFrame` does. */
function findFrames(record: usize, found: i32): void {
  const times = <usize>word(record, CROWD.TIMES)
  const buckets = <usize>word(record, CROWD.BUCKETS)
  for (let i: usize = 0; i < <usize>found; i++) {
    const second = load<f64>(record + (i << 3), CROWD.SECONDS << 2)
    const clip = load<usize>(record + (i << 2), CROWD.FOUND_CLIPS << 2)
    const bucket = load<i32>(clip, 8 * CLIP.BUCKET) + <i32>(second * load<f64>(clip, 8 * CLIP.BUCKET_RATE))
    let frame = load<i32>(clip, 8 * CLIP.FIRST) + <i32>load<u16>(buckets + (<usize>bucket << 1))
    // Two steps without a branch that the processor would have to predict; there are hardly ever more.
    frame += i32(<f64>load<f32>(times + (<usize>frame << 2), 4) <= second)
    frame += i32(<f64>load<f32>(times + (<usize>frame << 2), 4) <= second)
    while (<f64>load<f32>(times + (<usize>frame << 2), 4) <= second) frame++
    store<i32>(record + (i << 2), frame, CROWD.FRAMES << 2)
  }
}

/** Writes texels and shares. The current animation has its full weight. */
function writeFrames(record: usize, found: i32): void {
  const times = <usize>word(record, CROWD.TIMES)
  const rates = <usize>word(record, CROWD.RATES)
  for (let i: usize = 0; i < <usize>found; i++) {
    const at = record + (i << 2)
    const clip = load<usize>(at, CROWD.FOUND_CLIPS << 2)
    const to = load<usize>(at, CROWD.TARGETS << 2)
    const frame = load<i32>(at, CROWD.FRAMES << 2)
    const stride = load<i32>(clip, 8 * CLIP.STRIDE)
    const texel = load<i32>(clip, 8 * CLIP.TEXEL) + (frame - load<i32>(clip, 8 * CLIP.FIRST)) * stride
    const second = load<f64>(record + (i << 3), CROWD.SECONDS << 2)
    const begun = <usize>frame << 2
    const share = (second - <f64>load<f32>(times + begun)) * <f64>load<f32>(rates + begun)
    store<f32>(to, <f32>texel, 24)
    store<f32>(to, <f32>texel, 28)
    store<f32>(to, <f32>load<i32>(clip, 8 * CLIP.CORNER), 32)
    store<i32>(to, <i32>(share * 65535 + 0.5), 36)
    store<i32>(to, 65535 | (stride << 16), 40)
  }
}

/** Writes matrices and places of figures that are not rotated. */
function writePlaces(record: usize, found: i32): void {
  const flips = copies(record, COPY.flip)
  const xs = copies(record, COPY.x)
  const ys = copies(record, COPY.y)
  const scalesX = copies(record, COPY.scaleX)
  const scalesY = copies(record, COPY.scaleY)
  for (let i: usize = 0; i < <usize>found; i++) {
    const at = record + (i << 2)
    const row = load<usize>(at, CROWD.FOUND_ROWS << 2)
    const clip = load<usize>(at, CROWD.FOUND_CLIPS << 2)
    const to = load<usize>(at, CROWD.TARGETS << 2)
    const flip = <i32>load<u8>(flips + row)
    let scaleX = <f64>load<f32>(scalesX + (row << 2))
    let scaleY = <f64>load<f32>(scalesY + (row << 2))
    if ((flip & FLIP_X) != 0) scaleX = -scaleX
    if ((flip & FLIP_Y) != 0) scaleY = -scaleY
    store<f32>(to, <f32>(scaleX * load<f64>(clip, 8 * CLIP.WIDTH)))
    store<f32>(to, 0, 4)
    store<f32>(to, 0, 8)
    store<f32>(to, <f32>(scaleY * load<f64>(clip, 8 * CLIP.HEIGHT)), 12)
    store<f32>(to, <f32>(scaleX * load<f64>(clip, 8 * CLIP.X) + <f64>load<f32>(xs + (row << 2))), 16)
    store<f32>(to, <f32>(scaleY * load<f64>(clip, 8 * CLIP.Y) + <f64>load<f32>(ys + (row << 2))), 20)
  }
}

function writeTints(record: usize, found: i32): void {
  const reds = copies(record, COPY.red)
  const greens = copies(record, COPY.green)
  const blues = copies(record, COPY.blue)
  const alphas = copies(record, COPY.alpha)
  for (let i: usize = 0; i < <usize>found; i++) {
    const at = record + (i << 2)
    const row = load<usize>(at, CROWD.FOUND_ROWS << 2) << 2
    const red = load<f32>(reds + row)
    const green = load<f32>(greens + row)
    const blue = load<f32>(blues + row)
    const alpha = load<f32>(alphas + row)
    const to = load<usize>(at, CROWD.TARGETS << 2)
    store<i32>(to, -1, 44)
    if (red == 1 && green == 1 && blue == 1 && alpha == 1) continue
    store<i32>(to, byteOf(red) | (byteOf(green) << 8) | (byteOf(blue) << 16) | (byteOf(alpha) << 24), 44)
  }
}

/** A channel, 0…1, as a byte; NaN is 0. */
function byteOf(value: f32): i32 {
  if (!(value > 0)) return 0
  return value < 1 ? <i32>(<f64>value * 255 + 0.5) : 255
}

/** Lists the visible figures that are rotated, or fade. */
function listSpecials(record: usize, first: i32, end: i32): void {
  const rows = list(record, LIST.row)
  const ranks = list(record, LIST.rank)
  const special = list(record, LIST.special)
  const rotations = copies(record, COPY.rotation)
  const fades = copies(record, COPY.fade)
  let specials = word(record, CROWD.SPECIALS)
  for (let i = first; i < end; i++) {
    const row = <usize>load<i32>(rows + (<usize>i << 2)) << 2
    if (load<f32>(rotations + row) == 0 && load<u32>(fades + row) == 0) continue
    if (load<i32>(ranks + (<usize>i << 2)) < 0) continue
    store<i32>(special + (<usize>specials << 2), i)
    specials++
  }
  store<i32>(record, specials, CROWD.SPECIALS << 2)
}
