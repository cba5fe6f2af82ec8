/** `npm run bench:games`: scenes as games have them, beside the official web runtime of Spine. See README.md. */
import { bundle, type Program, runNode } from './kit/child'
import { type GameScene, gameScenes } from './kit/game-scenes'
import { makeJob } from './kit/job'
import { benchCommand, type CommonOptions, numberOption } from './kit/options'
import { installPeers, PEERS_FOLDER } from './kit/peers-folder'
import { peerOf, recordOption, reportTable } from './kit/record'
import { findScenes, ownCast } from './kit/scenes'
import { median, minimum } from './kit/statistics'
import { digits } from './kit/table'
import { type PeerResult, TOLERANCE, worstDifference } from './kit/versus-result'
import type { DrawMeasurement } from './programs/draw-child'
import type { DrawJob } from './programs/draw-crowd'
import type { ManyResult } from './programs/many-child'

const command = benchCommand(
  'bench:games',
  'Measures scenes as games have them: several tracks, outfits, clips, many rigs, sorted crowds, very many skeletons.',
  { counts: [1000], rounds: 15, round: 5, limit: 1500, warmup: 800 },
)
const options = recordOption(command)
  .addOption(numberOption('--runs <n>', 'runs, of which medians are shown', 5))
  .addOption(numberOption('--many <n>', 'skeletons of the largest crowd', 100_000))
  .option('--no-install', 'take what bench/peers/node_modules holds')
  .parse()
  .opts<CommonOptions & { runs: number; many: number; install: boolean; record?: boolean }>()

/** Characters that are played as skeletons of 4.3: bones, meshes and IK; a path and physics. */
const CAST = ['hare', 'badger', 'octopus', 'mouse']

const [count] = options.count
const scenes = findScenes()
const wanted = (name: string) => options.scene.length === 0 || options.scene.includes(name)

/** Both runtimes in turn. @returns a row: how many times faster osteon is, by minima of runs; and µs a skeleton. */
async function compare({ name, scene, extras, crossfades, share = 1 }: GameScene): Promise<string[]> {
  const effort = { ...options, kernels: 'wasm' as const }
  const job = {
    ...makeJob(scene, Math.ceil(count * share), options.seed, effort, crossfades),
    ...extras,
    checkedTicks: 50,
  }
  const ratios: number[] = []
  const times: number[] = []
  let worst = 0
  for (let run = 0; run < options.runs; run++) {
    const ours = await runNode<PeerResult>((extras.pairs ? spawning : playing).file, job)
    const peer = extras.pairs ? 'spawn-web.mjs' : 'spine-web.mjs'
    const theirs = await runNode<PeerResult>(peer, job, { cwd: PEERS_FOLDER })
    times.push(minimum(ours.rounds))
    ratios.push(minimum(theirs.rounds) / minimum(ours.rounds))
    worst = Math.max(worst, worstDifference(ours.sums, theirs.sums))
  }
  if (worst > TOLERANCE) process.exitCode = 1
  const vertices = worst > TOLERANCE ? `DIFFERENT ${worst.toExponential(1)}` : 'same'
  return [
    name,
    String(job.count),
    digits(median(times)),
    `${digits(median(ratios))} ×`,
    extras.pairs ? '-' : vertices,
  ]
}

/** Drawing has no peer: its share of `runPipeline`, bytes a vertex, uploads a frame. */
async function measureDrawing(name: string, job: DrawJob): Promise<string[]> {
  const found: DrawMeasurement[] = []
  for (let run = 0; run < options.runs; run++)
    found.push(await runNode<DrawMeasurement>(drawing.file, job, { flags: ['--expose-gc'] }))
  const of = (pick: (measured: DrawMeasurement) => number) => digits(median(found.map(pick)))
  return [
    name,
    of(({ draw, pipeline }) => draw[0] / pipeline[0]),
    of(({ bytes, vertices }) => bytes / vertices),
    of(({ uploads }) => uploads),
    of(({ drawCalls }) => drawCalls),
    of(({ draw }) => draw[0]),
  ]
}

/** Very many skeletons: their times as shares of the time of one of `count` awake ones. */
async function measureMany(): Promise<string[][]> {
  const effort = { ...options, kernels: 'wasm' as const }
  const job = makeJob(scenes[0], options.many, options.seed, effort)
  const found: ManyResult[] = []
  for (let run = 0; run < options.runs; run++)
    found.push(await runNode<ManyResult>(many.file, { ...job, few: count }))
  return found[0].rows.map(({ name }, row) => {
    const of = (pick: (measured: ManyResult) => number) => digits(median(found.map(pick)))
    return [
      name,
      of(({ rows }) => rows[row].time),
      of(({ rows, few }) => rows[row].time / few),
      of(({ bytes }) => bytes),
    ]
  })
}

if (options.install) installPeers()
const programs: Program[] = []
const program = async (name: string) => {
  programs.push(await bundle(new URL(`./programs/${name}`, import.meta.url)))
  return programs[programs.length - 1]
}
const [playing, spawning, drawing, many] = [
  await program('versus.ts'),
  await program('spawn.ts'),
  await program('draw-child.ts'),
  await program('many-child.ts'),
]
try {
  const rows = [['scene', 'N', 'µs a skeleton', 'times faster', 'vertices']]
  for (const scene of gameScenes(scenes, ownCast(CAST)))
    if (wanted(scene.name)) rows.push(await compare(scene))
  if (rows.length > 1)
    reportTable('games', rows, {
      record: options.record,
      peers: [peerOf('@esotericsoftware/spine-core'), peerOf('spine-core-4.3')],
    })
  const walkers: DrawJob = { scenes: [scenes[0]], skeletons: count, sprites: 0, walks: true }
  const drawn = [['drawing', '× of runPipeline', 'bytes a vertex', 'uploads', 'draw calls', 'µs a frame']]
  const jobs = {
    'in order': { ...walkers, walks: false },
    'y-sorted': walkers,
    sprites: { ...walkers, scenes, sprites: 20 * count },
  }
  for (const [name, job] of Object.entries(jobs))
    if (wanted(name)) drawn.push(await measureDrawing(name, job))
  if (drawn.length > 1) reportTable('drawing', drawn, { record: options.record, peers: [] })
  if (wanted('many')) {
    const head = [`${options.many} skeletons`, 'µs a skeleton', `× of ${count} awake`, 'bytes a skeleton']
    reportTable('many', [head, ...(await measureMany())], { record: options.record, peers: [] })
  }
} finally {
  for (const made of programs) made.remove()
}
