#!/usr/bin/env node
/** The command `osteon`. */
import { parseArgs } from 'node:util'
import { inspectFile } from './inspect'
import { printableLine } from './printable'
import { jsonOf, textOf } from './text'

const USAGE = `Usage: osteon inspect [options] FILES...

Tells of skeletons (Spine JSON and .skel, DragonBones), atlases and MRTK recordings what they hold and whether osteon plays them.

  --atlas FILE  the atlas of the skeletons (default: the one that lies beside them)
  --json        print a list of reports as JSON
  --strict      warnings fail as well
  --help        print this

Exit code: 0 if all files can be played, 1 if not (or, with --strict, if there are warnings), 2 for a wrong call.`

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      atlas: { type: 'string' },
      json: { type: 'boolean', default: false },
      strict: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const [command, ...files] = positionals
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  if (command !== 'inspect' || files.length === 0) throw new TypeError('expected "inspect" and files')
  const reports = []
  for (const file of files) reports.push(await inspectFile(file, values.atlas ?? null))
  console.log(values.json ? jsonOf(reports) : reports.map(textOf).join('\n\n'))
  const failed = reports.some(
    ({ error, warnings }) => error !== null || (values.strict && warnings.length > 0),
  )
  return failed ? 1 : 0
}

try {
  process.exitCode = await main()
} catch (error) {
  // parseArgs throws a TypeError for unknown arguments.
  if (!(error instanceof TypeError)) throw error
  console.error(`${printableLine(error.message)}\n\n${USAGE}`)
  process.exitCode = 2
}
