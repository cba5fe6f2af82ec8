/** The file that is being read, in any format: its name, warnings, limits and account of memory. */
import {
  consoleWarn,
  MOST_MESSAGE,
  MOST_PATH,
  OsteonError,
  shortened,
  type Warn,
  type WarningCode,
} from '../../base/errors'
import type { Account } from '../../base/model/limits'
import { type Numbers, openNumbers } from '../spine/shared/numbers'

export interface SourceFile {
  readonly source: string
  readonly warn: Warn
  /** Greatest magnitude of a number, so that products with the loader scale stay far inside float32. */
  readonly limit: number
  /** The account that pays for the model. */
  readonly account: Account
  /** Storage for the numbers of timelines. */
  readonly numbers: Numbers
  /** The number of warnings given so far for each code. */
  readonly warned: Map<WarningCode, number>
}

/** Greatest magnitude whose square is finite in float32. */
const MOST_MAGNITUDE = 1e18

/** Limit of warnings for each code, so that hostile files do not flood the console. */
const MOST_WARNINGS = 20

/** Opens a source file. Throws `bad-option` for a scale that is 0 or not finite. */
export function sourceFile(
  source: string,
  scale: number,
  account: Account,
  warn: Warn = consoleWarn,
): SourceFile {
  if (!Number.isFinite(scale) || scale === 0) {
    const message = `expected a number that is not 0, got ${shown(scale)}`
    throw new OsteonError('bad-option', source, 'scale', message)
  }
  const limit = MOST_MAGNITUDE / Math.max(1, Math.abs(scale))
  return { source, warn, limit, account, numbers: openNumbers(), warned: new Map() }
}

/** Returns a file's name: `art/hero.json` becomes `hero`. */
export function baseName(source: string): string {
  return source.replace(/^.*[/\\]/s, '').replace(/(.)\.[^.]*$/s, '$1')
}

/** Shows a value in a message: the start of its JSON. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value) return 'an object'
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** Writes a path as text: `animations.walk.bones.hip.rotate[3].time`; names other than plain words are quoted. */
export function pathText(parts: readonly (string | number)[]): string {
  return parts.map(partOf).join('').replace(/^\./, '')
}

function partOf(key: string | number): string {
  return typeof key === 'string' && /^[^\s.[\]"]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
}

/** Warns, up to a limit for each code. `path` is called only for a warning. */
export function warnOf(file: SourceFile, path: () => string, code: WarningCode, message: string): void {
  const { source, warn, warned } = file
  const count = (warned.get(code) ?? 0) + 1
  warned.set(code, count)
  if (count > MOST_WARNINGS) return
  const rest = count === MOST_WARNINGS ? ' (more warnings of this kind are not shown)' : ''
  warn({ code, source, path: shortened(path(), MOST_PATH), message: shortened(message, MOST_MESSAGE) + rest })
}
