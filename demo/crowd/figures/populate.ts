/** Fills the ground: statues, strollers, and bands in pairs, half of which have met already. */
import { addComponent, set } from 'bitecs'
import { despawnSkeleton, despawnSprite, play, spawnSkeleton, spawnSprite } from 'osteon'
import type { Crowd, Star } from '../crowd'
import { layGround } from '../ground'
import { inside, sendOut, startBrawl } from '../systems/lead-bands'
import { DIM } from '../systems/tint-sleepers'
import { CLIP, CLIPS, MODE } from './actors'
import { meetingPlace, type Pair, PHASE, standOf } from './bands'
import { drowse, stroll } from './behaviour'
import { resizeCells } from './cells'

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

/** Removes all characters and makes a crowd of `count`. */
export function populate(crowd: Crowd, count: number): void {
  const { actors, arena, cells, random } = crowd
  clear(crowd)
  arena.width = Math.sqrt(Math.max(12, count) * ROOM * ASPECT)
  arena.height = arena.width / ASPECT
  resizeCells(cells, arena.width, arena.height, count)
  layGround(crowd)

  const pairs: Pair[] = []
  const ids: number[] = []
  const inBands = Math.floor(count * BANDS)
  while (ids.length + 2 <= inBands) {
    const size = LEAST_BAND + random.below(MOST_BAND - LEAST_BAND + 1)
    pairs.push(spawnPair(crowd, pairs, ids, Math.min(2 * size, inBands - ids.length)))
  }
  const statues = Math.floor(count * STATUES)
  while (ids.length < count) ids.push(spawnLoner(crowd, ids.length >= count - statues))
  crowd.ids = Int32Array.from(ids)
  crowd.pairs = pairs
  for (const pair of pairs) {
    if (pair.phase === PHASE.brawl) startBrawl(crowd, pair)
    else sendOut(crowd, pair, random.next() < 0.35)
  }
  crowd.stars = pairs.flatMap(({ bands }) => bands.map(([first]) => pinStar(crowd, first)))
  for (const eid of ids) actors.light[eid] = actors.mode[eid] === MODE.rest ? 0 : 1
}

function clear({ ids, particles, stars, world }: Crowd): void {
  for (const { sprite } of stars) despawnSprite(world, sprite)
  for (let i = ids.length - 1; i >= 0; i--) despawnSkeleton(world, ids[i])
  particles.count = 0
}

/** A sprite over a character's head; `boneFollower` keeps it there. */
function pinStar({ actors, cast, sheet, world }: Crowd, host: number): Star {
  const { BoneFollower } = world.components
  const sprite = spawnSprite(world, sheet, 'twinkle', { red: 1, green: 0.9, blue: 0.55, additive: true })
  const bone = cast[actors.member[host]].head
  const offsetX = 215 * world.components.Transform.scaleX[host]
  addComponent(world, sprite, set(BoneFollower, { host, bone, offsetX, sortBias: 0 }))
  return { sprite, host }
}

/** Makes two bands, each of one kind of character and in its own skins. */
function spawnPair(crowd: Crowd, pairs: readonly Pair[], ids: number[], members: number): Pair {
  const { actors, arena, cast, random } = crowd
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
  ids.push(...bands[0], ...bands[1])
  return { ...pair, bands: [bands[0], bands[1]] }
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
  const { Skeleton } = world.components
  play(world, eid, CLIPS[CLIP.idle], { loop: true })
  actors.clip[eid] = CLIP.idle
  actors.mode[eid] = MODE.rest
  Skeleton.timeScale[eid] = 0
  ;[Skeleton.red[eid], Skeleton.green[eid], Skeleton.blue[eid]] = DIM
  return eid
}

function spawn(crowd: Crowd, member: number, skin: number, x: number, y: number): number {
  const { actors, cast, random, world } = crowd
  const { rig, skins } = cast[member]
  const rate = random.between(0.92, 1.1)
  const scale = random.between(0.9, 1.06)
  const facing = random.next() < 0.5 ? -1 : 1
  const eid = spawnSkeleton(world, rig, {
    x: Math.max(0, Math.min(crowd.arena.width, x)),
    y: Math.max(0, Math.min(crowd.arena.height, y)),
    scaleX: scale,
    scaleY: scale,
    skin: skins[skin],
    flipX: facing < 0,
    timeScale: rate,
  })
  // Only skeletons with this component are hidden by `culling`.
  addComponent(world, eid, world.components.Visibility)
  actors.mode[eid] = MODE.stroll
  actors.member[eid] = member
  actors.clip[eid] = -1
  actors.band[eid] = -1
  actors.facing[eid] = facing
  actors.rate[eid] = rate
  actors.scale[eid] = scale
  actors.foe[eid] = 0
  actors.timer[eid] = actors.turning[eid] = actors.pushX[eid] = actors.drift[eid] = 0
  return eid
}
