/** `npm run bench:load`: loading, from a file's bytes to a rig, beside the official web runtime. See README.md. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Command, Option } from 'commander'
import { bundle, runNode } from './kit/child'
import { numberOption } from './kit/options'
import { installPeers, PEERS_FOLDER } from './kit/peers-folder'
import { findExports } from './kit/scenes'
import { median } from './kit/statistics'
import { alignColumns } from './kit/table'
import type { LoadJob, LoadResult } from './programs/load-child'

const { install, processes, rounds, scene, warmup } = new Command('bench:load')
  .description('Loads skeletons with osteon and with the official web runtime, in turn in one process.')
  .addOption(new Option('--scene <names...>', 'these scenes').default(['spineboy-pro']))
  .addOption(numberOption('--processes <n>', 'fresh processes for each file', 5))
  .addOption(numberOption('--rounds <n>', 'loads by each in a process', 50))
  .addOption(new Option('--warmup <n>', 'loads by each before those that count').default(0).argParser(Number))
  .option('--no-install', 'take what bench/peers/node_modules holds')
  .parse()
  .opts<{ install: boolean; processes: number; rounds: number; scene: string[]; warmup: number }>()

if (install) installPeers()
const peer = pathToFileURL(join(PEERS_FOLDER, 'load-web.mjs')).href
const program = await bundle(new URL('./programs/load-child.ts', import.meta.url))
try {
  const rows = [['file', 'osteon ms', 'web runtime ms', 'times as long', 'process by process']]
  for (const found of findExports().filter(({ name }) => scene.includes(name)))
    for (const kind of ['json', 'skel'] as const) {
      const job: LoadJob = { kind, skeleton: found[kind], atlas: found.atlas, peer, warmup, rounds }
      const medians: { ours: number; theirs: number }[] = []
      for (let i = 0; i < processes; i++) {
        const { ours, theirs } = await runNode<LoadResult>(program.file, job)
        medians.push({ ours: median(ours), theirs: median(theirs) })
      }
      const ratios = medians.map(({ ours, theirs }) => ours / theirs)
      rows.push([
        `${found.name}.${kind}`,
        median(medians.map(({ ours }) => ours)).toFixed(2),
        median(medians.map(({ theirs }) => theirs)).toFixed(2),
        median(ratios).toFixed(2),
        ratios.map((ratio) => ratio.toFixed(2)).join(' '),
      ])
    }
  console.log(`medians of ${rounds} loads, of which the median over ${processes} processes`)
  console.log(alignColumns(rows))
} finally {
  program.remove()
}
