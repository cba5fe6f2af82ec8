/** Poses by hand: written and read values, skins, names that do not exist. */
import { addComponent, set } from 'bitecs'
import { describe, expect, test } from 'vitest'
import {
  type AnimationWorld,
  applyAnimation,
  getAttachment,
  getBone,
  getBounds,
  getClipped,
  getDarkColor,
  getDrawOrder,
  getPoint,
  getSequenceIndex,
  getSlotColor,
  getWorldVertices,
  isBoneActive,
  setAttachment,
  setBone,
  setIk,
  setSkin,
  setSlotColor,
  setToSetupPose,
  setTransformConstraint,
  spawnSkeleton,
} from '../../src/api'
import { constraints, runPipeline, worldTransform } from '../../systems'
import { makeRig, makeWorld, playableJson } from '../fixtures/play'
import type { Json } from '../fixtures/rigs/rich-rig'

const rig = makeRig()

function stage(options = {}): { world: AnimationWorld; eid: number; pose: () => void } {
  const world = makeWorld()
  const eid = spawnSkeleton(world, rig, options)
  const pose = () => {
    constraints(world)
    worldTransform(world)
  }
  pose()
  return { world, eid, pose }
}

describe('a written value', () => {
  test('to a bone moves it and stays until the setup pose is restored', () => {
    const { world, eid, pose } = stage()
    setBone(world, eid, 'root', { x: 10, rotation: Math.PI / 2 })
    pose()
    const [a, b, c, d, x, y] = getBone(world, eid, 'root')
    for (const [value, wanted] of [
      [a, 0],
      [b, -1],
      [c, 1],
      [d, 0],
      [x, 10],
      [y, 0],
    ])
      expect(value).toBeCloseTo(wanted, 6)
    setToSetupPose(world, eid, 'slots')
    pose()
    expect(getBone(world, eid, 'root')[4]).toBe(10)
    setToSetupPose(world, eid, 'bones')
    pose()
    expect(getBone(world, eid, 'root')[4]).toBe(0)
  })

  test('to an IK constraint changes how far its bones turn', () => {
    const { world, eid, pose } = stage()
    const solved = [...getBone(world, eid, 'shin')]
    setIk(world, eid, 'reach', { mix: 0 })
    pose()
    const free = [...getBone(world, eid, 'shin')]
    expect(free).not.toEqual(solved)
    setIk(world, eid, 'reach', { mix: 1, bend: 1 })
    pose()
    expect([...getBone(world, eid, 'shin')]).not.toEqual(free)
  })

  test('of a transform constraint changes the properties that it copies', () => {
    const { world, eid, pose } = stage()
    const before = [...getBone(world, eid, '7')]
    setTransformConstraint(world, eid, 'lean', { mixX: 1, mixY: 1 })
    pose()
    expect([...getBone(world, eid, '7')]).not.toEqual(before)
  })

  test('to a slot’s colours can be read back', () => {
    const { world, eid } = stage()
    setSlotColor(world, eid, 'face', { color: [0.5, 0.25, 1, 0.75], dark: [0.125, 0, 1] })
    expect([...getSlotColor(world, eid, 'face')]).toEqual([0.5, 0.25, 1, 0.75])
    expect([...(getDarkColor(world, eid, 'face') ?? [])]).toEqual([0.125, 0, 1])
    expect(getDarkColor(world, eid, 'body')).toBeNull()
    setToSetupPose(world, eid, 'slots')
    expect([...getSlotColor(world, eid, 'face')]).toEqual([1, 1, 1, 1])
  })

  test('to the public columns takes effect in the same tick', () => {
    const { world, eid, pose } = stage()
    const { Skeleton, Transform } = world.components
    Transform.x[eid] = 5
    Transform.scaleY[eid] = 2
    Skeleton.flipX[eid] = 1
    pose()
    const [a, b, c, d, x, y] = getBone(world, eid, 'root')
    expect([a, Math.abs(b), Math.abs(c), d, x, y]).toEqual(
      [-1, 0, 0, 2, 5, 0].map((it) => expect.closeTo(it, 6)),
    )
  })

  test('as rotation turns the finished picture about the entity', () => {
    const { world, eid, pose } = stage({ x: 100, y: 50 })
    const before = [...getBone(world, eid, 'head')]
    world.components.Transform.rotation[eid] = Math.PI / 2
    pose()
    pose()
    const after = [...getBone(world, eid, 'head')]
    expect(after[4]).toBeCloseTo(100 - (before[5] - 50), 4)
    expect(after[5]).toBeCloseTo(50 + (before[4] - 100), 4)
    expect(after[0]).toBeCloseTo(-before[2], 5)
  })
})

describe('a read value', () => {
  test('may be absent, and says so', () => {
    const { world, eid } = stage()
    expect(getAttachment(world, eid, '3')).toBeNull()
    expect(getWorldVertices(world, eid, '3')).toBeNull()
    expect(getWorldVertices(world, eid, 'spot')).toBeNull()
    expect(getPoint(world, eid, 'body')).toBeNull()
    expect(getSequenceIndex(world, eid, 'body')).toBeNull()
    expect(getSequenceIndex(world, eid, 'face')).toBe(-1)
    for (const slot of rig.slots.names) setAttachment(world, eid, slot, null)
    expect(getBounds(world, eid)).toBeNull()
    expect(getClipped(world, eid)).toEqual([])
  })

  test('fills the arrays it is given', () => {
    const { world, eid } = stage()
    const six = new Float64Array(6)
    expect(getBone(world, eid, 'hip', six)).toBe(six)
    const vertices = getWorldVertices(world, eid, 'body')
    if (!vertices) throw new Error('the body is shown')
    expect(getWorldVertices(world, eid, 'body', vertices)).toBe(vertices)
    const order = new Uint16Array(rig.slots.count)
    expect(getDrawOrder(world, eid, order)).toBe(order)
    expect([...order]).toEqual(rig.slots.names.map((_, slot) => slot))
  })

  test('follows the draw order of the animation', () => {
    const { world, eid } = stage()
    applyAnimation(world, eid, 'walk', { time: 0.3 })
    const names = [...getDrawOrder(world, eid)].map((slot) => rig.slots.names[slot])
    expect(names.indexOf('tail')).toBe(3)
    setToSetupPose(world, eid, 'slots')
    expect([...getDrawOrder(world, eid)]).toEqual(rig.slots.names.map((_, slot) => slot))
  })

  test('is of the setup pose, and takes no rows, where no animation keys a draw order', () => {
    const json = playableJson()
    for (const animation of Object.values(json.animations as Record<string, Json>)) delete animation.drawOrder
    const still = makeRig('4.2', json)
    expect([rig.rows.order, still.rows.order]).toEqual([rig.slots.count, 0])
    const world = makeWorld()
    const eid = spawnSkeleton(world, still)
    setToSetupPose(world, eid, 'slots')
    expect([...getDrawOrder(world, eid)]).toEqual(still.slots.names.map((_, slot) => slot))
  })

  test('of vertices equals the streams that skinning writes', () => {
    const { world, eid } = stage({ x: 3, scaleX: -2, rotation: 0.4 })
    applyAnimation(world, eid, 'walk', { time: 0.3 })
    setAttachment(world, eid, 'clip', null)
    world.time.delta = 0
    runPipeline(world)
    const { positions } = world.animation.streams
    const start = world.animation.skeletons.vertexStart[eid]
    const count = world.animation.skeletons.vertexCount[eid]
    const inStream = pairs(positions.subarray(start * 2, (start + count) * 2))
    const read = ['tail', 'body', 'face', '__proto__'].flatMap((slot) =>
      pairs(getWorldVertices(world, eid, slot) ?? new Float32Array(0)),
    )
    expect(read.length).toBeGreaterThan(8)
    expect([...inStream].sort()).toEqual([...read].sort())
  })
})

function pairs(values: Float32Array): string[] {
  return Array.from({ length: values.length / 2 }, (_, i) => `${values[2 * i]},${values[2 * i + 1]}`)
}

describe('setSkin', () => {
  test('brings skin bones and attachments, and takes them away again', () => {
    const { world, eid, pose } = stage()
    expect(isBoneActive(world, eid, 'horn')).toBe(false)
    setSkin(world, eid, 'horned')
    pose()
    expect(isBoneActive(world, eid, 'horn')).toBe(true)
    expect(getBone(world, eid, 'horn')[4]).not.toBe(0)
    expect(getAttachment(world, eid, 'tail')).toMatchObject({ path: 'tail-red' })
    setSkin(world, eid, null)
    pose()
    expect(isBoneActive(world, eid, 'horn')).toBe(false)
    expect(getAttachment(world, eid, 'tail')).toMatchObject({ path: 'tail-red' })
  })

  test('combines several: the later one wins', () => {
    const { world, eid } = stage()
    setSkin(world, eid, ['horned', 'default'])
    expect(getAttachment(world, eid, 'tail')).toMatchObject({ path: 'tail' })
    expect(isBoneActive(world, eid, 'horn')).toBe(true)
    setSkin(world, eid, ['default', 'horned'])
    expect(getAttachment(world, eid, 'tail')).toMatchObject({ path: 'tail-red' })
  })

  test('keeps attachments that the new skin lacks, even if the default skin has them', () => {
    const { world, eid } = stage({ skin: 'horned' })
    setAttachment(world, eid, 'tail', 'bare')
    setSkin(world, eid, 'default')
    expect(getAttachment(world, eid, 'tail')).toMatchObject({ name: 'bare' })
  })

  test('puts all slots back where it is told to, also of a skin that is worn already', () => {
    const { world, eid } = stage()
    setSkin(world, eid, 'horned')
    expect(getAttachment(world, eid, 'tail')).toMatchObject({ path: 'tail-red' })
    setSkin(world, eid, null, { reset: true })
    expect(getAttachment(world, eid, 'tail')).toMatchObject({ path: 'tail' })
    setSkin(world, eid, 'horned', { reset: true })
    expect(getAttachment(world, eid, 'tail')).toMatchObject({ path: 'tail-red' })
    setAttachment(world, eid, 'tail', null)
    setSkin(world, eid, 'horned')
    expect(getAttachment(world, eid, 'tail')).toBe(null)
    setSkin(world, eid, 'horned', { reset: true })
    expect(getAttachment(world, eid, 'tail')).toMatchObject({ path: 'tail-red' })
    expect(() => setSkin(world, eid, null, { resets: true } as object)).toThrow(
      expect.objectContaining({ code: 'bad-option' }),
    )
    expect(getAttachment(world, eid, 'tail')).toMatchObject({ path: 'tail-red' })
  })

  test('keeps the poses of the moved skeleton and of its former neighbours', () => {
    const { world, eid, pose } = stage({ x: 4 })
    const others = Array.from({ length: 9 }, (_, x) => spawnSkeleton(world, rig, { x }))
    setBone(world, eid, 'tail1', { rotation: 1 })
    setSkin(world, eid, 'horned')
    pose()
    expect(getBone(world, eid, 'root')[4]).toBe(4)
    for (const [x, other] of others.entries()) expect(getBone(world, other, 'root')[4]).toBe(x)
  })
})

describe('unknown names are refused, and the message lists the known ones:', () => {
  const { world, eid } = stage()
  test.each([
    ['a bone', () => setBone(world, eid, 'hipp', { x: 1 }), 'unknown-bone', /"root", "hip"/],
    ['a bone index', () => getBone(world, eid, 99), 'unknown-bone', /"root"/],
    ['a slot', () => getSlotColor(world, eid, 'boddy'), 'unknown-slot', /"clip", "tail", "body"/],
    ['a skin', () => setSkin(world, eid, ['horned', 'blue']), 'unknown-skin', /"default", "horned"/],
    ['an attachment', () => setAttachment(world, eid, 'body', 'nothing'), 'unknown-attachment', /"body"/],
    ['an IK constraint', () => setIk(world, eid, 'lean', { mix: 0 }), 'unknown-constraint', /"reach"|"look"/],
    [
      'a transform constraint',
      () => setTransformConstraint(world, eid, 'reach', { mixX: 0 }),
      'unknown-constraint',
      /"lean"/,
    ],
    ['a part of the pose', () => setToSetupPose(world, eid, 'all' as 'both'), 'bad-option', /"all"/],
  ] as const)('%s', (_, call, code, message) => {
    expect(call).toThrow(expect.objectContaining({ code }))
    expect(call).toThrow(message)
  })

  test('numbers that are none', () => {
    const before = [...getBone(world, eid, 'hip')]
    for (const call of [
      () => setBone(world, eid, 'hip', { x: 1, rotation: Number.NaN }),
      () => setIk(world, eid, 'reach', { softness: Number.POSITIVE_INFINITY }),
      () => setTransformConstraint(world, eid, 'lean', { mixX: Number.NaN }),
      () => setSlotColor(world, eid, 'face', { color: [1, 1, 1, Number.NaN] }),
      // Infinite as a float32.
      () => setBone(world, eid, 'hip', { scaleX: 3.5e38 }),
      () => setIk(world, eid, 'reach', { softness: -1e39 }),
      () => addComponent(world, eid, set(world.components.Transform, { rotation: 1e300 })),
    ])
      expect(call).toThrow(expect.objectContaining({ code: 'not-finite' }))
    worldTransform(world)
    expect([...getBone(world, eid, 'hip')]).toEqual(before)
  })

  test('a dark colour for a slot that has none', () => {
    const call = () => setSlotColor(world, eid, 'body', { color: [0, 0, 0, 0], dark: [1, 1, 1] })
    expect(call).toThrow(expect.objectContaining({ code: 'bad-option' }))
    expect(getSlotColor(world, eid, 'body')[3]).not.toBe(0)
  })
})
