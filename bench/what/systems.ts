/** `npm run bench`: the time of each system, over crowds of different sizes. See README.md. */
import { bundle, runNode } from '../kit/child'
import { makeJob } from '../kit/job'
import type { Measurement } from '../kit/measurement'
import { benchCommand, type CommonOptions, chooseScenes, kernelsOption } from '../kit/options'
import { findScenes } from '../kit/scenes'
import { sceneTable } from '../kit/table'

const options = benchCommand(
  'bench',
  'Measures the systems one by one; every crowd in a process of its own.',
  { counts: [1, 100, 1000, 10_000], rounds: 60, round: 5, limit: 5000, warmup: 1500 },
)
  .addOption(kernelsOption())
  .option('--json', 'print what was measured as JSON, a line a crowd')
  .parse()
  .opts<CommonOptions & { json?: boolean }>()

const scenes = chooseScenes(findScenes(), options.scene)
if (scenes.length === 0) throw new Error('there is neither a ../shared/samples nor a skeleton in demo/assets')
const program = await bundle(new URL('../programs/measure.ts', import.meta.url))
try {
  for (const scene of scenes) {
    const found: Measurement[] = []
    for (const count of options.count) {
      const job = makeJob(scene, count, options.seed, options)
      const measurement = await runNode<Measurement>(program.file, job, { flags: ['--expose-gc'] })
      found.push(measurement)
      if (options.json) console.log(JSON.stringify({ scene: scene.name, count, ...measurement }))
    }
    const [{ bones, slots }] = found
    const title = `${scene.name}, "${scene.animation}": ${bones} bones, ${slots} slots`
    if (!options.json) console.log(`${sceneTable(title, options.count, found)}\n`)
  }
} finally {
  program.remove()
}
