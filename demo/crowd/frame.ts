/** One frame of the crowd, as a list of systems: first behaviour, then poses, then the picture. */
import type { AnimationWorld } from 'osteon'
import { budget } from 'osteon/budget'
import { bakedCulling, bakedSampling } from 'osteon/crowd'
import type { View } from 'osteon/render'
import {
  constraints,
  culling,
  mixing,
  runPipeline,
  skinning,
  timelineSampling,
  worldTransform,
} from 'osteon/systems'
import type { Crowd } from './crowd'
import { endFrame, lap, type Stopwatch, startFrame } from './page/stopwatch'
import { moveParticles } from './particles'
import { changeMinds } from './systems/change-minds'
import { faceFoes } from './systems/face-foes'
import { followEvents } from './systems/follow-events'
import { giveWay } from './systems/give-way'
import { keepApart } from './systems/keep-apart'
import { leadBands } from './systems/lead-bands'
import { shedEmbers } from './systems/shed-embers'
import { showEverybody } from './systems/show-everybody'
import { showParticles } from './systems/show-particles'
import { sortByDepth } from './systems/sort-by-depth'
import { sortIntoCells } from './systems/sort-into-cells'
import { takeTurns } from './systems/take-turns'
import { tintSleepers } from './systems/tint-sleepers'
import { walk } from './systems/walk'
import { wearStars } from './systems/wear-stars'

/** Names of the measured parts, in order. */
export const LAPS = [
  'crowd',
  'y-sort',
  'culling',
  'tables',
  'timelineSampling',
  'mixing',
  'constraints',
  'worldTransform',
  'particles',
  'skinning',
  'draw',
] as const

const [CROWD, SORT, CULLING, TABLES, SAMPLING, MIXING, CONSTRAINTS, WORLD, PARTICLES, SKINNING, DRAW] =
  LAPS.keys()

export interface FrameOptions {
  /** Characters off the screen are not posed. */
  culling: boolean
  /** Small characters are posed every other tick. */
  slowing: boolean
  /** A budget chooses all of that. */
  budget: boolean
  /** Systems 1-5 in one call, chunk by chunk, instead of one by one. */
  pipeline: boolean
}

/** Height on the screen below which a character counts as small, CSS pixels. */
const SMALL = 60

/** Height on the screen below which the box of all a character's clips is drawn from a table, CSS pixels. */
const SMALL_BOX = 120

/** Milliseconds of a tick's poses, if there is a budget. */
const BUDGET = 4

/** Greatest number of characters that go live, or back, in a tick. */
const MOST_CHANGES = 200

/** Moves and poses all characters for a tick; draws nothing. @param height of the picture, CSS pixels. */
export function tick(
  crowd: Crowd,
  watch: Stopwatch,
  seconds: number,
  view: View,
  height: number,
  options: FrameOptions,
): void {
  const { particles, world } = crowd
  startFrame(watch)
  crowd.seconds = world.time.delta = seconds
  crowd.time += seconds
  if (seconds > 0) crowd.turn++

  takeTurns(crowd, height / view.height)
  sortIntoCells(crowd)
  if (seconds > 0) act(crowd)
  tintSleepers(crowd)
  lap(watch, CROWD)

  sortByDepth(crowd, height / view.height)
  lap(watch, SORT)

  see(crowd, view, height, options)
  lap(watch, CULLING)

  if (options.pipeline) poseAtOnce(crowd, watch)
  else poseStepByStep(crowd, watch)
  moveParticles(particles, seconds)
  showParticles(crowd)
  lap(watch, PARTICLES)

  if (!options.pipeline) {
    skinning(world)
    lap(watch, SKINNING)
  }
}

/** Chooses who is posed, how often, and who is drawn from tables. */
function see(crowd: Crowd, view: View, height: number, options: FrameOptions): void {
  const { tables, world } = crowd
  if (options.budget) {
    budget(world, view, { ms: BUDGET, most: MOST_CHANGES })
    return
  }
  if (options.culling) culling(world, view, { far: { size: SMALL / height, rate: options.slowing ? 2 : 0 } })
  else showEverybody(crowd)
  if (tables) bakedCulling(world, view, { below: SMALL_BOX / height, most: MOST_CHANGES })
}

/** Everybody decides and moves. A tick of no time leaves this out: a paused picture is the same however often it is drawn. */
function act(crowd: Crowd): void {
  leadBands(crowd)
  changeMinds(crowd)
  faceFoes(crowd)
  giveWay(crowd)
  walk(crowd)
  keepApart(crowd)
}

/** Particles for what happened in this tick; none in a tick of no time, as in {@link act}. */
function strew(crowd: Crowd): void {
  if (crowd.seconds === 0) return
  followEvents(crowd)
  shedEmbers(crowd)
}

/** Runs the library's systems one by one, so that each can be timed and the demo's own run between them. */
function poseStepByStep(crowd: Crowd, watch: Stopwatch): void {
  const { world } = crowd
  timelineSampling(world)
  lap(watch, SAMPLING)
  bakedSampling(world)
  lap(watch, TABLES)
  mixing(world)
  lap(watch, MIXING)
  constraints(world)
  lap(watch, CONSTRAINTS)
  worldTransform(world)
  lap(watch, WORLD)
  wearStars(crowd)
  strew(crowd)
}

/** Runs all of the library's systems in one call. Particles that start at bones show one frame later. */
function poseAtOnce(crowd: Crowd, watch: Stopwatch): void {
  runPipeline(crowd.world)
  lap(watch, SKINNING)
  bakedSampling(crowd.world)
  lap(watch, TABLES)
  wearStars(crowd)
  strew(crowd)
}

/** Draws the last poses. */
export function paint({ world }: Crowd, watch: Stopwatch, drawWorld: (world: AnimationWorld) => void): void {
  watch.last = performance.now()
  drawWorld(world)
  lap(watch, DRAW)
  endFrame(watch)
}
