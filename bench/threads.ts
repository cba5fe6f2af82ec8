/** `npm run bench:threads`: ticks of crowds with threads, beside the same without. See README.md. */
import { loadavg } from 'node:os'
import { bundle, runNode } from './kit/child'
import { makeJob } from './kit/job'
import { benchCommand, type CommonOptions, chooseScenes, numberOption } from './kit/options'
import { recordOption, reportTable } from './kit/record'
import { findScenes } from './kit/scenes'
import { median, minimum } from './kit/statistics'
import { digits } from './kit/table'
import type { ThreadsJob, ThreadsResult } from './programs/threads-child'

const command = benchCommand(
  'bench:threads',
  'Measures ticks with and without threads in turn, by the wall clock. The cores must be idle.',
  { counts: [300, 10_000], rounds: 15, round: 200, limit: 20_000, warmup: 1500 },
)
const options = recordOption(command)
  .addOption(numberOption('--workers <n>', 'threads beside the first', 1))
  .parse()
  .opts<CommonOptions & { workers: number; record?: boolean }>()

const program = await bundle(new URL('./programs/threads-child.ts', import.meta.url))
try {
  const rows = [['ms a tick', 'skeletons', 'alone', 'threads', 'of minima', 'of medians']]
  const load = loadavg()[0]
  for (const scene of chooseScenes(findScenes(), options.scene))
    for (const count of options.count) {
      const job: ThreadsJob = {
        ...makeJob(scene, count, options.seed, options),
        workers: options.workers,
      }
      const { alone, together } = await runNode<ThreadsResult>(program.file, job)
      const by = (of: (values: readonly number[]) => number) => `${digits(of(alone) / of(together))} ×`
      const times = [alone, together].map((values) => digits(minimum(values)))
      rows.push([scene.name, String(count), ...times, by(minimum), by(median)])
    }
  console.log(`${options.workers + 1} threads; the machine's load before was ${digits(load)}`)
  reportTable('threads', rows, { record: options.record, peers: [] })
} finally {
  program.remove()
}
