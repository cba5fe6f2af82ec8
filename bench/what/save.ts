/** `npm run bench -- --what save`: the cost of `saveState` and `restoreState`, beside a plain copy of as many bytes. See README.md. */
import { bundle, runNode } from '../kit/child'
import { makeJob } from '../kit/job'
import { benchCommand, type CommonOptions, chooseScenes } from '../kit/options'
import { findScenes } from '../kit/scenes'
import { median, minimum } from '../kit/statistics'
import { alignColumns, digits } from '../kit/table'
import type { SaveResult } from '../programs/save-child'

const options = benchCommand(
  'bench --what save',
  'Measures saving and restoring of a whole world, in ratios to a plain copy of as many bytes.',
  { counts: [1000], rounds: 40, round: 20, limit: 20_000, warmup: 1000 },
)
  .parse()
  .opts<CommonOptions>()

const program = await bundle(new URL('../programs/save-child.ts', import.meta.url))
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
