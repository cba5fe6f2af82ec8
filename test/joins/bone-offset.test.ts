/** Offsets of bones: their effect on the picture, under all changes that they must survive. */

import { addComponent, addEntity, set } from 'bitecs'
import { dragonBones } from 'osteon/formats/dragonbones'
import { plainKernels } from 'osteon/kernels/plain'
import { describe, expect, test } from 'vitest'
import {
  type AnimationWorld,
  despawnSkeleton,
  getBone,
  loadRig,
  play,
  type Rig,
  registerRig,
  replaceRig,
  setBone,
  setSkin,
  setToSetupPose,
  spawnSkeleton,
} from '../../src/api'
import { type BoneOffset, getBoneOffset, setBoneOffset } from '../../src/joins/bone-controls'
import { putInSlot, takeFromSlot } from '../../src/joins/nesting'
import { decodeState, encodeState, restoreState, saveState } from '../../src/joins/save'
import { ACTIVITY } from '../../src/world/skeletons'
import { makeRig, makeWorld, playableJson, poseBits, tick } from '../fixtures/play'
import { smallArmature, smallAtlas } from '../fixtures/rigs/dragonbones'
import { type Json, RICH_DIALECTS, RICH_VERSIONS, type RichDialect } from '../fixtures/rigs/rich-rig'
import { swayRig } from '../fixtures/rigs/sway-rig'
import { digestOf } from '../fixtures/state-graph'
import { validateWorld } from '../fixtures/validate-world'
import { noWarnings } from '../fixtures/warnings'
import { armRig } from '../systems/arm-rig'

const WAYS = [
  ['WebAssembly', {}],
  ['plain kernels', { kernels: plainKernels }],
  ['WebAssembly, without shortcuts', { shortcuts: false }],
  ['plain kernels, without shortcuts', { kernels: plainKernels, shortcuts: false }],
] as const

/** A chain of three bones, each 10 from the one before. */
const chain = (): Rig =>
  bare('4.2', [
    { name: 'root' },
    { name: 'arm', parent: 'root', x: 10 },
    { name: 'hand', parent: 'arm', x: 10 },
  ])

/** A rig of bones alone. */
function bare(dialect: RichDialect, bones: Json[], more: Json = {}): Rig {
  return makeRig(dialect, { skeleton: { spine: RICH_VERSIONS[dialect] }, bones, animations: {}, ...more })
}

function matrix(world: AnimationWorld, eid: number, bone: string): number[] {
  return [...getBone(world, eid, bone)].map((value) => Math.round(value * 1e3) / 1e3 + 0)
}

describe.each(WAYS)('%s:', (_, options) => {
  test('an added offset is on top of the pose, and carries the children', () => {
    const world = makeWorld(options)
    const eid = spawnSkeleton(world, chain(), { x: 100 })
    setBone(world, eid, 'arm', { scaleX: 2 })
    setBoneOffset(world, eid, 'arm', { x: 5, y: 1, rotation: Math.PI / 2, scaleX: 3, scaleY: 4 })
    for (let i = 0; i < 3; i++) tick(world)
    expect(matrix(world, eid, 'arm')).toEqual([0, -4, 6, 0, 115, 1])
    expect(matrix(world, eid, 'hand')).toEqual([0, -4, 6, 0, 115, 61])
  })

  test('an overriding offset is the place of the bone in the skeleton, and carries the children', () => {
    const world = makeWorld(options)
    const eid = spawnSkeleton(world, chain(), { x: 100, scaleX: 2 })
    setBone(world, eid, 'root', { x: 7, y: 7, rotation: 1 })
    setBone(world, eid, 'arm', { scaleX: 9, rotation: 2 })
    setBoneOffset(world, eid, 'arm', { x: 5, y: 1, scaleY: 3, mode: 'override' })
    for (let i = 0; i < 3; i++) tick(world)
    expect(matrix(world, eid, 'arm')).toEqual([2, 0, 0, 3, 110, 1])
    expect(matrix(world, eid, 'hand')).toEqual([2, 0, 0, 3, 130, 1])
    setBoneOffset(world, eid, 'root', { y: -5, mode: 'override' })
    tick(world)
    expect(matrix(world, eid, 'root')).toEqual([2, 0, 0, 1, 100, -5])
    expect(matrix(world, eid, 'arm')).toEqual([2, 0, 0, 3, 110, 1])
    validateWorld(world)
  })

  test.each(RICH_DIALECTS)(
    '%s: poses do not drift, and all is as before once it is taken away',
    (dialect) => {
      const rig = makeRig(dialect)
      const [world, plain] = [makeWorld(options), makeWorld(options)]
      const [eid] = [world, plain].map((where) => {
        const made = spawnSkeleton(where, rig, { skin: 'horned' })
        play(where, made, 'walk', { loop: true })
        return made
      })
      for (let i = 0; i < 40; i++) {
        if (i === 3)
          for (const bone of rig.bones.names) setBoneOffset(world, eid, bone, { x: 3, rotation: 0.2 })
        if (i === 9) setBoneOffset(world, eid, 'head', { y: 4, scaleX: 2, mode: 'override' })
        if (i === 15) for (const bone of rig.bones.names) setBoneOffset(world, eid, bone, null)
        tick(world)
        tick(plain)
        validateWorld(world)
        const same = poseBits(world, eid) === poseBits(plain, eid)
        // In 3.8 a constraint goes on from its last result, which the offset has changed.
        if (dialect !== '3.8' || i < 3) expect(same, `tick ${i}`).toBe(i < 3 || i >= 15)
      }
    },
  )

  test('physics go on under it', () => {
    const rig = swayRig()
    const [world, plain] = [makeWorld(options), makeWorld(options)]
    const [eid] = [world, plain].map((where) => {
      const made = spawnSkeleton(where, rig)
      play(where, made, 'storm', { loop: true })
      return made
    })
    const bone = rig.bones.names[1]
    setBoneOffset(world, eid, bone, { rotation: 0 })
    const offset = { rotation: 0.5, x: 4 }
    for (let i = 0; i < 30; i++) {
      if (i === 15) setBoneOffset(world, eid, bone, offset)
      tick(world)
      tick(plain)
      expect(getBone(world, eid, bone)[4] === getBone(plain, eid, bone)[4], `tick ${i}`).toBe(i < 15)
    }
  })
})

test('a value that a constraint writes into the pose stays there, without the offset (3.8)', () => {
  const bones = [{ name: 'root' }, { name: 'of', parent: 'root', shearY: 20 }, { name: 'to', parent: 'root' }]
  const mixes = { rotateMix: 0, translateMix: 0, scaleMix: 0, shearMix: 0.5 }
  const rig = bare('3.8', bones, {
    transform: [{ name: 'shear', bones: ['to'], target: 'of', local: true, ...mixes }],
  })
  const [world, plain] = [makeWorld(), makeWorld()]
  const [eid] = [world, plain].map((where) => spawnSkeleton(where, rig))
  setBoneOffset(world, eid, 'to', { x: 5 })
  for (let i = 0; i < 4; i++) {
    tick(world)
    tick(plain)
    const [a, b, c, d, x] = getBone(plain, eid, 'to')
    expect([...getBone(world, eid, 'to')].slice(0, 5)).toEqual([a, b, c, d, x + 5])
  }
  setBoneOffset(world, eid, 'to', null)
  tick(world)
  tick(plain)
  expect(poseBits(world, eid)).toBe(poseBits(plain, eid))
})

test.each(RICH_DIALECTS)(
  '%s: bones of every inherit mode show the sum as if it had been written',
  (dialect) => {
    const modes = ['normal', 'onlyTranslation', 'noRotationOrReflection', 'noScale', 'noScaleOrReflection']
    const key = dialect === '3.8' || dialect === '4.0' || dialect === '4.1' ? 'transform' : 'inherit'
    const rig = bare(dialect, [
      { name: 'root' },
      ...modes.flatMap((mode) => [
        { name: mode, parent: 'root', [key]: mode },
        { name: `${mode} tip`, parent: mode, [key]: mode },
      ]),
    ])
    const [world, written] = [makeWorld(), makeWorld()]
    const [eid] = [world, written].map((where) => spawnSkeleton(where, rig))
    for (const [bone, name] of rig.bones.names.entries()) {
      const pose = { x: bone, y: -1, rotation: 0.1 * bone, shearX: 0.2, shearY: -0.1 }
      setBone(world, eid, name, { x: 0, y: 0, rotation: 0, shearX: 0, shearY: 0, scaleX: 2, scaleY: -2 })
      setBoneOffset(world, eid, name, { ...pose, scaleX: 1.5, scaleY: 0.5 })
      setBone(written, eid, name, { ...pose, scaleX: 3, scaleY: -1 })
    }
    tick(world)
    tick(written)
    for (const name of rig.bones.names) expect(matrix(world, eid, name)).toEqual(matrix(written, eid, name))
  },
)

/** A bone on another or on nothing, and children of all sixteen inherit sets. */
function family(parent: object): Promise<Rig> {
  const flag = (set: number, bit: number) => (set & bit) !== 0
  const bone = [
    { name: 'root', transform: { x: 20, y: 9, skX: 30, skY: 50 } },
    { name: 'mid', ...parent, transform: { x: 7, skX: 20 } },
    ...Array.from({ length: 16 }, (_, set) => ({
      ...{ name: `${set}`, parent: 'mid', transform: { x: 12, y: -5, skX: 25, skY: 10, scX: 1.5 } },
      ...{ inheritTranslation: flag(set, 1), inheritRotation: flag(set, 2) },
      ...{ inheritScale: flag(set, 4), inheritReflection: flag(set, 8) },
    })),
  ]
  const file = smallArmature({ bone, slot: [], skin: [], animation: [] })
  return loadRig(file, new TextEncoder().encode(JSON.stringify(smallAtlas())), {
    ...{ readers: [dragonBones], name: 'family', images: false, warn: noWarnings },
  })
}

test.each([
  { flipX: false, flipY: false },
  { flipX: true, flipY: false },
  { flipX: true, flipY: true },
])('DragonBones: an overriding offset makes a bone a root, with all on it, %o', async (flips) => {
  const [world, wanted] = [makeWorld(), makeWorld()]
  const eid = spawnSkeleton(world, await family({ parent: 'root' }), flips)
  const rig = await family({})
  expect(spawnSkeleton(wanted, rig, flips)).toBe(eid)
  for (const rotation of [0.4, 2, -2.5])
    for (const scaleX of [1.3, -1.3]) {
      const pose = { x: 5, y: -7, rotation, scaleX, scaleY: 0.8, shearX: 0, shearY: -0.2 }
      setBoneOffset(world, eid, 'mid', { ...pose, mode: 'override' })
      setBone(wanted, eid, 'mid', pose)
      tick(world)
      tick(wanted)
      for (const bone of rig.bones.names.slice(1))
        expect(matrix(world, eid, bone), bone).toEqual(matrix(wanted, eid, bone))
    }
})

describe('an offset', () => {
  const rig = makeRig()
  const BENT: BoneOffset = { rotation: 0.5, mode: 'override' }

  function stage() {
    const world = makeWorld()
    const ids = [0, 1, 2, 3, 4, 5].map((x) => spawnSkeleton(world, rig, { x }))
    for (let i = 0; i < 3; i++) tick(world)
    return {
      world,
      ids,
      isAsleep: (eid: number) => (world.animation.skeletons.activity[eid] & ACTIVITY.asleep) !== 0,
    }
  }

  test('can be read', () => {
    const { world, ids } = stage()
    expect(getBoneOffset(world, ids[0], 'head')).toBe(null)
    setBoneOffset(world, ids[0], 'head', { x: 2, scaleY: 0.5 })
    const wanted = { x: 2, y: 0, rotation: 0, scaleX: 1, scaleY: 0.5, shearX: 0, shearY: 0, mode: 'add' }
    expect(getBoneOffset(world, ids[0], 'head')).toEqual(wanted)
    setBoneOffset(world, ids[0], 'head', BENT)
    expect(getBoneOffset(world, ids[0], 'head')).toEqual({
      ...wanted,
      ...{ x: 0, scaleY: 1, rotation: 0.5, mode: 'override' },
    })
    expect(getBoneOffset(world, ids[1], 'head')).toBe(null)
    setBoneOffset(world, ids[0], 'head', null)
    expect(getBoneOffset(world, ids[0], 'head')).toBe(null)
  })

  test.each(['add', 'override'] as const)('wakes a sleeper and lets it sleep again (%s)', (mode) => {
    const { world, ids, isAsleep } = stage()
    expect(isAsleep(ids[2])).toBe(true)
    const before = matrix(world, ids[2], 'head')
    setBoneOffset(world, ids[2], 'head', { x: 50, mode })
    expect(isAsleep(ids[2])).toBe(false)
    for (let i = 0; i < 3; i++) tick(world)
    const moved = matrix(world, ids[2], 'head')
    expect(moved).not.toEqual(before)
    expect(isAsleep(ids[2])).toBe(true)
    // Among long sleepers its seat is another.
    for (let i = 0; i < 200; i++) tick(world)
    validateWorld(world)
    expect(matrix(world, ids[2], 'head')).toEqual(moved)
    setBoneOffset(world, ids[2], 'head', null)
    tick(world)
    expect(matrix(world, ids[2], 'head')).toEqual(before)
  })

  test('is visible to readers between ticks', () => {
    const world = makeWorld()
    const eid = spawnSkeleton(world, chain())
    tick(world)
    setBoneOffset(world, eid, 'arm', { x: 50 })
    expect(matrix(world, eid, 'hand')[4]).toBe(70)
    const other = spawnSkeleton(world, chain())
    tick(world)
    setBoneOffset(world, other, 'arm', { x: 50, mode: 'override' })
    expect(matrix(world, other, 'hand')[4]).toBe(60)
  })

  test('stays under another skin, and with the setup pose restored', () => {
    const { world, ids } = stage()
    const [early, late] = ids
    const offset = (eid: number) => {
      setBoneOffset(world, eid, 'head', { x: 5, y: 6, mode: 'override' })
      setBoneOffset(world, eid, 'hip', { x: 1 })
    }
    offset(early)
    tick(world)
    setSkin(world, early, 'horned')
    validateWorld(world)
    setToSetupPose(world, early, 'both')
    setSkin(world, late, 'horned')
    world.components.Transform.x[late] = world.components.Transform.x[early]
    offset(late)
    tick(world)
    validateWorld(world)
    expect(poseBits(world, early)).toBe(poseBits(world, late))
    expect(getBoneOffset(world, early, 'head')?.y).toBe(6)
  })

  test('goes along into slots and out of them', () => {
    const world = makeWorld()
    const holder = spawnSkeleton(world, rig)
    const eid = spawnSkeleton(world, chain(), { x: 9 })
    setBoneOffset(world, eid, 'hand', { x: 5, y: 6, mode: 'override' })
    setBoneOffset(world, eid, 'root', { x: 100 })
    putInSlot(world, holder, 'face', eid)
    tick(world)
    validateWorld(world)
    const slot = rig.slots.index.get('face') ?? 0
    const [a, b, c, d, x, y] = getBone(world, holder, rig.slots.bone[slot])
    expect(getBone(world, eid, 'hand')[4]).toBeCloseTo(a * 14 + b * 6 + x, 3)
    expect(getBone(world, eid, 'hand')[5]).toBeCloseTo(c * 14 + d * 6 + y, 3)
    takeFromSlot(world, eid)
    tick(world)
    validateWorld(world)
    expect(matrix(world, eid, 'hand').slice(4)).toEqual([14, 6])
  })

  test('of a holder moves the child in its slot', () => {
    const { world, ids } = stage()
    putInSlot(world, ids[0], 'face', ids[1])
    tick(world)
    const before = getBone(world, ids[1], 'root')[4]
    setBoneOffset(world, ids[0], 'root', { x: 40 })
    tick(world)
    expect(getBone(world, ids[1], 'root')[4]).toBeCloseTo(before + 40, 3)
  })

  test('goes with its skeleton, and the next one of the same id has none', () => {
    const { world, ids } = stage()
    for (const eid of ids) setBoneOffset(world, eid, 'head', BENT)
    setBoneOffset(world, ids[0], 'hip', { x: 1 })
    for (const eid of ids.splice(0, 3)) despawnSkeleton(world, eid)
    tick(world)
    validateWorld(world)
    expect(world.animation.offsets.count).toBe(3)
    const next = spawnSkeleton(world, rig)
    expect(getBoneOffset(world, next, 'head')).toBe(null)
    setBoneOffset(world, next, 'head', BENT)
    expect(world.animation.offsets.top).toBe(8)
    validateWorld(world)
  })

  test('goes on with another rig that has the bone; else the skeleton starts anew', () => {
    const { world, ids } = stage()
    setBoneOffset(world, ids[0], 'head', BENT)
    setBoneOffset(world, ids[1], 'hip', { x: 3 })
    tick(world)
    const before = matrix(world, ids[0], 'head')
    const json = playableJson('4.2')
    const bones = json.bones as { name: string }[]
    const other = makeRig('4.2', {
      ...json,
      bones: [bones[0], { name: 'new', parent: 'root' }, ...bones.slice(1)],
    })
    replaceRig(world, rig, other)
    validateWorld(world)
    tick(world)
    expect(matrix(world, ids[0], 'head')).toEqual(before)
    expect(getBoneOffset(world, ids[1], 'hip')?.x).toBe(3)
    replaceRig(world, other, chain())
    validateWorld(world)
    expect(world.animation.offsets.count).toBe(0)
  })

  test('is saved and restored, and decoded by a world that had none', () => {
    const { world, ids } = stage()
    setSkin(world, ids[3], ['default', 'horned'])
    for (const eid of ids.slice(2)) setBoneOffset(world, eid, 'head', BENT)
    setBoneOffset(world, ids[2], 'hip', { x: 3 })
    for (const eid of ids) play(world, eid, 'walk', { loop: true })
    tick(world)
    const saved = saveState(world)
    const bytes = encodeState(world, saved)
    const goOn = (where: AnimationWorld) => {
      for (let i = 0; i < 5; i++) tick(where)
      validateWorld(where)
      return ids.map((eid) => poseBits(where, eid))
    }
    const wanted = goOn(world)
    for (const eid of ids) setBoneOffset(world, eid, 'head', { x: 3 })
    for (const eid of ids) setBoneOffset(world, eid, 'hip', BENT)
    tick(world)
    restoreState(world, saved)
    validateWorld(world)
    expect(goOn(world)).toEqual(wanted)
    const other = makeWorld()
    registerRig(other, rig)
    restoreState(other, decodeState(other, bytes))
    validateWorld(other)
    expect(goOn(other)).toEqual(wanted)
    setBoneOffset(other, ids[2], 'head', null)
    goOn(other)
  })

  test.each([
    ['an entity without a skeleton', 999, 'head', {}, 'no-skeleton'],
    ['a bone that is not there', 0, 'hed', {}, 'unknown-bone'],
    ['a number that is none', 0, 'head', { x: Number.NaN }, 'not-finite'],
    ['a mode that is none', 0, 'head', { mode: 'replace' }, 'bad-option'],
    ['a field that is none', 0, 'head', { skew: 1 }, 'bad-option'],
  ])('with %s is refused, and nothing has changed', (_, who, bone, offset, code) => {
    const { world, ids } = stage()
    setBoneOffset(world, ids[0], 'head', BENT)
    tick(world)
    const before = digestOf(world, ids)
    const eid = who === 0 ? ids[0] : who
    expect(() => setBoneOffset(world, eid, bone, offset as BoneOffset)).toThrow(
      expect.objectContaining({ name: 'OsteonError', code }),
    )
    expect(digestOf(world, ids)).toEqual(before)
  })

  test('that is taken from a bone without one wakes nobody', () => {
    const { world, ids, isAsleep } = stage()
    setBoneOffset(world, ids[0], 'head', null)
    expect(isAsleep(ids[0])).toBe(true)
  })
})

describe('other writers', () => {
  test('IK of Spine leaves a limb alone of which a bone is overridden', () => {
    const world = makeWorld()
    const eid = spawnSkeleton(world, armRig())
    setBoneOffset(world, eid, 'lower', { x: 30, y: 40, mode: 'override' })
    tick(world)
    expect(matrix(world, eid, 'lower')).toEqual([1, 0, 0, 1, 30, 40])
    expect(matrix(world, eid, 'upper')[4]).toBe(10)
    expect(getBone(world, eid, 'upper')[0]).toBeCloseTo(Math.cos(0.3))
    expect(matrix(world, eid, 'hand')).toEqual([1, 0, 0, 1, 80, 40])
    setBoneOffset(world, eid, 'lower', null)
    tick(world)
    expect(matrix(world, eid, 'hand').slice(4)).toEqual(matrix(world, eid, 'goal').slice(4))
  })

  test('a target leads a bone under ancestors with offsets; its own offset comes on top, unless it overrides', () => {
    const world = makeWorld()
    const { BoneTarget, Transform } = world.components
    const eid = spawnSkeleton(world, chain())
    const target = addEntity(world)
    addComponent(world, target, set(Transform, { x: 33, y: 44 }))
    addComponent(world, target, set(BoneTarget, { host: eid, bone: 'hand' }))
    const placeOf = () => matrix(world, eid, 'hand').slice(4)
    setBone(world, eid, 'root', { x: 7, rotation: 0.3 })
    for (const mode of ['add', 'override'] as const) {
      setBoneOffset(world, eid, 'arm', { x: 3, rotation: 0.4, mode })
      tick(world)
      expect(placeOf()).toEqual([33, 44])
    }
    setBoneOffset(world, eid, 'arm', { x: 3, mode: 'override' })
    setBoneOffset(world, eid, 'hand', { x: 2, y: 1, scaleX: 2 })
    for (let i = 0; i < 3; i++) {
      Transform.x[target]++
      tick(world)
      expect(matrix(world, eid, 'hand')).toEqual([2, 0, 0, 1, 36 + i, 45])
    }
    setBoneOffset(world, eid, 'hand', { x: 2, y: 1, mode: 'override' })
    tick(world)
    expect(placeOf()).toEqual([2, 1])
  })

  test('a slider acts on the sum', () => {
    const rig = makeRig('4.3', {
      skeleton: { spine: '4.3.13' },
      bones: [{ name: 'root' }, { name: 'p', parent: 'root', x: 10 }],
      constraints: [{ type: 'slider', name: 'push', animation: 'bend', time: 1, mix: 1, additive: true }],
      animations: { bend: { bones: { p: { translate: [{ x: 0 }, { time: 1, x: 20, y: 0 }] } } } },
    })
    const world = makeWorld()
    const eid = spawnSkeleton(world, rig)
    for (const x of [0, 5, 5, -3]) {
      setBoneOffset(world, eid, 'p', { x })
      tick(world)
      expect(matrix(world, eid, 'p')[4]).toBe(30 + x)
    }
    setBoneOffset(world, eid, 'root', { y: 9 })
    setBoneOffset(world, eid, 'p', { x: 1, mode: 'override' })
    tick(world)
    expect(matrix(world, eid, 'p').slice(4)).toEqual([21, 0])
  })
})
