/** Finds what the GPU needs of figures to fill their instances: clip and second of their animations. */
import { copies, word } from './columns'
import { COPY, CROWD, FLIP_X, FLIP_Y } from './layout'

/** Writes `second`, `look` and `fading` of all rows. @param context word index of the record. */
export function findLooks(context: i32): void {
  const record = <usize>context << 2
  const others = findSeconds(record) | findClips(record) | (word(record, CROWD.FADES) != 0 ? findFades(record) : 0)
  store<i32>(record, others, CROWD.OTHERS << 2)
}

/** @returns the bit of `second` if any differs from before, otherwise 0. */
function findSeconds(record: usize): i32 {
  const rows = <usize>word(record, CROWD.ROWS)
  const times = copies(record, COPY.time)
  const cycles = copies(record, COPY.cycle)
  const loops = copies(record, COPY.loop)
  const seconds = copies(record, COPY.second)
  let other = 0
  for (let row: usize = 0; row < rows; row++) {
    const at = seconds + (row << 2)
    const time = load<f64>(times + (row << 3)) - (load<u8>(loops + row) != 0 ? load<f64>(cycles + (row << 3)) : 0)
    // NaN shows the start, too.
    const shown: f64 = time > 0 ? min(time, 1e30) : 0
    const near = <f32>shown
    const second = reinterpret<i32>(near) - i32(<f64>near > shown)
    other |= second ^ load<i32>(at)
    store<i32>(at, second)
  }
  return i32(other != 0) << COPY.second
}

/** @returns the bit of `look` if any differs from before, otherwise 0. */
function findClips(record: usize): i32 {
  const rows = <usize>word(record, CROWD.ROWS)
  const known = <usize>word(record, CROWD.TABLES)
  const clips = <u32>word(record, CROWD.CLIPS)
  const firstClips = <usize>word(record, CROWD.FIRST_CLIP)
  const tables = copies(record, COPY.table)
  const animations = copies(record, COPY.animation)
  const flips = copies(record, COPY.flip)
  const looks = copies(record, COPY.look)
  let other = 0
  for (let row: usize = 0; row < rows; row++) {
    const at = looks + (row << 2)
    const table = <usize>load<u16>(tables + (row << 1))
    let clip = load<u32>(firstClips + ((table < known ? table : 0) << 2)) + <u32>load<u16>(animations + (row << 1))
    // A number that was written since the last tick may be out of range.
    if (clip >= clips) clip = clips - 1
    const flip = <u32>load<u8>(flips + row) & (FLIP_X | FLIP_Y)
    const look = reinterpret<i32>(<f32><i32>((clip << 2) | flip))
    other |= look ^ load<i32>(at)
    store<i32>(at, look)
  }
  return i32(other != 0) << COPY.look
}

/** @returns the bit of `fading` if any differs from before, otherwise 0. */
function findFades(record: usize): i32 {
  const bytes = <usize>word(record, CROWD.ROWS) << 2
  const fades = copies(record, COPY.fade)
  const fading = copies(record, COPY.fading)
  let other = 0
  for (let at: usize = 0; at < bytes; at += 4) {
    const fade = reinterpret<i32>(<f32>load<i32>(fades + at))
    other |= fade ^ load<i32>(fading + at)
    store<i32>(fading + at, fade)
  }
  return i32(other != 0) << COPY.fading
}
