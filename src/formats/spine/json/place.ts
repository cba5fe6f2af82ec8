/**
 * Where in a file the reader is, and what is there. Places form a chain and are turned into text only when
 * something is thrown or warned about, so that a good file costs no strings.
 */
import {
  consoleWarn,
  type ErrorCode,
  MOST_MESSAGE,
  MOST_PATH,
  OsteonError,
  shortened,
  type Warn,
  type WarningCode,
} from '../../../errors'
import { type Account, afford, beyondMemory } from '../../../model/limits'

export interface SourceFile {
  readonly source: string
  readonly warn: Warn
  /** Greatest magnitude of a number: it and its multiples by the loader scale stay far inside float32. */
  readonly limit: number
  /** What is made of the file is paid from it. */
  readonly account: Account
  /** Warnings given so far, per code. */
  readonly warned: Map<WarningCode, number>
}

/** The keys of one timeline share a place, whose `key` and `value` are set to those of the key at hand. */
export interface Place<Value = unknown> {
  readonly file: SourceFile
  readonly parent: Place | null
  key: string | number
  value: Value
}

export interface JsonObject {
  readonly [key: string | number]: unknown
}
export type ObjectPlace = Place<JsonObject>
export type ListPlace = Place<readonly unknown[]>

/** Products of two such numbers are still finite in float32. */
const MOST_MAGNITUDE = 1e18

/** Hostile files must not drown the console. */
const MOST_WARNINGS = 20

export function sourceFile(
  source: string,
  scale: number,
  account: Account,
  warn: Warn = consoleWarn,
): SourceFile {
  return { source, warn, limit: MOST_MAGNITUDE / Math.max(1, Math.abs(scale)), account, warned: new Map() }
}

/** Pays for what is about to be made of the value at `at`. Throws `too-large`. */
export function spend(at: Place, bytes: number): void {
  const { account } = at.file
  if (!afford(account, bytes)) fail(at, undefined, 'too-large', beyondMemory(account, 'what is read'))
}

export function root(file: SourceFile, value: unknown): Place {
  return { file, parent: null, key: '', value }
}

export function child<Value>(parent: Place, key: string | number, value: Value): Place<Value> {
  return { file: parent.file, parent, key, value }
}

export function within(parent: ObjectPlace, key: string): Place {
  return child(parent, key, parent.value[key])
}

/** `null` counts as missing everywhere (spine-json §1.3). */
export function missing(value: unknown): value is undefined | null {
  return value === undefined || value === null
}

/** What a message says of a value: its start as JSON. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value) return 'an object'
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** `animations.walk.bones.hip.rotate[3].time`; names that are no plain words are quoted. */
function pathOf(at: Place, key?: string | number): string {
  let path = key === undefined ? '' : partOf(key)
  for (let place = at; place.parent; place = place.parent) path = partOf(place.key) + path
  return path.replace(/^\./, '')
}

function partOf(key: string | number): string {
  return typeof key === 'string' && /^[^\s.[\]"]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
}

/** Throws for the value at `at`, or for the one under `key` in it. */
export function fail(at: Place, key: string | number | undefined, code: ErrorCode, message: string): never {
  throw new OsteonError(code, at.file.source, pathOf(at, key), message)
}

/** `fail` with what was `expected` and what is there. */
export function refuse(
  at: Place,
  key: string | number | undefined,
  code: ErrorCode,
  expected: string,
): never {
  const got = key === undefined ? at.value : (at.value as JsonObject)[key]
  return fail(at, key, code, `expected ${expected}, got ${shown(got)}`)
}

export function warnAt(
  at: Place,
  key: string | number | undefined,
  code: WarningCode,
  message: string,
): void {
  const { source, warn, warned } = at.file
  const count = (warned.get(code) ?? 0) + 1
  warned.set(code, count)
  if (count > MOST_WARNINGS) return
  const rest = count === MOST_WARNINGS ? ' (more warnings of this kind are not shown)' : ''
  const path = shortened(pathOf(at, key), MOST_PATH)
  warn({ code, source, path, message: shortened(message, MOST_MESSAGE) + rest })
}
