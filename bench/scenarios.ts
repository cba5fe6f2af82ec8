/** `npm run bench:scenarios`: what crowds cost of which most sleep, are out of sight, or are few. See README.md. */
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
import type { ScenarioResult } from './scenarios-child'
import { findScenes } from './scenes'
import { median, minimum } from './statistics'
import { alignColumns, digits } from './table'

const options = new Command('bench:scenarios')
  .description('Measures ticks of crowds that are not all awake, in ratios to one that is.')
  .addOption(countOption([10_000]))
  .addOption(sceneOption())
  .addOption(clockOption())
  .addOption(numberOption('--rounds <n>', 'rounds that the minimum and the median are of', 8))
  .addOption(numberOption('--round <ms>', 'milliseconds a round takes at least', 20))
  .addOption(numberOption('--limit <ms>', 'milliseconds after which no further round begins', 60_000))
  .addOption(numberOption('--warmup <ms>', 'milliseconds before the first round', 1500))
  .addOption(numberOption('--seed <n>', 'of phases, paces and places', 1))
  .parse()
  .opts<CommonOptions>()

const program = await bundle(new URL('./scenarios-child.ts', import.meta.url))
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
