/** Random games that are saved at any moment: every save loads in another world, which goes on to the bit. */
import { addComponent, addEntity, set } from 'bitecs'
import fc from 'fast-check'
import { loadRig } from 'osteon'
import { dragonBones } from 'osteon/formats/dragonbones'
import { expect, test } from 'vitest'
import type { AnimationWorld } from '../../components/world-type'
import {
  childOf,
  clearTracks,
  decodeState,
  encodeState,
  getBone,
  nesting,
  play,
  putInSlot,
  registerRig,
  replaceRig,
  restoreState,
  setBone,
  spawnSkeleton,
} from '../../src/api'
import type { Rig } from '../../src/rig/rig'
import { LEVEL } from '../../src/world/skeletons'
import { runs } from '../deep'
import { makeRig, makeWorld, poseBits, tick } from '../fixtures/play'
import { go, MESH, smallArmature, smallAtlas } from '../fixtures/rigs/dragonbones'
import { swayRig } from '../fixtures/rigs/sway-rig'
import { CASTS, type Cast, carryOut, heardOf, type TrackOp, trackOps } from '../fixtures/track-ops'
import { validateWorld } from '../fixtures/validate-world'
import { carryOutLayer, type LayerOp, layerCasts, layerOps } from '../players/layers/layer-ops'

const layered = await layerCasts()
const sway = swayRig()
const swaying: Cast = { rig: sway, names: sway.animations.map(({ name }) => name), masks: [null, null, null] }
const spine: readonly Cast[] = [swaying, swaying, ...CASTS]
const GAMES = Number(process.env.OSTEON_GAMES ?? runs(100))

/** A world that knows some rigs by ids, as another process would. */
function know(given: readonly Rig[]): AnimationWorld {
  const world = makeWorld({ nesting })
  for (const rig of new Set(given)) registerRig(world, rig, `rig ${given.indexOf(rig)}`)
  return world
}

interface Step {
  who: number
  ops: { layer: LayerOp; track: TrackOp }[]
  write: { what: 'none' | 'level' | 'rate' | 'pace' | 'move' | 'bone' | 'replay' | 'slot'; value: number }
  seconds: number
  saves: boolean
}

const stepOf: fc.Arbitrary<Step> = fc.record({
  who: fc.nat(3),
  ops: fc.array(fc.record({ layer: layerOps, track: trackOps }), { maxLength: 2 }),
  write: fc.record({
    what: fc.constantFrom(
      ...(['none', 'none', 'level', 'rate', 'rate', 'pace', 'move', 'bone', 'replay', 'slot'] as const),
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
  } else if (
    what === 'slot' &&
    eid !== ids[0] &&
    childOf(world, ids[0], 0) === null &&
    world.animation.skeletons.held[eid] === 0
  )
    putInSlot(world, ids[0], 0, eid)
}

test('every save loads in another world, and goes on to the bit', () => {
  let saves = 0
  const all = [...layered, ...spine]
  const castOf = fc.nat(all.length - 1)
  fc.assert(
    fc.property(
      fc.tuple(castOf, castOf, castOf, castOf),
      fc.array(stepOf, { minLength: 2, maxLength: 14 }),
      (numbers, steps) => {
        const casts = numbers.map((number) => all[number])
        const rigs = casts.map(({ rig }) => rig)
        const start = know(rigs)
        const ids = rigs.map((rig) => spawnSkeleton(start, rig))
        const worlds = [start]
        for (const { who, ops, write: written, seconds, saves: isSaved } of steps) {
          if (isSaved) {
            const other = know(rigs)
            const bytes = encodeState(worlds[0])
            expect(restoreState(other, decodeState(other, bytes)).size).toBe(0)
            validateWorld(other)
            worlds[1] = other
            saves++
          }
          for (const world of worlds) {
            const cast = casts[who]
            const eid = ids[who]
            for (const { layer, track } of ops)
              if (layered.includes(cast)) carryOutLayer(world, eid, cast, layer)
              else carryOut(world, eid, cast, track)
            write(world, ids, eid, cast, written)
            tick(world, seconds)
          }
          const [here, there] = worlds
          if (!there) continue
          expect(heardOf(there)).toEqual(heardOf(here))
          const seen = ids.filter((eid) => here.animation.skeletons.level[eid] <= LEVEL.noVertices)
          expect(seen.map((eid) => poseBits(there, eid))).toEqual(seen.map((eid) => poseBits(here, eid)))
          const unseen = ids.filter((eid) => here.animation.skeletons.level[eid] === LEVEL.timeOnly)
          const bonesOf = (world: AnimationWorld) => unseen.map((eid) => getBone(world, eid, 0).join())
          expect(bonesOf(there)).toEqual(bonesOf(here))
        }
      },
    ),
    { numRuns: GAMES, seed: Number(process.env.SEED ?? 47) },
  )
  expect(saves).toBeGreaterThan(GAMES)
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

test.each([
  'without tracks',
  'in a slot that clips',
])('a figure with physics that waits for its turn %s is not solved by a load', (where) => {
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
