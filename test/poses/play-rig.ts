/** A scripted run of one rig, and a hash of all that it posed. Runs in Node and in pages. */

import { addComponent, addEntity, createWorld, removeComponent, set } from 'bitecs'
import {
  type AnimationWorld,
  despawnSkeleton,
  getBone,
  getSlotColor,
  installAnimation,
  type KernelSource,
  play,
  type Rig,
  spawnSkeleton,
} from 'osteon'
import { type BoneTargetColumns, boneControls } from 'osteon/bone-controls'
import { nesting } from 'osteon/nesting'
import { boneFollower, runPipeline } from 'osteon/systems'

const ACTORS = 6
const TICKS = 110
/** Crossfades take a part of a tick, some ticks, and longer than the time to the next. */
const MIXES = [0.01, 0.15, 0.3, 1.2]
/** Seconds of ticks; none is a whole number of steps of physics. */
const DELTAS = [1 / 60, 1 / 30, 0.041, 0.007, 1 / 60, 0.1]

/** How a world is filled; the poses of the actors must not depend on it. */
export interface Seating {
  /** Actors are spawned from the last to the first. */
  backward: boolean
  /** How many others are spawned before each of them. */
  fillers: number
}

interface Actor {
  eid: number
  /** An entity that leads the actor's last bone, and one that follows it; 0: none. */
  leader: number
  follower: number
}

type LedWorld = AnimationWorld & { components: { BoneTarget: BoneTargetColumns } }

/** Hash of the bones, the colours and the vertices of six actors, as they were in every fifth of 110 ticks. */
export function hashPoses(
  rig: Rig,
  kernels: KernelSource | undefined,
  { backward, fillers }: Seating,
): string {
  const world = installAnimation(createWorld(), {
    kernels,
    use: [boneControls, nesting],
    warn: () => {},
    capacity: 8,
  })
  const actors: Actor[] = []
  const others: number[] = []
  for (let i = 0; i < ACTORS; i++) {
    for (let k = 0; k < fillers; k++) others.push(spawnFiller(world, rig, others.length))
    const number = backward ? ACTORS - 1 - i : i
    actors[number] = spawnActor(world, rig, number)
  }
  const hash = createHash()
  for (let tick = 0; tick < TICKS; tick++) {
    actors.forEach((actor, number) => {
      direct(world, rig, actor, number, tick)
    })
    if (tick % 30 === 20 && others.length > 0) despawnSkeleton(world, others.pop() ?? 0)
    world.time.delta = DELTAS[tick % DELTAS.length]
    runPipeline(world)
    boneFollower(world)
    if (tick % 5 === 4)
      for (const { eid, follower } of actors) {
        addPose(hash, world, rig, eid)
        addPlace(hash, world, follower)
      }
  }
  return hash.end()
}

function spawnFiller(world: AnimationWorld, rig: Rig, number: number): number {
  const eid = spawnSkeleton(world, rig, { x: -number, rotation: number })
  const { name } = rig.animations[number % rig.animations.length] ?? {}
  if (name !== undefined && number % 3 > 0) play(world, eid, name, { loop: true })
  return eid
}

function spawnActor(world: LedWorld, rig: Rig, number: number): Actor {
  const eid = spawnSkeleton(world, rig, {
    x: 37 * number,
    y: -11 * number,
    rotation: 0.7 * number,
    scaleX: [1, -1, 0.4, 1, 2, 1][number],
    scaleY: [1, 1, 0.4, -1.5, 1, 1][number],
    skin: number === 0 || rig.skins.length === 0 ? null : rig.skins[number % rig.skins.length].name,
    timeScale: 1 + number / 7,
  })
  const { Transform, BoneFollower, BoneTarget } = world.components
  const bone = rig.bones.count - 1
  const leader = number === 4 && bone > 0 ? addEntity(world) : 0
  if (leader !== 0) {
    addComponent(world, leader, set(Transform, { x: 100, y: 50, rotation: 0.3 }))
    addComponent(world, leader, set(BoneTarget, { host: eid, bone, rotate: true }))
  }
  const follower = addEntity(world)
  addComponent(world, follower, set(Transform, {}))
  addComponent(world, follower, set(BoneFollower, { host: eid, bone }))
  return { eid, leader, follower }
}

/** The actions of an actor before a tick: it fades from animation to animation, moves, turns. */
function direct(world: LedWorld, { animations }: Rig, actor: Actor, number: number, tick: number): void {
  const { Transform, BoneTarget } = world.components
  const every = 9 + 4 * number
  const turn = Math.floor(tick / every)
  const named = (at: number) => animations[(number + at) % animations.length].name
  if (animations.length > 0 && tick % every === 0)
    play(world, actor.eid, named(turn), {
      loop: turn % 3 > 0,
      mix: MIXES[(number + turn) % MIXES.length],
    })
  if (animations.length > 0 && number % 3 === 2 && tick === 12)
    play(world, actor.eid, named(1), { track: 1, loop: true, alpha: 0.35 })
  if (number % 2 === 1) {
    Transform.x[actor.eid] += 3
    Transform.rotation[actor.eid] += 0.05
  }
  if (actor.leader !== 0) Transform.x[actor.leader] -= 1
  if (actor.leader !== 0 && tick === 80) removeComponent(world, actor.leader, BoneTarget)
}

interface Hash {
  add(value: number): void
  end(): string
}

/** Of the bits of numbers in float32: -0 is not 0. */
export function createHash(): Hash {
  const float = new Float32Array(1)
  const bits = new Uint32Array(float.buffer)
  let low = 0x811c9dc5
  let high = 0x9e3779b9
  return {
    add(value) {
      float[0] = value
      low = Math.imul(low ^ bits[0], 0x01000193)
      low ^= low >>> 15
      high = Math.imul(high ^ bits[0], 0x85ebca6b)
      high ^= high >>> 13
    },
    end: () => [high, low].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join(''),
  }
}

/** Bones, colours and vertices of a skeleton. */
export function addPose(hash: Hash, world: AnimationWorld, rig: Rig, eid: number): void {
  for (let bone = 0; bone < rig.bones.count; bone++)
    for (const value of getBone(world, eid, bone)) hash.add(value)
  for (let slot = 0; slot < rig.slots.count; slot++)
    for (const value of getSlotColor(world, eid, slot)) hash.add(value)
  const { skeletons, streams } = world.animation
  const first = 2 * skeletons.vertexStart[eid]
  for (const value of streams.positions.subarray(first, first + 2 * skeletons.vertexCount[eid])) {
    if (!Number.isFinite(value)) throw new Error(`a vertex is at ${value}`)
    hash.add(value)
  }
}

function addPlace(hash: Hash, world: AnimationWorld, follower: number): void {
  const { x, y, rotation, scaleX, scaleY } = world.components.Transform
  for (const column of [x, y, rotation, scaleX, scaleY]) hash.add(column[follower])
}
