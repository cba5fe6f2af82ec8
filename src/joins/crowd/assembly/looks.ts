/** Finds what the GPU needs of figures to fill their instances: clip and second of their animations. */
import { copies, list, word } from './columns'
import { COPY, CROWD, FLIP_X, FLIP_Y, LIST } from './layout'

/** Writes `second`, `look` and `fading` of all figures. @param context word index of the record. */
export function findLooks(context: i32): void {
  const record = <usize>context << 2
  const others = findSeconds(record) | findClips(record) | findFades(record)
  store<i32>(record, others, CROWD.OTHERS << 2)
}

/** @returns the bit of `second` if any differs from before, otherwise 0. */
function findSeconds(record: usize): i32 {
  const count = word(record, CROWD.COUNT)
  const rows = list(record, LIST.row)
  const times = copies(record, COPY.time)
  const cycles = copies(record, COPY.cycle)
  const loops = copies(record, COPY.loop)
  const seconds = copies(record, COPY.second)
  let other = 0
  for (let i = 0; i < count; i++) {
    const row = <usize>load<i32>(rows + (<usize>i << 2))
    let time = load<f64>(times + (row << 3))
    if (load<u8>(loops + row) != 0) time -= load<f64>(cycles + (row << 3))
    // NaN shows the start, too.
    time = time > 0 ? min(time, 1e30) : 0
    const near = <f32>time
    const second = reinterpret<i32>(near) - i32(<f64>near > time)
    const at = seconds + (row << 2)
    other |= second ^ load<i32>(at)
    store<i32>(at, second)
  }
  return i32(other != 0) << COPY.second
}

/** @returns the bit of `look` if any differs from before, otherwise 0. */
function findClips(record: usize): i32 {
  const count = word(record, CROWD.COUNT)
  const known = <usize>word(record, CROWD.TABLES)
  const clips = <u32>word(record, CROWD.CLIPS)
  const rows = list(record, LIST.row)
  const firstClips = <usize>word(record, CROWD.FIRST_CLIP)
  const tables = copies(record, COPY.table)
  const animations = copies(record, COPY.animation)
  const flips = copies(record, COPY.flip)
  const looks = copies(record, COPY.look)
  let other = 0
  for (let i = 0; i < count; i++) {
    const row = <usize>load<i32>(rows + (<usize>i << 2))
    const table = <usize>load<u16>(tables + (row << 1))
    let clip = load<u32>(firstClips + ((table < known ? table : 0) << 2)) + <u32>load<u16>(animations + (row << 1))
    // A number that was written since the last tick may be out of range.
    if (clip >= clips) clip = clips - 1
    const flip = <u32>load<u8>(flips + row) & (FLIP_X | FLIP_Y)
    const look = reinterpret<i32>(<f32>((clip << 2) | flip))
    const at = looks + (row << 2)
    other |= look ^ load<i32>(at)
    store<i32>(at, look)
  }
  return i32(other != 0) << COPY.look
}

/** @returns the bit of `fading` if any differs from before, otherwise 0. */
function findFades(record: usize): i32 {
  const count = word(record, CROWD.COUNT)
  const rows = list(record, LIST.row)
  const fades = copies(record, COPY.fade)
  const fading = copies(record, COPY.fading)
  let other = 0
  for (let i = 0; i < count; i++) {
    const row = <usize>load<i32>(rows + (<usize>i << 2)) << 2
    const fade = reinterpret<i32>(<f32>load<u32>(fades + row))
    other |= fade ^ load<i32>(fading + row)
    store<i32>(fading + row, fade)
  }
  return i32(other != 0) << COPY.fading
}

/** Compares two columns bit by bit. @param bytes a multiple of 4. */
export function differ(first: usize, second: usize, bytes: usize): i32 {
  const end = first + bytes
  const back = second - first
  let at = first
  for (; at + 16 <= end; at += 16) {
    const a = (load<i32>(at) ^ load<i32>(at + back)) | (load<i32>(at, 4) ^ load<i32>(at + back, 4))
    const b = (load<i32>(at, 8) ^ load<i32>(at + back, 8)) | (load<i32>(at, 12) ^ load<i32>(at + back, 12))
    if ((a | b) != 0) return 1
  }
  for (; at < end; at += 4) if (load<i32>(at) != load<i32>(at + back)) return 1
  return 0
}
