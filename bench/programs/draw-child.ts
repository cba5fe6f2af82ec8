/** Measures `draw` beside `runPipeline` over a GL context that only counts, in a process of its own. */
import { draw, installRenderer } from 'osteon/render'
import { runPipeline } from 'osteon/systems'
import { measureGarbage } from '../kit/garbage'
import { countingGl } from '../kit/gl-stub'
import { receive } from '../kit/job'
import { type DrawJob, makeDrawCrowd } from './draw-crowd'

export interface DrawMeasurement {
  /** Microseconds of a tick: least and median. */
  pipeline: [number, number]
  draw: [number, number]
  /** Draw calls of a frame. */
  drawCalls: number
  uploads: number
  calls: number
  bytes: number
  /** Drawn vertices. */
  vertices: number
  indices: number
  /** Bytes that a tick and its draw leave on the JavaScript heap. */
  garbage: number
}

const WARM_UP = 300
const FRAMES = 400

async function main(): Promise<void> {
  const { world, step } = await makeDrawCrowd(await receive<DrawJob>())
  const { gl, counts } = countingGl()
  installRenderer(world, { gl })
  const view = { x: 0, y: 0, width: 2000, height: 2000 }
  const spent = [new Float64Array(FRAMES), new Float64Array(FRAMES)]
  const frame = (i: number) => {
    step()
    const start = performance.now()
    runPipeline(world)
    const skinned = performance.now()
    draw(world, view)
    spent[1][i] = performance.now() - skinned
    spent[0][i] = skinned - start
  }
  for (let i = 0; i < WARM_UP; i++) frame(0)
  Object.assign(counts, { calls: 0, drawCalls: 0, uploads: 0, bytes: 0 })
  for (let i = 0; i < FRAMES; i++) frame(i)
  const { calls, drawCalls, uploads, bytes } = counts
  const { alive, joins, skeletons, streams } = world.animation
  let vertices = 4 * joins.quads.alive.count
  for (let i = 0; i < alive.count; i++) vertices += skeletons.vertexCount[alive.ids[i]]
  const times = spent.map((list): [number, number] => {
    const sorted = [...list].sort((a, b) => a - b)
    return [sorted[0] * 1000, sorted[FRAMES >> 1] * 1000]
  })
  const garbage = await measureGarbage(() => {
    for (let i = 0; i < 200; i++) frame(0)
  })
  const found: DrawMeasurement = {
    pipeline: times[0],
    draw: times[1],
    drawCalls: drawCalls / FRAMES,
    uploads: uploads / FRAMES,
    calls: calls / FRAMES,
    bytes: bytes / FRAMES,
    vertices,
    indices: streams.frame.indexCount,
    garbage: garbage.bytes / 200,
  }
  console.log(JSON.stringify(found))
}

await main()
