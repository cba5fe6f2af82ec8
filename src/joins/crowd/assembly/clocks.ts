/** Moves the clocks of figures to which nothing happens. */
import { copies, figures, list, word } from './columns'
import { COPY, CROWD, FROZEN, LIST, OWN } from './layout'

/** Moves clocks, and lists the other figures that are not frozen in `special`. @param context word index of the record. */
export function moveClocks(context: i32): void {
  const record = <usize>context << 2
  const count = word(record, CROWD.COUNT)
  const known = <usize>word(record, CROWD.TABLES)
  const delta = load<f64>(record, CROWD.DELTA << 2)
  const firstClips = <usize>word(record, CROWD.FIRST_CLIP)
  const rows = list(record, LIST.row)
  const entities = list(record, LIST.entity)
  const special = list(record, LIST.special)
  const tables = copies(record, COPY.table)
  const animations = copies(record, COPY.animation)
  const loops = copies(record, COPY.loop)
  const levels = copies(record, COPY.level)
  const speeds = copies(record, COPY.speed)
  const times = copies(record, COPY.time)
  const rates = figures(record, OWN.rate)
  const sinces = figures(record, OWN.since)
  const dues = figures(record, OWN.due)
  const seens = figures(record, OWN.seen)
  const fades = figures(record, OWN.fade)
  let specials = 0
  for (let i = 0; i < count; i++) {
    const at = <usize>i << 2
    const row = <usize>load<i32>(rows + at)
    const own = <usize>load<i32>(entities + at)
    const table = <usize>load<u16>(tables + (row << 1))
    const first = load<u32>(firstClips + ((table < known ? table : 0) << 2))
    const clip = first + <u32>load<u16>(animations + (row << 1))
    const step = delta * <f64>load<f32>(speeds + (row << 2)) * load<f64>(rates + (own << 3))
    const time = load<f64>(times + (row << 3))
    const now = time + step
    const seen = load<u32>(seens + (own << 2)) - 2 * clip - <u32>load<u8>(loops + row)
    // Without branches but one, which hardly ever goes the other way.
    const still =
      i32(seen == 1) &
      i32(load<u32>(fades + (own << 2)) == 0) &
      i32(time >= load<f64>(sinces + (own << 3))) &
      i32(now < load<f64>(dues + (own << 3))) &
      i32(step >= 0) &
      i32(load<u8>(levels + row) < FROZEN)
    if (still != 0) store<f64>(times + (row << 3), now)
    else {
      store<i32>(special + (<usize>specials << 2), i)
      specials += i32(load<u8>(levels + row) < FROZEN)
    }
  }
  store<i32>(record, specials, CROWD.SPECIALS << 2)
}
