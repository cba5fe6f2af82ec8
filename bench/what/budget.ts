/** `npm run bench -- --what budget`: a square of figures within a budget, beside the same with all of them live. See README.md. */
import { bundle, runNode } from '../kit/child'
import { makeJob } from '../kit/job'
import { benchCommand, type CommonOptions, chooseScenes, numberOption } from '../kit/options'
import { findScenes } from '../kit/scenes'
import { alignColumns, digits } from '../kit/table'
import type { BudgetResult } from '../programs/budget-child'

const options = benchCommand(
  'bench --what budget',
  'Measures a square of figures over which the camera flies, within a budget, beside the same with all of them live.',
  { counts: [20_000], rounds: 1, round: 1, limit: 1, warmup: 0 },
)
  .addOption(numberOption('--ms <n>', 'milliseconds of a tick', 4))
  .parse()
  .opts<CommonOptions & { ms: number }>()

const program = await bundle(new URL('../programs/budget-child.ts', import.meta.url))
try {
  for (const scene of chooseScenes(findScenes(), options.scene ?? findScenes()[0].name)) {
    for (const count of options.count) {
      const job = { ...makeJob(scene, count, options.seed, options), ms: options.ms }
      const { live, budgeted, choosing, kept, keptAlone, changes, counts } = await runNode<BudgetResult>(
        program.file,
        job,
      )
      const rows = [
        ['all live, ms', digits(live)],
        [`budget of ${options.ms} ms, all in all`, digits(budgeted)],
        ['× of all live', digits(budgeted / live)],
        ['choosing alone, ms', digits(choosing)],
        ['ticks within it and a tenth', `${digits(100 * kept)} %`],
        ['the same, without waiting for others', `${digits(100 * keptAlone)} %`],
        ['most changes of a figure in a second', digits(changes)],
        ['at the end', JSON.stringify(counts)],
      ]
      console.log(`${scene.name}, ${count} figures\n${alignColumns(rows)}\n`)
    }
  }
} finally {
  program.remove()
}
