/** `npm run bench:crowd`: baking, memory and time of crowds from tables. See README.md. */
import { Command } from 'commander'
import { bundle, runNode } from './kit/child'
import { recordOption, reportTable } from './kit/record'
import { findScenes } from './kit/scenes'
import type { CrowdMeasurement } from './programs/crowd-child'

const { record } = recordOption(new Command('bench:crowd')).parse().opts<{ record?: boolean }>()
const [scene] = findScenes()
if (!scene) throw new Error('there is neither a ../shared/samples nor a skeleton in demo/assets')
const program = await bundle(new URL('./programs/crowd-child.ts', import.meta.url))
try {
  const rows = [
    ['figures', 'sortByY, ms', 'bakedSampling, ms', 'draw, ms', 'all, ms', 'draw calls', 'bytes a figure'],
  ]
  for (const figures of [10_000, 100_000]) {
    const found = await runNode<CrowdMeasurement>(
      program.file,
      { scene, figures },
      { flags: ['--expose-gc'] },
    )
    if (figures === 10_000) {
      console.log(
        `${scene.name}: all animations baked in ${found.bake.map((ms) => ms.toFixed(0)).join(', warm ')} ms`,
      )
      for (const { name, frames, kilobytes, error } of found.tables)
        console.log(
          `  ${name}: ${frames} frames, ${kilobytes.toFixed(0)} kB, up to ${error.toFixed(2)} units off`,
        )
    }
    const time = ([least, median]: readonly [number, number]) => `${least.toFixed(2)} (${median.toFixed(2)})`
    console.log(
      `${figures}: copying 4.8 MB takes ${time(found.copy)}; ${found.megabytes.toFixed(2)} MB uploaded a frame; ${found.bytesAnEntity.toFixed(0)} bytes of bitECS a figure; ${found.garbage.toFixed(0)} bytes of garbage a frame`,
    )
    const [sort, sampling, draw, all] = [found.sort, found.sampling, found.draw, found.all].map(time)
    const bytes = (found.bytesAFigure - found.bytesAnEntity).toFixed(0)
    rows.push([String(figures), sort, sampling, draw, all, found.drawCalls.toFixed(0), bytes])
  }
  reportTable('crowd', rows, { record, peers: [] })
} finally {
  program.remove()
}
