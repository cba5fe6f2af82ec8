/** A random game that uses all extensions, calls of osteon and of bitECS, and columns. */
import {
  addComponent,
  addEntity,
  entityExists,
  hasComponent,
  removeComponent,
  removeEntity,
  set,
} from 'bitecs'
import { seededRandom } from '../../bench/kit/random'
import * as api from '../../src/api'
import { boneControls, boneTarget, setBoneOffset } from '../../src/joins/bone-controls'
import { budget, budgets } from '../../src/joins/budget'
import {
  type BakedTable,
  bakedSampling,
  bakeTables,
  crowds,
  playFigure,
  registerTable,
  spawnBaked,
  toBaked,
  toLive,
} from '../../src/joins/crowd'
import type { CrowdWorld } from '../../src/joins/crowd/component'
import { inertialFades } from '../../src/joins/fades'
import { type LookWorld, look, looks } from '../../src/joins/looks'
import { nesting, putInSlot, takeFromSlot } from '../../src/joins/nesting'
import { rootMotion, rootMotions } from '../../src/joins/root-motion'
import { restoreState, type SavedState, saveState } from '../../src/joins/save'
import { registerAtlas, spawnSprite, spawnSprites, sprites } from '../../src/joins/sprites'
import {
  boneFollower,
  constraints,
  culling,
  mixing,
  runPipeline,
  skinning,
  timelineSampling,
  worldTransform,
} from '../../systems'
import { type MadeWorld, makeRig, makeWorld } from '../fixtures/play'
import { swayRig } from '../fixtures/rigs/sway-rig'
import { sheetOf } from '../streams/sprite-kit'

const OWN = [nesting, inertialFades, crowds, looks, rootMotions, budgets]
export const use = [boneControls, sprites, ...OWN]
export const rigs = [makeRig('4.2'), makeRig('3.8'), swayRig(), makeRig('4.3')]
export const atlases = [
  sheetOf({ name: 'spark', width: 10, height: 20 }, { name: 'crown', page: 1 }),
  sheetOf({ name: 'coin', width: 7, height: 7 }),
]
export const tables: BakedTable[] = [
  ...bakeTables(rigs[0], { animations: ['walk'] }),
  ...bakeTables(rigs[0], { animations: ['walk'], rootMotion: { bone: 1, y: true, rotation: true } }),
]

export type GameWorld = MadeWorld & CrowdWorld & LookWorld

export function makeGameWorld(): GameWorld {
  const world = makeWorld({ capacity: 8, use: OWN }) as unknown as GameWorld
  for (const rig of rigs.slice(0, 3)) api.registerRig(world, rig)
  registerAtlas(world, atlases[0])
  for (const table of tables) registerTable(world, rigs[0], table)
  return world
}

/** Plays a game: `act` of a random kind, between ticks of random lengths. */
export function playGame(world: GameWorld, seed: number, ticks: number): void {
  const random = seededRandom(seed)
  const upTo = (count: number) => Math.floor(random() * count)
  const game: Game = { world, upTo, ids: [], saved: null, reloads: 0, now: rigs.slice(0, 3) }
  for (let i = 0; i < ticks; i++) {
    for (let left = upTo(4); left > 0; left--) attempt(game)
    world.time.delta = [1 / 60, 1 / 30, 0.007, 0.3][upTo(4)]
    tick(game)
    game.ids = game.ids.filter((eid) => entityExists(world, eid))
  }
}

interface Game {
  readonly world: GameWorld
  readonly upTo: (count: number) => number
  ids: number[]
  saved: SavedState | null
  reloads: number
  /** The rigs in use. */
  now: typeof rigs
}

function tick({ upTo, world }: Game): void {
  bakedSampling(world)
  const view = { x: 0, y: 0, width: 300, height: 300 }
  if (upTo(4) === 0) culling(world, view)
  if (upTo(4) === 0) budget(world, view, { cost: upTo(40), most: 2 })
  if (upTo(3) === 0) api.sortByY(world)
  if (upTo(5) === 0) {
    timelineSampling(world)
    mixing(world)
    boneTarget(world)
    constraints(world)
    worldTransform(world)
    skinning(world)
  } else runPipeline(world)
  boneFollower(world)
}

function attempt(game: Game): void {
  const kind = KINDS[game.upTo(KINDS.length)]
  try {
    const eid = game.ids[game.upTo(Math.max(1, game.ids.length))] ?? 0
    ACTS[kind](game, eid)
  } catch (error) {
    if (!(error instanceof api.OsteonError)) throw new Error(`${kind}: ${String(error)}`, { cause: error })
  }
}

type Act = (game: Game, eid: number) => void

function keep({ ids }: Game, eid: number): void {
  if (!ids.includes(eid)) ids.push(eid)
}

const rigOf = ({ world }: Game, eid: number) =>
  world.animation.rigs[world.components.Skeleton.rig[eid]]?.source

function animationOf(game: Game, eid: number): string {
  const rig = rigOf(game, eid)
  return rig ? rig.animations[game.upTo(rig.animations.length)].name : 'walk'
}

const ACTS = {
  spawn: (game) => {
    const eid = api.spawnSkeleton(game.world, game.now[game.upTo(3)], { x: game.upTo(200), alpha: 0.5 })
    keep(game, eid)
    api.play(game.world, eid, animationOf(game, eid), { loop: true })
  },
  add: (game) => {
    const { world, upTo } = game
    const { Skeleton, SortKey, Transform, Visibility } = world.components
    const eid = addEntity(world)
    if (upTo(2) === 0) addComponent(world, eid, set(Transform, { x: upTo(100) }))
    if (upTo(3) === 0) addComponent(world, eid, set(SortKey, { value: upTo(10) }))
    if (upTo(3) === 0) addComponent(world, eid, set(Visibility, {}))
    addComponent(world, eid, set(Skeleton, { rig: game.now[upTo(3)] }))
    keep(game, eid)
    if (upTo(3) === 0) api.getBone(world, eid, 0)
  },
  squat: (game) => void addEntity(game.world),
  remove: ({ world }, eid) => {
    if (entityExists(world, eid)) removeEntity(world, eid)
  },
  despawn: ({ upTo, world }, eid) => api.despawnSkeleton(world, eid, { keepEntity: upTo(3) === 0 }),
  strip: ({ world }, eid) => {
    const { Skeleton } = world.components
    if (entityExists(world, eid) && hasComponent(world, eid, Skeleton)) removeComponent(world, eid, Skeleton)
  },
  play: (game, eid) => {
    const { upTo, world } = game
    const mix = upTo(3) / 10
    if (upTo(3) === 0) api.play(world, eid, animationOf(game, eid), { loop: true, mix, fade: 'inertial' })
    else api.play(world, eid, animationOf(game, eid), { track: upTo(3), loop: upTo(2) === 0, mix })
  },
  masked: (game, eid) => {
    const rig = rigOf(game, eid)
    if (rig)
      api.play(game.world, eid, animationOf(game, eid), {
        track: 2,
        mask: api.createMask(rig, { bones: [rig.bones.names[1]] }),
      })
  },
  queue: (game, eid) => {
    const entry = api.queue(game.world, eid, animationOf(game, eid), { delay: game.upTo(3) / 10 })
    if (game.upTo(2) === 0) api.setEntry(game.world, entry, { alpha: 0.5, timeScale: 1.5 })
  },
  current: ({ upTo, world }, eid) => {
    const entry = api.currentEntry(world, eid, 0)
    if (entry) api.setEntry(world, entry, { timeScale: upTo(3) / 2 })
  },
  fade: ({ world }, eid) => void api.fadeOut(world, eid, { mix: 0.2 }),
  clear: ({ world }, eid) => api.clearTracks(world, eid),
  apply: (game, eid) =>
    api.applyAnimation(game.world, eid, animationOf(game, eid), { time: 0.1, alpha: 0.5 }),
  skin: ({ upTo, world }, eid) =>
    api.setSkin(world, eid, [null, 'horned', ['default', 'horned']][upTo(3)], { reset: upTo(2) === 0 }),
  bone: ({ upTo, world }, eid) => api.setBone(world, eid, 1, { rotation: upTo(6), x: 1 / 3 }),
  offset: ({ upTo, world }, eid) =>
    setBoneOffset(world, eid, 1, upTo(2) === 0 ? null : { rotation: upTo(6) }),
  color: ({ upTo, world }, eid) => api.setSlotColor(world, eid, 0, { color: [upTo(3) / 2, 1, 1, 1] }),
  setup: ({ world }, eid) => api.setToSetupPose(world, eid, 'both'),
  teleport: ({ world }, eid) => api.teleport(world, eid),
  forces: ({ upTo, world }, eid) => api.setPhysicsForces(world, eid, { windX: upTo(5) }),
  mix: ({ now, world }) => api.setDefaultMix(world, now[0], 0.15),
  move: ({ upTo, world }, eid) => {
    world.components.Transform.x[eid] += upTo(50) / 3
    world.components.Transform.y[eid] -= upTo(50)
  },
  look: ({ upTo, world }, eid) => {
    world.components.Skeleton.red[eid] = upTo(5) / 5
    world.components.Skeleton.timeScale[eid] = 1 + upTo(3) / 3
  },
  style: ({ upTo, world }, eid) =>
    look(world, eid, { outline: 0xff00ff00, outlineWidth: upTo(9), palette: upTo(3), grey: upTo(5) / 4 }),
  plain: ({ world }, eid) => {
    const { Look } = world.components
    if (entityExists(world, eid) && hasComponent(world, eid, Look)) removeComponent(world, eid, Look)
  },
  dissolve: ({ upTo, world }, eid) => {
    const { Look } = world.components
    if (entityExists(world, eid) && hasComponent(world, eid, Look)) Look.dissolve[eid] = upTo(5) / 4
  },
  travel: ({ upTo, world }, eid) =>
    rootMotion(
      world,
      eid,
      upTo(3) === 0 ? null : { bone: upTo(2), y: upTo(2) === 0, rotation: upTo(2) === 0 },
    ),
  level: ({ upTo, world }, eid) => {
    world.components.Visibility.level[eid] = upTo(4)
    world.components.Visibility.rate[eid] = upTo(3)
  },
  sprite: (game) => {
    const { upTo, world } = game
    const atlas = atlases[upTo(2)]
    keep(game, spawnSprite(world, registerAtlas(world, atlas), atlas.model.regions[0].name, { alpha: 0.5 }))
  },
  sparks: (game) => {
    for (const eid of spawnSprites(game.world, 3, registerAtlas(game.world, atlases[0]), 'crown', {
      sortKey: 2,
    }))
      keep(game, eid)
  },
  follow: (game, host) => {
    const { ids, upTo, world } = game
    const eid = ids[upTo(ids.length)] ?? 0
    const withHost = (['stay', 'hide', 'despawn'] as const)[upTo(3)]
    if (entityExists(world, eid) && eid !== host)
      addComponent(world, eid, set(world.components.BoneFollower, { host, bone: 1, withHost }))
  },
  lead: (game, host) => {
    const eid = addEntity(game.world)
    addComponent(game.world, eid, set(game.world.components.Transform, { x: 50 }))
    addComponent(game.world, eid, set(game.world.components.BoneTarget, { host, bone: 1 }))
    keep(game, eid)
  },
  put: (game, holder) => {
    const { ids, upTo, world } = game
    putInSlot(world, holder, upTo(2), ids[upTo(ids.length)] ?? 0)
  },
  take: ({ world }, eid) => void takeFromSlot(world, eid),
  wear: (game, eid) => {
    const { upTo, world } = game
    const rig = game.now[upTo(2)]
    const number = api.addAttachment(world, rig, 'face', atlases[upTo(2)], {
      region: ['spark', 'coin'][upTo(2)],
      x: 3,
    })
    api.setAttachment(world, eid, 'face', number)
  },
  image: ({ upTo, world }, eid) =>
    void api.replaceImage(world, eid, 'face', atlases[0], ['spark', 'crown'][upTo(2)]),
  baked: (game) =>
    keep(game, spawnBaked(game.world, 1 + game.upTo(2), { animation: 'walk', loop: true, x: 1 / 3 })),
  figure: ({ world }, eid) => void playFigure(world, eid, 'walk', { mix: 0.1 }),
  live: ({ world }, eid) => toLive(world, eid),
  bake: ({ world }, eid) => void toBaked(world, eid),
  reload: (game) => {
    if (game.reloads++ > 0) return
    api.replaceRig(game.world, game.now[1], rigs[3])
    game.now = [game.now[0], rigs[3], game.now[2]]
  },
  save: (game) => {
    game.saved = saveState(game.world)
  },
  restore: (game) => {
    if (game.saved) restoreState(game.world, game.saved)
  },
} satisfies Record<string, Act>
const KINDS = Object.keys(ACTS) as (keyof typeof ACTS)[]
