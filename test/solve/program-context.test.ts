/** Programs get the places of all sections of their blocks. */
import { expect, test } from 'vitest'
import { getBone, play, spawnSkeleton } from '../../src/api'
import { chunkAt } from '../../src/world/chunks/blocks'
import { CONTEXT, CONTEXT_STRIDE } from '../../src/world/chunks/program-context'
import { runPipeline } from '../../systems'
import { makeRig, makeWorld, playableJson } from '../fixtures/play'
import type { Json } from '../fixtures/rigs/rich-rig'

const SECTIONS = [
  ['skeleton', CONTEXT.SKELETON],
  ['local', CONTEXT.LOCAL],
  ['slots', CONTEXT.SLOTS],
  ['order', CONTEXT.ORDER],
  ['state', CONTEXT.STATE],
  ['deform', CONTEXT.DEFORM],
] as const

test.each([
  ['forgotten after the chunk', false],
  ['kept', true],
])('a program is told where everything of its blocks lies; world rows are %s', (_, kept) => {
  const world = makeWorld()
  const rig = makeRig('4.2', withoutClip())
  const ids = Array.from({ length: 6 }, () => spawnSkeleton(world, rig))
  for (const eid of ids) play(world, eid, rig.animations[0].name, { loop: true })
  if (kept) getBone(world, ids[ids.length - 1], 0)
  world.time.delta = 0.05
  runPipeline(world)
  const { arena, blocks, context, skeletons } = world.animation
  // The last chunk that ran is that of the last skeletons.
  const chunk = chunkAt(blocks, skeletons.chunk[ids[ids.length - 1]])
  const { layout, program, rig: registered, words } = chunk
  const told = (word: number) => arena.i32[context + word]
  const section = (word: number) => [told(word), told(word + CONTEXT_STRIDE)]

  expect([told(CONTEXT.FIRST), told(CONTEXT.COUNT)]).toEqual([0, chunk.blocks])
  expect(told(CONTEXT.PROGRAM)).toBe(chunk.world === 0 && chunk.runs !== 0 ? chunk.runs : program.words)
  expect([told(CONTEXT.MASKS), told(CONTEXT.IMAGE)]).toEqual([chunk.run, registered.image])
  for (const [name, word] of SECTIONS) expect(section(word)).toEqual([words + layout[name], layout.stride])
  const [world0, worldStride] = section(CONTEXT.WORLD)
  expect(world0).toBe(kept ? chunk.world : registered.scratch)
  expect(worldStride).toBe(layout.worldStride)
  // All blocks share one piece for applied rows, behind world rows for as many blocks as a chunk has at most.
  expect(section(CONTEXT.APPLIED)).toEqual([registered.scratch + 8 * layout.worldStride, 0])
})

/** World rows are kept for skeletons with clips, so this one has none. */
function withoutClip(): Json {
  const json = playableJson()
  for (const slot of json.slots as Json[]) if (slot.name === 'clip') delete slot.attachment
  return json
}
