/** The system `boneTarget`. */

import { addComponent, addEntity, addPrefab, hasComponent, IsA, removeEntity, set } from 'bitecs'
import fc from 'fast-check'
import { plainKernels } from 'osteon/kernels/plain'
import { describe, expect, test } from 'vitest'
import { getBone, play, setBone, spawnSkeleton } from '../../src/api'
import type { BoneProperty, TimelineModel } from '../../src/base/model/animation'
import type { InheritName } from '../../src/base/model/values'
import { type BoneTargetData, boneTarget } from '../../src/joins/bone-controls'
import type { AnimationWorld } from '../../src/world/world-type'
import { runPipeline } from '../../systems'
import { runs } from '../deep'
import { PLAIN } from '../fixtures/plain'
import { makeWorld } from '../fixtures/play'
import { animation, linear } from '../rig/animation/animation-kit'
import { rigOf } from '../streams/fixture'
import { armRig, tickWith } from '../systems/arm-rig'

const rig = armRig()

function stage(data: Partial<BoneTargetData> = {}, place: object = {}, own = rig) {
  const world = makeWorld({ capacity: 2 })
  const host = spawnSkeleton(world, own, place)
  const eid = addEntity(world)
  addComponent(world, eid, set(world.components.Transform, {}))
  addComponent(world, eid, set(world.components.BoneTarget, { host, bone: 'goal', ...data }))
  return { world, host, eid, ...world.components }
}

type Stage = ReturnType<typeof stage>

/** Its only animation puts a bone at x = 7. */
const keyed = rigOf({
  slots: [],
  bones: [{ name: 'root' }, { name: 'bone' }, { name: 'other' }],
  animations: [
    animation([{ type: 'bone', bone: 1, property: 'translateX', channels: 1, ...linear([0, 0.5], [7, 7]) }]),
  ],
})

const drivers: [string, (world: AnimationWorld) => void][] = [
  ['system by system', (world) => tickWith(world, boneTarget)],
  ['runPipeline', runPipeline],
]

describe.each(drivers)('%s:', (_, tick) => {
  test('the hand of an IK arm reaches for the entity, wherever the skeleton stands and turns', () => {
    const { world, host, eid, Transform } = stage()
    const wanted = [
      [60, 20],
      [-30, 50],
      [10, -70],
    ]
    for (const [x, y] of wanted) {
      Transform.x[eid] = x
      Transform.y[eid] = y
      tick(world)
      const hand = getBone(world, host, 'hand')
      expect(hand[4]).toBeCloseTo(x, 2)
      expect(hand[5]).toBeCloseTo(y, 2)
    }
    // The arm's shoulder moves and turns; the hand stays.
    Transform.x[host] = 15
    Transform.rotation[host] = 2
    Transform.scaleX[host] = -1
    tick(world)
    const hand = getBone(world, host, 'hand')
    expect([hand[4], hand[5]].map((value) => Math.round(value * 100) / 100)).toEqual([10, -70])
  })

  test.skipIf(PLAIN)('a sleeping host wakes when the entity moves, and only then', () => {
    const { world, host, eid, Transform } = stage()
    for (let i = 0; i < 5; i++) tick(world)
    expect(world.animation.awake.count).toBe(0)
    Transform.x[eid] = 40
    tick(world)
    expect(getBone(world, host, 'goal')[4]).toBeCloseTo(40, 3)
    for (let i = 0; i < 5; i++) tick(world)
    expect(world.animation.awake.count).toBe(0)
    expect(getBone(world, host, 'goal')[4]).toBeCloseTo(40, 3)
  })

  test('a host that is gone or replaced is not led any more', () => {
    const { world, host, eid, Transform } = stage()
    tick(world)
    removeEntity(world, host)
    expect(spawnSkeleton(world, rig)).toBe(host)
    Transform.x[eid] = 40
    tick(world)
    const [, , , , x] = getBone(world, host, 'goal')
    expect(x).not.toBeCloseTo(40, 1)
  })

  test('a bone stands at its target even if an ancestor is led too, in any order of the two targets', () => {
    for (const bones of [
      ['goal', 'body'],
      ['body', 'goal'],
    ]) {
      const { world, host, eid, Transform, BoneTarget } = stage({ bone: bones[0] })
      const other = addEntity(world)
      addComponent(world, other, set(Transform, { x: 31, y: 32 }))
      addComponent(world, other, set(BoneTarget, { host, bone: bones[1] }))
      Transform.x[eid] = 21
      Transform.y[eid] = 22
      for (let i = 0; i < 5; i++) {
        tick(world)
        for (const [bone, x] of [
          [bones[0], 21],
          [bones[1], 31],
        ] as const) {
          const place = getBone(world, host, bone)
          expect(place[4]).toBeCloseTo(x, 3)
          expect(place[5]).toBeCloseTo(x + 1, 3)
        }
      }
    }
  })

  test.each([
    ['that goes', ({ world, eid }: Stage) => removeEntity(world, eid)],
    ['that leads nobody any more', ({ BoneTarget, eid }: Stage) => BoneTarget.host.fill(0, eid, eid + 1)],
    ['that leads another bone', ({ BoneTarget, eid }: Stage) => BoneTarget.bone.fill(2, eid, eid + 1)],
  ])('an entity %s leaves the bone to the last pose of its host at once', (_, leave) => {
    const led = stage({ bone: 'bone' }, {}, keyed)
    const { world, host, eid, Transform } = led
    play(world, host, 'walk')
    Transform.x[eid] = 40
    world.time.delta = 1
    for (let i = 0; i < 5; i++) tick(world)
    expect(getBone(world, host, 'bone')[4]).toBeCloseTo(40, 3)
    leave(led)
    tick(world)
    expect(getBone(world, host, 'bone')[4]).toBeCloseTo(7, 3)
  })

  test('several targets lead bones of several hosts; removing one does not change the others', () => {
    const { world, eid, Transform, BoneTarget } = stage()
    const pairs = [1, 2, 3, 4, 5, 6].map((n) => {
      const host = spawnSkeleton(world, rig, { x: 1000 * n })
      const goal = addEntity(world)
      addComponent(world, goal, set(Transform, { x: 1000 * n + 7 * n, y: n }))
      addComponent(world, goal, set(BoneTarget, { host, bone: 'goal' }))
      return { host, goal }
    })
    removeEntity(world, eid)
    removeEntity(world, pairs[2].goal)
    tick(world)
    for (const n of [1, 2, 4, 5, 6]) {
      const [, , , , x, y] = getBone(world, pairs[n - 1].host, 'goal')
      expect(x).toBeCloseTo(1007 * n, 2)
      expect(y).toBeCloseTo(n, 2)
    }
    const [, , , , x] = getBone(world, pairs[2].host, 'goal')
    expect(x).not.toBeCloseTo(3021, 0)
  })
})

const modes: InheritName[] = [
  'normal',
  'onlyTranslation',
  'noRotationOrReflection',
  'noScale',
  'noScaleOrReflection',
]

test.each(modes)('a bone of inherit mode %s stands and points as the entity does', (inherit) => {
  const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })
  const scale = fc.oneof(number(0.3, 2), number(-2, -0.3))
  fc.assert(
    fc.property(
      fc.record({
        x: number(-50, 50),
        y: number(-50, 50),
        rotation: number(-4, 4),
        scaleX: scale,
        scaleY: scale,
      }),
      fc.record({ rotation: number(-3, 3), scaleX: scale, scaleY: scale, shearX: number(-0.3, 0.3) }),
      fc.record({ x: number(-100, 100), y: number(-100, 100), rotation: number(-3, 3) }),
      (place, root, goal) => {
        const own = armRig(root, { inherit, scaleX: -1.5 })
        const { world, host, eid, Transform } = stage({ rotate: true }, place, own)
        Transform.x[eid] = goal.x
        Transform.y[eid] = goal.y
        Transform.rotation[eid] = goal.rotation
        runPipeline(world)
        const [a, , c, , x, y] = getBone(world, host, 'goal')
        expect(Math.hypot(x - goal.x, y - goal.y)).toBeLessThan(0.05)
        const length = Math.hypot(a, c)
        expect(a / length).toBeCloseTo(Math.cos(goal.rotation), 2)
        expect(c / length).toBeCloseTo(Math.sin(goal.rotation), 2)
      },
    ),
    { numRuns: runs(120) },
  )
})

test('a root bone is led as well', () => {
  const { world, host, eid, Transform } = stage(
    { bone: 'root', rotate: true },
    { x: 5, rotation: 1, scaleX: -2 },
  )
  Transform.x[eid] = 30
  Transform.y[eid] = -8
  Transform.rotation[eid] = 0.25
  runPipeline(world)
  const [a, , c, , x, y] = getBone(world, host, 'root')
  expect(x).toBeCloseTo(30, 3)
  expect(y).toBeCloseTo(-8, 3)
  expect(Math.atan2(c, a)).toBeCloseTo(0.25, 3)
})

test('the bone keeps its rotation unless it is asked to turn', () => {
  const { world, host, eid, Transform } = stage()
  setBone(world, host, 'goal', { rotation: 0.5 })
  Transform.rotation[eid] = 2
  runPipeline(world)
  const alone = stage()
  alone.world.components.BoneTarget.host[alone.eid] = 0
  setBone(alone.world, alone.host, 'goal', { rotation: 0.5 })
  runPipeline(alone.world)
  expect([...getBone(world, host, 'goal')].slice(0, 4)).toEqual(
    [...getBone(alone.world, alone.host, 'goal')].slice(0, 4),
  )
})

test('under a parent scaled to nothing, and for a bone that no skin brings along, nothing is written', () => {
  const { world, host, eid, BoneTarget, Transform } = stage({ bone: 'onFlat' })
  Transform.x[eid] = 30
  runPipeline(world)
  expect([...getBone(world, host, 'onFlat')].slice(4)).toEqual([0, 0])
  BoneTarget.bone[eid] = rig.bones.index.get('outfit') ?? 0
  runPipeline(world)
  BoneTarget.bone[eid] = 60_000
  runPipeline(world)
  expect([...getBone(world, host, 'goal')].every(Number.isFinite)).toBe(true)
})

test('an instance of a prefab leads as the prefab says', () => {
  const { world, host, eid, BoneTarget, Transform } = stage()
  removeEntity(world, eid)
  const prefab = addPrefab(world)
  addComponent(world, prefab, set(BoneTarget, { host, bone: 'goal' }))
  const instance = addEntity(world, IsA(prefab))
  addComponent(world, instance, set(Transform, { x: 44 }))
  runPipeline(world)
  expect(getBone(world, host, 'goal')[4]).toBeCloseTo(44, 3)
  expect(world.animation.targets.count).toBe(1)
})

test.each([
  ['a bone that is not there', { bone: 'gaol' }, 'unknown-bone'],
  ['no bone', { bone: undefined }, 'bad-option'],
  ['a host without a skeleton', { host: 9 }, 'no-skeleton'],
])('%s is refused and leaves the entity bare', (_, wrong, code) => {
  const { world, host, BoneTarget } = stage()
  const eid = addEntity(world)
  const data = { host, bone: 'goal', ...wrong }
  expect(() => addComponent(world, eid, set(BoneTarget, data))).toThrow(expect.objectContaining({ code }))
  expect(hasComponent(world, eid, BoneTarget)).toBe(false)
  expect(world.animation.targets.count).toBe(1)
})

test.each([
  ['plain', {}],
  ['plain kernels', { kernels: plainKernels }],
])('a bone that cannot be led stands where its animation has it, in every tick (%s)', (_, options) => {
  const one = (bone: number, property: BoneProperty, times: number[], values: number[]): TimelineModel => {
    return { type: 'bone', bone, property, channels: 1, ...linear(times, values) }
  }
  const own = rigOf({
    slots: [],
    bones: [{ name: 'root' }, { name: 'led' }],
    animations: [
      animation([
        one(0, 'scaleX', [0, 0.3, 0.31, 0.7, 0.71, 1], [1, 1, 0, 0, 1, 1]),
        one(1, 'translateY', [0], [7]),
      ]),
    ],
  })
  const world = makeWorld({ ...options })
  const host = spawnSkeleton(world, own)
  play(world, host, 'walk', { loop: true })
  const eid = addEntity(world)
  addComponent(world, eid, set(world.components.Transform, { y: 30 }))
  addComponent(world, eid, set(world.components.BoneTarget, { host, bone: 'led' }))
  world.time.delta = 0.05
  const heights: number[] = []
  for (let tick = 0; tick < 12; tick++) {
    runPipeline(world)
    heights.push(Math.round(getBone(world, host, 'led')[5]))
  }
  expect(heights).toEqual([30, 30, 30, 30, 30, 30, 7, 7, 7, 7, 7, 7])
})
