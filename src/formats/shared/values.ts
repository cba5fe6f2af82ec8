/** Reads typed values from parsed JSON; refuses wrong ones with their place. */
import { listNames } from '../../base/errors'
import type { Rgba } from '../../base/model/values'
import { BYTES_OF_AN_ITEM } from './limits'
import {
  child,
  fail,
  type JsonObject,
  type ListPlace,
  missing,
  type ObjectPlace,
  type Place,
  refuse,
  spend,
  within,
} from './place'
import { shown } from './source-file'

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Throws `wrong-type`, or `missing` if the key has no value; items of lists are never missing. */
function mistyped(at: Place, key: string | number | undefined, expected: string): never {
  const got = key === undefined ? at.value : (at.value as JsonObject)[key]
  const code = missing(got) && typeof (key ?? at.key) === 'string' ? 'missing' : 'wrong-type'
  return refuse(at, key, code, expected)
}

export function asObject(at: Place): ObjectPlace {
  return isObject(at.value) ? (at as ObjectPlace) : mistyped(at, undefined, 'an object')
}

export function asList(at: Place): ListPlace {
  return Array.isArray(at.value) ? (at as ListPlace) : mistyped(at, undefined, 'a list')
}

export function requiredList(at: ObjectPlace, key: string): ListPlace {
  return asList(within(at, key))
}

export function listOf(at: ObjectPlace, key: string): ListPlace {
  return missing(at.value[key]) ? child(at, key, []) : requiredList(at, key)
}

/** Calls `one` for every item of a list of objects. Throws `too-large`. */
export function eachItem(list: ListPlace, one: (item: ObjectPlace, index: number) => void): void {
  for (let i = 0; i < list.value.length; i++) one(itemOf(list, i), i)
}

/** Pays for an item of a list of objects, and returns it. Throws `too-large`. */
export function itemOf(list: ListPlace, index: number): ObjectPlace {
  spend(list, BYTES_OF_AN_ITEM)
  return asObject(child(list, index, list.value[index]))
}

/** The value under a name that the author chose. */
export interface Entry extends Place {
  readonly key: string
}

/** Pays for the entries of an optional object, and returns them. Names are data, even `__proto__`. Throws `too-large`. */
export function entriesOf(at: Place): Entry[] {
  const entries: Entry[] = []
  if (missing(at.value)) return entries
  const { value } = asObject(at)
  for (const key of Object.keys(value)) {
    if (missing(value[key])) continue
    spend(at, BYTES_OF_AN_ITEM)
    entries.push({ file: at.file, parent: at, key, value: value[key] })
  }
  return entries
}

/** Returns the key, or its name in other dialects. */
export function eitherKey(at: ObjectPlace, key: string, otherKey: string): string {
  return missing(at.value[key]) ? otherKey : key
}

export function numberOf(at: ObjectPlace, key: string, fallback = 0): number {
  const value = at.value[key]
  if (typeof value === 'number' && Math.abs(value) <= at.file.limit) return value
  return missing(value) ? fallback : requiredNumber(at, key)
}

/** Numbers by key, with defaults. */
export function numbersOf<Key extends string>(
  at: ObjectPlace,
  defaults: { readonly [key in Key]: number },
): { [key in Key]: number } {
  const numbers: { [key in Key]: number } = { ...defaults }
  for (const key in defaults) numbers[key] = numberOf(at, key, defaults[key])
  return numbers
}

/** Reads a number in a list; a faster `requiredNumber`. */
export function numberIn(list: ListPlace, index: number): number {
  const value = list.value[index]
  return typeof value === 'number' && Math.abs(value) <= list.file.limit ? value : requiredNumber(list, index)
}

/** Reads a number or a numeric string, which some published examples have. */
export function requiredNumber(at: ObjectPlace | ListPlace, key: string | number): number {
  const value = (at.value as JsonObject)[key]
  const numeric = typeof value === 'string' && /^\s*[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?\s*$/.test(value)
  const number = numeric ? Number(value) : value
  const { limit } = at.file
  if (typeof number !== 'number') return mistyped(at, key, 'a number')
  if (!Number.isFinite(number)) return refuse(at, key, 'not-finite', 'a finite number')
  if (Math.abs(number) > limit) refuse(at, key, 'out-of-range', `a magnitude of at most ${limit}`)
  return number
}

/** Reads a whole number that fits 32 bits; `1.0` is one. */
export function integerOf(at: ObjectPlace, key: string, fallback = 0): number {
  return missing(at.value[key]) ? fallback : requiredInteger(at, key)
}

export function requiredInteger(at: ObjectPlace, key: string): number {
  const number = requiredNumber(at, key)
  if ((number | 0) === number) return number
  const code = Number.isInteger(number) ? 'out-of-range' : 'wrong-type'
  return refuse(at, key, code, 'a whole number of 32 bits')
}

/** Returns `number` if it is between `least`, the format's bound, and `most`, this library's. */
export function bounded(
  number: number,
  at: Place,
  key: string | undefined,
  least: number,
  most = Number.POSITIVE_INFINITY,
): number {
  if (number < least) refuse(at, key, 'out-of-range', `${least} or more`)
  if (number > most) refuse(at, key, 'too-large', `at most ${most}`)
  return number
}

export function booleanOf(at: ObjectPlace, key: string, fallback = false): boolean {
  const value = at.value[key]
  if (typeof value === 'boolean') return value
  return missing(value) ? fallback : mistyped(at, key, 'true or false')
}

/** Flags that are false by default. */
export function flagsOf<Key extends string>(
  at: ObjectPlace,
  keys: readonly Key[],
): { [key in Key]: boolean } {
  return Object.fromEntries(keys.map((key) => [key, booleanOf(at, key)])) as { [key in Key]: boolean }
}

export function textOf<Fallback extends string | null>(
  at: ObjectPlace,
  key: string,
  fallback: Fallback,
): string | Fallback {
  return missing(at.value[key]) ? fallback : requiredText(at, key)
}

export function requiredText(at: ObjectPlace | ListPlace, key: string | number): string {
  const value = (at.value as JsonObject)[key]
  return typeof value === 'string' ? value : mistyped(at, key, 'a string')
}

/**
 * Enters the `name` of a bone, slot, constraint or skin, with the next index; any string is allowed. Throws `missing`,
 * `duplicate-name`.
 */
export function newName(at: ObjectPlace, names: Map<string, number>): string {
  const name = requiredText(at, 'name')
  if (names.has(name)) fail(at, 'name', 'duplicate-name', `the name ${shown(name)} is used before`)
  names.set(name, names.size)
  return name
}

/** Returns the name that equals `text` in any case, which is how older exporters and readers compare. */
export function nameLike<Name extends string>(names: readonly Name[], text: string): Name | undefined {
  const lower = text.toLowerCase()
  for (const name of names) if (name === text || name.toLowerCase() === lower) return name
  return undefined
}

export function enumOf<Name extends string>(
  at: ObjectPlace,
  key: string,
  names: readonly Name[],
  fallback: Name,
): Name {
  return missing(at.value[key]) ? fallback : requiredEnum(at, key, names)
}

export function requiredEnum<Name extends string>(
  at: ObjectPlace,
  key: string | number,
  names: readonly Name[],
): Name {
  const name = nameLike(names, requiredText(at, key))
  return name ?? refuse(at, key, 'bad-enum', `one of ${listNames(names)}`)
}

/** Reads `RRGGBB` or `RRGGBBAA` as channels from 0 to 1; alpha is 1 if absent. */
export function requiredColor(at: ObjectPlace, key: string): Rgba {
  const text = at.value[key]
  if (typeof text !== 'string') return mistyped(at, key, 'a colour such as "ff8000ff"')
  const digits = /^#?([0-9a-f]{6})([0-9a-f]{2})?$/i.exec(text)
  if (!digits) return refuse(at, key, 'bad-colour', '6 or 8 hexadecimal digits')
  const rgb = Number.parseInt(digits[1], 16)
  const alpha = Number.parseInt(digits[2] ?? 'ff', 16)
  return [(rgb >> 16) / 255, ((rgb >> 8) & 255) / 255, (rgb & 255) / 255, alpha / 255]
}

export function colorOf(at: ObjectPlace): Rgba {
  return missing(at.value.color) ? [1, 1, 1, 1] : requiredColor(at, 'color')
}

/** Kinds of named items, as in error codes. */
type Kind = 'bone' | 'slot' | 'skin' | 'constraint' | 'event' | 'animation'
type Names = ReadonlyMap<string, number>

/** Returns the index of a name, which is the value under `key` or the place itself. */
function resolve(name: string, names: Names, kind: Kind, at: Place, key?: string | number): number {
  const index = names.get(name)
  if (index !== undefined) return index
  const message = `no ${kind} is named ${shown(name)}; known: ${listNames(names.keys())}`
  return fail(at, key, `unknown-${kind}`, message)
}

/** Returns the index of an entry's name. */
export function indexOfEntry(entry: Entry, names: Names, kind: Kind): number {
  return resolve(entry.key, names, kind, entry)
}

/** Returns the index of the name under `key`. */
export function indexOf(at: ObjectPlace | ListPlace, key: string | number, names: Names, kind: Kind): number {
  return resolve(requiredText(at, key), names, kind, at, key)
}

/** Returns the indices of a list of names. */
export function indicesOf(list: ListPlace, names: Names, kind: Kind): number[] {
  const indices: number[] = []
  for (let i = 0; i < list.value.length; i++) indices.push(indexOf(list, i, names, kind))
  return indices
}
