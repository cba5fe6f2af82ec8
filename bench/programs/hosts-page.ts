/** The page of `bench:hosts`: the same crowd twice, of osteon/pixi and of the official plug-in, each in an application of its own. */
import { loadRig, type Rig } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { Figure, osteonTicker } from 'osteon/pixi'
import { Application, type Container, Sprite, Texture, type WebGLRenderer } from 'pixi.js'
import { type CallCounts, countCalls } from '../kit/count-calls'
import * as peer from '../peers/spine-pixi.mjs'

export interface HostRig {
  name: string
  animation: string
  skin: string | null
}

export interface HostJob {
  rigs: HostRig[]
  /** Figures; a sprite stands behind every other one. */
  count: number
  /** Rounds of each side, and frames of a round. */
  rounds: number
  frames: number
  /** Whether draw calls and uploads are carried out. They are counted anyway. */
  draws: boolean
}

/** Of one side: milliseconds a frame, round by round; draw calls and uploaded bytes a frame. */
export interface SideResult {
  tick: number[]
  render: number[]
  frame: number[]
  drawCalls: number
  uploads: number
}

export interface HostResult {
  ours: SideResult
  theirs: SideResult
  /** Greatest difference of a figure's bounds, as a share of their size. */
  difference: number
}

declare global {
  interface Window {
    measureHosts(job: HostJob): Promise<HostResult>
  }
}

interface Side {
  app: Application
  figures: Container[]
  tick(seconds: number): void
  counts: CallCounts
  result: SideResult
}

const SIZE = { width: 640, height: 360 }
const STEP = 1 / 60
/** Frames before the first round, in which phases spread and code is compiled. */
const WARM_UP = 300

window.measureHosts = async (job) => {
  const sides = [await ourSide(job), await theirSide(job)]
  const [ours, theirs] = sides
  for (const side of sides) fill(side, job)
  for (const side of sides) for (let i = 0; i < WARM_UP; i++) frame(side)
  const difference = compareBounds(ours.figures, theirs.figures)
  for (const { counts } of sides) counts.draws = counts.bytes = 0
  for (let round = 0; round < job.rounds; round++) {
    for (const side of sides) {
      runRound(side, job.frames)
      // The other process takes its time to work off commands; it is not measured.
      await new Promise((done) => setTimeout(done, 5))
    }
  }
  for (const { counts, result } of sides) {
    result.drawCalls = counts.draws / (job.rounds * job.frames)
    result.uploads = counts.bytes / (job.rounds * job.frames)
  }
  return { ours: ours.result, theirs: theirs.result, difference }
}

async function startSide(draws: boolean): Promise<Omit<Side, 'figures' | 'tick'>> {
  const app = new Application()
  await app.init({ preference: 'webgl', autoStart: false, antialias: false, ...SIZE })
  const counts = countCalls((app.renderer as WebGLRenderer).gl, draws)
  return { app, counts, result: { tick: [], render: [], frame: [], drawCalls: 0, uploads: 0 } }
}

async function ourSide({ count, draws, rigs }: HostJob): Promise<Side> {
  const side = await startSide(draws)
  const { tick, world } = osteonTicker(side.app)
  const loaded: Rig[] = []
  for (const { name } of rigs)
    loaded.push(await loadRig(`/${name}/skeleton.json`, `/${name}/skeleton.atlas`, { readers: [spineJson] }))
  const figures = Array.from({ length: count }, (_, i) => {
    const { animation, skin } = rigs[i % rigs.length]
    const figure = new Figure({ world, rig: loaded[i % rigs.length], animation, skin })
    figure.timeScale = paceOf(i)
    return figure
  })
  return { ...side, figures, tick }
}

async function theirSide({ count, draws, rigs }: HostJob): Promise<Side> {
  const side = await startSide(draws)
  for (const { name } of rigs) await peer.load(name)
  const figures = Array.from({ length: count }, (_, i) => peer.make(rigs[i % rigs.length], paceOf(i)))
  return { ...side, figures, tick: (seconds) => peer.tick(figures, seconds) }
}

function paceOf(i: number): number {
  return 0.8 + (i % 41) / 100
}

/** Places the figures, with sprites between. */
function fill({ app, figures }: Side, { count }: HostJob): void {
  figures.forEach((figure, i) => {
    const x = (i * 37) % SIZE.width
    const y = 40 + ((SIZE.height - 40) * i) / count
    if (i % 2 === 0) {
      const sprite = app.stage.addChild(new Sprite(Texture.WHITE))
      sprite.position.set(x, y)
      sprite.setSize(8)
    }
    figure.position.set(x, y)
    figure.scale.set(0.1)
    app.stage.addChild(figure)
  })
}

function frame({ app, tick }: Side): void {
  tick(STEP)
  app.render()
}

function runRound({ app, result, tick }: Side, frames: number): void {
  let ticked = 0
  let rendered = 0
  for (let i = 0; i < frames; i++) {
    const start = performance.now()
    tick(STEP)
    const middle = performance.now()
    app.render()
    ticked += middle - start
    rendered += performance.now() - middle
  }
  result.tick.push(ticked / frames)
  result.render.push(rendered / frames)
  result.frame.push((ticked + rendered) / frames)
}

function compareBounds(ours: readonly Container[], theirs: readonly Container[]): number {
  return ours.reduce((worst, figure, i) => {
    const own = figure.getBounds()
    const other = theirs[i].getBounds()
    const size = Math.max(other.width, other.height)
    const apart = (['minX', 'minY', 'maxX', 'maxY'] as const).map(
      (side) => Math.abs(own[side] - other[side]) / size,
    )
    return Math.max(worst, ...apart)
  }, 0)
}
