/**
 * What happens to each field when a world is saved. A schema is kept next to each type that a world keeps. A field that
 * is missing from its schema is a type error.
 */

/**
 * `saved`: copied out and back. `scratch`: made again from saved fields, or without meaning between two calls. `stays`:
 * left alone, because it never changes or because registered objects stay registered.
 */
type Fate = 'saved' | 'scratch' | 'stays'

/**
 * Types whose contents are copied. A list in a map is copied as well; for other objects in a list or map, only the
 * reference is.
 */
type Copied = number | boolean | Column | readonly unknown[] | ReadonlyMap<unknown, unknown>

type Column = Float64Array | Float32Array | Int32Array | Uint32Array | Uint16Array | Uint8Array

/** A fate for each field. An object field has a schema of its own instead. */
export type SaveSchema<T> = {
  readonly [K in keyof T]-?: T[K] extends Copied ? Fate : 'scratch' | 'stays' | PartSchema<T[K]>
}

type PartSchema<T> = T extends (...given: never[]) => unknown
  ? never
  : T extends object
    ? SaveSchema<T>
    : never

/** Any schema, once its type has been checked. */
export interface AnySchema {
  readonly [name: string]: Fate | AnySchema
}

/** Saved values by field name. */
export type Fields = Record<string, unknown>

/** Names of the object's own fields that are saved. */
export function savedFields(schema: AnySchema): string[] {
  return Object.keys(schema).filter((name) => schema[name] === 'saved')
}

/**
 * Copies fields of `from` into fields of `to` of the same names: numbers, booleans, and the contents of typed arrays,
 * lists and maps. `to` owns the copies. Allocates nothing if `to` has room; a longer array is filled up with zeros.
 */
export function copyFields(from: object, to: object, names: readonly string[]): void {
  const source = from as Fields
  const target = to as Fields
  for (const name of names) {
    const value = source[name]
    const present = target[name]
    if (ArrayBuffer.isView(value)) target[name] = copyColumn(value as Column, present)
    else if (Array.isArray(value)) target[name] = copyList(value, present)
    else if (value instanceof Map) target[name] = copyMap(value, present)
    else target[name] = value
  }
}

/** Returns a copy of a column. @param present the array to write to, if it is long enough. */
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
