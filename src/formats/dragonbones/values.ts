/** Reads values as loosely as the format's own runtimes do; refuses values that they cannot convert. */

import { child, type JsonObject, type ListPlace, missing, type ObjectPlace, refuse } from '../shared/place'
import { isObject } from '../shared/values'

/** Reads a number. Absent values, `null` and "NaN" give the fallback; numeric strings are numbers. */
export function looseNumber(at: ObjectPlace | ListPlace, key: string | number, fallback: number): number {
  const value = (at.value as JsonObject)[key]
  if (typeof value === 'number' && Math.abs(value) <= at.file.limit) return value
  if (missing(value) || value === 'NaN') return fallback
  if (typeof value === 'boolean') return value ? 1 : 0
  const number = typeof value === 'string' ? Number(value) : value
  if (typeof number !== 'number' || (Number.isNaN(number) && number !== value))
    return refuse(at, key, 'wrong-type', 'a number')
  if (!Number.isFinite(number)) return refuse(at, key, 'not-finite', 'a finite number')
  if (Math.abs(number) > at.file.limit)
    return refuse(at, key, 'out-of-range', `a magnitude of at most ${at.file.limit}`)
  return number
}

/** Reads a whole number; fractions are cut off. */
export function looseInteger(at: ObjectPlace | ListPlace, key: string | number, fallback: number): number {
  const number = Math.trunc(looseNumber(at, key, fallback))
  return Math.abs(number) < 2 ** 31 ? number : refuse(at, key, 'out-of-range', 'a whole number of 32 bits')
}

const FALSE: ReadonlySet<string> = new Set(['0', 'NaN', '', 'false', 'null', 'undefined'])

export function looseFlag(at: ObjectPlace, key: string, fallback: boolean): boolean {
  const value = at.value[key]
  if (missing(value)) return fallback
  return typeof value === 'string' ? !FALSE.has(value) : Boolean(value)
}

export function looseText<Fallback extends string | null>(
  at: ObjectPlace,
  key: string,
  fallback: Fallback,
): string | Fallback {
  const value = at.value[key]
  if (missing(value)) return fallback
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return refuse(at, key, 'wrong-type', 'a string')
}

/** Reads a name in any case, or its number. Unknown ones give the fallback. */
export function looseEnum<Name extends string>(
  at: ObjectPlace,
  key: string,
  names: Readonly<Record<Name, number>>,
  fallback: NoInfer<Name>,
): Name {
  const value = at.value[key]
  const all = Object.keys(names) as Name[]
  const found =
    typeof value === 'string'
      ? all.find((name) => name.toLowerCase() === value.toLowerCase())
      : all.find((name) => names[name] === value)
  return found ?? fallback
}

/** Reads a list; empty for `null` or an absent value. */
export function looseList(at: ObjectPlace, key: string): ListPlace {
  const value = at.value[key]
  if (missing(value)) return child(at, key, [])
  return Array.isArray(value) ? child(at, key, value) : refuse(at, key, 'wrong-type', 'a list')
}

/** Reads an object; empty for `null` or an absent value. */
export function looseObject(at: ObjectPlace, key: string): ObjectPlace {
  const value = at.value[key]
  if (missing(value)) return child(at, key, {})
  return isObject(value) ? child(at, key, value) : refuse(at, key, 'wrong-type', 'an object')
}

/** Returns the numbers of a list. */
export function numbersIn(list: ListPlace): Float64Array {
  return Float64Array.from({ length: list.value.length }, (_, i) => looseNumber(list, i, 0))
}
