/** What an object holds itself, by name; lists, maps and arrays are the copy's own. */
export type Fields = Record<string, unknown>

type Column = Float64Array | Float32Array | Int32Array | Uint32Array | Uint16Array | Uint8Array

/** What `copyFields` passes over if nothing else is said. */
export const NOTHING: readonly string[] = []

/**
 * Copies what `from` holds itself into the fields of the same names of `to`: numbers, booleans, the contents of
 * typed arrays, lists, and maps; a list in a map is copied as well. Other objects are passed over, and so is what
 * is named in `omitted`. Nothing is allocated where `to` has room; a longer array is filled up with zeros.
 */
export function copyFields(from: object, to: object, omitted: readonly string[] = NOTHING): void {
  const source = from as Fields
  const target = to as Fields
  for (const name in source) {
    const value = source[name]
    if (typeof value === 'number' || typeof value === 'boolean') {
      if (!omitted.includes(name)) target[name] = value
      continue
    }
    if (typeof value !== 'object' || value === null || omitted.includes(name)) continue
    const present = target[name]
    if (ArrayBuffer.isView(value)) target[name] = copyColumn(value as Column, present)
    else if (Array.isArray(value)) target[name] = copyList(value, present)
    else if (value instanceof Map) target[name] = copyMap(value, present)
  }
}

/** @param present the array to be written to, if it is long enough. */
function copyColumn(from: Column, present: unknown): Column {
  const to = present as Column | undefined
  if (to === undefined || to.length < from.length) return from.slice()
  to.set(from)
  if (to.length > from.length) to.fill(0, from.length)
  return to
}

function copyList(from: readonly unknown[], present: unknown): unknown[] {
  const to = Array.isArray(present) ? present : []
  to.length = from.length
  for (let i = 0; i < from.length; i++) to[i] = from[i]
  return to
}

function copyMap(from: ReadonlyMap<unknown, unknown>, present: unknown): Map<unknown, unknown> {
  const to = present instanceof Map ? present : new Map()
  for (const key of to.keys()) if (!from.has(key)) to.delete(key)
  for (const key of from.keys()) {
    const value = from.get(key)
    to.set(key, Array.isArray(value) ? copyList(value, to.get(key)) : value)
  }
  return to
}
