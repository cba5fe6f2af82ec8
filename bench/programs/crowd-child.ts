/** Measures a tick and a frame of baked figures over a GL context that only counts, in a process of its own. */
import { addComponents, addEntity, createWorld, getAllEntities } from 'bitecs'
import { installAnimation, loadRig, sortByY } from 'osteon'
import {
  type BakedTable,
  bakedSampling,
  bakeTables,
  bytesOf,
  crowds,
  registerTable,
  spawnBaked,
} from 'osteon/crowd'
import { spineJson } from 'osteon/formats/spine-json'
import { draw, installRenderer } from 'osteon/render/webgl'
import { runPipeline } from 'osteon/systems'
import { crowdOf } from '../../src/joins/crowd/state'
import { measureGarbage } from '../kit/garbage'
import { countingGl } from '../kit/gl-stub'
import { receive } from '../kit/job'
import { seededRandom } from '../kit/random'
import type { Scene } from '../kit/scenes'

export interface CrowdJob {
  scene: Scene
  figures: number
}

/** Milliseconds: least and median of the frames. */
type Time = [number, number]

export interface CrowdMeasurement {
  /** Baking all animations of the rig: the first time, and when the code is warm. CPU milliseconds of this process. */
  bake: [number, number]
  tables: { name: string; frames: number; kilobytes: number; error: number }[]
  sort: Time
  sampling: Time
  draw: Time
  all: Time
  /** A yardstick of the same process: copying 4.8 MB. */
  copy: Time
  drawCalls: number
  megabytes: number
  /** Bytes on the heap and in arrays for a figure, beside the columns of all entities; and those of a bare entity of bitECS. */
  bytesAFigure: number
  bytesAnEntity: number
  garbage: number
}

const TABLES = 10
const WARM_UP = 60
const FRAMES = 120

async function main(): Promise<void> {
  const { scene, figures } = await receive<CrowdJob>()
  const { name, skeleton, atlas } = scene
  const pixel = { width: 1, height: 1, data: new Uint8Array(4) }
  const rig = await loadRig(Buffer.from(skeleton), Buffer.from(atlas), {
    readers: [spineJson],
    name,
    pages: Object.fromEntries(
      spineJson.readAtlas(atlas, { source: name }).pages.map((page) => [page.name, pixel]),
    ),
    warn: () => {},
  })
  const skins = [scene.skin]
  const bakeOnce = () => {
    const start = process.cpuUsage().user
    bakeTables(rig, { skins })
    return (process.cpuUsage().user - start) / 1000
  }
  const first = bakeOnce()
  for (let i = 0; i < 3; i++) bakeOnce()
  const bake: [number, number] = [first, bakeOnce()]
  // A figure of an animation without length does not move.
  const animations = [...rig.animationIndex.keys()].filter((_, i) => rig.animations[i].duration > 0)
  const made: BakedTable[] = Array.from({ length: TABLES }, (_, i) => i).map(
    (i) => bakeTables(rig, { skins, animations: [animations[i % animations.length]] })[0],
  )
  const source = new Float32Array(1_200_000)
  const target = new Float32Array(1_200_000)
  const bytesAnEntity = await entityBytes(figures)
  const before = await memory()
  const world = installAnimation(createWorld(), { use: [crowds], capacity: figures + 2, warn: () => {} })
  const numbers = made.map((table) => registerTable(world, rig, table))
  const { gl, counts } = countingGl()
  installRenderer(world, { gl })
  const random = seededRandom(1)
  const eids = Array.from({ length: figures }, (_, i) =>
    spawnBaked(world, numbers[i % TABLES], {
      ...{ x: random() * 4000, y: random() * 2000, scaleX: 0.1, scaleY: 0.1, time: random() * 3 },
      speed: 0.8 + random() * 0.4,
    }),
  )
  const walks = Float32Array.from(eids, () => random() * 2 - 1)
  const view = { x: 2000, y: 1000, width: 4000, height: 2000 }
  const spent: number[][] = [[], [], [], [], []]
  const frame = (keeps: boolean) => {
    walk(world.components.Transform.y, eids, walks)
    world.time.delta = 1 / 60
    runPipeline(world)
    const t0 = performance.now()
    sortByY(world)
    const t1 = performance.now()
    bakedSampling(world)
    const t2 = performance.now()
    draw(world, view)
    const t3 = performance.now()
    target.set(source)
    const t4 = performance.now()
    if (!keeps) return
    for (const [i, time] of [t1 - t0, t2 - t1, t3 - t2, t3 - t0, t4 - t3].entries()) spent[i].push(time)
  }
  for (let i = 0; i < WARM_UP; i++) frame(false)
  // Node leaves the memory of WebAssembly out.
  const { byteLength } = crowdOf(world.animation).memory.arena.buffer
  const bytesAFigure = ((await memory()) - before + byteLength) / figures
  Object.assign(counts, { calls: 0, drawCalls: 0, uploads: 0, bytes: 0 })
  for (let i = 0; i < FRAMES; i++) frame(true)
  const { bytes, drawCalls } = counts
  const [sort, sampling, drawn, all, copy] = spent.map((list): Time => {
    const sorted = list.sort((a, b) => a - b)
    return [sorted[0], sorted[FRAMES >> 1]]
  })
  const garbage = await measureGarbage(() => {
    for (let i = 0; i < 50; i++) frame(false)
  })
  const found: CrowdMeasurement = {
    bake,
    tables: made.map((table) => ({
      name: table.animations[0].name,
      frames: table.animations[0].times.length,
      kilobytes: bytesOf(table) / 1000,
      error: table.animations[0].error,
    })),
    sort,
    sampling,
    draw: drawn,
    all,
    copy,
    drawCalls: drawCalls / FRAMES,
    megabytes: bytes / FRAMES / 1e6,
    bytesAFigure,
    bytesAnEntity,
    garbage: garbage.bytes / 50,
  }
  console.log(JSON.stringify(found))
}

/** In a function of its own, so that it makes no garbage. */
function walk(y: Float32Array, eids: readonly number[], walks: Float32Array): void {
  for (let i = 0; i < walks.length; i++) y[eids[i]] += walks[i]
}

/** Bytes of an entity with two components that have no columns. */
async function entityBytes(count: number): Promise<number> {
  const before = await memory()
  const world = createWorld()
  const components = [{}, {}]
  for (let i = 0; i < count; i++) addComponents(world, addEntity(world), ...components)
  const bytes = ((await memory()) - before) / count
  // The world must live until here.
  return getAllEntities(world).length === count ? bytes : Number.NaN
}

/** Memory of worlds is freed in turns of the event loop after they were collected. */
async function memory(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    ;(globalThis as { gc?: () => void }).gc?.()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

await main()
