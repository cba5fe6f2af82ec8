/** `npm run bench:save`: what `saveState` and `restoreState` cost beside a plain copy of as many bytes. See README.md. */
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
import type { SaveResult } from './save-child'
import { findScenes } from './scenes'
import { median, minimum } from './statistics'
import { alignColumns, digits } from './table'

const options = new Command('bench:save')
  .description('Measures saving and restoring of a whole world, in ratios to a plain copy of as many bytes.')
  .addOption(countOption([1000]))
  .addOption(sceneOption())
  .addOption(clockOption())
  .addOption(numberOption('--rounds <n>', 'rounds that the minimum and the median are of', 40))
  .addOption(numberOption('--round <ms>', 'milliseconds a round takes at least', 20))
  .addOption(numberOption('--limit <ms>', 'milliseconds after which no further round begins', 20_000))
  .addOption(numberOption('--warmup <ms>', 'milliseconds before the first round', 1000))
  .addOption(numberOption('--seed <n>', 'of phases, paces and places', 1))
  .parse()
  .opts<CommonOptions>()

const program = await bundle(new URL('./save-child.ts', import.meta.url))
try {
  for (const scene of chooseScenes(findScenes(), options.scene)) {
    for (const count of options.count) {
      const job = makeJob(scene, count, options.seed, options)
      const { bytes, rows } = await runNode<SaveResult>(program.file, job)
      const [plain] = rows
      const table = rows.map(({ name, rounds }) => {
        const ratio = minimum(rounds) / minimum(plain.rounds)
        return [name, digits(minimum(rounds)), digits(median(rounds)), `${digits(ratio)} ×`]
      })
      const head = ['ms', 'minimum', 'median', 'of a plain copy']
      console.log(
        `${scene.name}, ${count} skeletons, ${digits(bytes / 1e6)} MB\n${alignColumns([head, ...table])}\n`,
      )
    }
  }
} finally {
  program.remove()
}
