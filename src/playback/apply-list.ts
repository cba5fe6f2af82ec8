import { type ApplyList, type DeformList, WORK_FIELDS } from '../world/playback'

export function createApplyList(size: number): ApplyList {
  return {
    count: 0,
    entity: new Uint32Array(size),
    animation: new Int32Array(size),
    work: new Float64Array(size * WORK_FIELDS),
    flags: new Uint8Array(size),
    blend: new Uint8Array(size),
    direction: new Uint8Array(size),
    modes: new Int32Array(size),
    deformStart: new Int32Array(size),
    deformCount: new Int32Array(size),
  }
}

export function createDeformList(size: number): DeformList {
  return { count: 0, track: new Uint16Array(size), empty: new Uint8Array(size) }
}

/**
 * Makes room for one more item; lists are scratch and grow freely, but never in the steady state.
 *
 * @returns its index.
 */
export function pushItem(list: ApplyList): number {
  if (list.count === list.entity.length) grow(list)
  return list.count++
}

/** Notes a deform application that acts. */
export function pushDeform(list: DeformList, track: number, empty: boolean): void {
  if (list.count === list.track.length) grow(list)
  list.track[list.count] = track
  list.empty[list.count++] = empty ? 1 : 0
}

function grow(list: ApplyList | DeformList): void {
  const columns = list as unknown as Record<string, unknown>
  for (const [name, column] of Object.entries(columns)) {
    if (!isColumn(column)) continue
    const larger = new (column.constructor as new (length: number) => Column)(column.length * 2)
    larger.set(column)
    columns[name] = larger
  }
}

type Column = Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array

function isColumn(value: unknown): value is Column {
  return ArrayBuffer.isView(value)
}
