/** `npm run bench`: what each system costs, over crowds of different sizes. See README.md. */
import { Command } from 'commander'
import { bundle, runNode } from './child'
import { makeJob } from './job'
import type { Measurement } from './measurement'
import {
  type CommonOptions,
  chooseScenes,
  clockOption,
  countOption,
  kernelsOption,
  numberOption,
  sceneOption,
} from './options'
import { findScenes } from './scenes'
import { sceneTable } from './table'

const options = new Command('bench')
  .description('Measures the systems one by one; every crowd in a process of its own.')
  .addOption(countOption([1, 100, 1000, 10_000]))
  .addOption(sceneOption())
  .addOption(clockOption())
  .addOption(kernelsOption())
  .addOption(numberOption('--rounds <n>', 'rounds that the minimum and the median are of', 60))
  .addOption(numberOption('--round <ms>', 'milliseconds a round takes at least', 5))
  .addOption(numberOption('--limit <ms>', 'milliseconds after which no further round begins', 5000))
  .addOption(numberOption('--warmup <ms>', 'milliseconds before the first round', 1500))
  .addOption(numberOption('--seed <n>', 'of phases, paces and places', 1))
  .option('--json', 'print what was measured as JSON, a line a crowd')
  .parse()
  .opts<CommonOptions & { json?: boolean }>()

const scenes = chooseScenes(findScenes(), options.scene)
if (scenes.length === 0) throw new Error('there is neither a ../shared/samples nor a skeleton in demo/assets')
const program = await bundle(new URL('./measure.ts', import.meta.url))
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
