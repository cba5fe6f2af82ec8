/** `npm run bench:load`: loading, from a file's bytes to a rig, beside the official web runtime. See README.md. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Command, Option } from 'commander'
import { cook } from '../src/cli/cook/cook'
import { cookModels } from '../src/formats/cooked/container'
import { writeTables } from '../src/formats/cooked/tables/write'
import { spineJson } from '../src/formats/spine-json'
import { bundle, runNode } from './kit/child'
import { numberOption } from './kit/options'
import { installPeers, PEERS_FOLDER } from './kit/peers-folder'
import { peerOf, recordOption, reportTable } from './kit/record'
import { type Exports, findExports } from './kit/scenes'
import { median, minimum } from './kit/statistics'
import type { FirstPlayJob, FirstPlayResult } from './programs/first-play-child'
import type { LoadJob, LoadResult } from './programs/load-child'

/** Kinds of loads, as tables name them. */
const HEADS: Readonly<Record<LoadJob['kind'], string>> = {
  json: 'JSON',
  skel: '`.skel`',
  cooked: 'cooked',
  trusted: 'cooked, trusted',
  worker: 'worker: main thread',
}

const { install, kind, processes, record, rounds, scene } = recordOption(
  new Command('bench:load').description('Loads skeletons with osteon and with the official web runtime.'),
)
  .addOption(new Option('--scene <names...>', 'only these files').default([]))
  .addOption(
    new Option('--kind <kinds...>', 'kinds of files').choices(Object.keys(HEADS)).default(Object.keys(HEADS)),
  )
  .addOption(numberOption('--processes <n>', 'fresh processes for the first load of each side', 3))
  .addOption(
    numberOption('--rounds <n>', 'turns of each side in one process, besides as many before them', 20),
  )
  .option('--no-install', 'take what bench/peers/node_modules holds')
  .parse()
  .opts<{
    install: boolean
    kind: LoadJob['kind'][]
    processes: number
    record?: boolean
    rounds: number
    scene: string[]
  }>()

/** Loads of each side that are kept, to weigh them. */
const KEPT = 9

/** Ratios, osteon's figure to the web runtime's. */
interface Ratios {
  cold: number
  warm: number
  heap: number
}

/** Files that the record names: a small one, a usual one, and the largest. */
const RECORDED = ['coin-pro', 'spineboy-pro', 'mix-and-match-pro']

if (install) installPeers()
const peer = pathToFileURL(join(PEERS_FOLDER, 'load-web.mjs')).href
const folder = mkdtempSync(join(tmpdir(), 'osteon-cooked-'))
const program = await bundle(new URL('./programs/load-child.ts', import.meta.url))
try {
  const files = findExports().filter(({ name }) => scene.length === 0 || scene.includes(name))
  for (const one of kind) {
    const rows: string[][] = []
    const all: Ratios[] = []
    for (const file of files) {
      const ratios = await measure(file, one)
      all.push(ratios)
      rows.push([file.name, ...cells(ratios)])
    }
    const middle = (pick: (ratios: Ratios) => number) => median(all.map(pick))
    const medians = {
      cold: middle(({ cold }) => cold),
      warm: middle(({ warm }) => warm),
      heap: middle(({ heap }) => heap),
    }
    console.log(`osteon's figure by the web runtime's, ${all.length} files`)
    const head = [HEADS[one], 'cold', 'warm', 'heap kept']
    reportTable(`load_${one}`, [head, ...rows, ['median', ...cells(medians)]], {
      record,
      peers: [peerOf('@esotericsoftware/spine-core')],
      kept: [...RECORDED, 'median'],
    })
  }
  await reportFirstPlays(files)
} finally {
  program.remove()
  rmSync(folder, { recursive: true })
}

/** Times what rigs leave until first use. */
async function reportFirstPlays(files: readonly Exports[]): Promise<void> {
  const playing = await bundle(new URL('./programs/first-play-child.ts', import.meta.url))
  try {
    const result = await runNode<FirstPlayResult>(playing.file, {
      files,
      rounds: 2 * rounds,
    } satisfies FirstPlayJob)
    const cellsOf = (one: { image: number; play: number }) => [one.image, one.play].map((ms) => ms.toFixed(2))
    const rows = result.map((one) => [one.name, ...cellsOf(one), one.animation])
    const worst = {
      image: Math.max(...result.map(({ image }) => image)),
      play: Math.max(...result.map(({ play }) => play)),
    }
    console.log(`milliseconds of what is made on first use, ${files.length} files`)
    const head = ['file', 'image', 'first play', 'of']
    reportTable('load_first', [head, ...rows, ['worst', ...cellsOf(worst), '']], {
      record,
      peers: [],
      kept: [...RECORDED, 'worst'],
    })
  } finally {
    playing.remove()
  }
}

async function measure(file: Exports, kind: LoadJob['kind']): Promise<Ratios> {
  const skeleton = kind === 'json' || kind === 'worker' ? file.json : file.skel
  const cooked = kind === 'json' || kind === 'skel' ? null : join(folder, `${file.name}.rig`)
  if (cooked !== null)
    writeFileSync(cooked, kind === 'worker' ? sentBy(file) : (await cook([skeleton], [file.atlas], 1)).file)
  const run = (sides: LoadJob['sides'], rounds: number) =>
    runNode<LoadResult>(
      program.file,
      { kind, skeleton, atlas: file.atlas, cooked, peer, sides, rounds } satisfies LoadJob,
      { flags: ['--expose-gc'] },
    )
  const first = { ours: [] as number[], theirs: [] as number[] }
  const kept = { ours: 0, theirs: 0 }
  for (let i = 0; i < processes; i++)
    for (const side of ['ours', 'theirs'] as const) {
      const result = await run(side, i === 0 ? KEPT : 1)
      first[side].push(result[side][0])
      kept[side] ||= result.kept
    }
  const { ours, theirs } = await run('turns', 2 * rounds)
  return {
    cold: minimum(first.ours) / minimum(first.theirs),
    // Loads of the first half warm up.
    warm: median(ours.slice(rounds)) / median(theirs.slice(rounds)),
    heap: kept.ours / kept.theirs,
  }
}

/** What a worker sends that has read a file. */
function sentBy({ atlas, json }: Exports): Uint8Array {
  const skeleton = spineJson.readSkeleton(readFileSync(json), { source: json, warn: () => {} })
  const shown = spineJson.readAtlas(readFileSync(atlas), { source: atlas, warn: () => {} })
  return cookModels([skeleton], shown, null, writeTables)
}

function cells({ cold, warm, heap }: Ratios): string[] {
  return [cold, warm, heap].map((ratio) => ratio.toFixed(2))
}
