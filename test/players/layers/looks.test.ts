/** Keyed alphas of bones and slots, and keyed depths of slots. */
import { createWorld } from 'bitecs'
import {
  type AnimationWorld,
  createMask,
  fadeOut,
  getBone,
  getDrawOrder,
  getSlotColor,
  type InstallOptions,
  installAnimation,
  loadRig,
  play,
  type Rig,
  setSlotColor,
  setToSetupPose,
  spawnSkeleton,
} from 'osteon'
import { dragonBones } from 'osteon/formats/dragonbones'
import { plainKernels } from 'osteon/kernels/plain'
import { restoreState, saveState } from 'osteon/save'
import { runPipeline } from 'osteon/systems'
import { beforeAll, expect, test } from 'vitest'

const keyed = (type: number, name: string, ...values: number[]) => ({
  ...{ type, name },
  frame: values.map((value) => ({ duration: 10 / values.length, value })),
})
const animation = (name: string, timeline: object[], more: object = {}) => ({
  ...{ name, duration: 10, playTimes: 0, timeline },
  ...more,
})

const file = (timeline: object[] = []) => ({
  version: '5.6',
  name: 'fades',
  frameRate: 10,
  armature: [
    {
      name: 'fades',
      bone: [
        { name: 'root', alpha: 0.5 },
        { name: 'arm', parent: 'root' },
      ],
      slot: [
        { name: 'back', parent: 'root', color: { aM: 80 } },
        { name: 'hand', parent: 'arm', alpha: 0.5, color: { aM: 80 } },
        { name: 'ring', parent: 'arm' },
      ],
      animation: [
        animation('arm', [keyed(60, 'arm', 0.5)]),
        animation('hand', [keyed(24, 'hand', 1, 0.25)]),
        animation('glows', [{ type: 21, name: 'hand', frame: [{ value: { aM: 50 } }] }]),
        animation('turns', [keyed(23, 'ring', -1, 0)]),
        animation('sorts', [], { zOrder: { frame: [{ duration: 10, zOrder: [0, 1] }] } }),
        animation('odd', timeline),
        animation('moves', [], { bone: [{ name: 'arm', translateFrame: [{ x: 7 }] }] }),
      ],
    },
  ],
})

const load = (content: object, warnings: string[] = []) =>
  loadRig(JSON.stringify(content), null, {
    ...{ readers: [dragonBones], name: 'fades_ske.json', images: false },
    warn: ({ code, path }) => warnings.push(`${code} ${path}`),
  })
let rig: Rig
beforeAll(async () => {
  rig = await load(file())
})

function stage(options: InstallOptions = {}): { world: AnimationWorld; eid: number } {
  const world = installAnimation(createWorld({}), { capacity: 4, ...options })
  return { world, eid: spawnSkeleton(world, rig) }
}

function step(world: AnimationWorld, ...deltas: number[]): void {
  for (const delta of deltas) {
    world.time.delta = delta
    runPipeline(world)
  }
}

const alphas = (world: AnimationWorld, eid: number) =>
  rig.slots.names.map((slot) => getSlotColor(world, eid, slot)[3])
const close = (...values: number[]) => values.map((value) => expect.closeTo(value, 5))
const order = (world: AnimationWorld, eid: number) =>
  Array.from(getDrawOrder(world, eid), (slot) => rig.slots.names[slot])

test('the draw order goes back to the setup pose once time goes on, also for an entry without weight', () => {
  const { world, eid } = stage()
  const orders = () => [...getDrawOrder(world, eid)].join()
  const before = orders()
  play(world, eid, 'sorts')
  step(world, 0.1)
  const sorted = orders()
  expect(sorted).not.toBe(before)
  play(world, eid, 'moves', { track: 1, alpha: 0, mix: 0, timeScale: 0 })
  step(world, 0.1)
  expect(orders()).toBe(sorted)
  play(world, eid, 'moves', { track: 1, alpha: 0, mix: 0 })
  step(world, 0.1)
  expect(orders()).toBe(before)
})

test('a bone of which only the alpha is keyed is not reset', () => {
  const { world, eid } = stage()
  play(world, eid, 'moves')
  play(world, eid, 'arm', { track: 1, mix: 0 })
  step(world, 0.1)
  expect(getBone(world, eid, 'arm')[4]).toBeCloseTo(7)
})

test('alphas of bones go down to slots, which have theirs besides, and that of their colour', () => {
  const { world, eid } = stage()
  step(world, 0.1)
  expect(alphas(world, eid)).toEqual(close(0.4, 0.2, 0.5))
  play(world, eid, 'arm')
  step(world, 0.1)
  expect(alphas(world, eid)).toEqual(close(0.4, 0.1, 0.25))
  play(world, eid, 'hand', { track: 1 })
  step(world, 0.1)
  expect(alphas(world, eid)).toEqual(close(0.4, 0.2, 0.25))
  step(world, 0.5)
  expect(alphas(world, eid)).toEqual(close(0.4, 0.05, 0.25))
  play(world, eid, 'glows', { track: 2 })
  step(world, 0.1)
  expect(alphas(world, eid)[1]).toBeCloseTo(0.5 * 0.5 * 0.25 * 0.5, 5)
})

test('a fading entry takes its alphas along, as in the recordings; the setup pose has them again', () => {
  const { world, eid } = stage()
  play(world, eid, 'arm')
  step(world, 0.1)
  fadeOut(world, eid, { mix: 0.2 })
  step(world, 0.1)
  expect(alphas(world, eid)).toEqual(close(0.4, 0.05, 0.125))
  step(world, 0.1, 0.1)
  expect(alphas(world, eid)).toEqual(close(0.4, 0, 0))
  setToSetupPose(world, eid, 'both')
  expect(alphas(world, eid)).toEqual(close(0.4, 0.2, 0.5))
})

test('several entries share them by weight, within their masks', () => {
  const { world, eid } = stage()
  play(world, eid, 'arm', { alpha: 0.5 })
  play(world, eid, 'arm', { group: 1, alpha: 0.25 })
  step(world, 0.1)
  expect(alphas(world, eid)[2]).toBeCloseTo(0.5 * 0.75 * 0.5, 5)
  const other = stage()
  play(other.world, other.eid, 'arm', { mask: createMask(rig, { bones: ['root'] }) })
  step(other.world, 0.1)
  expect(alphas(other.world, other.eid)[2]).toBeCloseTo(0.5, 5)
})

test('slots are sorted by depth, then by place', () => {
  const { world, eid } = stage()
  play(world, eid, 'turns')
  step(world, 0.1)
  expect(order(world, eid)).toEqual(['ring', 'back', 'hand'])
  play(world, eid, 'sorts', { track: 1 })
  step(world, 0.1)
  expect(order(world, eid)).toEqual(['ring', 'hand', 'back'])
  setToSetupPose(world, eid, 'both')
  expect(order(world, eid)).toEqual(['back', 'hand', 'ring'])
})

test('a colour that is written has its place among the alphas', () => {
  const { world, eid } = stage()
  play(world, eid, 'arm')
  step(world, 0.1)
  setSlotColor(world, eid, 'hand', { color: [1, 1, 1, 0.4] })
  expect(alphas(world, eid)[1]).toBeCloseTo(0.4 * 0.5 * 0.5 * 0.5, 5)
  step(world, 0.1)
  expect(alphas(world, eid)[1]).toBeCloseTo(0.4 * 0.5 * 0.5 * 0.5, 5)
})

test('a state that was saved goes on as it did, and shortcuts and plain kernels change nothing', () => {
  const run = (options: InstallOptions, saves = false) => {
    const { world, eid } = stage(options)
    const seen: unknown[] = []
    const names = ['hand', 'turns', 'arm', 'sorts', 'glows', 'turns']
    for (const [i, name] of names.entries()) {
      play(world, eid, name, { mix: 0.2, track: i & 1 })
      for (let tick = 0; tick < 6; tick++) {
        const saved = saves ? saveState(world) : null
        step(world, tick === 3 ? 0 : 0.08)
        if (saved) {
          restoreState(world, saved)
          world.animation.playerStates.clear()
          step(world, tick === 3 ? 0 : 0.08)
        }
        seen.push([alphas(world, eid), order(world, eid)])
      }
    }
    return seen
  }
  const plain = run({ shortcuts: false })
  expect(run({ shortcuts: true })).toEqual(plain)
  expect(run({ shortcuts: true }, true)).toEqual(plain)
  expect(run({ shortcuts: true, kernels: plainKernels })).toEqual(
    run({ shortcuts: false, kernels: plainKernels }),
  )
})

test('keys of missing targets are left out in words', async () => {
  const warnings: string[] = []
  await load(file([keyed(60, 'leg', 1), keyed(24, 'hat', 1), keyed(23, 'hat', 1)]), warnings)
  expect(warnings).toEqual(
    [0, 1, 2].map((i) => `ignored-timeline armature[0].animation[5].timeline[${i}].name`),
  )
})
