/** Instances as the GPU fills them, beside those of the processor. */
import { addComponent, addEntity, createWorld, removeEntity } from 'bitecs'
import { installAnimation, type Rig } from 'osteon'
import { bake, bakedSampling, type CrowdWorld, crowds, playFigure, spawnBaked } from 'osteon/crowd'
import { runPipeline } from 'osteon/systems'
import { seededRandom } from '../../../../bench/kit/random'
import { figureAt, sortFigures } from '../../../../src/joins/crowd/frame/order'
import { CLIP, INSTANCE_WORDS } from '../../../../src/joins/crowd/layout'
import { makeReady } from '../../../../src/joins/crowd/render/draw'
import { createFigureGpu } from '../../../../src/joins/crowd/render/gpu'
import { fillInstances } from '../../../../src/joins/crowd/render/instances'
import { crowdOf } from '../../../../src/joins/crowd/state'

/** What is drawn: see `change`. */
const ROUNDS = 8

/** How instances differ. */
export interface FilledInstances {
  count: number
  /** The greatest difference of a matrix or place, as a share of the place's range. */
  place: number
  /** The greatest difference of the second that an instance shows, beyond the step of a share. */
  seconds: number
  /** Instances with another frame, table, weight or tint. */
  others: number
  /** Bytes uploaded in each round. */
  bytes: number[]
}

export function compareFilled(rig: Rig, figures: number, seed: number, others: number): FilledInstances {
  const random = seededRandom(seed)
  const gl = document.createElement('canvas').getContext('webgl2') as WebGL2RenderingContext
  const world = installAnimation(createWorld({}), { use: [crowds], capacity: 16, warn: () => {} })
  for (let i = 0; i < others; i++) addComponent(world, addEntity(world), world.components.Transform)
  const [number] = bake(world, rig, { slack: 0.5 })
  const eids = spawn(world, number, figures, random)
  const crowd = crowdOf(world.animation)
  const gpu = { host: null, device: { bound: [] }, handleOf: () => null }
  const own = createFigureGpu(gl, gpu, 8)
  if (!own) throw new Error('no instances')
  const stats = { drawCalls: 0, triangles: 0, bytesUploaded: 0, textures: 0 }
  const pass = { gl, textureUnits: 8, stats, projection: new Float32Array(9), color: new Float32Array(4) }
  const found: FilledInstances = { count: 0, place: 0, seconds: 0, others: 0, bytes: [] }
  for (let round = 0; round < ROUNDS; round++) {
    change(world, number, eids, round, random)
    const shown = sortFigures(world)
    stats.bytesUploaded = 0
    makeReady(world, crowd, own, pass, gpu)
    found.bytes.push(stats.bytesUploaded)
    const words = new Int32Array(shown * INSTANCE_WORDS)
    gl.bindBuffer(gl.COPY_READ_BUFFER, own.records)
    gl.getBufferSubData(gl.COPY_READ_BUFFER, 0, words)
    // A buffer that is bound elsewhere cannot be filled.
    gl.bindBuffer(gl.COPY_READ_BUFFER, null)
    // The next round must find what the GPU has, also after the processor has filled instances.
    fillInstances(world, crowd)
    const { arena, instances } = crowd.memory
    compare(world, words, arena.i32.subarray(instances.start, instances.start + words.length), found)
    found.count += shown
  }
  const error = gl.getError()
  if (error !== 0) throw new Error(`the context has error ${error}`)
  return found
}

function spawn(world: CrowdWorld, table: number, figures: number, random: () => number): number[] {
  const crowd = crowdOf(world.animation)
  const { animations } = crowd.tables[table]?.table ?? { animations: [] }
  return Array.from({ length: figures }, (_, i) => {
    const animation = i % animations.length
    const { duration, times } = animations[animation]
    const eid = spawnBaked(world, table, {
      ...{
        x: 4000 * random() - 2000,
        y: 4000 * random() - 2000,
        scaleX: random() + 0.1,
        scaleY: random() + 0.1,
      },
      ...{ rotation: i % 3 === 0 ? 200 * random() - 100 : 0, flipX: random() < 0.5, flipY: random() < 0.5 },
      ...{ animation, loop: random() < 0.5, sortKey: Math.floor(10 * random()), speed: random() },
      ...{ tint: [Math.floor(8 * random()) / 8, random() < 0.5 ? 2 : 1, 1], alpha: random() < 0.5 ? 1 : -1 },
    })
    // At frames, just before them, and anywhere.
    const at = times[Math.floor(times.length * random())]
    world.components.Baked.time[eid] = [at, at - 1e-10, 1.5 * duration * random(), -1][i % 4]
    world.components.Visibility.level[eid] = i % 11 === 0 ? 1 : 0
    return eid
  })
}

/** Changes nothing; a place; tints; then animations, which fade; then half of the figures goes, and as many come. */
function change(world: CrowdWorld, table: number, eids: number[], round: number, random: () => number): void {
  const { Baked, Transform } = world.components
  if (round === 2) Transform.x[eids[1]] += 5
  if (round === 3) Baked.alpha.fill(0.25)
  if (round === 4) {
    const crowd = crowdOf(world.animation)
    for (const eid of eids) {
      const table = crowd.tables[Baked.table[eid]]?.table
      const { name } = table?.animations[Math.floor(random() * table.animations.length)] ?? { name: '' }
      if (random() < 0.4)
        playFigure<never, string>(world, eid as never, name as never, { mix: 0.3, unless: 'refuse' })
    }
  }
  if (round === 6) for (const eid of eids.splice(0, eids.length >> 1)) removeEntity(world, eid)
  if (round === 7) eids.push(...spawn(world, table, eids.length, random))
  if (round < 4) return
  world.time.delta = 0.1
  runPipeline(world)
  bakedSampling(world)
}

function compare(world: CrowdWorld, given: Int32Array, expected: Int32Array, found: FilledInstances): void {
  const crowd = crowdOf(world.animation)
  const { Baked } = world.components
  const floats = [given, expected].map(
    ({ buffer, byteOffset, length }) => new Float32Array(buffer, byteOffset, length),
  )
  const halves = [given, expected].map(
    ({ buffer, byteOffset, length }) => new Uint16Array(buffer, byteOffset, 2 * length),
  )
  for (let i = 0; INSTANCE_WORDS * i < given.length; i++) {
    const at = INSTANCE_WORDS * i
    for (let word = at; word < at + 6; word++)
      found.place = Math.max(found.place, Math.abs(floats[0][word] - floats[1][word]) / 2000)
    const off = (half: number) => Math.abs(halves[0][2 * at + half] - halves[1][2 * at + half])
    const isOther = [6, 7, 8, 11].some((word) => given[at + word] !== expected[at + word])
    if (isOther || off(20) > 1 || off(21) > 0) found.others++
    const eid = figureAt(crowd, i)
    const fade = crowd.figures.fade[eid]
    const first = crowd.firstClip[Baked.table[eid]]
    const clips = [first + Baked.animation[eid], first + crowd.fades.animation[fade]]
    for (const [half, clip] of clips.slice(0, fade === 0 ? 1 : 2).entries()) {
      const of = (field: number) => crowd.clips.numbers[CLIP.SIZE * clip + field]
      const frame = (floats[1][at + 6 + half] - of(CLIP.TEXEL)) / of(CLIP.STRIDE)
      const rate = crowd.clips.rates[of(CLIP.FIRST) + frame]
      if (rate > 0) found.seconds = Math.max(found.seconds, (off(18 + half) - 1) / 65_535 / rate)
    }
  }
}
