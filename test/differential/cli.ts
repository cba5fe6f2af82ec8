/** `npm run differential`: random scripts, played by osteon and by the official web runtime, and compared. */
import { fileURLToPath } from 'node:url'
import { Command, Option } from 'commander'
import { OsteonError } from 'osteon'
import { installPeers } from '../../bench/kit/peers-folder'
import { alignColumns } from '../../bench/kit/table'
import { sharedDir } from '../../scripts/shared'
import { tellAccidents } from '../golden/accidents/table'
import { isAsked } from '../golden/files'
import type { GoldenCase } from '../golden/schema'
import { type Judgement, judgeScript, theirSide } from './judge-script'
import { loadReference, VERSIONS, type Version } from './load-reference'
import { wholeNumber } from './options'
import { type Kernels, loadPair, type Nudge, type Pair } from './play-both'
import { randomScript } from './random-script'
import { reduceScript } from './reduce-script'
import type { ReferenceModule } from './reference-api'
import { findSubjects, type Subject } from './subjects'

interface Arguments {
  seeds: number
  first: number
  seed?: number
  samples: string[]
  only?: string[]
  kernels: readonly Kernels[]
  install: boolean
  reduce?: boolean
  noise?: boolean
  script?: boolean
}

const KERNELS: readonly Kernels[] = ['plain', 'wasm']
const own = fileURLToPath(new URL('../../demo/assets', import.meta.url))
const shared = sharedDir()

const command = new Command('differential')
  .description(
    'Plays random scripts with osteon and with the official web runtime (4.0, 4.1, late 4.2 and 4.3), and compares bones, ' +
      'slots, vertices, draw order and events. Exits 1 if anything differs that is not noise: a difference is noise ' +
      'if the runtime makes one like it when its angles or times are off by a rounding.',
  )
  .addOption(wholeNumber('--seeds <n>', 'scripts to play, dealt out to the skeletons in turn').default(200))
  .addOption(wholeNumber('--first <n>', 'number of the first script').default(0))
  .addOption(wholeNumber('--seed <n>', 'only this script, by every skeleton that --only names'))
  .option('--samples <dir...>', 'folders of exports', shared ? [`${shared}/samples/spine`] : [own])
  .option('--only <glob...>', 'only these exports: `4.2/**`, `goblins*`; a `!` excludes')
  .addOption(
    new Option('--kernels <kind>', 'which inner loops play')
      .choices([...KERNELS, 'both'])
      .argParser((kind) => (kind === 'both' ? KERNELS : [kind as Kernels]))
      .default(KERNELS, 'both'),
  )
  .option('--no-install', 'use the packages in bench/peers/node_modules')
  .option('--reduce', 'make the script of each difference as short as it gets')
  .option('--noise', 'also list differences that count as noise')
  .option('--script', 'print the scripts of differences')
  .addHelpText(
    'after',
    `
Accidents of the reference, which are kept out of the comparison (test/golden/accidents/table.ts):
${tellAccidents('spine', /differential|reused/)}

A script is also cut short where weights far from 0 ... 1 have thrown bones out of every picture, or multiplied turns, colours or
times of sliders so far that a float32's rounding shows.`,
  )

/** A row of the table. */
interface Row {
  name: string
  scripts: number
  dumps: number
  max: number
  noise: number
  cut: number
  different: number
}

async function main(options: Arguments): Promise<void> {
  if (options.install) installPeers()
  const modules = new Map<Version, ReferenceModule>()
  for (const version of VERSIONS) modules.set(version, await loadReference(version))
  const subjects = options.samples
    .flatMap((folder) => findSubjects(folder, (name, why) => console.log(`left out: ${name} ${why}`)))
    .filter(({ name }) => isAsked(name, options.only))
  const pairs = await loadPairs(subjects, modules)
  if (pairs.length === 0) throw new Error('there is nothing to play')
  const started = performance.now()
  const rows = pairs.map((pair, place) => playAll(pair, seedsOf(options, place, pairs.length), options))
  const sum = (field: 'scripts' | 'dumps' | 'noise' | 'cut' | 'different') =>
    rows.reduce((total, row) => total + row[field], 0)
  const table = rows.map(({ name, scripts, dumps, max, noise, cut, different }) =>
    [name, scripts, dumps, max.toExponential(1), noise, cut, different].map(String),
  )
  console.log(alignColumns([['skeleton', 'scripts', 'poses', 'max', 'noise', 'cut', 'DIFFERENT'], ...table]))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(
    `${sum('scripts')} scripts, ${sum('dumps')} poses: ${sum('different')} scripts differ, ${sum('noise')} by noise, ` +
      `${sum('cut')} cut short (${seconds} s)`,
  )
  process.exitCode = sum('different') > 0 ? 1 : 0
}

async function loadPairs(
  subjects: readonly Subject[],
  modules: ReadonlyMap<Version, ReferenceModule>,
): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (const subject of subjects) {
    const module = modules.get(subject.version)
    if (!module || subject.facts.animations.length === 0) continue
    try {
      pairs.push(await loadPair(subject, module))
      if (subject.facts.changed > 0)
        console.log(`${subject.name}: mixShearY made constant in ${subject.facts.changed} timelines`)
    } catch (error) {
      if (!(error instanceof OsteonError)) throw error
      console.log(`left out: ${subject.name} is refused (${error.code}: ${error.message})`)
    }
  }
  return pairs
}

function seedsOf({ seed, seeds, first }: Arguments, place: number, count: number): number[] {
  if (seed !== undefined) return [seed]
  return Array.from({ length: seeds }, (_, i) => first + i).filter((it) => it % count === place)
}

function playAll(pair: Pair, seeds: readonly number[], options: Arguments): Row {
  const { name } = pair.subject
  const row: Row = { name, scripts: 0, dumps: 0, max: 0, noise: 0, cut: 0, different: 0 }
  for (const seed of seeds) {
    const script = randomScript(pair.subject, seed)
    const theirs = theirSide(pair, script)
    const judged = options.kernels.map((kernels) => ({
      kernels,
      judgement: judgeScript(pair, script, kernels, theirs),
    }))
    row.scripts++
    if (theirs.cut) row.cut++
    if (judged.some((it) => it.judgement.outcome === 'DIFFERENT')) row.different++
    else if (judged.some((it) => it.judgement.outcome === 'noise')) row.noise++
    for (const { kernels, judgement } of judged) {
      row.dumps += judgement.dumps
      row.max = Math.max(row.max, judgement.max)
      const { outcome } = judgement
      if (outcome === 'DIFFERENT' || (outcome === 'noise' && options.noise))
        tell(pair, script, seed, kernels, judgement, options)
    }
  }
  return row
}

function tell(
  pair: Pair,
  script: GoldenCase,
  seed: number,
  kernels: Kernels,
  judgement: Judgement,
  options: Arguments,
): void {
  const { outcome, at, findings, nudge } = judgement
  const why = nudge ? ` (as with ${nameOf(nudge)})` : ''
  console.log(
    `${outcome}${why}: --only '${pair.subject.name}' --seed ${seed} --kernels ${kernels}, pose ${at}`,
  )
  for (const finding of findings.slice(0, 4)) console.log(`    ${finding}`)
  if (outcome !== 'DIFFERENT') return
  const shown = options.reduce ? reduceScript(pair, script, kernels) : script
  if (options.reduce || options.script)
    for (const op of [{ op: 'skin', skin: shown.skin }, ...shown.ops])
      console.log(`    ${JSON.stringify(op)}`)
}

function nameOf({ angle, time, exact, floats, physics }: Nudge): string {
  if (exact) return 'a rounding less'
  if (floats) return 'rows of float32s'
  const times = physics ? 'times of physics' : 'times'
  const off = [angle !== 0 ? `angles ${angle} rad` : '', time !== 0 ? `${times} ${time}` : '']
  return `${off.filter((it) => it !== '').join(' and ')} off`
}

await main(command.parse().opts<Arguments>())
