/** `npm run bench -- --what scenarios`: the cost of crowds that mostly sleep, are out of sight, or are small. See README.md. */
import { bundle, runNode } from '../kit/child'
import { makeJob } from '../kit/job'
import { benchCommand, type CommonOptions, chooseScenes } from '../kit/options'
import { findScenes } from '../kit/scenes'
import { median, minimum } from '../kit/statistics'
import { alignColumns, digits } from '../kit/table'
import type { ScenarioResult } from '../programs/scenarios-child'

const options = benchCommand(
  'bench --what scenarios',
  'Measures ticks of crowds that are not all awake, in ratios to one that is.',
  { counts: [10_000], rounds: 8, round: 20, limit: 60_000, warmup: 1500 },
)
  .parse()
  .opts<CommonOptions>()

const program = await bundle(new URL('../programs/scenarios-child.ts', import.meta.url))
try {
  for (const scene of chooseScenes(findScenes(), options.scene)) {
    for (const count of options.count) {
      const found = await runNode<ScenarioResult[]>(
        program.file,
        makeJob(scene, count, options.seed, options),
      )
      const all = minimum(found[0].rounds)
      const rows = found.map(({ name, share, rounds, note }) => {
        const least = minimum(rounds)
        const proportional = share === null ? '' : digits(least / (all * share))
        const percent = `${digits((100 * least) / all)} %`
        return [name, digits(least), digits(median(rounds)), percent, proportional, note]
      })
      const head = ['µs per tick', 'minimum', 'median', 'of all awake', '× proportional', '']
      console.log(`${scene.name}, ${count} skeletons\n${alignColumns([head, ...rows])}\n`)
    }
  }
} finally {
  program.remove()
}
