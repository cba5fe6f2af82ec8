/**
 * Where in a file the reader is. Places form a chain and are turned into text only when something is
 * thrown or warned about, so that a good file costs no strings. A list has one place whose `key` is set
 * to the index of the item at hand.
 */
import { type ErrorCode, OsteonError, type Warn, type WarningCode } from '../../../errors'

export interface SourceFile {
  readonly source: string
  readonly warn: Warn
  /** Greatest magnitude of a number: it and its multiples by the loader scale stay far inside float32. */
  readonly limit: number
  /** Warnings given so far, per code. */
  readonly warned: Map<WarningCode, number>
}

export interface Place {
  readonly file: SourceFile
  readonly parent: Place | null
  key: string | number
}

/** Products of two such numbers are still finite in float32. */
const MOST_MAGNITUDE = 1e18

/** Hostile files must not drown the console. */
const MOST_WARNINGS = 20

export function sourceFile(source: string, scale: number, warn: Warn | undefined): SourceFile {
  return {
    source,
    warn:
      warn ?? ((warning) => console.warn(`osteon: ${warning.source} at ${warning.path}: ${warning.message}`)),
    limit: MOST_MAGNITUDE / Math.max(1, Math.abs(scale)),
    warned: new Map(),
  }
}

export function root(file: SourceFile): Place {
  return { file, parent: null, key: '' }
}

export function within(parent: Place, key: string | number): Place {
  return { file: parent.file, parent, key }
}

/** `animations.walk.bones.hip.rotate[3].time`; names that are no plain words are quoted. */
function pathOf(at: Place, key?: string | number): string {
  const keys: (string | number)[] = key === undefined ? [] : [key]
  for (let place: Place = at; place.parent; place = place.parent) keys.push(place.key)
  let path = ''
  for (let i = keys.length - 1; i >= 0; i--) {
    const part = keys[i]
    if (typeof part === 'number') path += `[${part}]`
    else if (/^[^\s.[\]"]+$/.test(part)) path += path ? `.${part}` : part
    else path += `[${JSON.stringify(part)}]`
  }
  return path
}

/** Throws for the value at `at`, or for the one under `key` in it. */
export function fail(at: Place, key: string | number | undefined, code: ErrorCode, message: string): never {
  throw new OsteonError(code, at.file.source, pathOf(at, key), message)
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
  warn({ code, source, path: pathOf(at, key), message: message + rest })
}
