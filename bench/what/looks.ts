/** `npm run bench -- --what looks`: a crowd with outlines and other looks, beside the same without. See README.md. */
import { bundle, runNode } from '../kit/child'
import { makeJob } from '../kit/job'
import { benchCommand, type CommonOptions, chooseScenes } from '../kit/options'
import { findScenes } from '../kit/scenes'
import { alignColumns, digits } from '../kit/table'
import type { LooksResult } from '../programs/looks-child'

const options = benchCommand(
  'bench --what looks',
  'Measures ticks and draws of a crowd with looks, beside the same without, over a context that only counts.',
  { counts: [1000], rounds: 1, round: 1, limit: 1, warmup: 0 },
)
  .parse()
  .opts<CommonOptions>()

const program = await bundle(new URL('../programs/looks-child.ts', import.meta.url))
try {
  for (const scene of chooseScenes(findScenes(), options.scene ?? findScenes()[0].name)) {
    for (const count of options.count) {
      const job = makeJob(scene, count, options.seed, options)
      const found = await runNode<LooksResult>(program.file, job, { flags: ['--expose-gc'] })
      const ratio = (milliseconds: number) =>
        `${digits(milliseconds)} ms, × ${digits(milliseconds / found.plain)}`
      const rows = [
        ['a tick and its draw, without the extension', ratio(found.plain)],
        ['with it, and no look', ratio(found.unused)],
        ['with an outline each', ratio(found.outlined)],
        ['greying in every tick', ratio(found.greying)],
        ['draw calls', `${digits(found.drawCalls)}, with outlines ${digits(found.outlinedCalls)}`],
        ['bytes of garbage', `${digits(found.garbage)}, with outlines ${digits(found.outlinedGarbage)}`],
      ]
      console.log(`${scene.name}, ${count} figures\n${alignColumns(rows)}\n`)
    }
  }
} finally {
  program.remove()
}
