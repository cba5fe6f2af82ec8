/** The setup pose in lanes that were used before. */
import { expect, test } from 'vitest'
import { despawnSkeleton, play, setAttachment, setBone, setSkin, spawnSkeleton } from '../../src/api'
import type { AnimationWorld } from '../../src/world/world-type'
import { mixing, timelineSampling } from '../../systems'
import { makeRig, makeWorld } from '../fixtures/play'

/** Every row of a lane, as integers, but for deform rows: no slot says that it is deformed. */
function lane(world: AnimationWorld, eid: number): number[] {
  const { arena, blocks, skeletons } = world.animation
  const chunk = blocks.chunks[skeletons.chunk[eid]]
  if (!chunk) throw new Error(`entity ${eid} has no rows`)
  const seat = skeletons.seat[eid]
  const base = chunk.words + (seat >> 2) * chunk.layout.stride + (seat & 3)
  return Array.from({ length: chunk.layout.deform / 4 }, (_, row) => arena.i32[base + row * 4])
}

test.each([null, 'horned'])('a lane that was used starts as a fresh one does, skin %s', (skin) => {
  const rig = makeRig()
  const fresh = makeWorld()
  const expected = lane(fresh, spawnSkeleton(fresh, rig, { skin }))

  const world = makeWorld()
  const used = spawnSkeleton(world, rig, { skin })
  const other = skin === null ? 'horned' : null
  play(world, used, 'walk')
  setBone(world, used, 'hip', { x: 99, rotation: 1 })
  setAttachment(world, used, 'body', null)
  world.time.delta = 0.3
  timelineSampling(world)
  mixing(world)
  setSkin(world, used, other)
  despawnSkeleton(world, used)
  for (let i = 0; i < 9; i++) {
    const eid = spawnSkeleton(world, rig, { skin: i % 3 === 2 ? other : skin })
    if (i % 3 !== 2) expect(lane(world, eid)).toEqual(expected)
    setBone(world, eid, 'hip', { x: i })
  }
})
