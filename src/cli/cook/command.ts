/** `osteon cook`: its options and its output. */
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Failure, WrongCall } from '../failure'
import { checkFolder, expandFiles, writeFiles } from '../files'
import { atlasBeside } from '../inspect/report'
import { printableLine } from '../printable'
import { cook } from './cook'

export const usage = `Usage: osteon cook [options] --out PLACE SKELETONS... [ATLASES...]

Writes skeletons, each with its atlas, as files that load without a reader (osteon/formats/cooked). The same input gives
the same bytes. Pages are to lie beside the file, as they lay beside the atlas. Without ATLASES each skeleton has the one beside it.

  --out PLACE   the file, such as hero.rig; for several skeletons the folder
  --together    all skeletons in one file, with all atlases
  --scale N     multiplies all lengths (default: 1)
  --strict      warnings fail as well
  --help        print this

Exit code: 0 if all is written, 1 if not (then nothing is), 2 for a wrong call.`

/** Files that a folder is searched for. */
const ENDINGS = ['.json', '.skel', '.dbbin', '.atlas']
/** Names of atlases. */
const ATLAS = /([.]atlas([.]txt)?|_tex[.]json)$/i

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...{ out: { type: 'string' }, scale: { type: 'string', default: '1' } },
      ...{ together: { type: 'boolean', default: false }, strict: { type: 'boolean', default: false } },
    },
  })
  const { out, together } = values
  const scale = Number(values.scale)
  if (!Number.isFinite(scale) || scale === 0)
    throw new WrongCall(`--scale takes a number other than 0, got ${values.scale}`)
  if (out === undefined) throw new WrongCall('expected --out')
  const files = expandFiles(positionals, ENDINGS)
  const atlases = files.filter((file) => ATLAS.test(file))
  const skeletons = files.filter((file) => !ATLAS.test(file))
  if (skeletons.length === 0) throw new WrongCall('expected skeletons')
  const isFile = /[.]rig$/i.test(out)
  if (isFile && skeletons.length > 1 && !together)
    throw new WrongCall('--out is to be a folder for several skeletons, unless they go --together')
  if (!isFile && together) throw new WrongCall('--together takes a file that ends in .rig')
  const folder = isFile ? dirname(out) : out
  checkFolder(folder)
  const groups = together ? [skeletons] : skeletons.map((file) => [file])
  const written = new Map<string, Uint8Array>()
  const lines: string[] = []
  for (const group of groups) {
    const name = isFile ? basename(out) : `${basename(group[0]).replace(/[.][^.]*$/, '')}.rig`
    if (written.has(name)) throw new Failure(`two skeletons would be written as ${name}`)
    const own = atlases.length > 0 ? atlases : [...new Set(group.flatMap((file) => atlasBeside(file) ?? []))]
    const { file, pages, warnings } = await cook(group, own, scale)
    for (const { code, source, path, message } of warnings)
      console.error(printableLine(`${source}${path ? ` at ${path}` : ''}: ${message} (${code})`))
    if (values.strict && warnings.length > 0) return 1
    written.set(name, file)
    lines.push(`${join(folder, name)}: ${file.length} bytes, ${pagesOf(pages, own, folder)}`)
  }
  writeFiles(folder, written)
  for (const line of lines) console.log(printableLine(line))
  return 0
}

/** Says where pages are to lie, if not where they lie now. */
function pagesOf(pages: readonly string[], atlases: readonly string[], folder: string): string {
  if (pages.length === 0) return 'no pages'
  const isBeside = atlases.every((atlas) => resolve(dirname(atlas)) === resolve(folder))
  return `${isBeside ? 'beside' : 'to be put beside'} ${pages.join(', ')}`
}
