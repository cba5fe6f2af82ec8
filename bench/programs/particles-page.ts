/** The page of `bench -- --what particles`: the same moving particles twice, of osteon and of PixiJS, each in a canvas of its own. */
import { createWorld } from 'bitecs'
import { installAnimation, loadAtlas } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { draw, installRenderer } from 'osteon/render/webgl'
import { registerAtlas, spawnSprites, sprites } from 'osteon/sprites'
import { runPipeline } from 'osteon/systems'
import { Particle, ParticleContainer, type ParticleContainerOptions, Texture, WebGLRenderer } from 'pixi.js'
import { type CallCounts, countCalls } from '../kit/count-calls'
import { seededRandom } from '../kit/random'

export interface ParticleJob {
  count: number
  /** Rounds of each side. A round is a frame. */
  rounds: number
  /** Whether rotation and tint change, too. */
  all: boolean
  /** Which properties PixiJS takes over in each frame; without options, places. */
  dynamic: ParticleContainerOptions['dynamicProperties'] | null
  /** Whether draw calls and uploads are carried out. They are counted anyway. */
  draws: boolean
}

/** Of one side: milliseconds of each frame; calls and uploads a frame. */
export interface ParticleSide {
  frame: number[]
  drawCalls: number
  uploads: number
  bytes: number
}

export interface ParticleResult {
  ours: ParticleSide
  theirs: ParticleSide
}

declare global {
  interface Window {
    measureParticles(job: ParticleJob): Promise<ParticleResult>
  }
}

/** Places, speeds and colours: the same for both sides. */
interface Motion {
  x: Float32Array
  y: Float32Array
  rotation: Float32Array
  speedX: Float32Array
  speedY: Float32Array
  red: Float32Array
}

interface Side {
  /** Takes over what moved. Not measured. */
  move(motion: Motion): void
  frame(): void
  counts: CallCounts
}

const SIZE = { width: 640, height: 360 }
/** Edge of the texture, pixels, and scale of a particle: 2 pixels wide on the screen. */
const EDGE = 16
const SCALE = 2 / EDGE
const STEP = 1 / 60
/** Frames before the first round, in which code is compiled. */
const WARM_UP = 60

window.measureParticles = async (job) => {
  const motion = startMotion(job.count)
  const sides = [await ourSide(job), await theirSide(job)]
  const times: number[][] = [[], []]
  for (let round = -WARM_UP; round < job.rounds; round++) {
    advance(motion, job.all)
    if (round === 0) for (const { counts } of sides) Object.assign(counts, { draws: 0, uploads: 0, bytes: 0 })
    sides.forEach((side, i) => {
      side.move(motion)
      const start = performance.now()
      side.frame()
      if (round >= 0) times[i].push(performance.now() - start)
    })
    // The other process takes its time to work off commands; it is not measured.
    await new Promise((done) => setTimeout(done, 5))
  }
  const [ours, theirs] = sides.map(({ counts: { bytes, draws, uploads } }, i) => ({
    frame: times[i],
    drawCalls: draws / job.rounds,
    uploads: uploads / job.rounds,
    bytes: bytes / job.rounds,
  }))
  return { ours, theirs }
}

function startMotion(count: number): Motion {
  const random = seededRandom(1)
  const filled = (make: () => number) => Float32Array.from({ length: count }, make)
  return {
    x: filled(() => random() * SIZE.width),
    y: filled(() => random() * SIZE.height),
    rotation: filled(() => random() * 6),
    speedX: filled(() => random() * 120 - 60),
    speedY: filled(() => random() * 120 - 60),
    red: filled(() => random()),
  }
}

function advance({ red, rotation, speedX, speedY, x, y }: Motion, all: boolean): void {
  for (let i = 0; i < x.length; i++) {
    x[i] += speedX[i] * STEP
    y[i] += speedY[i] * STEP
    if (!all) continue
    rotation[i] += 0.05
    red[i] = (red[i] + 0.01) % 1
  }
}

async function ourSide({ all, count, draws }: ParticleJob): Promise<Side> {
  const canvas = Object.assign(document.createElement('canvas'), SIZE)
  const world = installAnimation(createWorld(), { use: [sprites], capacity: count + 1 })
  const { gl } = installRenderer(world, { canvas })
  const text = `dot.png\nsize: ${EDGE}, ${EDGE}\ndot\nbounds: 0, 0, ${EDGE}, ${EDGE}\n`
  const image = { width: EDGE, height: EDGE, data: new Uint8Array(4 * EDGE * EDGE).fill(255) }
  const atlas = await loadAtlas(new TextEncoder().encode(text), {
    readers: [spineJson],
    pages: { 'dot.png': image },
  })
  const sheet = registerAtlas(world, atlas)
  const eids = spawnSprites(world, count, sheet, 'dot', { scaleX: SCALE, scaleY: SCALE })
  world.time.delta = STEP
  const { Sprite, Transform } = world.components
  const view = { x: SIZE.width / 2, y: SIZE.height / 2, ...SIZE }
  return {
    move({ red, rotation, x, y }) {
      for (let i = 0; i < eids.length; i++) {
        Transform.x[eids[i]] = x[i]
        Transform.y[eids[i]] = y[i]
        if (!all) continue
        Transform.rotation[eids[i]] = rotation[i]
        Sprite.red[eids[i]] = red[i]
      }
    },
    frame() {
      runPipeline(world)
      draw(world, view)
    },
    counts: countCalls(gl as WebGL2RenderingContext, draws),
  }
}

async function theirSide({ count, all, draws, dynamic }: ParticleJob): Promise<Side> {
  const renderer = new WebGLRenderer()
  await renderer.init({ antialias: false, ...SIZE })
  const source = Object.assign(document.createElement('canvas'), { width: EDGE, height: EDGE })
  const context = source.getContext('2d')
  if (context) {
    context.fillStyle = 'white'
    context.fillRect(0, 0, EDGE, EDGE)
  }
  const texture = Texture.from(source)
  const place = { texture, scaleX: SCALE, scaleY: SCALE, anchorX: 0.5, anchorY: 0.5 }
  const particles = Array.from({ length: count }, () => new Particle(place))
  const stage = new ParticleContainer({
    particles,
    texture,
    ...(dynamic && { dynamicProperties: dynamic }),
  })
  return {
    move({ red, rotation, x, y }) {
      for (let i = 0; i < particles.length; i++) {
        const particle = particles[i]
        particle.x = x[i]
        particle.y = y[i]
        if (!all) continue
        particle.rotation = rotation[i]
        // The bytes of alpha, blue, green and red, the highest first.
        particle.color = (0xffffff00 | (red[i] * 255)) >>> 0
      }
    },
    frame: () => renderer.render(stage),
    counts: countCalls(renderer.gl, draws),
  }
}
