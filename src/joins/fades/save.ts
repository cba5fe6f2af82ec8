/** Inertial fades in saved states. */
import type { Rig } from '../../rig/rig'
import { type Decoded, damagedAt } from '../save/bytes/shape'
import { checkRange, readColumn, total } from '../save/tables'
import { addFade, dropFade, type Fade, type FadedState, type FadeState, fadingRows, takeFade } from './state'

const PATH = 'fades'

/** The fades of a state, one after another: an item for each fade, then items for each of its rows. */
export interface SavedFades {
  readonly ids: Int32Array
  /** 1: `Fade.isNew`. */
  readonly news: Uint8Array
  /** Two for each fade: `Fade.clock`. */
  readonly clocks: Float64Array
  readonly counts: Uint32Array
  readonly rows: Int32Array
  readonly difference: Float32Array
  readonly speed: Float32Array
  readonly mixed: Float32Array
  readonly shown: Float32Array
}

/** Columns of rows. */
const COLUMNS = ['rows', 'difference', 'speed', 'mixed', 'shown'] as const

/** Copies all fades. */
export function saveFades({ all }: FadeState): SavedFades {
  const counts = Uint32Array.from(all, ({ count }) => count)
  const sum = total(counts)
  const saved = {
    ids: Int32Array.from(all, ({ eid }) => eid),
    news: Uint8Array.from(all, ({ isNew }) => (isNew ? 1 : 0)),
    clocks: Float64Array.from(all.flatMap(({ clock }) => [...clock])),
    counts,
    rows: new Int32Array(sum),
    difference: new Float32Array(sum),
    speed: new Float32Array(sum),
    mixed: new Float32Array(sum),
    shown: new Float32Array(sum),
  }
  let at = 0
  for (const fade of all) {
    for (const name of COLUMNS) saved[name].set(fade[name].subarray(0, fade.count), at)
    at += fade.count
  }
  return saved
}

/** Replaces all fades. @param saved undefined: the state has none. @param places saved id → id here. */
export function restoreFades(
  state: FadedState,
  saved: SavedFades | undefined,
  places: ReadonlyMap<number, number>,
): void {
  const { fades } = state
  while (fades.all.length > 0) dropFade(fades, fades.all[0].eid)
  let at = 0
  saved?.ids.forEach((id, nth) => {
    const eid = places.get(id) ?? id
    const count = saved.counts[nth]
    const fade = takeFade(fades, eid, count)
    addFade(fades, fade)
    for (const name of COLUMNS) fade[name].set(saved[name].subarray(at, at + count))
    at += count
    fade.isNew = saved.news[nth] === 1
    fade.clock.set(saved.clocks.subarray(2 * nth, 2 * nth + 2))
    fade.hasColors = fadesColors(fade, state.rigs[state.skeletons.rig[eid]]?.source)
  })
}

function fadesColors({ count, rows }: Fade, rig: Rig | undefined): boolean {
  return rig !== undefined && rows.subarray(0, count).some((row) => row >= rig.rows.firstSlotRow)
}

/**
 * Reads and checks encoded fades. @param rigOf the rig of a skeleton of the state.
 *
 * @throws OsteonError `damaged`.
 */
export function readFades(
  fades: FadeState,
  given: Decoded,
  rigOf: (eid: number) => Rig | undefined,
): SavedFades {
  const ids = given.get('ids')
  if (!(ids instanceof Int32Array)) throw damagedAt(`${PATH}.ids`, 'expected Int32Array')
  if (new Set(ids).size !== ids.length) throw damagedAt(`${PATH}.ids`, 'a skeleton fades twice')
  const counts = readColumn(given, 'counts', new Uint32Array(0), ids.length, PATH)
  const sum = total(counts)
  const floats = (name: string) => readColumn(given, name, new Float32Array(0), sum, PATH)
  const saved = {
    ids,
    counts,
    news: readColumn(given, 'news', new Uint8Array(0), ids.length, PATH),
    clocks: readColumn(given, 'clocks', new Float64Array(0), 2 * ids.length, PATH),
    rows: readColumn(given, 'rows', new Int32Array(0), sum, PATH),
    difference: floats('difference'),
    speed: floats('speed'),
    mixed: floats('mixed'),
    shown: floats('shown'),
  }
  checkRange(saved.news, 0, 1, `${PATH}.news`)
  for (const seconds of saved.clocks)
    if (!(seconds >= 0 && seconds < Number.POSITIVE_INFINITY))
      throw damagedAt(`${PATH}.clocks`, 'expected seconds, 0 or more')
  let at = 0
  ids.forEach((eid, nth) => {
    const rig = rigOf(eid)
    if (!rig) throw damagedAt(`${PATH}.ids`, `${eid} is no skeleton`)
    const rows = saved.rows.subarray(at, at + counts[nth])
    at += counts[nth]
    if (!isPart(rows, fadingRows(fades, rig), saved.news[nth] === 1))
      throw damagedAt(`${PATH}.rows`, `the rig of ${eid} has others`)
  })
  return saved
}

/** Returns whether rows are some of a list, in its order. @param isWhole whether they must be all. */
function isPart(rows: Int32Array, all: Int32Array, isWhole: boolean): boolean {
  if (isWhole && rows.length !== all.length) return false
  let at = -1
  for (const row of rows) {
    at = all.indexOf(row, at + 1)
    if (at < 0) return false
  }
  return true
}
