/** `npm run bench -- --what recordings`: the cost of recordings, beside a bare loop over the same tables. See README.md. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sharedDir } from '../../scripts/shared'
import { bundle, runNode } from '../kit/child'
import { benchCommand, type CommonOptions } from '../kit/options'
import { median, minimum } from '../kit/statistics'
import { alignColumns, digits } from '../kit/table'
import type { RecordingJob, RecordingResult } from '../programs/recordings-child'

const options = benchCommand(
  'bench --what recordings',
  'Measures ticks of recordings of two hands, in ratios to a bare loop over the same tables.',
  { counts: [1000], rounds: 40, round: 20, limit: 30_000, warmup: 1500 },
)
  .parse()
  .opts<CommonOptions>()

const sample = join(sharedDir() ?? '', 'samples/mrtk/v11-two-hands-30hz.bin')
const bytes = existsSync(sample) ? readFileSync(sample).toString('base64') : null
const program = await bundle(new URL('../programs/recordings-child.ts', import.meta.url))
try {
  for (const count of options.count)
    for (const recordings of [1, Math.min(50, count)]) {
      const job: RecordingJob = { ...options, count, recordings, bytes }
      const { rows, poses, imageBytes, garbage } = await runNode<RecordingResult>(program.file, job, {
        flags: ['--expose-gc'],
      })
      const bare = rows[rows.length - 1]
      const table = rows.map(({ name, rounds }) => {
        const least = minimum(rounds)
        const ratio = `${digits(least / minimum(bare.rounds))} ×`
        return [name, digits(least), digits(median(rounds)), digits((1000 * least) / count), ratio]
      })
      const title = `${count} players of ${recordings} recordings, ${poses} poses each, ${digits(imageBytes / 1e6)} MB of tables`
      const head = ['µs a tick', 'minimum', 'median', 'ns a player', 'of the bare loop']
      console.log(`${title}\n${alignColumns([head, ...table])}`)
      console.log(
        `garbage: ${garbage.bytes} bytes, ${garbage.collections} collections in ${garbage.ticks} ticks\n`,
      )
    }
} finally {
  program.remove()
}
