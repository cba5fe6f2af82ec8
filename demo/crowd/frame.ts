/** One frame of the crowd, as a list of systems: first behaviour, then poses, then the picture. */
import type { AnimationWorld } from 'osteon'
import type { View } from 'osteon/render'
import {
  boneFollower,
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
import { tintSleepers } from './systems/tint-sleepers'
import { walk } from './systems/walk'

/** Names of the measured parts, in order. */
export const LAPS = [
  'crowd',
  'y-sort',
  'culling',
  'timelineSampling',
  'mixing',
  'constraints',
  'worldTransform',
  'particles',
  'skinning',
  'draw',
] as const

const [CROWD, SORT, CULLING, SAMPLING, MIXING, CONSTRAINTS, WORLD, PARTICLES, SKINNING, DRAW] = LAPS.keys()

export interface FrameOptions {
  /** Characters off the screen are not posed. */
  culling: boolean
  /** Small characters are posed every other tick. */
  slowing: boolean
  /** Systems 1-5 in one call, chunk by chunk, instead of one by one. */
  pipeline: boolean
}

/** Height on the screen below which a character counts as small, CSS pixels. */
const SMALL = 60

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

  sortIntoCells(crowd)
  leadBands(crowd)
  changeMinds(crowd)
  faceFoes(crowd)
  giveWay(crowd)
  walk(crowd)
  keepApart(crowd)
  tintSleepers(crowd)
  lap(watch, CROWD)

  sortByDepth(crowd)
  lap(watch, SORT)

  if (options.culling) culling(world, view, { far: { size: SMALL / height, rate: options.slowing ? 2 : 0 } })
  else showEverybody(crowd)
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

/** Runs the library's systems one by one, so that each can be timed and the demo's own run between them. */
function poseStepByStep(crowd: Crowd, watch: Stopwatch): void {
  const { world } = crowd
  timelineSampling(world)
  lap(watch, SAMPLING)
  mixing(world)
  lap(watch, MIXING)
  constraints(world)
  lap(watch, CONSTRAINTS)
  worldTransform(world)
  lap(watch, WORLD)
  boneFollower(world)
  followEvents(crowd)
  shedEmbers(crowd)
}

/** Runs all of the library's systems in one call. Particles that start at bones show one frame later. */
function poseAtOnce(crowd: Crowd, watch: Stopwatch): void {
  runPipeline(crowd.world)
  lap(watch, SKINNING)
  boneFollower(crowd.world)
  followEvents(crowd)
  shedEmbers(crowd)
}

/** Draws the last poses. */
export function paint({ world }: Crowd, watch: Stopwatch, drawWorld: (world: AnimationWorld) => void): void {
  watch.last = performance.now()
  drawWorld(world)
  lap(watch, DRAW)
  endFrame(watch)
}
