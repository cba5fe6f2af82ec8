/** Typed reading of parsed JSON. `null` counts as missing everywhere (spine-json §1.3). */
import { listNames } from '../../../errors'
import type { Rgba } from '../../../model/skeleton'
import { fail, type Place, within } from './place'

export interface JsonObject {
  readonly [key: string]: unknown
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The start of a value as JSON, for messages. */
export function shown(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

export function missing(value: unknown): value is undefined | null {
  return value === undefined || value === null
}

export function asObject(value: unknown, at: Place): JsonObject {
  return isObject(value)
    ? value
    : fail(at, undefined, 'wrong-type', `expected an object, got ${shown(value)}`)
}

export function asArray(value: unknown, at: Place): readonly unknown[] {
  return Array.isArray(value)
    ? value
    : fail(at, undefined, 'wrong-type', `expected a list, got ${shown(value)}`)
}

/** The entries of an object that are not `null`; names are data, so `__proto__` is as good as any. */
export function entriesIn(value: unknown, at: Place): [string, unknown][] {
  return Object.entries(asObject(value, at)).filter((entry) => entry[1] !== null)
}

/** The entries of an optional object. */
export function entriesOf(json: JsonObject, key: string, at: Place): [string, unknown][] {
  const value = json[key]
  return missing(value) ? [] : entriesIn(value, within(at, key))
}

/** An optional list. */
export function listOf(json: JsonObject, key: string, at: Place): readonly unknown[] {
  const value = json[key]
  return missing(value) ? [] : asArray(value, within(at, key))
}

export function requiredList(json: JsonObject, key: string, at: Place): readonly unknown[] {
  return missing(json[key]) ? fail(at, key, 'missing', `"${key}" is required`) : listOf(json, key, at)
}

export function numberOf(json: JsonObject, key: string, fallback: number, at: Place): number {
  const value = json[key]
  if (typeof value === 'number' && Math.abs(value) <= at.file.limit) return value
  return missing(value) ? fallback : checkedNumber(value, key, at)
}

export function requiredNumber(json: JsonObject, key: string, at: Place): number {
  const value = json[key]
  return missing(value) ? fail(at, key, 'missing', `"${key}" is required`) : checkedNumber(value, key, at)
}

/** A number or a numeric string, as some published examples have it. */
export function checkedNumber(value: unknown, key: string | number, at: Place): number {
  const numeric = typeof value === 'string' && /^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$/.test(value)
  const number = numeric ? Number(value) : value
  if (typeof number !== 'number') return fail(at, key, 'wrong-type', `expected a number, got ${shown(value)}`)
  if (!Number.isFinite(number)) return fail(at, key, 'not-finite', `expected a finite number, got ${number}`)
  if (Math.abs(number) > at.file.limit)
    return fail(at, key, 'out-of-range', `expected a magnitude of at most ${at.file.limit}, got ${number}`)
  return number
}

/** A whole number that fits 32 bits; `1.0` is one. */
export function integerOf(json: JsonObject, key: string, fallback: number, at: Place): number {
  const value = json[key]
  return missing(value) ? fallback : checkedInteger(value, key, at)
}

export function requiredInteger(json: JsonObject, key: string, at: Place): number {
  return checkedInteger(requiredNumber(json, key, at), key, at)
}

function checkedInteger(value: unknown, key: string | number, at: Place): number {
  const number = checkedNumber(value, key, at)
  if ((number | 0) === number) return number
  if (!Number.isInteger(number)) return fail(at, key, 'wrong-type', `expected a whole number, got ${number}`)
  return fail(at, key, 'out-of-range', `expected a whole number of 32 bits, got ${number}`)
}

export function booleanOf(json: JsonObject, key: string, fallback: boolean, at: Place): boolean {
  const value = json[key]
  if (typeof value === 'boolean') return value
  return missing(value)
    ? fallback
    : fail(at, key, 'wrong-type', `expected true or false, got ${shown(value)}`)
}

export function textOf<Fallback extends string | null>(
  json: JsonObject,
  key: string,
  fallback: Fallback,
  at: Place,
): string | Fallback {
  const value = json[key]
  if (typeof value === 'string') return value
  return missing(value) ? fallback : fail(at, key, 'wrong-type', `expected a string, got ${shown(value)}`)
}

export function requiredText(json: JsonObject, key: string, at: Place): string {
  const value = textOf(json, key, null, at)
  return value === null ? fail(at, key, 'missing', `"${key}" is required`) : value
}

/** The `name` of a bone, slot, constraint or skin; any string will do. Throws `missing`, `duplicate-name`. */
export function newName(json: JsonObject, names: ReadonlyMap<string, number>, at: Place): string {
  const name = textOf(json, 'name', null, at)
  if (name === null) return fail(at, 'name', 'missing', 'a name is required')
  if (names.has(name)) return fail(at, 'name', 'duplicate-name', `the name ${shown(name)} is used before`)
  return name
}

/** Compared without regard to case, as older exporters and readers do. */
export function enumOf<Name extends string>(
  json: JsonObject,
  key: string,
  names: readonly Name[],
  fallback: Name,
  at: Place,
): Name {
  const text = textOf(json, key, null, at)
  if (text === null) return fallback
  const lower = text.toLowerCase()
  for (const name of names) if (name === text || name.toLowerCase() === lower) return name
  return fail(at, key, 'bad-enum', `expected one of ${listNames(names)}, got ${shown(text)}`)
}

const COLOR = /^#?([0-9a-f]{6}|[0-9a-f]{8})$/i

/** `RRGGBB` or `RRGGBBAA` as an unsigned number 0xRRGGBBAA; alpha is ff where there is none. */
export function checkedColor(value: unknown, key: string | number, at: Place): number {
  if (typeof value !== 'string')
    return fail(at, key, 'wrong-type', `expected a colour such as "ff8000ff", got ${shown(value)}`)
  const digits = COLOR.exec(value)
  if (!digits) return fail(at, key, 'bad-colour', `expected 6 or 8 hexadecimal digits, got ${shown(value)}`)
  const number = Number.parseInt(digits[1], 16)
  return digits[1].length === 8 ? number : number * 256 + 255
}

const WHITE: Rgba = [1, 1, 1, 1]

export function colorOf(json: JsonObject, key: string, at: Place): Rgba {
  const value = json[key]
  if (missing(value)) return WHITE
  const color = checkedColor(value, key, at)
  return [
    (color >>> 24) / 255,
    ((color >>> 16) & 255) / 255,
    ((color >>> 8) & 255) / 255,
    (color & 255) / 255,
  ]
}

/** Index of the thing that `name` names. */
export function resolve(
  name: string,
  names: ReadonlyMap<string, number>,
  kind: 'bone' | 'slot' | 'skin' | 'constraint' | 'event',
  at: Place,
  key?: string | number,
): number {
  const index = names.get(name)
  return index === undefined
    ? fail(
        at,
        key,
        `unknown-${kind}`,
        `no ${kind} is named ${shown(name)}; known: ${listNames(names.keys())}`,
      )
    : index
}
