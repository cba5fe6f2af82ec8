/** Takes decoded values apart: whatever is of another kind than expected is refused by its place. */
import { OsteonError } from '../errors'
import type { Typed } from './typed-arrays'

/** A decoded record. */
export type Decoded = ReadonlyMap<string, unknown>

export function damagedAt(path: string, message: string): OsteonError {
  return new OsteonError('damaged', 'decodeState', path, message)
}

export function recordAt(value: unknown, path: string): Decoded {
  if (value instanceof Map) return value
  throw damagedAt(path, 'expected a record')
}

export function listAt(value: unknown, path: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw damagedAt(path, 'expected a list')
}

/** An integer in `[least, most]`. */
export function integerAt(value: unknown, path: string, least = -(2 ** 31), most = 2 ** 32 - 1): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
  throw damagedAt(path, `expected an integer from ${least} to ${most}`)
}

export function textAt(value: unknown, path: string): string {
  if (typeof value === 'string') return value
  throw damagedAt(path, 'expected a text')
}

/** A typed array of the kind of `like`, at least as long as `length`. */
export function columnAt<T extends Typed>(value: unknown, path: string, like: T, length = 0): T {
  if (isLike(value, like) && value.length >= length) return value
  throw damagedAt(path, `expected ${like.constructor.name} of ${length} numbers or more`)
}

function isLike<T extends Typed>(value: unknown, like: T): value is T {
  return ArrayBuffer.isView(value) && value.constructor === like.constructor
}

/** What is to replace `like`: of the same kind, with nothing but numbers in it. */
export function valueLike(value: unknown, like: unknown, path: string): unknown {
  if (ArrayBuffer.isView(like)) return columnAt(value, path, like as Typed)
  if (like instanceof Map) {
    const map = recordAt(value, path)
    for (const [key, item] of map) {
      integerAt(key, path)
      if (Array.isArray(item)) for (const number of item) integerAt(number, path)
      else if (typeof item !== 'number') throw damagedAt(path, 'expected numbers')
    }
    return map
  }
  if (Array.isArray(like)) {
    for (const item of listAt(value, path)) integerAt(item, path)
    return value
  }
  if (typeof value === typeof like) return value
  throw damagedAt(path, `expected a ${typeof like}`)
}

/** All fields of an object of which the names are known, each like the present one. */
export function fieldsLike(
  value: unknown,
  owner: object,
  names: readonly string[],
  path: string,
): Record<string, unknown> {
  const record = recordAt(value, path)
  const present = owner as Record<string, unknown>
  return Object.fromEntries(
    names.map((name) => [name, valueLike(record.get(name), present[name], `${path}.${name}`)]),
  )
}
