/** Writes the types of imported skeletons: the same text for the same files. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'
import { FIRST_LINE, namesText } from '../types/declare'
import { type Figure, readFigures } from '../types/figures'
import { writeTypes } from '../types/write'

/** Two skeletons with one file name, whose imports the compiler can't tell apart. */
export type Twins = readonly string[]

/**
 * Declares the imports of skeletons, together with those that the file already declares and that are still there: a
 * page that was not opened today keeps its types.
 *
 * @param out the file of declarations. @param skeletons paths.
 * @param known names of skeletons as types, by path. What is missing is read and added; remove those that changed.
 * @returns whether it was written, and lists of files with one name.
 * @throws OsteonError for a skeleton that cannot be read; Failure if `out` is not a file of declarations.
 */
export function declareImports(
  out: string,
  skeletons: Iterable<string>,
  known: Map<string, string>,
): { written: boolean; twins: Twins[] } {
  const files = new Set([...declared(out), ...[...skeletons].map((file) => resolve(file))])
  const byName = new Map<string, string[]>()
  for (const file of [...files].sort())
    byName.set(basename(file), [...(byName.get(basename(file)) ?? []), file])
  const names = [...byName.keys()].sort()
  const blocks = names.map((name) => declare(name, byName.get(name) ?? [], out, known))
  const written = writeTypes(out, `${[FIRST_LINE, ...blocks].join('\n\n')}\n`)
  return { written, twins: [...byName.values()].filter((files) => files.length > 1) }
}

/** Returns the paths of skeletons that a file declares, if they are still there. */
function declared(out: string): string[] {
  if (!existsSync(out)) return []
  return [...readFileSync(out, 'utf8').matchAll(/^ {2}\/\/ (.+)$/gm)]
    .map(([, path]) => resolve(dirname(out), path))
    .filter((file) => existsSync(file))
}

function declare(name: string, files: readonly string[], out: string, known: Map<string, string>): string {
  const types = files.map((file) => {
    const text = known.get(file) ?? indented(namesText(figureOf(file)))
    known.set(file, text)
    return text
  })
  return [
    `declare module ${JSON.stringify(`*/${name}?osteon`)} {`,
    ...files.map((file) => `  // ${relative(dirname(out), file).replaceAll('\\', '/')}`),
    "  import type { CookedFile } from 'osteon/formats/cooked'",
    `  const file: CookedFile<${types.join(' | ')}>`,
    '  export default file',
    '}',
  ].join('\n')
}

function figureOf(file: string): Figure {
  return readFigures([{ file, type: 'Imported' }], () => {})[0]
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n  ')
}
