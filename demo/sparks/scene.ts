/** The dancers, and the sprites that show sparks: a world, without a page. */
import { createWorld } from 'bitecs'
import {
  type AnimationWorld,
  getBone,
  installAnimation,
  loadAtlas,
  play,
  type Rig,
  spawnSkeleton,
} from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { registerAtlas, spawnSprites, sprites } from 'osteon/sprites'
import { runPipeline } from 'osteon/systems'
import { assetOf, pageOf } from '../assets'
import { type CharacterName, loadCharacter } from '../characters'
import { createRandom } from '../crowd/random'
import { createSparks, type Lamp, moveSparks, type Sparks } from './sparks'

/** What each character dances, and the bone from whose tip its sparks fly. */
const DANCES = {
  lamplighter: { bone: 'flame', reach: 0, steps: ['wave', 'jump', 'run'] },
  badger: { bone: 'hammer', reach: 90, steps: ['strike', 'jump', 'run'] },
  hare: { bone: 'blade', reach: 120, steps: ['strike', 'jump', 'run'] },
} as const satisfies Partial<Record<CharacterName, object>>

type Dancer = keyof typeof DANCES

/** Rows of dancers from back to front: characters, left to right. */
const ROWS: readonly (readonly Dancer[])[] = [
  ['badger', 'lamplighter', 'hare', 'lamplighter', 'badger'],
  ['lamplighter', 'hare', 'badger', 'lamplighter', 'hare', 'lamplighter'],
  ['hare', 'lamplighter', 'badger', 'lamplighter', 'hare'],
]
/** Distances of dancers and rows, units. */
const APART = 460
const DEEP = 230
/** The part of the world that the picture shows: its middle, and its size. */
export const STAGE = { x: 0, y: 70, width: 2900, height: 1360 }
/** Rates of the steps of dancers, so that no two keep step. */
const LEAST_RATE = 0.85
const MOST_RATE = 1.15

/** A world with sprites. */
type SparkWorld = ReturnType<typeof createSparkWorld>

const createSparkWorld = (capacity: number) => installAnimation(createWorld(), { use: [sprites], capacity })

export interface Scene {
  readonly world: SparkWorld
  readonly dancers: readonly { eid: number; dancer: Dancer }[]
  readonly lamps: readonly Lamp[]
  readonly sparks: Sparks
  readonly entities: Uint32Array
  readonly random: () => number
}

/** Loads artwork, and makes dancers with `count` sparks. */
export async function createScene(count: number, seed: number): Promise<Scene> {
  const names = Object.keys(DANCES) as Dancer[]
  const [atlas, ...rigs] = await Promise.all([
    loadAtlas(assetOf('particles.atlas'), { readers: [spineJson], pages: await pageOf('particles') }),
    ...names.map((name) => loadCharacter(name)),
  ])
  const world = createSparkWorld(count + 64)
  const { next: random } = createRandom(seed)
  const dancers = ROWS.flatMap((row, depth) =>
    row.map((dancer, place) => {
      const y = DEEP * (1 - depth) - 200
      const x = APART * (place - (row.length - 1) / 2)
      const eid = dance(world, rigs[names.indexOf(dancer)], dancer, { x, y, sortKey: 4 * depth }, random)
      return { eid, dancer, depth, y }
    }),
  )
  const lamps = dancers.map(({ y }): Lamp => ({ x: 0, y: 0, velocityX: 0, velocityY: 0, ground: y }))
  const sparks = createSparks(count, lamps.length, random)
  const sheet = registerAtlas(world, atlas)
  const entities = spawnSprites(world, count, sheet, 'ember', { alpha: 0, additive: true })
  const { SortKey, Sprite } = world.components
  for (let i = 0; i < count; i++) {
    const eid = entities[i]
    // Every other spark of a dancer flies behind it.
    SortKey.value[eid] = 4 * dancers[sparks.lamp[i]].depth + (i % (2 * lamps.length) < lamps.length ? -1 : 1)
    Sprite.red[eid] = 1
  }
  const scene = { world, dancers, lamps, sparks, entities, random }
  // Lamps begin where they are.
  step(scene, 0)
  return scene
}

function dance(
  world: AnimationWorld,
  rig: Rig,
  dancer: Dancer,
  place: { x: number; y: number; sortKey: number },
  random: () => number,
): number {
  const { steps } = DANCES[dancer]
  const eid = spawnSkeleton(world, rig, place)
  const { Skeleton } = world.components
  Skeleton.flipX[eid] = random() < 0.5 ? 1 : 0
  Skeleton.timeScale[eid] = LEAST_RATE + (MOST_RATE - LEAST_RATE) * random()
  play(world, eid, steps[Math.floor(random() * steps.length)], { loop: true, trackTime: random() })
  return eid
}

const matrix = new Float64Array(6)

/** Moves everything by some seconds: dancers, their lamps, and sparks. @returns milliseconds of the last two. */
export function step(scene: Scene, seconds: number): number {
  const { world } = scene
  world.time.delta = seconds
  runPipeline(world)
  const began = performance.now()
  followLamps(scene, seconds)
  moveSparks(scene.sparks, scene.lamps, seconds, scene.random)
  showSparks(scene)
  return performance.now() - began
}

/** Finds the tips of the bones that sparks leave. */
function followLamps({ world, dancers, lamps }: Scene, seconds: number): void {
  for (const [i, { eid, dancer }] of dancers.entries()) {
    const { bone, reach } = DANCES[dancer]
    const [a, , c, , x, y] = getBone(world, eid, bone, matrix)
    const lamp = lamps[i]
    const [tipX, tipY] = [x + a * reach, y + c * reach]
    lamp.velocityX = seconds > 0 ? (tipX - lamp.x) / seconds : 0
    lamp.velocityY = seconds > 0 ? (tipY - lamp.y) / seconds : 0
    lamp.x = tipX
    lamp.y = tipY
  }
}

/** Writes sparks into the columns of their sprites: from white over amber to red, and smaller. */
function showSparks({ world, sparks, entities }: Scene): void {
  const { Sprite, Transform } = world.components
  const { age, count, life, x, y } = sparks
  for (let i = 0; i < count; i++) {
    const eid = entities[i]
    if (age[i] < 0) continue
    const left = 1 - age[i] / life[i]
    Transform.x[eid] = x[i]
    Transform.y[eid] = y[i]
    Transform.scaleX[eid] = Transform.scaleY[eid] = 0.25 + 0.4 * left
    Sprite.green[eid] = 0.2 + 0.75 * left
    Sprite.blue[eid] = 0.05 + 0.7 * left * left * left
    Sprite.alpha[eid] = 0.65 * left
  }
}
