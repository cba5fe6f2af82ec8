/** The baked figures of a saved state: a row each, so that a world may give its entities other ids. */
import type { CrowdWorld } from '../component'
import { compact, createFades } from '../figures'
import type { CrowdState, Fades } from '../state'

type Column = Float64Array | Float32Array | Uint32Array | Uint16Array | Uint8Array

/** Rows of figures in the order of age. Arrays are longer than `count`, to be reused. */
export interface SavedFigures {
  count: number
  ids: Int32Array
  /** By name, of `Baked` and of `FigureColumns`. */
  readonly columns: Map<string, Column>
  fades: Fades
  fadeCount: number
  freeFades: number[]
}

/** Returns columns of figures by name. */
export function columnsOf(
  { components: { Baked } }: CrowdWorld,
  { figures, rest }: CrowdState,
): [string, Column][] {
  return [...Object.entries(Baked), ...Object.entries(figures), ...Object.entries(rest ?? {})]
}

/** Marks the entities of all figures. */
export function markFigures(crowd: CrowdState, kinds: Uint8Array, bit: number): void {
  compact(crowd)
  for (let i = 0; i < crowd.count; i++) kinds[crowd.ids[i]] |= bit
}

/** Saves all figures. @param last an earlier result of this world, which is overwritten. */
export function saveFigures(world: CrowdWorld, crowd: CrowdState, last: unknown): SavedFigures {
  compact(crowd)
  const { count, fades, fadeCount, freeFades, ids } = crowd
  const saved = (last as SavedFigures | undefined) ?? emptySave()
  saved.count = count
  if (saved.ids.length < count) saved.ids = new Int32Array(Math.ceil(1.25 * count))
  saved.ids.set(ids.subarray(0, count))
  for (const [name, column] of columnsOf(world, crowd)) {
    const rows = roomFor(saved.columns.get(name), column, count)
    for (let i = 0; i < count; i++) rows[i] = column[ids[i]]
    saved.columns.set(name, rows)
  }
  if (saved.fades.entity.length !== fades.entity.length) saved.fades = createFades(fades.entity.length)
  for (const name of Object.keys(fades) as (keyof Fades)[]) saved.fades[name].set(fades[name])
  saved.fadeCount = fadeCount
  saved.freeFades = [...freeFades]
  return saved
}

function emptySave(): SavedFigures {
  return {
    count: 0,
    ids: new Int32Array(0),
    columns: new Map(),
    fades: createFades(0),
    fadeCount: 1,
    freeFades: [],
  }
}

function roomFor(rows: Column | undefined, column: Column, count: number): Column {
  if (rows && rows.length >= count) return rows
  return new (column.constructor as new (length: number) => Column)(Math.ceil(1.25 * count))
}

/**
 * Restores figures, whose entities already have `Baked`. Others of this world have lost it.
 *
 * @param given of `saveFigures`; undefined = the state has none.
 * @param places saved id → id in this world, for entities with another id.
 */
export function restoreFigures(
  world: CrowdWorld,
  crowd: CrowdState,
  given: unknown,
  places: ReadonlyMap<number, number>,
): void {
  const saved = (given as SavedFigures | undefined) ?? emptySave()
  const { count } = saved
  const ids = Int32Array.from(saved.ids.subarray(0, count), (eid) => places.get(eid) ?? eid)
  if (crowd.ids.length < count) crowd.ids = new Int32Array(Math.ceil(1.25 * count))
  crowd.ids.set(ids)
  crowd.count = count
  crowd.left = false
  crowd.memory.listed = -1
  for (const [name, column] of columnsOf(world, crowd)) {
    const rows = saved.columns.get(name)
    for (let i = 0; i < count; i++) column[ids[i]] = rows?.[i] ?? 0
  }
  crowd.fades = createFades(Math.max(16, saved.fades.entity.length))
  for (const name of Object.keys(saved.fades) as (keyof Fades)[]) crowd.fades[name].set(saved.fades[name])
  crowd.fadeCount = saved.fadeCount
  crowd.freeFades.length = 0
  crowd.freeFades.push(...saved.freeFades)
  const { entity } = crowd.fades
  for (let i = 0; i < count; i++) entity[crowd.figures.fade[ids[i]]] = ids[i]
  entity[0] = 0
}
