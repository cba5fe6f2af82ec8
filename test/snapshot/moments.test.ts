/** Random games that are saved at any moment: every save loads in another world, which goes on to the bit. */
import { addComponent, addEntity, set } from 'bitecs'
import fc from 'fast-check'
import { loadRig } from 'osteon'
import { dragonBones } from 'osteon/formats/dragonbones'
import { expect, test } from 'vitest'
import { clearTracks, getBone, play, registerRig, replaceRig, setBone, spawnSkeleton } from '../../src/api'
import { childOf, nesting, putInSlot } from '../../src/joins/nesting'
import { decodeState, encodeState, restoreState } from '../../src/joins/save'
import type { Rig } from '../../src/rig/rig'
import { LEVEL } from '../../src/world/skeletons'
import type { AnimationWorld } from '../../src/world/world-type'
import { runs } from '../deep'
import { makeRig, makeWorld, poseBits, tick } from '../fixtures/play'
import { go, MESH, smallArmature, smallAtlas } from '../fixtures/rigs/dragonbones'
import { swayRig } from '../fixtures/rigs/sway-rig'
import { type Cast, carryOut, heardOf, makeCasts, type TrackOp, trackOps } from '../fixtures/track-ops'
import { validateWorld } from '../fixtures/validate-world'
import { armatureRig } from '../nesting/armature-rig'
import { carryOutLayer, type LayerOp, layerCasts, layerOps } from '../players/layers/layer-ops'

const plain = (rig: Rig): Cast => ({
  rig,
  names: rig.animations.map(({ name }) => name),
  masks: [null, null, null],
})

/** Casts that play by layers, one with armatures in its slots, then casts that play by tracks. */
async function makeAll() {
  const layered = [...(await layerCasts()), plain(armatureRig())]
  const swaying = plain(swayRig())
  return { layered, all: [...layered, swaying, swaying, ...makeCasts()] }
}

const first = await makeAll()
const { all } = first
/** The same files, loaded once more. */
const second = await makeAll()
const layered = new Set([...first.layered, ...second.layered])
/** What a reload gives for a cast. */
const reloads = new Map(
  all.flatMap((cast, i): [Cast, Cast][] => [
    [cast, second.all[i]],
    [second.all[i], cast],
  ]),
)
const swaying = all[first.layered.length]
const { rig: sway } = swaying
const GAMES = Number(process.env.OSTEON_GAMES ?? runs(100))

/** A world that knows some rigs by ids, as another process would. */
function know(given: readonly Rig[]): AnimationWorld {
  const world = makeWorld({ use: [nesting] })
  for (const rig of new Set(given)) registerRig(world, rig, `rig ${given.indexOf(rig)}`)
  return world
}

interface Step {
  who: number
  ops: { layer: LayerOp; track: TrackOp }[]
  write: {
    what: 'none' | 'level' | 'rate' | 'pace' | 'move' | 'bone' | 'replay' | 'slot' | 'reload'
    value: number
  }
  seconds: number
  saves: boolean
}

const stepOf: fc.Arbitrary<Step> = fc.record({
  who: fc.nat(3),
  ops: fc.array(fc.record({ layer: layerOps, track: trackOps }), { maxLength: 2 }),
  write: fc.record({
    what: fc.constantFrom(
      ...([
        'none',
        'none',
        'level',
        'rate',
        'rate',
        'pace',
        'move',
        'bone',
        'replay',
        'slot',
        'reload',
      ] as const),
    ),
    value: fc.nat(3),
  }),
  seconds: fc.constantFrom(0, 0, 1 / 60, 1 / 30, 0.1, 0.35),
  saves: fc.boolean(),
})

function write(
  world: AnimationWorld,
  ids: readonly number[],
  eid: number,
  cast: Cast,
  { what, value }: Step['write'],
): void {
  const { Skeleton, Transform, Visibility } = world.components
  const next = reloads.get(cast)
  if (what === 'level') Visibility.level[eid] = value
  else if (what === 'rate') Visibility.rate[eid] = value + 1
  else if (what === 'pace') Skeleton.timeScale[eid] = value / 2
  else if (what === 'move') Transform.x[eid] += 10 * value
  else if (what === 'bone') setBone(world, eid, value % cast.rig.bones.count, { x: value })
  else if (what === 'replay') {
    const name = cast.names[value % cast.names.length]
    play(world, eid, name)
    tick(world, 0.1)
    play(world, eid, name)
  } else if (what === 'reload' && next) replaceRig(world, cast.rig, next.rig)
  else if (
    what === 'slot' &&
    eid !== ids[0] &&
    childOf(world, ids[0], 0) === null &&
    world.animation.skeletons.carried[eid] === 0
  )
    putInSlot(world, ids[0], 0, eid)
}

/** The skeletons of a world, those in slots included, by age. */
function aliveIn({ animation: { alive, skeletons } }: AnimationWorld): number[] {
  const ids = Array.from(alive.ids.subarray(0, alive.count))
  return ids.sort((a, b) => skeletons.serial[a] - skeletons.serial[b])
}

/** All that is seen of a world's skeletons, and bones of those that nobody sees. */
function shownIn(world: AnimationWorld): unknown[] {
  const { level } = world.animation.skeletons
  return aliveIn(world).map((eid) => {
    if (level[eid] <= LEVEL.noVertices) return poseBits(world, eid)
    return level[eid] === LEVEL.timeOnly ? getBone(world, eid, 0).join() : null
  })
}

const rigsIn = ({ animation }: AnimationWorld) => [...animation.rigsById.keys()].sort()

test('every save loads in another world, and goes on to the bit', () => {
  let saves = 0
  let nested = 0
  const castOf = fc.nat(all.length - 1)
  fc.assert(
    fc.property(
      fc.tuple(castOf, castOf, castOf, castOf),
      fc.array(stepOf, { minLength: 2, maxLength: 14 }),
      (numbers, steps) => {
        let casts = numbers.map((number) => all[number])
        const start = know(casts.map(({ rig }) => rig))
        const names = rigsIn(start)
        const ids = casts.map(({ rig }) => spawnSkeleton(start, rig))
        const worlds = [start]
        for (const { who, ops, write: written, seconds, saves: isSaved } of steps) {
          if (isSaved) {
            const other = know(casts.map(({ rig }) => rig))
            const bytes = encodeState(worlds[0])
            expect(restoreState(other, decodeState(other, bytes)).size).toBe(0)
            validateWorld(other)
            worlds[1] = other
            saves++
            if (start.animation.alive.count > ids.length) nested++
          }
          const cast = casts[who]
          for (const world of worlds) {
            const eid = ids[who]
            for (const { layer, track } of ops)
              if (layered.has(cast)) carryOutLayer(world, eid, cast, layer)
              else carryOut(world, eid, cast, track)
            write(world, ids, eid, cast, written)
            tick(world, seconds)
            expect(rigsIn(world)).toEqual(names)
          }
          if (written.what === 'reload')
            casts = casts.map((each) => (each === cast ? (reloads.get(cast) ?? cast) : each))
          const [here, there] = worlds
          if (!there) continue
          expect(heardOf(there)).toEqual(heardOf(here))
          expect(shownIn(there)).toEqual(shownIn(here))
        }
      },
    ),
    { numRuns: GAMES, seed: Number(process.env.SEED ?? 47) },
  )
  expect(saves).toBeGreaterThan(GAMES)
  expect(nested).toBeGreaterThan(0)
})

test('deforms that are all 0 are loaded: an animation with mesh keys that is played again over itself', async () => {
  const vertices = {
    frame: [
      { duration: 5, tweenEasing: 0 },
      { duration: 5, vertices: [1, 2] },
    ],
  }
  const data = smallArmature({
    skin: [{ slot: [{ name: 'slot', display: [MESH] }] }],
    ...go({ ffd: [{ name: 'sheet', slot: 'slot', ...vertices }] }),
  })
  const rig = await loadRig(data, new TextEncoder().encode(JSON.stringify(smallAtlas())), {
    readers: [dragonBones],
    name: 'sheet',
    images: false,
  })
  const world = know([rig])
  const eid = spawnSkeleton(world, rig)
  play(world, eid, 'go')
  tick(world, 0.1)
  play(world, eid, 'go')
  tick(world, 0)
  const other = know([rig])
  restoreState(other, decodeState(other, encodeState(world)))
  for (const each of [world, other]) tick(each)
  expect(poseBits(other, eid)).toBe(poseBits(world, eid))
})

test.each([
  [2, 0],
  [3, 0],
  [2, 1],
])('figures with rate %i and level %i keep the seconds gathered between their turns', (rate, level) => {
  for (const before of [1, 2, 3, 4]) {
    const world = know([sway])
    const eid = spawnSkeleton(world, sway)
    addComponent(world, eid, set(world.components.Visibility, { rate, level }))
    play(world, eid, swaying.names[0], { loop: true })
    for (let i = 0; i < before; i++) tick(world)
    const other = know([sway])
    addEntity(other)
    const there = restoreState(other, decodeState(other, encodeState(world))).get(eid) ?? eid
    for (let i = 0; i < 8; i++) {
      for (const each of [world, other]) tick(each)
      expect(poseBits(other, there)).toBe(poseBits(world, eid))
    }
  }
})

test.each(['without tracks', 'in a slot that clips'])(
  'a figure with physics that waits for its turn %s is not solved by a load',
  (where) => {
    const holder = makeRig('4.2')
    const world = know([holder, sway])
    const holding = spawnSkeleton(world, holder)
    const eid = spawnSkeleton(world, sway)
    if (where === 'without tracks') {
      play(world, eid, swaying.names[0])
      tick(world, 0.1)
      clearTracks(world, eid)
    } else putInSlot(world, holding, 0, eid)
    tick(world, 0)
    world.components.Visibility.rate[eid] = 2
    for (let before = 0; before < 3; before++) {
      tick(world, 0)
      const other = know([holder, sway])
      restoreState(other, decodeState(other, encodeState(world)))
      for (let i = 0; i < 4; i++) {
        for (const each of [world, other]) tick(each, 0.1)
        expect(poseBits(other, eid)).toBe(poseBits(world, eid))
      }
    }
  },
)

test('an entry may end when a figure that waits for its turn gets another rig', () => {
  const cast = all[0]
  const next = reloads.get(cast) ?? cast
  for (let waits = 1; waits < 4; waits++) {
    const world = know([cast.rig])
    const eid = spawnSkeleton(world, cast.rig)
    world.components.Visibility.rate[eid] = 3
    play(world, eid, cast.names[0])
    tick(world, 0.1)
    play(world, eid, cast.names[0])
    tick(world, 0)
    for (let i = 0; i < waits; i++) tick(world, 1 / 30)
    expect(replaceRig(world, cast.rig, next.rig)).toBe(1)
    validateWorld(world)
  }
})

test('a rig that replaces another has its id in saves', () => {
  const world = makeWorld()
  let rig = makeRig('4.2')
  registerRig(world, rig, 'hero')
  const eid = spawnSkeleton(world, rig)
  for (let reload = 0; reload < 3; reload++) {
    const next = makeRig('4.2')
    replaceRig(world, rig, next)
    rig = next
    tick(world)
    const other = makeWorld()
    registerRig(other, makeRig('4.2'), 'hero')
    restoreState(other, decodeState(other, encodeState(world)))
    for (const each of [world, other]) tick(each)
    expect(poseBits(other, eid)).toBe(poseBits(world, eid))
  }
  // One that was registered before has an id of its own.
  const known = makeRig('4.2')
  registerRig(world, known, 'villain')
  replaceRig(world, rig, known)
  expect([...world.animation.rigsById.keys()]).toEqual(['villain'])
})
