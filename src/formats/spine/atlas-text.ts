/** Reads lines of an atlas file, and names them in messages. */
import { OsteonError, type WarningCode } from '../../base/errors'
import { root, warnAt } from '../shared/place'
import type { SourceFile } from '../shared/source-file'

export interface AtlasText {
  readonly file: SourceFile
  /** Untrimmed lines: spaces around a region's name are part of it. */
  readonly lines: readonly string[]
  /** The index of the next line, which is the 1-based number of the current one. */
  line: number
}

/** `name: value, value …`, at most four values. */
export interface Entry {
  readonly name: string
  readonly values: readonly string[]
}

/** Returns the entry at the current line, and moves after it; null if the line is none. */
export function nextEntry(text: AtlasText): Entry | null {
  const line = text.lines[text.line] ?? ''
  const colon = line.indexOf(':')
  if (colon === -1) return null
  text.line++
  const values = line.slice(colon + 1).split(',', 4)
  for (let i = 0; i < values.length; i++) values[i] = values[i].trim()
  return { name: line.slice(0, colon).trim(), values }
}

/** Throws `bad-atlas` for the current line. */
export function failAtLine({ file, line, lines }: AtlasText, expected: string): never {
  const message = `expected ${expected}, got ${JSON.stringify(lines[line - 1].trim())}`
  throw new OsteonError('bad-atlas', file.source, `line ${line}`, message)
}

/** Warns at a line. @param line 1-based. @default the current line */
export function warnAtLine(text: AtlasText, code: WarningCode, message: string, line = text.line): void {
  warnAt(root(text.file, null), `line ${line}`, code, message)
}
