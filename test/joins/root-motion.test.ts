/** Root motion: worked examples, exactness over loops and ticks, what it survives, and refusals. */

import fc from 'fast-check'
import { dragonBones } from 'osteon/formats/dragonbones'
import { plainKernels } from 'osteon/kernels/plain'
import { describe, expect, test } from 'vitest'
import {
  type AnimationWorld,
  despawnSkeleton,
  fadeOut,
  getBone,
  loadRig,
  type PlayOptions,
  play,
  queue,
  registerRig,
  replaceRig,
  setEntry,
  spawnSkeleton,
} from '../../src/api'
import { setBoneOffset } from '../../src/joins/bone-controls'
import { inertialFades } from '../../src/joins/fades'
import { getRootMotion, type RootMotion, rootMotion, rootMotions } from '../../src/joins/root-motion'
import { readMotions, type SavedMotions, saveMotions } from '../../src/joins/root-motion/save'
import type { MovingState } from '../../src/joins/root-motion/state'
import { decodeState, encodeState, restoreState, saveState } from '../../src/joins/save'
import { runs } from '../deep'
import { makeRig, makeWorld, tick } from '../fixtures/play'
import { go, smallArmature, smallAtlas } from '../fixtures/rigs/dragonbones'
import { walker } from '../fixtures/rigs/walker'
import { noWarnings } from '../fixtures/warnings'

const use = [rootMotions]

function stage(
  animation: string,
  options: PlayOptions = {},
  motion: Partial<RootMotion> = {},
  rig = walker(),
) {
  const world = makeWorld({ use })
  registerRig(world, rig, 'walker')
  const eid = spawnSkeleton(world, rig)
  rootMotion(world, eid, { bone: 'root', ...motion })
  const entry = play(world, eid, animation, options)
  return { world, eid, entry, rig, at: () => placeOf(world, eid) }
}

const placeOf = ({ components: { Transform } }: AnimationWorld, eid: number) => ({
  x: Transform.x[eid],
  y: Transform.y[eid],
  rotation: Transform.rotation[eid],
})
const rootX = (world: AnimationWorld, eid: number) => getBone(world, eid, 'root')[4]

describe('a walking skeleton', () => {
  test('moves as its root is keyed, and the root stays in its setup place', () => {
    const { world, eid, at } = stage('walk', { loop: true })
    tick(world, 0.125)
    expect(at()).toEqual({ x: 40, y: 0, rotation: 0 })
    expect(rootX(world, eid)).toBe(45)
    tick(world, 0.125)
    expect(at().x).toBe(80)
    tick(world, 0.75)
    expect(at().x).toBeCloseTo(100, 5)
    // Half of the fast pace of the second loop.
    tick(world, 0.125)
    expect(at().x).toBeCloseTo(140, 4)
    expect(rootX(world, eid)).toBeCloseTo(145, 4)
  })

  test('shows the place of the same tick', () => {
    const { world, eid } = stage('walk', { loop: true })
    const other = spawnSkeleton(world, walker())
    play(world, other, 'walk', { loop: true })
    for (let i = 0; i < 7; i++) {
      tick(world, 0.125)
      // The keys begin at 7.
      expect(rootX(world, eid)).toBeCloseTo(rootX(world, other) - 7, 4)
    }
  })

  test('moves along all loops of one tick', () => {
    const { world, at } = stage('walk', { loop: true })
    tick(world, 0.125)
    tick(world, 1000)
    expect(at().x).toBeCloseTo(100_040, 1)
  })

  test('stops at the end of an animation that does not loop', () => {
    const { world, at } = stage('walk')
    for (let i = 0; i < 5; i++) tick(world, 0.6)
    expect(at().x).toBeCloseTo(100, 4)
  })

  test('is turned, scaled and mirrored as its Transform says', () => {
    const { world, eid, at } = stage('walk')
    const { Skeleton, Transform } = world.components
    Transform.rotation[eid] = Math.PI / 2
    Transform.scaleX[eid] = 2
    Skeleton.flipX[eid] = 1
    tick(world, 0.25)
    expect(at().x).toBeCloseTo(0, 3)
    expect(at().y).toBeCloseTo(-160, 3)
  })

  test('keeps the axes that are not chosen in its pose', () => {
    const { world, eid, at } = stage('bob')
    tick(world, 0.5)
    expect(at()).toEqual({ x: 0, y: 0, rotation: 0 })
    expect(getBone(world, eid, 'root')[5]).toBe(20)
    rootMotion(world, eid, { bone: 'root', x: false, y: true })
    tick(world, 0.25)
    expect(at()).toEqual({ x: 0, y: 10, rotation: 0 })
    expect([...getBone(world, eid, 'root')].slice(4)).toEqual([8, 10])
  })

  test('begins at the first key', () => {
    const { world, at } = stage('late', { loop: true })
    tick(world, 0.5)
    expect(at().x).toBe(0)
    tick(world, 0.25)
    expect(at().x).toBe(50)
    tick(world, 1)
    expect(at().x).toBeCloseTo(150, 4)
  })

  test('moves by bones under others as these are in the setup pose', () => {
    const { world, at } = stage('climb', {}, { bone: 'head' })
    tick(world, 0.5)
    // 5 along the x axis of the hip, which is turned by a quarter and scaled by 2.
    expect(at().x).toBeCloseTo(0, 4)
    expect(at().y).toBeCloseTo(10, 4)
  })

  test('keeps a held bone under offsets', () => {
    const world = makeWorld({ use })
    const eid = spawnSkeleton(world, walker())
    rootMotion(world, eid, { bone: 'root' })
    setBoneOffset(world, eid, 'root', { x: 1 })
    play(world, eid, 'walk')
    tick(world, 0.25)
    expect(rootX(world, eid)).toBe(86)
  })

  test('shows its animation again when root motion ends', () => {
    const { world, eid, at } = stage('walk')
    tick(world, 0.25)
    rootMotion(world, eid, null)
    expect(getRootMotion(world, eid)).toBeNull()
    tick(world, 0)
    tick(world, 0)
    expect(at().x).toBe(80)
    expect(rootX(world, eid)).toBe(80 + 92)
  })
})

describe('turns', () => {
  test('go to the rotation, and the way follows them', () => {
    const { world, at } = stage('circle', { loop: true }, { rotation: true })
    for (let i = 0; i < 8; i++) tick(world, 0.125)
    expect(at().rotation).toBeCloseTo(Math.PI / 2, 5)
    for (let i = 0; i < 8; i++) tick(world, 0.125)
    expect(at().rotation).toBeCloseTo(Math.PI, 5)
    // The bone is 5 away from the skeleton's place, and goes 100 ahead, then 100 up.
    expect(at().x + 5 * Math.cos(at().rotation)).toBeCloseTo(105, 3)
    expect(at().y + 5 * Math.sin(at().rotation)).toBeCloseTo(100, 3)
  })

  test('are the same in any ticks', () => {
    const once = stage('circle', { loop: true }, { rotation: true, y: true })
    tick(once.world, 5.3)
    const often = stage('circle', { loop: true }, { rotation: true, y: true })
    for (let i = 0; i < 53; i++) tick(often.world, 0.1)
    for (const axis of ['x', 'y', 'rotation'] as const)
      expect(often.at()[axis]).toBeCloseTo(once.at()[axis], 3)
  })

  test('are mirrored with the skeleton', () => {
    const { world, eid, at } = stage('circle', {}, { rotation: true })
    world.components.Skeleton.flipY[eid] = 1
    tick(world, 0.5)
    expect(at().rotation).toBeCloseTo(-Math.PI / 4, 5)
  })
})

describe('entries', () => {
  test('of a fade count by their weights', () => {
    const { world, eid, at } = stage('run', { loop: true })
    tick(world, 0.1)
    expect(at().x).toBeCloseTo(30, 4)
    play(world, eid, 'bob', { loop: true, mix: 0.4 })
    tick(world, 0)
    // The new entry has a fraction of 0.25, 0.5, 0.75 and 1.
    const weights = [0.75, 0.5, 0.25, 0]
    let expected = 30
    for (const weight of weights) {
      tick(world, 0.1)
      expected += weight * 30
      expect(at().x).toBeCloseTo(expected, 4)
    }
  })

  test('that are added add their travel', () => {
    const { world, eid, at } = stage('run', { loop: true })
    play(world, eid, 'walk', { track: 1, loop: true, blend: 'add', alpha: 0.5 })
    tick(world, 0.25)
    expect(at().x).toBeCloseTo(75 + 40, 4)
  })

  test('of higher tracks replace lower ones by their weight', () => {
    const { world, eid, at } = stage('run', { loop: true })
    play(world, eid, 'walk', { track: 1, loop: true, alpha: 0.25 })
    tick(world, 0.25)
    expect(at().x).toBeCloseTo(75 * 0.75 + 80 * 0.25, 4)
  })

  test('that fade out travel less and less', () => {
    const { world, eid, at } = stage('run', { loop: true })
    tick(world, 0.1)
    fadeOut(world, eid, { mix: 0.2 })
    tick(world, 0)
    tick(world, 0.1)
    expect(at().x).toBeCloseTo(30 + 15, 4)
    for (let i = 0; i < 5; i++) tick(world, 0.1)
    expect(at().x).toBeCloseTo(45, 4)
  })

  test('in reverse travel back', () => {
    const { world, at } = stage('walk', { loop: true, reverse: true })
    tick(world, 0.75)
    expect(at().x).toBeCloseTo(-20, 4)
    tick(world, 2.25)
    expect(at().x).toBeCloseTo(-300, 3)
  })

  test('whose time runs back travel back, over loops, up to their start', () => {
    const { world, entry, at } = stage('walk', { loop: true })
    tick(world, 2.125)
    setEntry(world, entry, { timeScale: -1 })
    tick(world, 1.125)
    expect(at().x).toBeCloseTo(100, 3)
    tick(world, 3)
    expect(at().x).toBeCloseTo(0, 3)
  })

  test('whose time runs back stop at the start of the part that they play', () => {
    const { world, entry, at } = stage('run', { loop: true, start: 0.25, end: 0.75 })
    tick(world, 0.6)
    setEntry(world, entry, { timeScale: -1 })
    tick(world, 0.4)
    expect(at().x).toBeCloseTo(60, 4)
    tick(world, 3)
    expect(at().x).toBeCloseTo(0, 4)
  })

  test('that only play a part travel by that part', () => {
    const { world, at } = stage('run', { loop: true, start: 0.25, end: 0.75 })
    tick(world, 2)
    expect(at().x).toBeCloseTo(600, 3)
  })

  test('that are set to another time do not travel there', () => {
    const { world, entry, at } = stage('run', { loop: true })
    tick(world, 0.1)
    setEntry(world, entry, { trackTime: 0.7 })
    tick(world, 0.1)
    expect(at().x).toBeCloseTo(60, 4)
  })

  test('in a queue take over without a gap', () => {
    for (const loop of [false, true]) {
      const { world, eid, at } = stage('run', { loop })
      queue(world, eid, 'walk', { loop: true, mix: 0 })
      let seconds = 0
      for (const delta of [0.35, 0.35, 0.35, 0.35, 0.35, 0.25]) {
        tick(world, delta)
        seconds += delta
      }
      expect(seconds).toBeCloseTo(2)
      expect(at().x).toBeCloseTo(300 + 100, 3)
    }
  })

  test('that fade inertially travel as they are played', () => {
    const world = makeWorld({ use: [rootMotions, inertialFades] })
    const eid = spawnSkeleton(world, walker())
    rootMotion(world, eid, { bone: 'root' })
    play(world, eid, 'run', { loop: true })
    tick(world, 0.1)
    play(world, eid, 'walk', { loop: true, mix: 0.3, fade: 'inertial' })
    tick(world, 0.125)
    expect(placeOf(world, eid).x).toBeCloseTo(30 + 40, 4)
    expect(rootX(world, eid)).toBeCloseTo(75, 4)
  })
})

describe('what is not seen', () => {
  test.each([
    ['without vertices', 1, 110],
    ['with time and events only', 2, 110],
    ['frozen', 3, 30],
  ])('travels %s', (_, level, x) => {
    const { world, eid, at } = stage('run', { loop: true })
    tick(world, 0.1)
    world.components.Visibility.level[eid] = level
    for (let i = 0; i < 8; i++) tick(world, 1 / 30)
    expect(at().x).toBeCloseTo(x, 3)
  })

  test('travels at its update rate', () => {
    const { world, eid, at } = stage('run', { loop: true })
    world.components.Visibility.rate[eid] = 4
    for (let i = 0; i < 40; i++) tick(world, 1 / 32)
    setBoneOffset(world, eid, 'hip', { x: 1 }) // Brings it up to date.
    expect(at().x).toBeCloseTo(375, 3)
  })
})

test('a hundred odd ticks sum up to the travel of their loops', () => {
  const delta = fc.double({ min: 1e-4, max: 3, noNaN: true })
  fc.assert(
    fc.property(
      fc.array(delta, { minLength: 100, maxLength: 100 }),
      fc.constantFrom('3.8' as const, '4.2' as const, '4.3' as const),
      fc.boolean(),
      (deltas, version, reverse) => {
        const { world, at, entry } = stage('walk', { loop: true, reverse }, {}, walker(version))
        for (const seconds of deltas) tick(world, seconds)
        const { trackTime } = world.animation.playback.entries
        const row = Number(entry) % 2 ** 20
        // The rest of the loop.
        tick(world, Math.ceil(trackTime[row]) - trackTime[row])
        const loops = Math.round(trackTime[row])
        // A float32 holds the sum to half of its last bit.
        const travel = loops * (reverse ? -100 : 100)
        expect(Math.abs(at().x - travel)).toBeLessThan(1e-4 + Math.abs(travel) * 2 ** -24)
      },
    ),
    { numRuns: runs(30) },
  )
})

describe('ways', () => {
  const WAYS = [
    ['plain kernels', { use, kernels: plainKernels }],
    ['no shortcuts', { use, shortcuts: false }],
  ] as const
  test.each(WAYS)('%s give the same places', (_, options) => {
    const places = (given: object) => {
      const world = makeWorld(given)
      const eid = spawnSkeleton(world, walker())
      rootMotion(world, eid, { bone: 'root', rotation: true })
      play(world, eid, 'circle', { loop: true })
      const seen: number[] = []
      for (let i = 0; i < 60; i++) {
        if (i === 20) play(world, eid, 'walk', { loop: true, mix: 0.3 })
        tick(world, 1 / 30)
        seen.push(...Object.values(placeOf(world, eid)))
      }
      return seen
    }
    expect(places(options)).toEqual(places({ use }))
  })
})

describe('saves', () => {
  const playOn = (world: AnimationWorld, eid: number) => {
    for (let i = 0; i < 40; i++) tick(world, 1 / 30)
    return [...Object.values(placeOf(world, eid)), rootX(world, eid)]
  }

  test('continue bit for bit', () => {
    const { world, eid, rig } = stage('walk', { loop: true })
    for (let i = 0; i < 7; i++) tick(world, 1 / 30)
    const saved = saveState(world)
    const bytes = encodeState(world)
    const end = playOn(world, eid)
    rootMotion(world, eid, null)
    restoreState(world, saved)
    expect(playOn(world, eid)).toEqual(end)
    const other = makeWorld({ use })
    registerRig(other, rig, 'walker')
    const heir = restoreState(other, decodeState(other, bytes)).get(eid) ?? eid
    expect(playOn(other, heir)).toEqual(end)
  })

  test('are refused by a world without the extension', () => {
    const { world, rig } = stage('walk')
    tick(world)
    const other = makeWorld()
    registerRig(other, rig, 'walker')
    expect(() => decodeState(other, encodeState(world))).toThrow(
      expect.objectContaining({ code: 'unsupported-feature', path: 'rootMotions' }),
    )
  })

  test.each<[string, (saved: SavedMotions) => object, string]>([
    ['no skeleton', () => ({ ids: Int32Array.of(77) }), 'ids'],
    ['a skeleton twice', ({ ids }) => ({ ids: Int32Array.of(ids[0], ids[0]) }), 'ids'],
    ['a bone that the rig lacks', () => ({ bones: Uint16Array.of(3) }), 'bones'],
    ['no axis', () => ({ moves: Uint8Array.of(0) }), 'moves'],
    ['no numbers', () => ({ left: Float64Array.of(0, Number.NaN, 0) }), 'left'],
  ])('are damaged with a root motion of %s', (_, change, path) => {
    const { world } = stage('walk')
    const { motions, skeletons, rigs } = world.animation as unknown as MovingState
    const saved = saveMotions(motions)
    const rigOf = (eid: number) => (skeletons.serial[eid] ? rigs[skeletons.rig[eid]]?.source : undefined)
    const read = (one: object) => readMotions(new Map(Object.entries(one)), rigOf)
    expect(read(saved)).toEqual(saved)
    expect(() => read({ ...saved, ...change(saved) })).toThrow(
      expect.objectContaining({ code: 'damaged', path: expect.stringContaining(`rootMotions.${path}`) }),
    )
  })
})

describe('another rig', () => {
  test('with the bone goes on', () => {
    const { world, eid, rig, at } = stage('run', { loop: true })
    tick(world, 0.1)
    replaceRig(world, rig, walker())
    tick(world, 0.1)
    expect(at().x).toBeCloseTo(60, 4)
    expect(getRootMotion(world, eid)).toEqual({ bone: 'root', x: true, y: false, rotation: false })
  })

  test('without the bone ends it', () => {
    const { world, eid, rig } = stage('run', { loop: true })
    tick(world, 0.1)
    replaceRig(
      world,
      rig,
      makeRig('4.2', { skeleton: { spine: '4.2.43' }, bones: [{ name: 'base' }], animations: { run: {} } }),
    )
    tick(world, 0.1)
    expect(getRootMotion(world, eid)).toBeNull()
  })

  test('of a despawned skeleton is not moved', () => {
    const { world, eid } = stage('run', { loop: true })
    despawnSkeleton(world, eid)
    const other = spawnSkeleton(world, walker())
    expect(getRootMotion(world, other)).toBeNull()
  })
})

describe('refuses', () => {
  const world = makeWorld({ use })
  const eid = spawnSkeleton(world, walker())
  const refusal = (code: string, path: string) => expect.objectContaining({ code, path })

  test.each<[string, object, string, string]>([
    ['a bone that the rig lacks', { bone: 'tail' }, 'unknown-bone', 'bone'],
    ['a number that is no bone', { bone: 3 }, 'unknown-bone', 'bone'],
    ['no axis at all', { bone: 'root', x: false }, 'bad-option', 'x'],
    ['an axis that is no boolean', { bone: 'root', y: 1 }, 'bad-option', 'y'],
    ['an unknown option', { bone: 'root', z: true }, 'bad-option', 'z'],
  ])('%s, and changes nothing', (_, motion, code, path) => {
    expect(() => rootMotion(world, eid, motion as RootMotion)).toThrow(refusal(code, path))
    expect(getRootMotion(world, eid)).toBeNull()
  })

  test('entities without a skeleton', () => {
    expect(() => rootMotion(world, 99, { bone: 'root' })).toThrow(refusal('no-skeleton', ''))
  })

  test('a world without the extension', () => {
    const bare = makeWorld({ use: [] })
    const other = spawnSkeleton(bare, walker())
    expect(() => rootMotion(bare, other, { bone: 'root' })).toThrow(refusal('no-extension', 'rootMotions'))
  })

  test('a bone under one that does not inherit everything', () => {
    const rig = makeRig('4.2', {
      skeleton: { spine: '4.2.43' },
      bones: [
        { name: 'root' },
        { name: 'hip', parent: 'root', inherit: 'noScale' },
        { name: 'leg', parent: 'hip' },
      ],
    })
    const other = spawnSkeleton(world, rig)
    expect(() => rootMotion(world, other, { bone: 'leg' })).toThrow(refusal('bad-option', 'bone'))
    rootMotion(world, other, { bone: 'hip' })
  })

  test('skeletons of DragonBones', async () => {
    const atlas = new TextEncoder().encode(JSON.stringify(smallAtlas()))
    const options = { readers: [dragonBones], images: false, name: 'small', warn: noWarnings }
    const other = spawnSkeleton(world, await loadRig(smallArmature(go({})), atlas, options))
    expect(() => rootMotion(world, other, { bone: 'root' })).toThrow(refusal('bad-option', 'bone'))
  })
})
