/** `npm run bench:peers`: the same crowds under osteon and under the official runtimes. See README.md. */
import { Option } from 'commander'
import { compareParts } from './kit/by-part'
import { bundle, runNode } from './kit/child'
import { type KernelChoice, makeJob } from './kit/job'
import { benchCommand, type CommonOptions, chooseScenes, numberOption } from './kit/options'
import { installPeers, PEERS_FOLDER } from './kit/peers-folder'
import { findArmatures, findScenes, type Scene } from './kit/scenes'
import { median, minimum } from './kit/statistics'
import { alignColumns, digits } from './kit/table'
import { type PeerJob, type PeerResult, TOLERANCE, worstDifference } from './kit/versus-result'

const options = benchCommand(
  'bench:peers',
  'Plays the same crowds with osteon and with the official web runtime of Spine or core of DragonBones, in turn.',
  { counts: [1000], rounds: 30, round: 5, limit: 3000, warmup: 1500 },
)
  .addOption(numberOption('--processes <n>', 'fresh processes for each runtime and crowd', 5))
  .option('--no-plain', 'leave out osteon on plain kernels')
  .option('--no-install', 'take what bench/peers/node_modules holds')
  .option('--crossfade', 'skeletons that fade from one animation into another all the time')
  .option('--spawn', 'time making skeletons that play, instead of their ticks')
  .addOption(
    new Option(
      '--systems',
      'time the systems one by one, beside what the web runtime does in their place',
    ).conflicts(['crossfade', 'spawn']),
  )
  .addOption(
    new Option('--dragonbones', 'pose armatures of DragonBones, beside its official core').conflicts([
      'crossfade',
      'spawn',
      'systems',
    ]),
  )
  .parse()
  .opts<
    Omit<CommonOptions, 'kernels'> & {
      plain: boolean
      processes: number
      install: boolean
      crossfade?: boolean
      spawn?: boolean
      systems?: boolean
      dragonbones?: boolean
    }
  >()

const [ourSide, theirSide] = sidesOf(options)

function sidesOf({ dragonbones, spawn, systems }: typeof options): [ours: string, theirs: string] {
  if (dragonbones) return ['posing.ts', 'dragonbones-core.mjs']
  if (spawn) return ['spawn.ts', 'spawn-web.mjs']
  return [systems ? 'measure.ts' : 'versus.ts', 'spine-web.mjs']
}

const kinds: readonly KernelChoice[] = options.plain ? ['wasm', 'plain'] : ['wasm']

function jobOf(scene: Scene, count: number): PeerJob {
  const effort = { ...options, kernels: kinds[0] }
  return { ...makeJob(scene, count, options.seed, effort, options.crossfade), checkedTicks: 50 }
}

/** Runs both sides in turn, so that a busy neighbour affects both. @returns a row of the table. */
async function compare(job: PeerJob, osteon: string): Promise<string[]> {
  const ours: number[][] = kinds.map(() => [])
  const theirs: number[] = []
  let worst = 0
  for (let i = 0; i < options.processes; i++) {
    const results: PeerResult[] = []
    for (const kernels of kinds) results.push(await runNode<PeerResult>(osteon, { ...job, kernels }))
    const peer = await runNode<PeerResult>(theirSide, job, { cwd: PEERS_FOLDER })
    theirs.push(...peer.rounds)
    results.forEach(({ rounds, sums }, kind) => {
      ours[kind].push(...rounds)
      worst = Math.max(worst, worstDifference(sums, peer.sums))
    })
  }
  const same = worst <= TOLERANCE
  if (!same) process.exitCode = 1
  return [
    job.name,
    String(job.count),
    ...[...ours, theirs].map((rounds) => `${digits(minimum(rounds))} (${digits(median(rounds))})`),
    ...ours.map(
      (rounds) => `${digits(minimum(theirs) / minimum(rounds))} (${digits(median(theirs) / median(rounds))})`,
    ),
    options.spawn ? '-' : `${same ? 'same' : 'DIFFERENT'} (${worst.toExponential(1)})`,
  ]
}

const scenes = chooseScenes(options.dragonbones ? findArmatures() : findScenes(), options.scene)
if (options.install) installPeers()
const program = await bundle(new URL(`./programs/${ourSide}`, import.meta.url))
try {
  const rows = [
    [
      'scene',
      ...(options.systems ? ['systems'] : []),
      'N',
      ...kinds.map((kind) => `osteon ${kind} µs`),
      options.dragonbones ? 'core µs' : 'web runtime µs',
      ...kinds.map((kind) => `times faster, ${kind}`),
      ...(options.systems ? [] : [options.dragonbones ? 'bones' : 'vertices']),
    ],
  ]
  const sides = { ours: program.file, theirs: theirSide, folder: PEERS_FOLDER }
  for (const scene of scenes)
    for (const count of options.count) {
      const job = jobOf(scene, count)
      if (options.systems) rows.push(...(await compareParts(job, kinds, options.processes, sides)))
      else rows.push(await compare(job, program.file))
    }
  console.log('minimum (median) over all rounds, µs per skeleton')
  console.log(alignColumns(rows))
} finally {
  program.remove()
}
