/** Entries of DragonBones whose timelines did not act for a while, or act for the last time. Numbers are from the official core. */
import { createWorld } from 'bitecs'
import {
  type AnimationWorld,
  getAttachment,
  getBone,
  getSlotColor,
  installAnimation,
  loadRig,
  play,
  type Rig,
  setEntry,
  spawnSkeleton,
} from 'osteon'
import { dragonBones } from 'osteon/formats/dragonbones'
import { runPipeline } from 'osteon/systems'
import { beforeAll, expect, test } from 'vitest'

const names = ['0', '1', '2', '3', '4']
const file = {
  ...{ version: '5.5', name: 'resumed', frameRate: 24 },
  armature: [
    {
      name: 'resumed',
      bone: [{ name: 'root' }, { name: 'arm', parent: 'root' }],
      slot: [{ name: 'hand', parent: 'arm' }],
      skin: [{ slot: [{ name: 'hand', display: names.map((name) => ({ name })) }] }],
      animation: [
        {
          ...{ name: 'pale', duration: 24, playTimes: 0 },
          slot: [{ name: 'hand', colorFrame: [{ duration: 24, value: { aM: 50 } }] }],
        },
        {
          ...{ name: 'count', duration: 5, playTimes: 0 },
          slot: [
            {
              name: 'hand',
              displayFrame: [...names.map((_, value) => ({ duration: 1, value })), { duration: 0, value: 0 }],
            },
          ],
        },
        { name: 'rest', duration: 1, playTimes: 1 },
        {
          ...{ name: 'spin', duration: 24, playTimes: 0 },
          bone: [
            {
              name: 'arm',
              rotateFrame: [
                { duration: 24, rotate: 0, clockwise: 3, tweenEasing: 0 },
                { duration: 0, rotate: 0 },
              ],
            },
          ],
        },
      ],
    },
  ],
}

let rig: Rig
beforeAll(async () => {
  const options = { readers: [dragonBones], name: 'resumed_ske.json', images: false, warn: () => {} }
  rig = await loadRig(JSON.stringify(file), null, options)
})

function stage(): { world: AnimationWorld; eid: number } {
  const world = installAnimation(createWorld(), { warn: () => {} })
  return { world, eid: spawnSkeleton(world, rig) }
}

function step(world: AnimationWorld, ...deltas: number[]): void {
  for (const delta of deltas) {
    world.time.delta = delta
    runPipeline(world)
  }
}

test('a colour with one key is set when its entry gets weight, also where its time stands still', () => {
  const { world, eid } = stage()
  const entry = play(world, eid, 'pale', { alpha: 0, timeScale: 0 })
  step(world, 0.1, 0.1)
  expect(getSlotColor(world, eid, 'hand')[3]).toBe(1)
  setEntry(world, entry, { alpha: 0.5 })
  step(world, 0.1)
  expect(getSlotColor(world, eid, 'hand')[3]).toBeCloseTo(0.5, 6)
})

test('an entry that fades out by itself in its first update has put slots into the setup pose', () => {
  const { world, eid } = stage()
  play(world, eid, 'count')
  step(world, 0.1)
  expect(getAttachment(world, eid, 'hand')?.name).toBe('2')
  play(world, eid, 'rest', { mix: 0, playTimes: 1, autoFadeOut: 0 })
  step(world, 1)
  expect(getAttachment(world, eid, 'hand')?.name).toBe('0')
})

test('a frame that a sum of ticks misses by the last bit is not reached', () => {
  const { world, eid } = stage()
  play(world, eid, 'count')
  // 18 loops but for 1e-16 seconds.
  step(world, 3.7, 0.05)
  expect(getAttachment(world, eid, 'hand')?.name).toBe('4')
})

test('turns that a fade-out took away come back when its time goes on, and stay', () => {
  const { world, eid } = stage()
  play(world, eid, 'spin')
  step(world, 0.8)
  play(world, eid, 'rest', { mix: 0.4, pauseOut: false })
  step(world, 0.1)
  const angleNow = () => {
    const [a, , c] = getBone(world, eid, 'arm')
    return (-Math.atan2(c, a) * 180) / Math.PI
  }
  // Three quarters of 648°.
  expect(angleNow()).toBeCloseTo(486 - 360, 2)
  step(world, 0)
  expect(angleNow()).toBeCloseTo(486 - 360, 2)
})
