/** Lines of an atlas file, and messages that name them. */
import { OsteonError, type WarningCode } from '../../errors'
import { root, type SourceFile, warnAt, within } from './json/place'

export interface AtlasText {
  readonly file: SourceFile
  /** Trimmed. */
  readonly lines: readonly string[]
  /** Index of the next line, so that it is the 1-based number of the current one. */
  line: number
}

/** `name: value, value …`, at most four values. */
export interface Entry {
  readonly name: string
  readonly values: readonly string[]
}

export function splitEntry(line: string): Entry {
  const colon = line.indexOf(':')
  const values = line.slice(colon + 1).split(',', 4)
  return { name: line.slice(0, colon).trim(), values: values.map((value) => value.trim()) }
}

/** Throws `bad-atlas` for the current line. */
export function failAtLine(text: AtlasText, expected: string): never {
  const line = JSON.stringify(text.lines[text.line - 1])
  throw new OsteonError(
    'bad-atlas',
    text.file.source,
    `line ${text.line}`,
    `expected ${expected}, got ${line}`,
  )
}

/** `line` is 1-based; default: the current one. */
export function warnAtLine(text: AtlasText, code: WarningCode, message: string, line = text.line): void {
  warnAt(within(root(text.file), `line ${line}`), undefined, code, message)
}
