/** `npm run bench -- --what replay`: ticks of a world that is recorded, beside those of one that isn't. See README.md. */
import { bundle, runNode } from '../kit/child'
import { makeJob } from '../kit/job'
import { benchCommand, type CommonOptions, chooseScenes } from '../kit/options'
import { findScenes } from '../kit/scenes'
import { alignColumns, digits } from '../kit/table'
import type { ReplayResult } from '../programs/replay-child'

const options = benchCommand(
  'bench --what replay',
  'Measures ticks with one call a second and figure, in a world that is recorded and in one that is not.',
  { counts: [300], rounds: 3600, round: 1, limit: 1, warmup: 1200 },
)
  .parse()
  .opts<CommonOptions>()

const program = await bundle(new URL('../programs/replay-child.ts', import.meta.url))
try {
  for (const scene of chooseScenes(findScenes(), options.scene ?? findScenes()[0].name)) {
    for (const count of options.count) {
      const job = makeJob(scene, count, options.seed, options)
      const { plain, recorded, between, bytes, rings } = await runNode<ReplayResult>(program.file, job)
      const rows = [
        ['', 'mean', 'median', '99 %', 'longest'],
        ...[
          ['tick', plain] as const,
          ['tick, recorded', recorded] as const,
          ['between ticks', between] as const,
        ].map(([name, of]) => [
          name,
          digits(of.mean),
          digits(of.median),
          digits(of.late),
          digits(of.longest),
        ]),
        [
          'recorded / not',
          ...[recorded.mean / plain.mean, recorded.median / plain.median].map(
            (times) => `${digits(times)} ×`,
          ),
          '',
          '',
        ],
      ]
      console.log(`${scene.name}, ${count} figures, ms\n${alignColumns(rows)}`)
      console.log(
        `${digits(bytes / 1000)} kB a second; the ring has ${rings.map((ring) => digits(ring / 1e6)).join(', ')} MB\n`,
      )
    }
  }
} finally {
  program.remove()
}
