/** `npm run bench:peers`: the same crowds under osteon and under the official web runtime. See README.md. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { bundle, runNode } from './child'
import { makeJob } from './job'
import {
  type CommonOptions,
  chooseScenes,
  clockOption,
  countOption,
  numberOption,
  sceneOption,
} from './options'
import { findScenes, type Scene } from './scenes'
import { median, minimum } from './statistics'
import { alignColumns, digits } from './table'
import { type PeerJob, type PeerResult, TOLERANCE, worstDifference } from './versus-result'

const options = new Command('bench:peers')
  .description('Plays the same crowds with osteon and with the official web runtime, in turn.')
  .addOption(countOption([1000]))
  .addOption(sceneOption())
  .addOption(clockOption())
  .addOption(numberOption('--processes <n>', 'fresh processes for each runtime and crowd', 5))
  .addOption(numberOption('--rounds <n>', 'rounds in each process', 30))
  .addOption(numberOption('--round <ms>', 'milliseconds a round takes at least', 5))
  .addOption(numberOption('--limit <ms>', 'milliseconds after which no further round begins', 3000))
  .addOption(numberOption('--warmup <ms>', 'milliseconds before the first round', 1500))
  .addOption(numberOption('--seed <n>', 'of phases, paces and places', 1))
  .option('--no-install', 'take what bench/peers/node_modules holds')
  .option('--crossfade', 'skeletons that fade from one animation into another all the time')
  .option('--spawn', 'time making skeletons that play, instead of their ticks')
  .parse()
  .opts<CommonOptions & { processes: number; install: boolean; crossfade?: boolean; spawn?: boolean }>()

const folder = fileURLToPath(new URL('./peers', import.meta.url))
const [ourSide, theirSide] = options.spawn ? ['spawn.ts', 'spawn-web.mjs'] : ['versus.ts', 'spine-web.mjs']

/** Runs both in turn, so that a busy neighbour meets both. @returns a row of the table. */
async function compare(scene: Scene, count: number, osteon: string): Promise<string[]> {
  const job: PeerJob = {
    ...makeJob(scene, count, options.seed, options, options.crossfade),
    checkedTicks: 50,
  }
  const ours: number[] = []
  const theirs: number[] = []
  let worst = 0
  for (let i = 0; i < options.processes; i++) {
    const first = await runNode<PeerResult>(osteon, job)
    const second = await runNode<PeerResult>(theirSide, job, { cwd: folder })
    ours.push(...first.rounds)
    theirs.push(...second.rounds)
    worst = Math.max(worst, worstDifference(first.sums, second.sums))
  }
  const same = worst <= TOLERANCE
  if (!same) process.exitCode = 1
  return [
    scene.name,
    String(count),
    ...[ours, theirs].map((rounds) => `${digits(minimum(rounds))} (${digits(median(rounds))})`),
    `${digits(minimum(theirs) / minimum(ours))} (${digits(median(theirs) / median(ours))})`,
    options.spawn ? '-' : `${same ? 'same' : 'DIFFERENT'} (${worst.toExponential(1)})`,
  ]
}

const scenes = chooseScenes(findScenes(), options.scene)
if (options.install) {
  // On Windows npm is a script, which only a shell can start.
  const shell = process.platform === 'win32'
  execFileSync('npm', ['ci', '--ignore-scripts'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell,
  })
}
const program = await bundle(new URL(`./${ourSide}`, import.meta.url))
try {
  const rows = [['scene', 'N', 'osteon µs', 'web runtime µs', 'times faster', 'vertices']]
  for (const scene of scenes)
    for (const count of options.count) rows.push(await compare(scene, count, program.file))
  console.log('minimum (median) over all rounds, µs per skeleton')
  console.log(alignColumns(rows))
} finally {
  program.remove()
}
