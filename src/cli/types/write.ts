/** Keeps the file of types in step with the skeletons, for the command and for the Vite plug-in. */
import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { Failure } from '../failure'
import { expandFiles, writeWhole } from '../files'
import { declareFigures, FIRST_LINE } from './declare'
import { readFigures, type Source, sourceOf } from './figures'

/** Files that a folder is searched for. */
const ENDINGS = ['.json', '.skel', '.dbbin']

/**
 * Returns the text of the file of types.
 *
 * @param given paths, patterns, folders, `Type=path`.
 * @param out the file that it is for.
 * @param from the folder that `given` is relative to. @default the working directory
 * @throws OsteonError, Failure as `readFigures`; Failure if none of the files holds a skeleton.
 */
export function typesOf(
  given: readonly string[],
  out: string,
  tell: (note: string) => void,
  from = '',
): string {
  const sources = given.map(sourceOf)
  const named = sources
    .filter(({ type }) => type !== null)
    .map((source) => ({ ...source, file: isAbsolute(source.file) ? source.file : join(from, source.file) }))
  const files = expandFiles(
    sources.filter(({ type }) => type === null).map(({ file }) => file),
    ENDINGS,
    from,
  )
  // A file that was given a name may also match a pattern.
  const own = new Set(named.map(({ file }) => resolve(file)))
  const rest = files.filter((file) => !own.has(resolve(file))).map((file): Source => ({ file, type: null }))
  const figures = readFigures([...named, ...rest], tell)
  if (figures.length === 0) throw new Failure('none of the files holds a skeleton')
  return declareFigures(figures, out)
}

/** Returns whether a file of types has this text. Line ends do not matter, because Git may change them. */
export function isFresh(out: string, text: string): boolean {
  return existsSync(out) && readFileSync(out, 'utf8').replaceAll('\r\n', '\n') === text
}

/**
 * Writes the file of types, unless it is up to date.
 *
 * @returns whether it was written. @throws Failure for a file that the command has not written.
 */
export function writeTypes(out: string, text: string): boolean {
  if (isFresh(out, text)) return false
  if (existsSync(out) && !readFileSync(out, 'utf8').startsWith(FIRST_LINE))
    throw new Failure(`${out} is there, and was not written by this command: it stays as it is`)
  writeWhole(out, text)
  return true
}
