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

/** Calls `one` for the entries from the current line on, and moves after them. @returns their number. */
export function eachEntry(text: AtlasText, one: (entry: Entry) => void): number {
  const first = text.line
  for (;;) {
    const line = text.lines[text.line] ?? ''
    const colon = line.indexOf(':')
    if (colon === -1) return text.line - first
    text.line++
    const values = line.slice(colon + 1).split(',', 4)
    one({ name: line.slice(0, colon).trim(), values: values.map((value) => value.trim()) })
  }
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
