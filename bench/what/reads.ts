/** `npm run bench -- --what reads`: the cost of reading one skeleton's bone in every tick, for its whole crowd. See README.md. */
import { bundle, runNode } from '../kit/child'
import { makeJob } from '../kit/job'
import { benchCommand, type CommonOptions, chooseScenes, kernelsOption, numberOption } from '../kit/options'
import { findScenes } from '../kit/scenes'
import { median } from '../kit/statistics'
import { alignColumns } from '../kit/table'
import type { ReadsResult } from '../programs/reads-child'

const options = benchCommand(
  'bench --what reads',
  'Measures ticks of a crowd while a bone of one skeleton is read, and some time later, in ratios to those before.',
  { counts: [1000], rounds: 15, round: 12, limit: 60_000, warmup: 600 },
)
  .addOption(kernelsOption())
  .addOption(numberOption('--processes <n>', 'fresh processes for each crowd', 5))
  .parse()
  .opts<CommonOptions & { processes: number }>()

const program = await bundle(new URL('../programs/reads-child.ts', import.meta.url))
try {
  const rows = [['times as long as before', 'count', 'read', '', 'later', '']]
  for (const scene of chooseScenes(findScenes(), options.scene)) {
    for (const count of options.count) {
      const found: ReadsResult[] = []
      for (let i = 0; i < options.processes; i++)
        found.push(await runNode<ReadsResult>(program.file, makeJob(scene, count, options.seed, options)))
      rows.push([
        scene.name,
        String(count),
        ...spread(found.map(({ reading }) => reading)),
        ...spread(found.map(({ after }) => after)),
      ])
    }
  }
  console.log(alignColumns(rows))
} finally {
  program.remove()
}

/** The median and the range of ratios. */
function spread(ratios: readonly number[]): string[] {
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)]
  return [median(ratios).toFixed(3), `${least.toFixed(3)}-${most.toFixed(3)}`]
}
