/** Random games in guarded worlds: all that a game does to skeletons, sprites, slots, followers and saves, checked after each tick. */

import {
  addComponent,
  addEntity,
  entityExists,
  hasComponent,
  removeComponent,
  removeEntity,
  resetWorld,
  set,
} from 'bitecs'
import { plainKernels } from 'osteon/kernels/plain'
import { seededRandom } from '../../bench/kit/random'
import * as api from '../../src/api'
import { boneTarget, setBoneOffset } from '../../src/joins/bone-controls'
import * as slots from '../../src/joins/nesting'
import {
  compileRecording,
  playRecording,
  type RecordingWorld,
  recordingSampling,
  recordings,
  seekRecording,
  stopRecording,
} from '../../src/joins/recordings'
import * as saves from '../../src/joins/save'
import { despawnSprite, registerAtlas, spawnSprite } from '../../src/joins/sprites'
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
import { type MadeWorld, makeWorld } from '../fixtures/play'
import { performance } from '../fixtures/recordings'
import { validateWorld } from '../fixtures/validate-world'
import { sheetOf } from '../streams/sprite-kit'
import { guardWorld, type WorldGuard } from './check-world'
import { checkedKernels } from './checked-kernels'
import { checkedThreads } from './checked-threads'

const RECORDING = compileRecording(performance(10, 1))
const SHEET = sheetOf({ name: 'spark', width: 10, height: 20 }, { name: 'crown', page: 1 })

export interface GameOptions {
  seed: number
  rigs: readonly api.Rig[]
  compiled: boolean
  shortcuts: boolean
  /** Seed of the order in which threads do jobs: a word that two of them reach, and one writes, is an error. @default no threads */
  threads?: number
  /** Whether recordings are played as well: such a world is not encoded. */
  recorded: boolean
  /** How many turns: some calls, then a tick or several. */
  turns: number
}

interface Place {
  world: MadeWorld
  recorded: RecordingWorld | null
  guard: WorldGuard
}

export interface Played {
  /** Calls by name, and refused ones by name and code. */
  done: Map<string, number>
  refused: Map<string, number>
  ticks: number
}

interface Game extends Played {
  options: GameOptions
  random: () => number
  place: Place
  /** Entities that bear skeletons or sprites, or did. */
  ids: number[]
  /** Of recordings. */
  players: number[]
  saved: { saved: saves.SavedState; ids: number[] } | null
  added: number
}

/** @throws any error in the world except `OsteonError`. */
export function playGame(options: GameOptions): Played {
  const game: Game = {
    options,
    random: seededRandom(options.seed),
    place: open(options),
    ids: [],
    players: [],
    saved: null,
    added: 0,
    done: new Map(),
    refused: new Map(),
    ticks: 0,
  }
  for (let i = 0; i < 6; i++) call(game, 'spawn')
  const often = [
    'spawn',
    'spawn',
    'crossfade',
    'crossfade',
    'wear',
    'put',
    'put',
    'follow',
    'save',
    'restore',
  ]
  const names = [...Object.keys(DEEDS), ...often]
  for (let turn = 0; turn < options.turns; turn++) {
    const calls = 1 + below(game, 6)
    for (let i = 0; i < calls; i++) call(game, pick(game, names))
    goOn(game)
  }
  // All leave, in any order.
  while (game.ids.length > 0) {
    call(game, pick(game, ['despawn', 'remove', 'strip']))
    if (below(game, 3) === 0) goOn(game)
  }
  goOn(game)
  return game
}

function open({ compiled, recorded, rigs, shortcuts, threads }: GameOptions): Place {
  const kernels = checkedKernels()
  const by = threads
    ? { use: [checkedThreads(kernels, threads)] }
    : { use: [], kernels: compiled ? kernels : plainKernels }
  const use = [slots.nesting, ...by.use, ...(recorded ? [recordings] : [])]
  const world = makeWorld({ ...{ capacity: 4, shortcuts }, ...by, use })
  kernels.watch(world.animation)
  for (const [i, rig] of rigs.entries()) api.registerRig(world, rig, `rig ${i}`)
  registerAtlas(world, SHEET)
  return { world, recorded: recorded ? (world as object as RecordingWorld) : null, guard: guardWorld(world) }
}

function call(game: Game, name: string): void {
  const count = (list: Map<string, number>, what: string) => list.set(what, (list.get(what) ?? 0) + 1)
  try {
    DEEDS[name](game)
    count(game.done, name)
  } catch (error) {
    if (!(error instanceof api.OsteonError)) throw error
    count(game.refused, `${name}: ${error.code}`)
  }
  game.ids = game.ids.filter((eid) => entityExists(game.place.world, eid))
}

function goOn(game: Game): void {
  const { guard, recorded, world } = game.place
  const ticks = pick(game, [1, 1, 1, 1, 1, 1, 2, 3, 4, 40])
  const driver = below(game, 6)
  for (let i = 0; i < ticks; i++) {
    world.time.delta = pick(game, [1 / 60, 1 / 60, 1 / 30, 0.2, 0, 1.3])
    if (below(game, 8) === 0) culling(world, { x: 0, y: 0, width: 300, height: 300 })
    if (driver > 1) runPipeline(world)
    else
      for (const system of [timelineSampling, mixing, boneTarget, constraints, worldTransform, skinning])
        if (driver === 0 || below(game, 5) > 0) system(world)
    boneFollower(world)
    if (recorded) recordingSampling(recorded)
    guard.check()
    game.ticks++
  }
  validateWorld(world)
  api.assembleFrame(world)
  guard.check()
}

const below = ({ random }: Game, count: number): number => Math.floor(random() * count)
const pick = <T>(game: Game, list: readonly T[]): T => list[below(game, list.length)]
/** Any entity; most of them have skeletons. */
const anyone = (game: Game): number =>
  pick(
    game,
    game.ids.filter((eid) => entityExists(game.place.world, eid)),
  ) ?? 0

function rigOf({ options, place: { world } }: Game, eid: number): api.Rig {
  return world.animation.rigs[world.components.Skeleton.rig[eid]]?.source ?? options.rigs[0]
}

function animation(game: Game, eid: number): string {
  return pick(game, api.animationsOf(rigOf(game, eid))) ?? 'none'
}

function slotOf(game: Game, eid: number): string {
  return pick(game, api.slotsOf(rigOf(game, eid))) ?? 'none'
}

function boneOf(game: Game, eid: number): number {
  return below(game, rigOf(game, eid).bones.count)
}

const DEEDS: Record<string, (game: Game) => void> = {
  spawn: (game) => {
    if (game.ids.length > 14) return
    const { world } = game.place
    const eid = api.spawnSkeleton(world, pick(game, game.options.rigs), {
      x: below(game, 400),
      y: below(game, 400),
    })
    game.ids.push(eid)
    if (below(game, 3) > 0) api.play(world, eid, animation(game, eid), { loop: below(game, 3) > 0 })
  },
  sprite: (game) => {
    if (game.ids.length > 14) return
    const { world } = game.place
    game.ids.push(spawnSprite(world, registerAtlas(world, SHEET), pick(game, ['spark', 'crown'])))
  },
  despawn: (game) => {
    const eid = anyone(game)
    const { Sprite } = game.place.world.components
    if (hasComponent(game.place.world, eid, Sprite)) despawnSprite(game.place.world, eid)
    else api.despawnSkeleton(game.place.world, eid)
  },
  remove: (game) => {
    if (game.ids.length > 0) removeEntity(game.place.world, anyone(game))
  },
  /** Its components go one by one, the entity then. */
  strip: (game) => {
    const { world } = game.place
    const eid = anyone(game)
    if (eid === 0) return
    for (const component of [world.components.Skeleton, world.components.Sprite])
      if (hasComponent(world, eid, component)) removeComponent(world, eid, component)
    if (below(game, 2) === 0) anyoneReads(game)
    removeEntity(world, eid)
  },
  play: (game) => {
    const eid = anyone(game)
    api.play(game.place.world, eid, animation(game, eid), {
      loop: below(game, 2) === 0,
      mix: pick(game, [0, 0.1, 0.3, 0.6]),
      track: pick(game, [0, 0, 0, 1, 2]),
      alpha: pick(game, [1, 1, 0.5]),
    })
  },
  queue: (game) => {
    const eid = anyone(game)
    api.queue(game.place.world, eid, animation(game, eid), {
      loop: below(game, 2) === 0,
      mix: pick(game, [0, 0.2]),
    })
  },
  /** A crossfade in which slots are emptied and filled. */
  crossfade: (game) => {
    const { world } = game.place
    const eid = anyone(game)
    api.play(world, eid, animation(game, eid), { mix: 0.4, loop: true })
    goOn(game)
    if (!entityExists(world, eid)) return
    for (let i = below(game, 4); i > 0; i--) wear(game, eid, null)
  },
  fade: (game) => api.fadeOut(game.place.world, anyone(game), { mix: pick(game, [0, 0.3]) }),
  clear: (game) => api.clearTracks(game.place.world, anyone(game)),
  entry: (game) => {
    const { world } = game.place
    const entry = api.currentEntry(world, anyone(game), 0)
    if (entry !== 0)
      api.setEntry(world, entry, { alpha: pick(game, [0, 0.5, 1]), timeScale: pick(game, [0, 0.5, 1, 2]) })
  },
  apply: (game) => {
    const eid = anyone(game)
    api.applyAnimation(game.place.world, eid, animation(game, eid), {
      time: game.random(),
      alpha: pick(game, [1, 0.5]),
    })
  },
  skin: (game) => {
    const eid = anyone(game)
    const skins = api.skinsOf(rigOf(game, eid))
    const two = [pick(game, skins) ?? 'default', pick(game, skins) ?? 'default']
    api.setSkin(game.place.world, eid, pick(game, [null, two[0], two]))
  },
  wear: (game) => wear(game, anyone(game), game.random() < 0.4 ? null : 'any'),
  strips: (game) => {
    const eid = anyone(game)
    for (const slot of api.slotsOf(rigOf(game, eid))) api.setAttachment(game.place.world, eid, slot, null)
  },
  add: (game) => {
    // Each takes memory for good.
    if (game.added++ > 5) return
    const { world } = game.place
    const eid = anyone(game)
    const slot = slotOf(game, eid)
    const added = api.addAttachment(world, rigOf(game, eid), slot, SHEET, { region: 'crown', x: 3 })
    api.setAttachment(world, eid, slot, added)
  },
  color: (game) => {
    const eid = anyone(game)
    api.setSlotColor(game.place.world, eid, slotOf(game, eid), {
      color: [game.random(), 1, 1, game.random()],
    })
  },
  bone: (game) => {
    const eid = anyone(game)
    api.setBone(game.place.world, eid, boneOf(game, eid), { x: below(game, 50), rotation: game.random() })
  },
  offset: (game) => {
    const eid = anyone(game)
    const offset = { x: below(game, 30), mode: pick(game, ['add', 'override'] as const) }
    setBoneOffset(game.place.world, eid, boneOf(game, eid), below(game, 3) === 0 ? null : offset)
  },
  setup: (game) =>
    api.setToSetupPose(game.place.world, anyone(game), pick(game, ['both', 'slots', 'bones'] as const)),
  physics: (game) => {
    api.resetPhysics(game.place.world, anyone(game))
    api.shiftPhysics(game.place.world, anyone(game), 3, 4)
  },
  put: (game) => {
    const holder = anyone(game)
    slots.putInSlot(game.place.world, holder, slotOf(game, holder), anyone(game))
  },
  take: (game) => void slots.takeFromSlot(game.place.world, anyone(game)),
  follow: (game) => {
    const { world } = game.place
    const host = anyone(game)
    const data = { host, bone: boneOf(game, host), sortBias: below(game, 3), scale: below(game, 2) === 0 }
    addComponent(world, anyone(game) || addEntity(world), set(world.components.BoneFollower, data))
  },
  lead: (game) => {
    const { world } = game.place
    const host = anyone(game)
    const leader = anyone(game) || addEntity(world)
    addComponent(
      world,
      leader,
      set(world.components.BoneTarget, { host, bone: boneOf(game, host), rotate: below(game, 2) === 0 }),
    )
  },
  look: (game) => {
    const { level, rate } = game.place.world.components.Visibility
    const eid = anyone(game)
    level[eid] = pick(game, [0, 0, 1, 2, 3])
    rate[eid] = pick(game, [0, 0, 10])
  },
  move: (game) => {
    const { Skeleton, Transform } = game.place.world.components
    const eid = anyone(game)
    Transform.x[eid] = below(game, 500)
    Transform.scaleX[eid] = pick(game, [1, 1, -2, 0])
    Skeleton.flipX[eid] = below(game, 2)
    Skeleton.timeScale[eid] = pick(game, [0, 1, 1, 3])
  },
  /** Long enough for resting skeletons to fall asleep, and to be moved to the last seats. */
  rest: (game) => {
    const { world, guard } = game.place
    world.time.delta = 1 / 60
    for (let i = 0; i < 40; i++) {
      runPipeline(world)
      guard.check()
    }
  },
  reads: (game) => anyoneReads(game),
  rig: (game) => {
    const { world } = game.place
    addComponent(
      world,
      anyone(game) || addEntity(world),
      set(world.components.Skeleton, { rig: pick(game, game.options.rigs) }),
    )
  },
  save: (game) => {
    game.saved = { saved: saves.saveState(game.place.world, game.saved?.saved), ids: [...game.ids] }
  },
  restore: (game) => {
    if (!game.saved) return
    const places = saves.restoreState(game.place.world, game.saved.saved)
    game.ids = game.saved.ids.map((eid) => places.get(eid) ?? eid)
    game.place.guard.forget()
  },
  record: (game) => {
    const { recorded } = game.place
    if (!recorded) return
    const player = pick(game, [...game.players, 0])
    if (player === 0) {
      if (game.players.length > 2) return
      const options = { loop: below(game, 2) === 0, speed: pick(game, [1, -1, 3]) }
      game.players.push(playRecording(recorded, RECORDING, options))
    } else if (below(game, 2) === 0) seekRecording(recorded, player, game.random())
    else stopRecording(recorded, player)
    game.players = game.players.filter((eid) => entityExists(recorded, eid))
  },
  /** The game goes on in another world. */
  migrate: (game) => {
    const bytes = saves.encodeState(game.place.world)
    const place = open(game.options)
    const places = saves.restoreState(place.world, saves.decodeState(place.world, bytes))
    const ids = game.ids.map((eid) => places.get(eid) ?? eid)
    Object.assign(game, { place, ids, players: [], saved: null })
  },
  replace: (game) => {
    if (below(game, 4) > 0) return
    game.saved = null
    api.replaceRig(game.place.world, pick(game, game.options.rigs), pick(game, game.options.rigs))
  },
  reset: (game) => {
    if (below(game, 6) > 0) return
    resetWorld(game.place.world)
    runPipeline(game.place.world)
    Object.assign(game, { ids: [], players: [] })
  },
  encode: (game) => {
    const { world } = game.place
    const places = saves.restoreState(world, saves.decodeState(world, saves.encodeState(world)))
    game.ids = game.ids.map((eid) => places.get(eid) ?? eid)
    game.place.guard.forget()
  },
}

function wear(game: Game, eid: number, what: 'any' | null): void {
  const { world } = game.place
  const slot = slotOf(game, eid)
  const keys = api.attachmentsOf(rigOf(game, eid), slot)
  api.setAttachment(world, eid, slot, what === null ? null : (pick(game, keys) ?? null))
}

function anyoneReads(game: Game): void {
  const { world } = game.place
  const eid = anyone(game)
  const read = below(game, 5)
  if (read === 0) api.getBone(world, eid, boneOf(game, eid))
  else if (read === 1) api.getBounds(world, eid)
  else if (read === 2) api.getWorldVertices(world, eid, slotOf(game, eid))
  else if (read === 3) api.hitTest(world, { x: 3, y: 3 }, { by: 'shapes' })
  else api.getClipped(world, eid)
}
