/** Reads and writes files for the commands. A file is written whole or not at all. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { globSync, isDynamicPattern } from 'tinyglobby'
import { OsteonError } from '../base/errors'
import { dragonBones } from '../formats/dragonbones'
import { spineBinary } from '../formats/spine-binary'
import { spineJson } from '../formats/spine-json'
import { Failure } from './failure'

/** All readers of skeletons. */
export const READERS = [spineJson, spineBinary, dragonBones]

/** The file's bytes, its address, and its name in messages. */
export interface Input {
  readonly name: string
  readonly url: string
  readonly bytes: Uint8Array
}

/** Reads a file. @throws OsteonError `fetch-failed`. */
export function readInput(file: string): Input {
  const name = basename(file)
  try {
    return { name, url: pathToFileURL(file).href, bytes: readFileSync(file) }
  } catch {
    throw new OsteonError('fetch-failed', name, '', 'the file cannot be read')
  }
}

/**
 * Expands patterns that the shell left alone. A folder means every file in it.
 *
 * @param endings of files that are taken from folders, `.json` for instance.
 * @param from the folder that paths are relative to. @default the working directory
 * @returns paths in the order of the arguments; those of a pattern or folder are sorted; each is listed once.
 * @throws Failure for a pattern or a folder without files.
 */
export function expandFiles(given: readonly string[], endings: readonly string[], from = ''): string[] {
  return [...new Set(given.flatMap((one) => expand(one, endings, from)))]
}

function expand(pattern: string, endings: readonly string[], from: string): string[] {
  const given = isAbsolute(pattern) ? pattern : join(from, pattern)
  const kind = statSync(given, { throwIfNoEntry: false })
  const isFolder = kind?.isDirectory() ?? false
  if (!isFolder && (kind || !isDynamicPattern(pattern))) return [given]
  const found = isFolder
    ? readdirSync(given, { recursive: true, encoding: 'utf8' })
        .filter((name) => endings.some((ending) => name.endsWith(ending)))
        .map((name) => join(given, name))
        .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
    : globSync(pattern, { cwd: from || '.', expandDirectories: false }).map((file) => join(from, file))
  if (found.length === 0) throw new Failure(`${given}: there are no files`)
  return found.map((file) => file.replaceAll('\\', '/')).sort()
}

/**
 * Writes the files of one result: first to temporary files, which are then renamed. If anything goes wrong before the
 * first is renamed, nothing is left of them.
 *
 * @param folder all files are in it or below; it is created if needed.
 * @param files contents by path in the folder.
 * @throws Failure for a path that leads out of the folder.
 */
export function writeFiles(folder: string, files: ReadonlyMap<string, string | Uint8Array>): void {
  const paths = new Map([...files.keys()].map((name) => [name, placeIn(folder, name)]))
  const stage = stageIn(folder)
  try {
    const staged = [...files].map(([name, content], i) => {
      const file = join(stage, String(i))
      writeFileSync(file, content)
      return [file, paths.get(name) ?? name] as const
    })
    for (const [, path] of staged) makeFolder(dirname(path))
    for (const [file, path] of staged) renameSync(file, path)
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

/**
 * Makes sure that files can be written into a folder, before a command spends time on them. It leaves nothing behind.
 *
 * @throws Failure with the reason.
 */
export function checkFolder(folder: string): void {
  try {
    const made = makeFolder(folder)
    rmdirSync(mkdtempSync(join(folder, '.osteon-')))
    for (const path of made.reverse()) rmdirSync(path)
  } catch (cause) {
    throw new Failure(
      `${folder}: no files can be written there: ${cause instanceof Error ? cause.message : cause}`,
    )
  }
}

/** Makes sure that one file can be written. @throws Failure, also for a folder of this name. */
export function checkPlace(file: string): void {
  checkFolder(dirname(file))
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new Failure(`${file}: there is a folder of this name`)
}

/**
 * Creates a folder and its parents. Node 20's option `recursive` never returns where a file system accepts no folders,
 * such as `/proc`.
 *
 * @returns the folders that were created, the outermost first.
 */
function makeFolder(folder: string): string[] {
  const lacking: string[] = []
  for (let path = resolve(folder); !existsSync(path); path = dirname(path)) lacking.unshift(path)
  for (const path of lacking) mkdirSync(path)
  return lacking
}

/** Creates a folder for unfinished files, on the disk on which they will end up. */
function stageIn(folder: string): string {
  makeFolder(folder)
  return mkdtempSync(join(folder, '.osteon-'))
}

/**
 * Writes one file that another program creates. @param produce gets the path of a temporary file, which is renamed when
 * it is complete.
 */
export async function writeProduced(
  file: string,
  produce: (temporary: string) => Promise<void>,
): Promise<void> {
  const stage = stageIn(dirname(file))
  try {
    const temporary = join(stage, basename(file))
    await produce(temporary)
    renameSync(temporary, file)
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

/** Returns the path of a name in a folder. @throws Failure if it leads out of it. */
export function placeIn(folder: string, name: string): string {
  const root = resolve(folder)
  const path = resolve(root, name)
  const inside = path.startsWith(root.endsWith(sep) ? root : root + sep)
  if (inside && !name.includes('\0') && !name.includes('\\')) return path
  throw new Failure(`${JSON.stringify(name)} would be outside ${folder}: nothing was written`)
}

/** Writes one file, whole or not at all. */
export function writeWhole(file: string, content: string | Uint8Array): void {
  writeFiles(dirname(file), new Map([[basename(file), content]]))
}
