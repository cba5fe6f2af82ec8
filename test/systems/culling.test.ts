/** The system `culling`. */
import { addComponent, addEntity, set } from 'bitecs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { VISIBILITY } from '../../components'
import { type Components, events, getBounds, play, setBone, spawnSkeleton } from '../../src/api'
import { CURVE, type DeformTimeline } from '../../src/base/model/animation'
import { registerAtlas, spawnSprite } from '../../src/joins/sprites'
import { compileRig } from '../../src/rig/compile'
import { reachOf } from '../../src/tick/culling'
import type { AnimationWorld } from '../../src/world/world-type'
import { culling } from '../../systems'
import { runs } from '../deep'
import { readCharacter } from '../demo/lamplighter'
import { PLAIN } from '../fixtures/plain'
import { makeRig, makeWorld, poseBits, tick } from '../fixtures/play'
import { atlasOf, mesh, modelOf, region, rigOf } from '../streams/fixture'

const rig = makeRig()
const { full, noVertices, timeOnly, frozen } = VISIBILITY

function watched(world: AnimationWorld, x: number, y = 0): number {
  const eid = spawnSkeleton(world, rig, { x, y })
  addComponent(world, eid, world.components.Visibility)
  play(world, eid, 'walk', { loop: true })
  return eid
}

describe('culling', () => {
  test('a skeleton far outside only passes time, and its events still arrive', () => {
    const world = makeWorld()
    const near = watched(world, 0)
    const away = watched(world, 1e5)
    const view = { x: 0, y: 0, width: 800, height: 600 }
    const heard = new Set<number>()
    for (let i = 0; i < 90; i++) {
      culling(world, view)
      tick(world)
      for (const { entity } of events(world)) heard.add(entity)
    }
    const { level } = world.components.Visibility
    expect([level[near], level[away]]).toEqual([full, timeOnly])
    expect(heard).toEqual(new Set([near, away]))
    culling(world, { ...view, x: 1e5 })
    expect([level[near], level[away]]).toEqual([timeOnly, full])
  })

  test('entities without Visibility are left alone', () => {
    const world = makeWorld()
    const eid = spawnSkeleton(world, rig, { x: 1e5 })
    tick(world)
    culling(world, { x: 0, y: 0, width: 8, height: 8 })
    expect(world.components.Visibility.level[eid]).toBe(full)
  })

  test('where the circle crosses the border the pose decides, which goes on', () => {
    const world = makeWorld()
    const eid = watched(world, 0)
    const [radius] = reachOf(world.animation, 1).radius
    for (let i = 0; i < 3; i++) tick(world)
    const box = getBounds(world, eid)
    if (!box) throw new Error('nothing is shown')
    const gap = (radius + box[0] + box[2]) / 2
    expect(gap).toBeGreaterThan(box[0] + box[2])
    const view = { x: gap + 50, y: 0, width: 100, height: 1e4 }
    culling(world, view, { margin: 0 })
    expect(world.components.Visibility.level[eid]).toBe(noVertices)
    // The box around bones is a little larger than the one around vertices.
    culling(world, { ...view, x: box[0] + box[2] + 45 }, { margin: 0 })
    expect(world.components.Visibility.level[eid]).toBe(full)
  })

  test('nothing that has a vertex in sight is culled', () => {
    const number = fc.double({ min: -700, max: 700, noNaN: true })
    const view = fc.record({
      x: number,
      y: number,
      width: fc.double({ min: 1, max: 900, noNaN: true }),
      height: fc.double({ min: 1, max: 900, noNaN: true }),
      rotation: fc.double({ min: -4, max: 4, noNaN: true }),
    })
    const scale = fc.constantFrom(1, -1, 0.3, 2)
    const place = fc.record({ x: number, y: number, rotation: number, scaleX: scale, scaleY: scale })
    let inSight = 0
    fc.assert(
      fc.property(view, place, fc.nat(40), (at, where, ticks) => {
        const world = makeWorld()
        const eid = spawnSkeleton(world, rig, where)
        addComponent(world, eid, world.components.Visibility)
        play(world, eid, 'walk', { loop: true })
        for (let i = 0; i < ticks; i++) tick(world)
        tick(world)
        tick(world, 0)
        culling(world, at, { margin: 0 })
        const level = world.components.Visibility.level[eid]
        world.components.Visibility.level[eid] = full
        tick(world, 0)
        const { skeletons, streams } = world.animation
        const cos = Math.cos(at.rotation)
        const sin = Math.sin(at.rotation)
        const first = skeletons.vertexStart[eid]
        for (let v = first; v < first + skeletons.vertexCount[eid]; v++) {
          const x = streams.positions[2 * v] - at.x
          const y = streams.positions[2 * v + 1] - at.y
          const seen =
            Math.abs(cos * x + sin * y) < at.width / 2 && Math.abs(cos * y - sin * x) < at.height / 2
          if (!seen) continue
          inSight++
          expect(level).toBe(full)
        }
      }),
      { numRuns: runs(150) },
    )
    expect(inSight).toBeGreaterThan(0)
  })

  test.each([
    ['turned', ({ Transform }: Components, eid: number) => Transform.rotation.fill(Math.PI, eid, eid + 1)],
    ['scaled', ({ Transform }: Components, eid: number) => Transform.scaleX.fill(-1, eid, eid + 1)],
    ['flipped', ({ Skeleton }: Components, eid: number) => Skeleton.flipX.fill(1, eid, eid + 1)],
  ])('a skeleton that is %s into sight is seen in the same tick', (_, change) => {
    const world = makeWorld()
    const long = rigOf({
      bones: [{ name: 'root' }, { name: 'tip', x: 100 }],
      slots: [{ name: 'slot', bone: 1, attachments: { image: region('image') } }],
    })
    const eid = spawnSkeleton(world, long)
    addComponent(world, eid, world.components.Visibility)
    const view = { x: -100, y: 0, width: 60, height: 60 }
    for (let i = 0; i < 3; i++) {
      culling(world, view, { margin: 0 })
      tick(world)
    }
    expect(world.components.Visibility.level[eid]).toBe(noVertices)
    change(world.components, eid)
    culling(world, view, { margin: 0 })
    expect(world.components.Visibility.level[eid]).toBe(full)
  })

  test('the circle holds a deform whose curve goes beyond its keys', () => {
    const attachment = mesh('mesh', [0, 0, 10, 0, 10, 10])
    const deform: DeformTimeline = {
      type: 'deform',
      skin: 0,
      slot: 0,
      key: 'mesh',
      channels: 1,
      times: Float64Array.of(0, 1),
      values: new Float64Array(0),
      curves: Uint8Array.of(CURVE.bezier, CURVE.linear),
      handles: Float64Array.of(0.2, 4, 0.8, 4, 0, 0, 0, 0),
      offsets: Uint32Array.of(0, 0),
      deltas: [new Float32Array(6), Float32Array.of(100, 0, 100, 0, 100, 0)],
      size: 6,
    }
    const wild = rigOf({
      slots: [{ name: 'slot', attachments: { mesh: attachment } }],
      animations: [{ name: 'wild', duration: 1, timelines: [deform] }],
    })
    const world = makeWorld()
    const eid = spawnSkeleton(world, wild)
    play(world, eid, 'wild')
    let farthest = 0
    for (let i = 0; i < 30; i++) {
      tick(world)
      const box = getBounds(world, eid)
      if (box) farthest = Math.max(farthest, box[0] + box[2])
    }
    expect(farthest).toBeGreaterThan(200)
    expect(reachOf(world.animation, 1).radius[0]).toBeGreaterThan(farthest)
  })

  test('a constraint that adds a place in the world has no circle', () => {
    const pulled = (relative: boolean) => {
      const model = modelOf({
        bones: [{ name: 'root' }, { name: 'other', x: 5 }],
        slots: [{ name: 'slot', bone: 1, attachments: { image: region('image') } }],
      })
      const mixes = { mixRotate: 0, mixX: 1, mixY: 0, mixScaleX: 0, mixScaleY: 0, mixShearY: 0 }
      const offsets = {
        offsetRotation: 0,
        offsetX: 0,
        offsetY: 0,
        offsetScaleX: 0,
        offsetScaleY: 0,
        offsetShearY: 0,
      }
      const own = { type: 'transform' as const, name: 'pull', skinRequired: false, bones: [1], target: 0 }
      model.constraints.push({ ...own, local: false, relative, ...mixes, ...offsets })
      return compileRig(model, null, { source: 'toy', pages: [], warn: () => {} })
    }
    const levels = [true, false].map((relative) => {
      const world = makeWorld()
      const eid = spawnSkeleton(world, pulled(relative), { x: 1000 })
      addComponent(world, eid, world.components.Visibility)
      for (let i = 0; i < 3; i++) {
        culling(world, { x: 2005, y: 0, width: 20, height: 20 }, { margin: 0 })
        tick(world)
      }
      return world.components.Visibility.level[eid]
    })
    expect(levels).toEqual([full, timeOnly])
  })

  test('the circle holds every pose of the animations', () => {
    const world = makeWorld()
    for (const name of ['walk', '2', '__proto__', 'empty']) {
      const eid = spawnSkeleton(world, rig)
      play(world, eid, name, { loop: true })
      for (let i = 0; i < 60; i++) {
        tick(world, 1 / 17)
        const [radius] = reachOf(world.animation, 1).radius
        const { skeletons, streams } = world.animation
        const first = skeletons.vertexStart[eid]
        for (let v = first; v < first + skeletons.vertexCount[eid]; v++)
          expect(Math.hypot(streams.positions[2 * v], streams.positions[2 * v + 1])).toBeLessThanOrEqual(
            radius,
          )
      }
    }
  })

  test.each(['mouse', 'octopus'])('the circle holds paths and physics: the %s, shaken', async (name) => {
    const shaken = (await readCharacter(name)).rig
    const world = makeWorld()
    const eid = spawnSkeleton(world, shaken)
    play(world, eid, 'idle', { loop: true })
    const { Transform } = world.components
    let farthest = 0
    for (let i = 0; i < 240; i++) {
      const x = 300 * Math.sin(i / 5)
      const y = i % 40 < 20 ? 0 : 150
      Transform.x[eid] = x
      Transform.y[eid] = y
      Transform.rotation[eid] = Math.sin(i / 9)
      tick(world, 1 / 60)
      const { skeletons, streams } = world.animation
      const first = skeletons.vertexStart[eid]
      for (let v = first; v < first + skeletons.vertexCount[eid]; v++) {
        const distance = Math.hypot(streams.positions[2 * v] - x, streams.positions[2 * v + 1] - y)
        farthest = Math.max(farthest, distance)
      }
    }
    const [radius] = reachOf(world.animation, world.components.Skeleton.rig[eid]).radius
    expect(farthest).toBeGreaterThan(100)
    expect(radius).toBeLessThan(Number.POSITIVE_INFINITY)
    expect(farthest).toBeLessThanOrEqual(radius)
  })

  test('sprites are culled by their half-diagonal', () => {
    const world = makeWorld()
    const { Visibility } = world.components
    const atlas = atlasOf('spark')
    const pages = atlas.pages.map((settings) => ({ name: settings.name, atlas: '', settings, image: null }))
    const sheet = registerAtlas(world, { model: atlas, pages })
    const spawn = (x: number) => {
      const eid = spawnSprite(world, sheet, 'spark', { x, scaleX: 2, scaleY: 2 })
      addComponent(world, eid, Visibility)
      return eid
    }
    const [inside, outside] = [spawn(63), spawn(65)]
    tick(world)
    culling(world, { x: 0, y: 0, width: 100, height: 100 }, { margin: 0 })
    expect([Visibility.level[inside], Visibility.level[outside]]).toEqual([full, timeOnly])
  })

  test('a radius of yours replaces the one that was found', () => {
    const world = makeWorld()
    const eid = watched(world, 500)
    tick(world)
    const view = { x: 0, y: 0, width: 100, height: 100 }
    culling(world, view, { radius: 10, margin: 0, outside: frozen })
    expect(world.components.Visibility.level[eid]).toBe(frozen)
    culling(world, view, { radius: 1e6, margin: 0 })
    expect(world.components.Visibility.level[eid]).not.toBe(frozen)
  })

  test('small skeletons are updated less often', () => {
    const world = makeWorld()
    const eid = watched(world, 0)
    const view = { x: 0, y: 0, width: 100, height: 100 }
    const { rate } = world.components.Visibility
    culling(world, { ...view, height: 1e6 }, { far: { size: 0.05, rate: 3 } })
    expect(rate[eid]).toBe(3)
    culling(world, view, { far: { size: 0.05, rate: 3 } })
    expect(rate[eid]).toBe(0)
  })

  test('the view of a canvas without pixels is no error, and everything is back with the next one', () => {
    const world = makeWorld()
    const [here, away] = [watched(world, 0), watched(world, 1e4)]
    const { level, rate } = world.components.Visibility
    for (const [width, height] of [
      [0, 0],
      [0, 600],
      [800, 0],
    ]) {
      culling(world, { x: 0, y: 0, width, height }, { far: { size: 0.05, rate: 4 } })
      expect(level[away]).toBe(timeOnly)
      tick(world)
    }
    culling(world, { x: 0, y: 0, width: 800, height: 600 }, { far: { size: 0.05, rate: 4 } })
    expect([level[here], rate[here]]).toEqual([full, 0])
  })

  test.each([
    ['a view of less than no size', { width: -1 }, {}],
    ['a view that is no number', { x: Number.NaN }, {}],
    ['a margin that is no number', {}, { margin: Number.POSITIVE_INFINITY }],
    ['a radius below 0', {}, { radius: -1 }],
    ['a level that there is not', {}, { outside: 4 }],
    ['a rate that there is not', {}, { far: { size: 1, rate: 256 } }],
  ])('%s is refused', (_, view, options) => {
    const world = makeWorld()
    watched(world, 0)
    const attempt = () => culling(world, { x: 0, y: 0, width: 1, height: 1, ...view }, options)
    expect(attempt).toThrow(expect.objectContaining({ code: 'bad-option' }))
  })
})

describe('Visibility', () => {
  test.each([
    ['a level that there is not', { level: 4 }],
    ['a level between two', { level: 0.5 }],
    ['a rate below 0', { rate: -1 }],
    ['a rate past a byte', { rate: 256 }],
  ])('%s is refused', (_, data) => {
    const world = makeWorld()
    const { Visibility } = world.components
    const eid = addEntity(world)
    addComponent(world, eid, set(Visibility, { level: noVertices, rate: 2 }))
    expect(() => addComponent(world, eid, set(Visibility, data))).toThrow(
      expect.objectContaining({ code: 'bad-option' }),
    )
    expect([Visibility.level[eid], Visibility.rate[eid]]).toEqual([noVertices, 2])
  })

  test('a fade that ends while hidden restores the setup pose', () => {
    const shown = makeWorld()
    const hidden = makeWorld()
    const [there, here] = [watched(shown, 0), watched(hidden, 0)]
    for (const world of [shown, hidden]) for (let i = 0; i < 9; i++) tick(world)
    const before = poseBits(shown, there)
    hidden.components.Visibility.level[here] = timeOnly
    play(shown, there, 'empty', { loop: true })
    play(hidden, here, 'empty', { loop: true })
    for (const world of [shown, hidden]) for (let i = 0; i < 9; i++) tick(world)
    hidden.components.Visibility.level[here] = full
    for (const world of [shown, hidden]) tick(world)
    expect(poseBits(shown, there)).not.toBe(before)
    expect(poseBits(hidden, here)).toBe(poseBits(shown, there))
  })

  test('frozen skeletons stand still, and go on from there', () => {
    const world = makeWorld()
    const eid = watched(world, 0)
    tick(world)
    world.components.Visibility.level[eid] = frozen
    for (let i = 0; i < 5; i++) tick(world)
    world.components.Visibility.level[eid] = full
    tick(world)
    const other = makeWorld()
    const same = watched(other, 0)
    for (let i = 0; i < 2; i++) tick(other)
    expect(getBounds(world, eid)).toEqual(getBounds(other, same))
  })

  test('a number past frozen counts as frozen', () => {
    const world = makeWorld()
    const eid = watched(world, 0)
    world.components.Visibility.level[eid] = 200
    for (let i = 0; i < 3; i++) tick(world)
    expect(world.animation.awake.count).toBe(0)
  })
})

describe('update rates', () => {
  const clock = (world: AnimationWorld, eid: number) => {
    const { playback, arena, skeletons } = world.animation
    return playback.entries.trackTime[arena.i32[skeletons.tracks[eid]]]
  }

  test('a skeleton is updated every n-th tick by the time since then, and neighbours take turns', () => {
    const world = makeWorld()
    const ids = [0, 1, 2, 3].map(() => watched(world, 0))
    tick(world)
    for (const eid of ids) world.components.Visibility.rate[eid] = 4
    for (let i = 0; i < 4; i++) tick(world)
    const turns = new Set<string>()
    for (let i = 0; i < 8; i++) {
      tick(world)
      expect(world.animation.awake.count).toBe(1)
      turns.add(String(world.animation.awake.ids[0]))
    }
    expect(turns.size).toBe(4)
  })

  test.skipIf(PLAIN)('whose turn always comes while time stands still is updated all the same', () => {
    const world = makeWorld()
    const ids = [0, 1, 2].map(() => watched(world, 0))
    tick(world)
    for (const eid of ids) world.components.Visibility.rate[eid] = 3
    for (let i = 0; i < 9; i++) tick(world, i % 3 === 0 ? 1 / 30 : 0)
    for (const eid of ids) expect(clock(world, eid)).toBeCloseTo(4 / 30, 12)
    for (let i = 0; i < 3; i++) tick(world, 0)
    tick(world, 0)
    expect(world.animation.awake.count).toBe(0)
  })

  test('writing to it, or another rate, lets it catch up at once', () => {
    const world = makeWorld()
    const [rated, every] = [watched(world, 0), watched(world, 0)]
    world.components.Visibility.rate[rated] = 50
    for (let i = 0; i < 20; i++) tick(world)
    expect(clock(world, rated)).toBeLessThan(clock(world, every))
    setBone(world, rated, 0, { x: 0 })
    tick(world)
    expect(clock(world, rated)).toBeCloseTo(clock(world, every), 12)
    for (let i = 0; i < 7; i++) tick(world)
    world.components.Visibility.rate[rated] = 1
    tick(world)
    expect(clock(world, rated)).toBeCloseTo(clock(world, every), 12)
    expect(getBounds(world, rated)).toEqual(getBounds(world, every))
  })

  test('an animation that is started while seconds are owed gets none of them', () => {
    const world = makeWorld()
    const eid = watched(world, 0)
    world.components.Visibility.rate[eid] = 9
    for (let i = 0; i < 4; i++) tick(world)
    play(world, eid, '2', { loop: true })
    tick(world)
    expect(clock(world, eid)).toBeCloseTo(1 / 30, 12)
  })

  test('seconds come to the same sum over a day', () => {
    const world = makeWorld()
    const ids = [watched(world, 0), watched(world, 0)]
    world.components.Visibility.rate[ids[0]] = 7
    for (const eid of ids) world.components.Visibility.level[eid] = timeOnly
    const ticks = 60_000
    for (let i = 0; i < ticks; i++) tick(world, 86_400 / ticks)
    world.components.Visibility.rate[ids[0]] = 0
    tick(world, 0)
    for (const eid of ids) expect(Math.abs(clock(world, eid) - 86_400)).toBeLessThan(1e-5)
  })
})
