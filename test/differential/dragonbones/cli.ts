/** `npm run differential:dragonbones`: random scripts, played by osteon and by the official core, and compared. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Command } from 'commander'
import { installPeers, PEERS_FOLDER } from '../../../bench/kit/peers-folder'
import { sharedDir } from '../../../scripts/shared'
import { tellAccidents } from '../../golden/accidents/table'
import type { DragonBonesGolden } from '../../golden/dragonbones/driver'
import { isAsked, listGoldens, readGolden } from '../../golden/files'
import { wholeNumber } from '../options'
import type { PlainCore } from './core-api'
import { judge, judgeRecorded } from './judge'
import { randomSteps } from './random-steps'
import { reduceSteps } from './reduce-steps'
import { findArmatures } from './subjects'

const shared = sharedDir()

interface Arguments {
  seeds: number
  first: number
  seed?: number
  samples: string
  only?: string[]
  install: boolean
  reduce?: boolean
  recorded?: string | true
}

const options = new Command('differential:dragonbones')
  .description(
    'Plays random scripts of DragonBones with osteon and with the official core (5.7), and compares states, events, bones, ' +
      'slots, vertices and nested armatures, with the tolerances of recorded poses. Exits 1 if anything differs.',
  )
  .addOption(wholeNumber('--seeds <n>', 'scripts to play, dealt out to the armatures in turn').default(200))
  .addOption(wholeNumber('--first <n>', 'number of the first script').default(0))
  .addOption(wholeNumber('--seed <n>', 'only this script, by every armature that --only names'))
  .requiredOption(
    '--samples <dir>',
    'a folder of folders of skeletons',
    shared ? join(shared, 'samples/dragonbones') : undefined,
  )
  .option('--only <glob...>', 'only these: `syn_*/**`; a `!` excludes')
  .option('--recorded [dir]', 'play recordings of the core, and compare these: it checks this tool')
  .option('--no-install', 'use the packages in bench/peers/node_modules')
  .option('--reduce', 'make the script of each difference as short as it gets, and print it')
  .addHelpText(
    'after',
    `\nAccidents of the core, which are kept out of the comparison (test/golden/accidents):\n${tellAccidents('dragonbones', /differential|clashing/)}`,
  )
  .parse()
  .opts<Arguments>()

if (options.install) installPeers()
if (!existsSync(join(PEERS_FOLDER, 'node_modules')))
  throw new Error('the core is not there: leave out --no-install, and npm fetches it')
const { log } = console
console.info = () => {} // The core logs a greeting for each factory.
const core: PlainCore = await import(pathToFileURL(join(PEERS_FOLDER, 'plain-factory.mjs')).href)

const failed =
  options.recorded === undefined
    ? await playRandom(options)
    : await playRecorded(
        options.recorded === true ? join(shared ?? '', 'golden/dragonbones') : options.recorded,
      )
process.exitCode = failed > 0 ? 1 : 0

async function playRecorded(folder: string): Promise<number> {
  let scripts = 0
  let failed = 0
  for (const path of listGoldens(folder).filter((name) => isAsked(name, options.only))) {
    const golden = readGolden(join(folder, path)) as unknown as DragonBonesGolden
    for (const script of golden.scripted ?? []) {
      const findings = judgeRecorded(core, join(options.samples, golden.sample), golden, script)
      scripts++
      if (findings.length === 0) continue
      failed++
      log(`${path} ${script.name}: ${findings[0]}`)
    }
  }
  log(`${scripts} recorded scripts, ${failed} of which the core plays otherwise`)
  return failed
}

async function playRandom({ first, only, samples, seed, seeds }: Arguments): Promise<number> {
  const found = readdirSync(samples).flatMap((sample) => findArmatures(core, join(samples, sample), log))
  const subjects = found.filter(({ name }) => isAsked(name, only))
  if (subjects.length === 0) throw new Error('there is nothing to play')
  let [scripts, failed] = [0, 0]
  for (const [place, subject] of subjects.entries()) {
    const own = seed === undefined ? Array.from({ length: seeds }, (_, i) => first + i) : [seed]
    for (const number of own.filter((it) => seed !== undefined || it % subjects.length === place)) {
      const steps = randomSteps(subject.cast, number).filter(
        ({ animation = '' }) => !subject.losing.has(animation),
      )
      const findings = await judge(core, subject, steps)
      scripts++
      if (findings.length === 0) continue
      failed++
      log(`DIFFERENT: --only '${subject.name}' --seed ${number}`)
      for (const finding of findings.slice(0, 3)) log(`    ${finding}`)
      if (!options.reduce) continue
      const short = await reduceSteps(steps, async (attempt) => judge(core, subject, attempt))
      for (const step of short.steps) log(`    ${JSON.stringify(step)}`)
      for (const finding of short.findings.slice(0, 3)) log(`    = ${finding}`)
    }
  }
  log(`${scripts} scripts of ${subjects.length} armatures: ${failed} differ`)
  return failed
}
