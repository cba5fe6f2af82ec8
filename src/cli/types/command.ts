/** `osteon types`: its options and its output. */
import { parseArgs } from 'node:util'
import { WrongCall } from '../failure'
import { checkPlace } from '../files'
import { printableLine } from '../printable'
import { isFresh, typesOf, writeTypes } from './write'

export const usage = `Usage: osteon types [options] FILES...

Writes names of animations, skins, slots, bones, events and constraints of skeletons as types for TypeScript: an interface a
file, named after it. Files are paths, folders and patterns ("assets/**/*.json", quoted or not); Hero=path names the type.

  --out FILE  where to write, src/figures.d.ts for instance (default: print it)
  --check     write nothing; fail if FILE is not as it would be written
  --help      print this

Exit code: 0 if the types are written (or fresh), 1 if not, 2 for a wrong call.`

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { out: { type: 'string' }, check: { type: 'boolean', default: false } },
  })
  const { out, check } = values
  if (positionals.length === 0) throw new WrongCall('expected files')
  if (check && out === undefined) throw new WrongCall('--check needs --out')
  if (out !== undefined && !/\.[cm]?ts$/.test(out)) throw new WrongCall('--out is to end in .ts')
  if (out !== undefined && !check) checkPlace(out)
  const text = typesOf(positionals, out ?? 'figures.d.ts', (note) => console.error(printableLine(note)))
  if (out === undefined) {
    console.log(text.trimEnd())
    return 0
  }
  if (!check) {
    console.log(printableLine(writeTypes(out, text) ? `${out} is written` : `${out} is fresh`))
    return 0
  }
  const fresh = isFresh(out, text)
  if (!fresh) console.error(printableLine(`${out} is not fresh: run osteon types without --check`))
  return fresh ? 0 : 1
}
