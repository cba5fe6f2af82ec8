/** A recording plays again with the same hashes. */
import { expect, test } from 'vitest'
import { despawnSkeleton, play, queue, setBone, setSkin, spawnSkeleton } from '../../src/api'
import { boneControls } from '../../src/joins/bone-controls'
import { nesting } from '../../src/joins/nesting'
import { openReplay, record } from '../../src/joins/replay'
import { sprites } from '../../src/joins/sprites'
import { makeRig, makeWorld, tick } from '../fixtures/play'

const rig = makeRig()

test('a game plays again with the same hashes', () => {
  const world = makeWorld({ capacity: 8 })
  const first = spawnSkeleton(world, rig, { x: 3 })
  play(world, first, 'walk', { loop: true })
  const recording = record(world, { hash: 'every' })
  tick(world)
  const eids = [first]
  for (let i = 0; i < 400; i++) {
    if (i % 20 === 5) {
      const eid = spawnSkeleton(world, rig, { x: i, skin: i % 40 === 5 ? 'horned' : null })
      eids.push(eid)
      play(world, eid, 'walk', { loop: true, mix: 0.1 })
    }
    if (i % 35 === 7) despawnSkeleton(world, eids.shift() ?? 0)
    if (i % 9 === 2) queue(world, eids[0], '2', { delay: 0.1 })
    if (i % 13 === 2) setSkin(world, eids[eids.length - 1], i % 2 ? 'horned' : null)
    if (i % 13 === 3) setBone(world, eids[eids.length - 1], 'head', { rotation: i })
    world.components.Transform.x[eids[0]] = i
    world.components.Skeleton.timeScale[eids[eids.length - 1]] = 1 + (i % 3) / 3
    tick(world, 1 / 30 + (i % 2) / 100)
  }
  const bytes = recording.save()
  const replay = openReplay(bytes, { rigs: [rig], use: [boneControls, sprites, nesting], warn: () => {} })
  expect(replay.end).toBe(401)
  expect(replay.check()).toBe(null)
  expect(replay.tick).toBe(401)
  replay.seek(100)
  expect(replay.tick).toBe(100)
  expect(replay.check()).toBe(null)
})
