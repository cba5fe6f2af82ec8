/** The crowd of the demo as a whole. */
import { readFileSync } from 'node:fs'
import { createWorld } from 'bitecs'
import { createAssets, installAnimation, loadAtlas, loadRig } from 'osteon'
import { crowds, isBaked, registerTable } from 'osteon/crowd'
import { spineJson } from 'osteon/formats/spine-json'
import { registerAtlas, sprites } from 'osteon/sprites'
import { expect, test } from 'vitest'
import { type Crowd, createCrowd } from '../../../demo/crowd/crowd'
import { CLIP, MODE } from '../../../demo/crowd/figures/actors'
import { beckon, hitSomebody } from '../../../demo/crowd/figures/blows'
import { memberOf } from '../../../demo/crowd/figures/cast'
import { populate } from '../../../demo/crowd/figures/populate'
import { bakeMember } from '../../../demo/crowd/figures/tables'
import { LAPS, tick } from '../../../demo/crowd/frame'
import { groundAtlas } from '../../../demo/crowd/ground'
import { createStopwatch } from '../../../demo/crowd/page/stopwatch'
import { createRandom } from '../../../demo/crowd/random'
import { countStates } from '../../../demo/crowd/systems/count-states'
import { ROOT } from '../../../scripts/entries'
import { PLAIN } from '../../fixtures/plain'

const asset = (name: string): Buffer => readFileSync(`${ROOT}/demo/assets/${name}`)
const READERS = [spineJson]
const OPTIONS = { budget: false, culling: false, slowing: false, pipeline: false }
const STEP = 1 / 60

interface Entry {
  name: string
  height: number
  speeds: Record<string, number>
  skins: string[]
}

/** The whole crowd, without pictures. */
async function crowdOf(count: number, seed = 1): Promise<Crowd> {
  const entries = JSON.parse(asset('cast.json').toString()) as Entry[]
  const assets = createAssets()
  const cast = await Promise.all(
    entries.map(async (entry) => {
      const options = { readers: READERS, assets, images: false, name: entry.name }
      return memberOf(
        await loadRig(asset(`${entry.name}.json`), asset(`${entry.name}.atlas`), options),
        entry,
      )
    }),
  )
  const particles = await loadAtlas(asset('particles.atlas'), { readers: READERS, images: false })
  const world = installAnimation(createWorld(), { use: [crowds, sprites], capacity: 4096 })
  const sheet = registerAtlas(world, particles)
  const paving = registerAtlas(world, groundAtlas(null))
  const crowd = createCrowd(world, { cast, particles }, { sheet, paving }, createRandom(seed))
  fill(crowd, count)
  return crowd
}

/** Lets everybody arrive. */
function fill(crowd: Crowd, count: number): void {
  for (const _ of populate(crowd, count));
}

function letPass(crowd: Crowd, ticks: number, options = OPTIONS, seconds = STEP): void {
  const { arena } = crowd
  const view = { x: arena.width / 2, y: arena.height / 2, width: arena.width, height: arena.height }
  const watch = createStopwatch(LAPS)
  for (let i = 0; i < ticks; i++) tick(crowd, watch, seconds, view, 800, options)
}

const placesOf = ({ ids, world }: Crowd): number[] =>
  Array.from(ids, (eid) => world.components.Transform.x[eid] + 1e-3 * world.components.Transform.y[eid])

const facingOf = ({ actors, ids }: Crowd): number[] => Array.from(ids, (eid) => actors.facing[eid])

test('as many come as were asked for, and another number replaces them', async () => {
  const crowd = await crowdOf(1)
  for (const count of [1, 2, 50, 333, 20]) {
    fill(crowd, count)
    letPass(crowd, 2)
    expect(crowd.ids.length).toBe(count)
    expect(new Set(crowd.ids).size).toBe(count)
    expect(crowd.world.animation.alive.count).toBe(count)
  }
})

test('the same seed gives the same evening, another seed another', async () => {
  const evenings = await Promise.all([crowdOf(24, 5), crowdOf(24, 5), crowdOf(24, 6)])
  for (const crowd of evenings) letPass(crowd, 100)
  const [a, b, c] = evenings.map(placesOf)
  expect(a).toEqual(b)
  expect(a).not.toEqual(c)
})

test('ticks of no time change nobody, and take no random number', async () => {
  const [drawnOnce, drawnOften] = await Promise.all([crowdOf(60, 4), crowdOf(60, 4)])
  for (let round = 0; round < 20; round++) {
    letPass(drawnOnce, 4)
    letPass(drawnOften, 4)
    letPass(drawnOften, 1 + (round % 3), OPTIONS, 0)
    expect(placesOf(drawnOften)).toEqual(placesOf(drawnOnce))
    expect(facingOf(drawnOften)).toEqual(facingOf(drawnOnce))
    expect(drawnOften.particles.count).toBe(drawnOnce.particles.count)
  }
  expect(drawnOften.random.next()).toBe(drawnOnce.random.next())
})

test('along their way people go exactly as fast as their feet', async () => {
  const crowd = await crowdOf(50)
  const { actors, cast, ids, world } = crowd
  const { x } = world.components.Transform
  let checked = 0
  for (let i = 0; i < 60; i++) {
    const before = Array.from(ids, (eid) => x[eid])
    const pushed = Array.from(ids, (eid) => actors.pushX[eid] !== 0)
    letPass(crowd, 1)
    ids.forEach((eid, n) => {
      if (actors.mode[eid] !== MODE.stroll || pushed[n]) return
      const clip = actors.clip[eid]
      const pace = cast[actors.member[eid]].speeds[clip] * actors.scale[eid] * actors.rate[eid]
      const went = (x[eid] - before[n]) * actors.facing[eid]
      // The arena's edge turns them round, and an actor that has set out in this tick has not moved yet.
      if (went === 0 || x[eid] === 0 || x[eid] === crowd.arena.width) return
      expect(went).toBeCloseTo(pace * STEP, 1)
      expect(world.components.Skeleton.timeScale[eid]).toBe(actors.rate[eid])
      expect([CLIP.walk, CLIP.run]).toContain(clip)
      checked++
    })
  }
  expect(checked).toBeGreaterThan(300)
})

test('bands meet and fight: blows land, people are thrown back, stars fly', async () => {
  const crowd = await crowdOf(36)
  const { actors, ids, particles } = crowd
  const seen = new Set<number>()
  let flying = 0
  for (let i = 0; i < 160; i++) {
    letPass(crowd, 1)
    for (const eid of ids) if (actors.mode[eid] === MODE.reel && actors.foe[eid] !== 0) seen.add(eid)
    flying = Math.max(flying, particles.count)
  }
  expect(seen.size).toBeGreaterThan(3)
  expect(flying).toBeGreaterThan(20)
})

test.skipIf(PLAIN)('statues sleep until they are touched', async () => {
  const crowd = await crowdOf(60)
  const { actors, ids, world } = crowd
  letPass(crowd, 6)
  const statues = ids.filter((eid) => actors.mode[eid] === MODE.rest)
  expect(statues.length).toBeGreaterThan(12)
  const awake = new Set(world.animation.awake.ids.subarray(0, world.animation.awake.count))
  for (const eid of statues) expect(awake.has(eid)).toBe(false)
  expect(countStates(crowd)).toEqual({
    awake: 60 - statues.length,
    asleep: statues.length,
    offScreen: 0,
    baked: 0,
  })

  const [first, second] = statues
  beckon(crowd, first)
  hitSomebody(crowd, second, 1)
  const { x } = world.components.Transform
  const stood = x[second]
  letPass(crowd, 10)
  expect([actors.mode[first], actors.mode[second]]).toEqual([MODE.act, MODE.reel])
  expect(x[second]).toBeGreaterThan(stood + 20)
  expect(world.components.Skeleton.red[first]).toBeGreaterThan(0.6)
})

test('a large crowd is live near the camera, of tables elsewhere, and goes on either way', async () => {
  const crowd = await crowdOf(1)
  const { cast, world } = crowd
  crowd.tables = cast.map((member) =>
    bakeMember(member).map((table) => registerTable(world, member.rig, table)),
  )
  fill(crowd, 1200)
  const { actors, arena, ids } = crowd
  const options = { ...OPTIONS, culling: true }
  const watch = createStopwatch(LAPS)
  const near = { x: arena.width / 2, y: arena.height / 2, width: 3200, height: 1800 }
  const far = { ...near, width: 30_000, height: 20_000 }
  const modes = new Set<number>()
  for (const view of [near, far, near]) {
    const before = placesOf(crowd)
    const times = Array.from(ids, (eid) => world.components.Baked.time[eid])
    for (let i = 0; i < 40; i++) {
      tick(crowd, watch, STEP, view, 720, options)
      for (const eid of ids) if (isBaked(world, eid)) modes.add(actors.mode[eid])
    }
    const { asleep, awake, baked, offScreen } = countStates(crowd)
    expect(asleep + awake + offScreen).toBe(1200)
    expect(baked).toBe(ids.filter((eid) => isBaked(world, eid)).length)
    if (view === far) expect([baked > 1180, offScreen]).toEqual([true, 0])
    else expect([baked > 900, baked < 1180, offScreen > 1000]).toEqual([true, true, true])
    expect(placesOf(crowd).filter((place, i) => place !== before[i]).length).toBeGreaterThan(600)
    expect(ids.filter((eid, i) => world.components.Baked.time[eid] !== times[i]).length).toBeGreaterThan(600)
  }
  for (const mode of [MODE.rest, MODE.stroll, MODE.charge, MODE.strike, MODE.reel])
    expect(modes).toContain(mode)
})

test('actors out of sight are counted as such, and walk on', async () => {
  const crowd = await crowdOf(150)
  const watch = createStopwatch(LAPS)
  const view = { x: crowd.arena.width / 4, y: crowd.arena.height / 4, width: 800, height: 500 }
  const before = placesOf(crowd)
  for (let i = 0; i < 12; i++) tick(crowd, watch, STEP, view, 500, { ...OPTIONS, culling: true })
  const { asleep, awake, offScreen } = countStates(crowd)
  expect(offScreen).toBeGreaterThan(90)
  expect(asleep + awake + offScreen).toBe(150)
  expect(placesOf(crowd).filter((place, i) => place !== before[i]).length).toBeGreaterThan(50)
})

test('one call of the pipeline equals the systems one by one', async () => {
  const [one, other] = [await crowdOf(24), await crowdOf(24)]
  letPass(one, 60)
  letPass(other, 60, { ...OPTIONS, pipeline: true })
  expect(placesOf(other)).toEqual(placesOf(one))
})
