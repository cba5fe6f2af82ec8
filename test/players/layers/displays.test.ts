/** When keys of attachments and colours act in entries of DragonBones: values are those of the official core. */
import { createWorld } from 'bitecs'
import {
  getAttachment,
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

const shows = (name: string, ...values: number[]) => ({
  name,
  displayFrame: values.map((value) => ({ duration: 10 / values.length, value })),
})
const file = {
  ...{ version: '5.5', name: 'shows', frameRate: 10 },
  armature: [
    {
      name: 'shows',
      bone: [{ name: 'root' }],
      slot: ['rest', 'once', 'twice'].map((name) => ({ name, parent: 'root' })),
      skin: [
        {
          slot: ['rest', 'once', 'twice'].map((name) => ({ name, display: [{ name: '0' }, { name: '1' }] })),
        },
      ],
      animation: [
        {
          ...{ name: 'hides', duration: 10, playTimes: 0 },
          slot: ['rest', 'once', 'twice'].map((name) => shows(name, -1)),
        },
        { ...{ name: 'shows', duration: 10, playTimes: 0 }, slot: [shows('once', 1), shows('twice', 1, 0)] },
      ],
    },
  ],
}

let rig: Rig
beforeAll(async () => {
  const options = { readers: [dragonBones], name: 'shows_ske.json', images: false, warn: () => {} }
  rig = await loadRig(JSON.stringify(file), null, options)
})

test('keys that were reached in a fade show nothing if time stands still when it ends', () => {
  const world = installAnimation(createWorld({}), { capacity: 4 })
  const eid = spawnSkeleton(world, rig)
  const step = () => {
    world.time.delta = 0.1
    runPipeline(world)
    return rig.slots.names.map((slot) => getAttachment(world, eid, slot)?.name ?? '-').join('')
  }
  play(world, eid, 'hides')
  expect(step()).toBe('---')
  const entry = play(world, eid, 'shows', { mix: 0.15, timeScale: 0 })
  expect([step(), step(), step()]).toEqual(['---', '---', '---'])
  setEntry(world, entry, { timeScale: 1 })
  expect([step(), step(), step(), step()]).toEqual(['---', '---', '---', '---'])
  // Keys that are reached later show: the second one, and the first one of the next loop.
  expect(step()).toBe('--0')
  for (let i = 0; i < 5; i++) step()
  expect(step()).toBe('--1')
})

test('they do show if time goes on in the tick in which the fade ends', () => {
  const world = installAnimation(createWorld({}), { capacity: 4 })
  const eid = spawnSkeleton(world, rig)
  const step = () => {
    world.time.delta = 0.1
    runPipeline(world)
    return rig.slots.names.map((slot) => getAttachment(world, eid, slot)?.name ?? '-').join('')
  }
  play(world, eid, 'hides')
  step()
  play(world, eid, 'shows', { mix: 0.15 })
  expect([step(), step()]).toEqual(['---', '011'])
})

test('a colour key acts in the tick that reaches its frame, beside another entry too', async () => {
  // As a float32, 1.3 is less than it is.
  const colorFrame = [{ duration: 13 }, { duration: 7, value: { rM: 50 } }]
  const [armature] = file.armature
  const animation = [
    { name: 'tints', duration: 20, playTimes: 0, slot: [{ name: 'once', colorFrame }] },
    { name: 'rests', duration: 10, playTimes: 0 },
  ]
  const options = { readers: [dragonBones], name: 'tints_ske.json', images: false, warn: () => {} }
  const tints = await loadRig(
    JSON.stringify({ ...file, armature: [{ ...armature, animation }] }),
    null,
    options,
  )
  const world = installAnimation(createWorld({}), { capacity: 4 })
  const eid = spawnSkeleton(world, tints)
  play(world, eid, 'tints')
  play(world, eid, 'rests', { replaces: 'none', mix: 0, resets: false })
  const reds = Array.from({ length: 14 }, () => {
    world.time.delta = 0.1
    runPipeline(world)
    return getSlotColor(world, eid, 'once')[0]
  })
  expect(reds).toEqual([...Array(12).fill(1), 0.5, 0.5])
})
