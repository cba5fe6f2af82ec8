/** Encoding in steps, while the world goes on. */
import { expect, test } from 'vitest'
import { play, spawnSkeleton } from '../../src/api'
import { encode, encodeInSteps } from '../../src/joins/save/encode'
import { createSaved, saveInto } from '../../src/joins/save/save'
import { makeWorld, tick } from '../fixtures/play'
import { ownFiles } from './rig-files'

test('the bytes are those of the moment of the save, and no step has many skeletons', async () => {
  const rig = await ownFiles()
    .find(({ name }) => name.endsWith('hare.json'))
    ?.load()
  if (!rig) throw new Error('no hare')
  const world = makeWorld({ capacity: 400 })
  const entities = Array.from({ length: 300 }, (_, i) => spawnSkeleton(world, rig, { x: i }))
  for (const [i, eid] of entities.entries())
    play(world, eid, rig.animations[i % rig.animations.length].name, { loop: true })
  for (let i = 0; i < 20; i++) tick(world, 1 / 60)
  const saved = createSaved(world)
  saveInto(world, saved)
  const wanted = encode(saved)
  const steps = encodeInSteps(saved)
  let count = 0
  for (;;) {
    const { done, value } = steps.next()
    if (done) {
      expect(value).toEqual(wanted)
      break
    }
    count++
    play(world, entities[count % 300], rig.animations[count % rig.animations.length].name, { mix: 0.1 })
    tick(world, 1 / 60)
  }
  expect(count).toBeGreaterThan(40)
})
