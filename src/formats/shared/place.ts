/**
 * Places in a file, with their values. Places form a chain. They become text only for an error or a warning, so that a
 * good file costs no strings.
 */
import { type ErrorCode, OsteonError, type WarningCode } from '../../base/errors'
import { afford, beyondMemory } from '../../base/model/limits'
import { pathText, type SourceFile, shown, warnOf } from './source-file'

/** The keys of a timeline share a place, whose `key` and `value` are set for each key. */
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

/** Pays for the memory of the value at `at`. Throws `too-large`. */
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

/** Returns whether a value is missing. `null` counts as missing everywhere. */
export function missing(value: unknown): value is undefined | null {
  return value === undefined || value === null
}

function pathOf(at: Place, key?: string | number): string {
  const parts = key === undefined ? [] : [key]
  for (let place = at; place.parent; place = place.parent) parts.unshift(place.key)
  return pathText(parts)
}

/** Throws for the value at `at`, or for its member `key`. */
export function fail(at: Place, key: string | number | undefined, code: ErrorCode, message: string): never {
  throw new OsteonError(code, at.file.source, pathOf(at, key), message)
}

/** Throws like `fail`, with a message of the expected and the actual value. */
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
  warnOf(at.file, () => pathOf(at, key), code, message)
}
