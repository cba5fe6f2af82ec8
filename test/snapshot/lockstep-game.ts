/** A small game of two players, each on a machine of its own: a tick of it with the inputs of both. */
import { createWorld } from 'bitecs'
import {
  type AnimationWorld,
  installAnimation,
  type KernelSource,
  loadRig,
  play,
  type Rig,
  spawnSkeleton,
} from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { runPipeline } from 'osteon/systems'
import { seededRandom } from '../../bench/kit/random'
import { addPose, createHash } from '../poses/play-rig'

export const TICKS = 10_000
/** Ticks from one comparison of hashes to the next. */
export const EVERY = 250
/** Of these, player 0 leads the even ones, player 1 the odd ones. */
const FIGURES = 4

/** All that goes over the network, for one tick of one player. */
export interface Input {
  /** Seconds of the tick; the value of player 0 counts. */
  delta: number
  /** How far the player's figures go. */
  step: number
  /** Which animation begins; -1: none. */
  animation: number
}

export interface Game {
  world: AnimationWorld
  rig: Rig
  figures: number[]
}

export interface GameFiles {
  skeleton: Uint8Array
  atlas: Uint8Array
}

/** @param strangers that only this player sees. */
export async function createGame(
  files: GameFiles,
  kernels: KernelSource | undefined,
  strangers: number,
): Promise<Game> {
  const rig = await loadRig(files.skeleton, files.atlas, {
    readers: [spineJson],
    images: false,
    warn: () => {},
  })
  const world = installAnimation(createWorld(), { kernels })
  for (let i = 0; i < strangers; i++)
    play(world, spawnSkeleton(world, rig), rig.animations[0].name, { loop: true })
  const figures = Array.from({ length: FIGURES }, (_, i) =>
    spawnSkeleton(world, rig, { x: 300 * i, rotation: i / 9 }),
  )
  return { world, rig, figures }
}

/** The inputs of a player, tick by tick; mostly none. */
export function createPlayer(seed: number): () => Input {
  const random = seededRandom(seed)
  return () => ({
    delta: 0.01 + random() / 50,
    step: random() < 0.2 ? random() * 10 - 5 : 0,
    animation: random() < 0.02 ? Math.floor(random() * 100) : -1,
  })
}

export function playTick({ world, rig, figures }: Game, inputs: readonly [Input, Input]): void {
  const { Transform } = world.components
  figures.forEach((eid, i) => {
    const { step, animation } = inputs[i & 1]
    Transform.x[eid] += step
    Transform.rotation[eid] += step / 500
    if (animation < 0) return
    const { name } = rig.animations[(animation + i) % rig.animations.length]
    play(world, eid, name, { loop: animation % 3 > 0, mix: (animation % 5) / 10 })
  })
  world.time.delta = inputs[0].delta
  runPipeline(world)
}

export function hashOf({ world, rig, figures }: Game): string {
  const hash = createHash()
  for (const eid of figures) addPose(hash, world, rig, eid)
  return hash.end()
}
