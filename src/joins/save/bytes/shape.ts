/** Checks the type of decoded values. A value of another type is refused with its path. */
import { OsteonError } from '../../../base/errors'
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

/** Returns an integer in `[least, most]`. */
export function integerAt(value: unknown, path: string, least = -(2 ** 31), most = 2 ** 32 - 1): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
  throw damagedAt(path, `expected an integer from ${least} to ${most}`)
}

export function textAt(value: unknown, path: string): string {
  if (typeof value === 'string') return value
  throw damagedAt(path, 'expected a text')
}

/** Returns a typed array of the type of `like`, with at least `length` elements. */
export function columnAt<T extends Typed>(value: unknown, path: string, like: T, length = 0): T {
  if (isLike(value, like) && value.length >= length) return value
  throw damagedAt(path, `expected ${like.constructor.name} of ${length} numbers or more`)
}

function isLike<T extends Typed>(value: unknown, like: T): value is T {
  return ArrayBuffer.isView(value) && value.constructor === like.constructor
}
