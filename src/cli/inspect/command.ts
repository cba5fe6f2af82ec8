/** `osteon inspect`: its options and its output. */
import { statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { WrongCall } from '../failure'
import { expandFiles } from '../files'
import { compareFiles } from './compare'
import { inspectFile, type Report } from './report'
import { sumOf } from './sums'
import { jsonOf, textOf, textOfChanges } from './text'

export const usage = `Usage: osteon inspect [options] FILES...
       osteon inspect --compare BEFORE AFTER

Tells of skeletons (Spine JSON and .skel, DragonBones), atlases and MRTK recordings what they hold and whether osteon plays them;
of a folder, of all such files in it, and what they come to.

  --atlas FILE  the atlas of the skeletons (default: the one that lies beside them)
  --size        bytes by animation, skin and attachment, and what is never used
  --feet BONES  how far these bones slide on the ground, by animation: left-foot,right-foot
  --top N       lines of each table of --size (default: 10; 0 = all)
  --compare     what changed between two exports of a skeleton
  --json        print a list of reports as JSON
  --strict      warnings fail as well; with --compare, changes do
  --help        print this

Exit code: 0 if all files can be played, 1 if not (or, with --strict, if there are warnings), 2 for a wrong call.`

/**
 * Files that a folder is searched for. If such a file isn't a skeleton, it is reported only if an argument names it.
 */
const ENDINGS = ['.json', '.skel', '.dbbin', '.atlas', '.bin']

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      atlas: { type: 'string' },
      size: { type: 'boolean', default: false },
      feet: { type: 'string', default: '' },
      top: { type: 'string', default: '10' },
      compare: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      strict: { type: 'boolean', default: false },
    },
  })
  const { atlas = null, size, json, strict } = values
  const feet = values.feet.split(',').filter((name) => name !== '')
  const top = topOf(values.top)
  if (values.compare) return compare(positionals, json, strict)
  if (positionals.length === 0) throw new WrongCall('expected files')
  const reports: Report[] = []
  for (const given of positionals) {
    const isFolder = statSync(given, { throwIfNoEntry: false })?.isDirectory() ?? false
    const found: Report[] = []
    for (const file of expandFiles([given], ENDINGS)) found.push(await inspectFile(file, atlas, size, feet))
    const known = found.filter(({ error }) => !isFolder || error?.code !== 'unknown-format')
    reports.push(...known, ...(isFolder ? [sumOf(given, known)] : []))
  }
  console.log(json ? jsonOf(reports) : reports.map((report) => textOf(report, top)).join('\n\n'))
  const failed = reports.some(({ error, warnings }) => error !== null || (strict && warnings.length > 0))
  return failed ? 1 : 0
}

function topOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new WrongCall(`--top takes a whole number, got ${text}`)
  return Number(text) || Number.POSITIVE_INFINITY
}

function compare(files: readonly string[], json: boolean, strict: boolean): number {
  if (files.length !== 2) throw new WrongCall('--compare takes two files')
  const changes = compareFiles(files[0], files[1])
  console.log(json ? jsonOf(changes) : textOfChanges(changes))
  return strict && Object.keys(changes).length > 0 ? 1 : 0
}
