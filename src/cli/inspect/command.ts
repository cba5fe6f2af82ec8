/** `osteon inspect`: its options, and what it prints. */
import { parseArgs } from 'node:util'
import { WrongCall } from '../failure'
import { inspectFile } from './report'
import { jsonOf, textOf } from './text'

export const usage = `Usage: osteon inspect [options] FILES...

Tells of skeletons (Spine JSON and .skel, DragonBones), atlases and MRTK recordings what they hold and whether osteon plays them.

  --atlas FILE  the atlas of the skeletons (default: the one that lies beside them)
  --json        print a list of reports as JSON
  --strict      warnings fail as well
  --help        print this

Exit code: 0 if all files can be played, 1 if not (or, with --strict, if there are warnings), 2 for a wrong call.`

export async function run(args: string[]): Promise<number> {
  const { values, positionals: files } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      atlas: { type: 'string' },
      json: { type: 'boolean', default: false },
      strict: { type: 'boolean', default: false },
    },
  })
  if (files.length === 0) throw new WrongCall('expected files')
  const reports = []
  for (const file of files) reports.push(await inspectFile(file, values.atlas ?? null))
  console.log(values.json ? jsonOf(reports) : reports.map(textOf).join('\n\n'))
  const failed = reports.some(
    ({ error, warnings }) => error !== null || (values.strict && warnings.length > 0),
  )
  return failed ? 1 : 0
}
