/** `npm run bench:crowd`: baking, memory and time of crowds from tables. See README.md. */
import { bundle, runNode } from './kit/child'
import { findScenes } from './kit/scenes'
import type { CrowdMeasurement } from './programs/crowd-child'

const [scene] = findScenes()
if (!scene) throw new Error('there is neither a ../shared/samples nor a skeleton in demo/assets')
const program = await bundle(new URL('./programs/crowd-child.ts', import.meta.url))
try {
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
    const time = ([least, median]: readonly [number, number]) =>
      `${least.toFixed(2)} (${median.toFixed(2)}) ms`
    console.log(`${figures} figures of ten tables, all moving, y-sorted: least (median)`)
    console.log(
      `  sortByY ${time(found.sort)}, bakedSampling ${time(found.sampling)}, draw ${time(found.draw)}`,
    )
    console.log(`  all ${time(found.all)}; copying 4.8 MB takes ${time(found.copy)}`)
    console.log(
      `  ${found.drawCalls.toFixed(1)} draw calls, ${found.megabytes.toFixed(2)} MB uploaded a frame`,
    )
    console.log(
      `  ${found.bytesAFigure.toFixed(0)} bytes a figure, ${found.bytesAnEntity.toFixed(0)} of them bitECS's own; ${found.garbage.toFixed(0)} bytes of garbage a frame`,
    )
  }
} finally {
  program.remove()
}
