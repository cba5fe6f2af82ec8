/** `npm run golden`: drives any folder of recorded poses and says how far off we are. */
import { readFileSync } from 'node:fs'
import { Command, Option } from 'commander'
import { type DriveOptions, drive, judge, type Row, readExpected, type Verdict } from './driver'
import { listGoldens } from './files'
import { p99 } from './tally'

interface Arguments {
  golden: string
  samples: string
  only?: string[]
  kind?: DriveOptions['kind']
  dump?: string
  expectRefused?: string
  verbose?: boolean
  kernels?: DriveOptions['kernels']
  shortcuts: boolean
}

const command = new Command('golden')
  .description(
    'Plays recorded poses and compares. Exits 1 if a row fails, if a golden cannot be played that no list expects, or ' +
      'if one is listed that plays or is not there.',
  )
  .requiredOption('--golden <dir>', 'folder of goldens; all below it are run')
  .requiredOption('--samples <dir>', 'folder of the exports that they came from')
  .option(
    '--only <glob...>',
    'only these goldens: `4.2/*`, `spineboy*`, `**/{ik,order}.json.gz`; a `!` excludes',
  )
  .addOption(new Option('--kind <kind>', 'only cases of this kind').choices(['pose', 'state', 'hits']))
  .addOption(new Option('--kernels <kind>', 'which inner loops play').choices(['plain', 'wasm']))
  .option('--no-shortcuts', 'in worlds that do all of every tick')
  .option('--dump <dir>', 'write the computed poses, in the same schema, gzipped')
  .option('--expect-refused <file>', 'goldens that cannot be played yet: `path error-code` a line')
  .option('--verbose', 'say where each failing row is off')

async function main({
  golden,
  samples,
  only,
  kind,
  dump,
  expectRefused,
  verbose,
  kernels,
  shortcuts,
}: Arguments): Promise<void> {
  const expected = readExpected(expectRefused ? readFileSync(expectRefused, 'utf8') : '')
  const counts: Record<Verdict, number> = { pass: 0, refused: 0, FAIL: 0, listed: 0, none: 0 }
  const started = performance.now()
  console.log(line('golden', 'cases', 'numbers', 'max', 'p99', 'missing', 'differ', 'events', 'verdict'))
  for await (const row of drive({ goldens: golden, samples, only, kind, dump, kernels, shortcuts })) {
    const verdict = judge(row, expected)
    counts[verdict]++
    console.log(describe(row, verdict))
    if (verbose && verdict === 'FAIL') for (const finding of row.tally.findings) console.log(`    ${finding}`)
  }
  const there = new Set(listGoldens(golden))
  const gone = [...expected.keys()].filter((path) => !there.has(path))
  for (const path of gone) console.log(line(path, '', '', '', '', '', '', '', 'listed, but not there'))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const { pass, refused, none, FAIL } = counts
  const listed = counts.listed + gone.length
  console.log(
    `${pass} pass, ${refused} refused as expected, ${FAIL} fail, ${listed} listed in vain, ` +
      `${none} without cases (${seconds} s)`,
  )
  const matched = pass + refused + none + FAIL + counts.listed
  if (matched === 0) console.log('nothing matched')
  process.exitCode = FAIL + listed > 0 || matched === 0 ? 1 : 0
}

function describe(row: Row, verdict: Verdict): string {
  const { path, cases, tally, marked, markedTally, unsupported, refused } = row
  if (refused) return line(path, '', '', '', '', '', '', '', `${verdict} (${refused.message})`)
  const notes = [
    unsupported.length > 0 ? `cannot play ${unsupported.join(', ')}` : '',
    verdict === 'listed' ? 'plays: take it off the list' : '',
    tally.forgiven > 0 ? `${tally.forgiven} unsettled: within 1e-3` : '',
    marked > 0 ? `${marked} marked: max ${small(markedTally.max)}` : '',
    verdict === 'FAIL' && tally.worst ? `worst at ${tally.worst}` : '',
  ].filter((note) => note !== '')
  const verdictText = notes.length > 0 ? `${verdict} (${notes.join('; ')})` : verdict
  const { numbers, max, missing, mismatches, events } = tally
  return line(path, cases, numbers, small(max), small(p99(tally)), missing, mismatches, events, verdictText)
}

function small(value: number): string {
  return value === 0 ? '0' : value.toExponential(1)
}

function line(path: string, ...cells: (string | number)[]): string {
  const widths = [6, 9, 9, 9, 8, 8, 8]
  const padded = cells.map((cell, i) => String(cell).padStart(widths[i] ?? 0))
  return `${path.padEnd(44)}${padded.join(' ')}`
}

await main(command.parse().opts<Arguments>())
