/** Slots that are not filled are passed over. */
import fc from 'fast-check'
import { plainKernels } from 'osteon/kernels/plain'
import { describe, expect, test } from 'vitest'
import { VISIBILITY } from '../../components'
import { play, setAttachment } from '../../src/api'
import { LANES } from '../../src/base/memory/lanes'
import type { SavedState } from '../../src/joins/save'
import { chunkAt } from '../../src/world/chunks/blocks'
import { dropPlan } from '../../src/world/chunks/plans'
import type { AnimationWorld } from '../../src/world/world-type'
import { runs } from '../deep'
import { makeWorld } from '../fixtures/play'
import type { Json } from '../fixtures/rigs/rich-rig'
import { both, carryOut, cast, run, script, type Twins, twinsOf, vertexBits } from '../fixtures/twins'
import { validateWorld } from '../fixtures/validate-world'
import { WARDROBE, wardrobeRig } from '../fixtures/wardrobe'

/** Slots that hold nothing before each of the wardrobe's: the bits of all of them take two words. */
const BARE = 5
const rigs = (['4.2', '3.8', '4.0'] as const).map((dialect) =>
  wardrobeRig(dialect, (json) => {
    const slots = json.slots as Json[]
    const [{ attachments }] = json.skins as { attachments: Json }[]
    json.slots = slots.flatMap((slot, group) => [
      ...Array.from({ length: BARE }, (_, i) => ({ name: `bare ${group}.${i}`, bone: 'root' })),
      slot,
    ])
    ;(json.slots as Json[]).splice(7, 0, { name: 'mask', bone: 'chest' })
    const clip = { type: 'clipping', end: 'body', vertexCount: 3, vertices: [-9, -9, 40, 0, 0, 40] }
    attachments.mask = { mask: clip }
  }),
)
const wardrobe = [...WARDROBE, ['mask', 'mask']] as const

/** Every slot of every chunk is said to be filled, and looked at anew. */
function fillAll({ animation: { arena, blocks } }: AnimationWorld): void {
  for (const chunk of blocks.chunks) {
    if (!chunk) continue
    const { count } = chunk.rig.source.slots
    for (let slot = 0; slot < count; slot++) arena.i32[chunk.filled + (slot >> 5)] |= 1 << (slot & 31)
    chunk.runs = 0
    for (let seat = 0; seat < chunk.used; seat += LANES) dropPlan(arena.i32, chunk, seat)
  }
}

function bitsOf({ animation }: AnimationWorld, eid: number): number {
  const chunk = chunkAt(animation.blocks, animation.skeletons.chunk[eid])
  let count = 0
  for (let slot = 0; slot < chunk.rig.source.slots.count; slot++)
    count += (animation.arena.i32[chunk.filled + (slot >> 5)] >> (slot & 31)) & 1
  return count
}

/** Of each tick in turn: whether it is driven by systems apart. */
const drivers = fc.array(fc.boolean(), { minLength: 1, maxLength: 8 })

/** A tick of both, the first of which looks at every slot. */
function tick(stage: Twins, seconds: number, apart: boolean): void {
  const [all, some] = stage.worlds
  fillAll(all)
  both(stage, (world) => run(world, seconds, apart))
  for (const eid of stage.ids) {
    if (some.components.Visibility.level[eid] !== VISIBILITY.full) continue
    expect(vertexBits(some, eid), `vertices of ${eid}`).toBe(vertexBits(all, eid))
  }
  const { streams } = some.animation
  const { tail } = all.animation.streams.pools
  expect(streams.pools.tail.vertexCount).toBe(tail.vertexCount)
  expect(streams.pools.tail.positions).toEqual(tail.positions)
  validateWorld(some)
}

describe.each(['WebAssembly', 'plain'])('with %s kernels', (kind) => {
  const make = () => makeWorld(kind === 'plain' ? { kernels: plainKernels } : {})

  test('slots that are passed over show nothing, after any script', () => {
    let passed = 0
    fc.assert(
      fc.property(drivers, cast, script, (apart, others, steps) => {
        const stage = twinsOf([make(), make()], [...rigs, ...others.map((rig) => rigs[rig])], wardrobe)
        for (const [i, eid] of stage.ids.entries())
          if (i % 3 !== 2)
            both(stage, (world) => play(world, eid, 'dress', { loop: true, timeScale: 1 + i / 9 }))
        const saves: SavedState[] = []
        let ticks = 0
        const step = (_: Twins, seconds: number) => tick(stage, seconds, apart[ticks++ % apart.length])
        for (const { ops, seconds } of steps) {
          for (const each of ops) carryOut(stage, rigs, each, saves, step)
          step(stage, seconds)
          const [all, some] = stage.worlds
          for (const eid of stage.ids) passed += bitsOf(all, eid) - bitsOf(some, eid)
        }
      }),
      { numRuns: runs(10) },
    )
    expect(passed).toBeGreaterThan(1000)
  })

  test('slots that were emptied are passed over some time later', () => {
    const stage = twinsOf([make(), make()], [rigs[0]], wardrobe)
    const [eid] = stage.ids
    const [, world] = stage.worlds
    both(stage, (world) => play(world, eid, 'walk', { loop: true }))
    tick(stage, 0.1, false)
    const before = bitsOf(world, eid)
    both(stage, (world) => setAttachment(world, eid, 'crown', 'crown'))
    tick(stage, 0.1, false)
    expect(bitsOf(world, eid)).toBe(before + 1)
    both(stage, (world) => setAttachment(world, eid, 'crown', null))
    for (let i = 0; i < 32; i++) tick(stage, 0.1, false)
    expect(bitsOf(world, eid)).toBe(before)
  })
})
