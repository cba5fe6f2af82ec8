/** `npm run bench:draw`: processor time of `draw`, and calls and bytes that it hands to the GPU. See README.md. */
import { bundle, runNode } from './kit/child'
import { findScenes } from './kit/scenes'
import type { DrawMeasurement } from './programs/draw-child'
import type { DrawJob } from './programs/draw-crowd'

const scenes = findScenes()
if (scenes.length === 0) throw new Error('there is neither a ../shared/samples nor a skeleton in demo/assets')
const [first] = scenes
const jobs: Record<string, DrawJob> = {
  [`1 000 ${first.name}, in order`]: { scenes: [first], skeletons: 1000, sprites: 0, walks: false },
  [`1 000 ${first.name}, y-sorted`]: { scenes: [first], skeletons: 1000, sprites: 0, walks: true },
  '1 000 mixed, 20 000 sprites, y-sorted': { scenes, skeletons: 1000, sprites: 20_000, walks: true },
  '20 000 sprites, y-sorted': { scenes, skeletons: 0, sprites: 20_000, walks: true },
}
const program = await bundle(new URL('./programs/draw-child.ts', import.meta.url))
try {
  for (const [name, job] of Object.entries(jobs)) {
    const found = await runNode<DrawMeasurement>(program.file, job, { flags: ['--expose-gc'] })
    console.log(`${name}: ${found.vertices} vertices, ${found.indices} indices`)
    for (const [label, value] of rows(found)) console.log(`  ${label.padEnd(34)}${value}`)
  }
} finally {
  program.remove()
}

function rows(found: DrawMeasurement): [string, string][] {
  const time = ([least, median]: [number, number]) => `${least.toFixed(0)} (${median.toFixed(0)}) µs`
  return [
    ['runPipeline, least (median)', time(found.pipeline)],
    ['draw, least (median)', time(found.draw)],
    ['draw calls', found.drawCalls.toFixed(1)],
    ['uploads, GL calls', `${found.uploads.toFixed(1)}, ${found.calls.toFixed(0)}`],
    ['bytes uploaded per vertex', (found.bytes / found.vertices).toFixed(2)],
    ['bytes of garbage, a tick and its draw', found.garbage.toFixed(0)],
  ]
}
