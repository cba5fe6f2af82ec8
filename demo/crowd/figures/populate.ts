/** Fills the ground: statues, strollers, and bands in pairs, half of which have met already. */
import { addComponent, removeEntity } from 'bitecs'
import { spawnSkeleton } from 'osteon'
import { playFigure, spawnBaked } from 'osteon/crowd'
import { despawnSprite, spawnSprite } from 'osteon/sprites'
import type { Crowd, Star } from '../crowd'
import { layGround } from '../ground'
import { inside, sendOut, startBrawl } from '../systems/lead-bands'
import { DIM } from '../systems/tint-sleepers'
import { CLIP, CLIPS, MODE } from './actors'
import { meetingPlace, type Pair, PHASE, standOf } from './bands'
import { drowse, stroll } from './behaviour'
import { resizeCells } from './cells'
import { setPace, tint } from './looks'

/** Ground for each character, square units. */
const ROOM = 160_000

/** Width of the ground divided by its height. */
const ASPECT = 1.6

/** Shares of the crowd. */
const STATUES = 0.34
const BANDS = 0.44

/** Members of a band. */
const LEAST_BAND = 3
const MOST_BAND = 7

/** Characters that arrive in one step of `populate`. */
const STEP = 1500

/** Removes all characters and makes a crowd of `count`, step by step: thousands at once would stop the picture. */
export function* populate(crowd: Crowd, count: number): Generator<void, void> {
  const { arena, cells, random } = crowd
  clear(crowd)
  arena.width = Math.sqrt(Math.max(12, count) * ROOM * ASPECT)
  arena.height = arena.width / ASPECT
  resizeCells(cells, arena.width, arena.height, count)
  crowd.live = new Int32Array(count)
  crowd.acting = new Int32Array(count)
  layGround(crowd)

  const ids = new Int32Array(count)
  const inBands = Math.floor(count * BANDS)
  const statues = Math.floor(count * STATUES)
  let arrived = 0
  let wait = STEP
  while (arrived < count) {
    const before = arrived
    if (arrived + 2 <= inBands) {
      const size = LEAST_BAND + random.below(MOST_BAND - LEAST_BAND + 1)
      for (const eid of spawnPair(crowd, Math.min(2 * size, inBands - arrived))) ids[arrived++] = eid
    } else {
      ids[arrived] = spawnLoner(crowd, arrived >= count - statues)
      arrived++
    }
    crowd.ids = ids.subarray(0, arrived)
    wait -= arrived - before
    if (wait > 0) continue
    wait += STEP
    yield
  }
}

function clear(crowd: Crowd): void {
  const { ids, particles, stars, world } = crowd
  for (const { sprite } of stars) despawnSprite(world, sprite)
  for (let i = ids.length - 1; i >= 0; i--) removeEntity(world, ids[i])
  particles.count = crowd.liveCount = crowd.actingCount = 0
  crowd.ids = new Int32Array(0)
  crowd.pairs = []
  crowd.stars = []
}

/** A sprite for `wearStars`. */
function makeStar({ sheet, world }: Crowd, host: number): Star {
  const sprite = spawnSprite(world, sheet, 'twinkle', { red: 1, green: 0.9, blue: 0.55, additive: true })
  addComponent(world, sprite, world.components.Visibility)
  return { sprite, host }
}

/** Makes two bands, each of one kind of character and in its own skins. @returns their members. */
function spawnPair(crowd: Crowd, members: number): number[] {
  const { actors, arena, cast, pairs, random } = crowd
  const { x, y } = meetingPlace(pairs, null, () => ({
    x: inside(random.between(0, arena.width), arena.width, 900),
    y: inside(random.between(0, arena.height), arena.height, 400),
  }))
  const phase = random.next() < 0.55 ? PHASE.brawl : PHASE.gather
  const pair: Pair = { x, y, phase, timer: random.between(4, 14), bands: [[], []] }
  const left = random.below(cast.length)
  const skin = random.below(cast[left].skins.length)
  const right = (left + 1 + random.below(Math.max(1, cast.length - 1))) % cast.length
  const looks = [
    { member: left, skin },
    { member: right, skin: (skin + 1) % cast[right].skins.length },
  ]
  const bands = looks.map(({ member, skin: worn }, side) => {
    const size = side === 0 ? members >> 1 : members - (members >> 1)
    return Array.from({ length: size }, (_, i) => {
      const place = standOf(pair, side, i, size)
      const nearer = phase === PHASE.brawl ? 0.45 : 1
      const dx = (place.x - x) * nearer + (phase === PHASE.gather ? (side === 0 ? -500 : 500) : 0)
      const eid = spawn(crowd, member, worn, x + dx, place.y)
      actors.band[eid] = 2 * pairs.length + side
      actors.facing[eid] = side === 0 ? 1 : -1
      return eid
    })
  })
  const made: Pair = { ...pair, bands: [bands[0], bands[1]] }
  pairs.push(made)
  if (phase === PHASE.brawl) startBrawl(crowd, made)
  else sendOut(crowd, made, random.next() < 0.35)
  crowd.stars.push(...bands.map(([first]) => makeStar(crowd, first)))
  return bands.flat()
}

function spawnLoner(crowd: Crowd, isStatue: boolean): number {
  const { actors, arena, cast, random, world } = crowd
  const member = random.below(cast.length)
  const x = random.between(60, arena.width - 60)
  const y = random.between(20, arena.height - 20)
  const eid = spawn(crowd, member, random.below(cast[member].skins.length), x, y)
  if (!isStatue) {
    if (random.next() < 0.12) drowse(crowd, eid)
    else stroll(crowd, eid)
    return eid
  }
  // Each statue in a pose of its own: it enters the animation at the first tick, and stops there.
  playFigure(world, eid, CLIPS[CLIP.idle], { loop: true })
  actors.clip[eid] = CLIP.idle
  actors.mode[eid] = MODE.rest
  actors.light[eid] = 0
  setPace(crowd, eid, 0)
  tint(crowd, eid, ...DIM)
  return eid
}

function spawn(crowd: Crowd, member: number, skin: number, x: number, y: number): number {
  const { actors, cast, random, tables, world } = crowd
  const { rig, skins } = cast[member]
  const rate = random.between(0.92, 1.1)
  const scale = random.between(0.9, 1.06)
  const facing = random.next() < 0.5 ? -1 : 1
  const place = {
    x: Math.max(0, Math.min(crowd.arena.width, x)),
    y: Math.max(0, Math.min(crowd.arena.height, y)),
    scaleX: scale,
    scaleY: scale,
    flipX: facing < 0,
  }
  const eid = tables
    ? spawnBaked(world, tables[member][skin], { ...place, speed: rate })
    : spawnSkeleton(world, rig, { ...place, skin: skins[skin], timeScale: rate })
  // Only entities with this component are hidden by `culling`.
  addComponent(world, eid, world.components.Visibility)
  actors.mode[eid] = MODE.stroll
  actors.member[eid] = member
  actors.clip[eid] = -1
  actors.band[eid] = -1
  actors.facing[eid] = facing
  actors.rate[eid] = rate
  actors.scale[eid] = scale
  actors.light[eid] = 1
  actors.foe[eid] = 0
  actors.timer[eid] = actors.turning[eid] = actors.pushX[eid] = actors.drift[eid] = 0
  return eid
}
