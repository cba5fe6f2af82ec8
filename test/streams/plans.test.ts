/** Plans of skinned blocks. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { VISIBILITY } from '../../components'
import { play, setDefaultMix } from '../../src/api'
import { LANES } from '../../src/base/memory/lanes'
import type { SavedState } from '../../src/joins/save'
import { PLAN_LANES } from '../../src/rig/attachments/skin-layout'
import { dropPlan } from '../../src/world/chunks/plans'
import type { AnimationWorld } from '../../src/world/world-type'
import { runs } from '../deep'
import { makeWorld } from '../fixtures/play'
import type { Json } from '../fixtures/rigs/rich-rig'
import { both, carryOut, cast, run, script, type Twins, twinsOf, vertexBits } from '../fixtures/twins'
import { validateWorld } from '../fixtures/validate-world'
import { WARDROBE, wardrobeRig } from '../fixtures/wardrobe'

/** A mask that clips. */
function addMask(json: Json): void {
  const [{ attachments }] = json.skins as { attachments: Json }[]
  attachments.mask = {
    mask: { type: 'clipping', end: 'body', vertexCount: 3, vertices: [-9, -9, 40, 0, 0, 40] },
  }
  ;(json.slots as Json[]).splice(3, 0, { name: 'mask', bone: 'chest' })
}

/** Besides, meshes that are deformed, and a region whose frames change. */
function addDeforms(json: Json): void {
  addMask(json)
  const [{ attachments }] = json.skins as { attachments: Json }[]
  const sequence = { count: 3, start: 0, digits: 2, setup: 1 }
  attachments.crown = { crown: { path: 'blink', width: 8, height: 6, sequence } }
  const deform = (by: number, begin: number) => [
    { time: begin, vertices: [by, 1, by] },
    { time: 0.6, offset: 3, vertices: [1, by] },
    { time: 1 },
  ]
  const { walk, lean } = json.animations as Record<string, Json>
  walk.attachments = {
    default: {
      tail: { tail: { deform: deform(2, 0) } },
      crown: { crown: { sequence: [{ mode: 'loop', delay: 0.1 }] } },
    },
  }
  // One begins late: until then it keeps its former deform.
  lean.attachments = {
    default: { cape: { cape: { deform: deform(7, 0.3) } }, tail: { tail: { deform: deform(-3, 0) } } },
  }
}

const rigs = [wardrobeRig('4.2', addDeforms), wardrobeRig('3.8', addMask), wardrobeRig('4.0', addMask)]
const wardrobe = [...WARDROBE, ['mask', 'mask']] as const

/** Every block is looked at anew. @returns how many had a plan. */
function dropAll({ animation: { arena, blocks } }: AnimationWorld, drops: boolean): number {
  let plans = 0
  for (const chunk of blocks.chunks)
    for (let seat = 0; chunk && seat < chunk.blocks * LANES; seat += LANES) {
      if (arena.i32[chunk.plans + (seat / LANES) * chunk.layout.plan + PLAN_LANES] !== 0) plans++
      if (drops) dropPlan(arena.i32, chunk, seat)
    }
  return plans
}

/** A tick of both, the first of which has no plans. @returns how many the other has. */
function tick(stage: Twins, seconds: number, apart: boolean): number {
  const [anew, planned] = stage.worlds
  dropAll(anew, true)
  const plans = dropAll(planned, false)
  both(stage, (world) => run(world, seconds, apart))
  for (const eid of stage.ids) {
    if (planned.components.Visibility.level[eid] !== VISIBILITY.full) continue
    expect(vertexBits(planned, eid), `vertices of ${eid}`).toBe(vertexBits(anew, eid))
  }
  validateWorld(planned)
  return plans
}

test('blocks that keep their plans show the same as blocks that make them anew, after any script', () => {
  const drivers = fc.array(fc.boolean(), { minLength: 1, maxLength: 8 })
  let plans = 0
  fc.assert(
    fc.property(drivers, cast, script, fc.constantFrom(0, 0.2), (apart, others, steps, mix) => {
      const make = () => makeWorld()
      const stage = twinsOf([make(), make()], [...rigs, ...others.map((rig) => rigs[rig])], wardrobe)
      for (const rig of rigs) both(stage, (world) => setDefaultMix(world, rig, mix))
      for (const [i, eid] of stage.ids.entries())
        if (i % 3 !== 2)
          both(stage, (world) =>
            play(world, eid, i % 2 ? 'dress' : 'walk', { loop: true, timeScale: 1 + i / 9 }),
          )
      const saves: SavedState[] = []
      let ticks = 0
      const step = (_: Twins, seconds: number) => {
        plans += tick(stage, seconds, apart[ticks++ % apart.length])
      }
      for (const { ops, seconds } of steps) {
        for (const each of ops) carryOut(stage, rigs, each, saves, step)
        step(stage, seconds)
      }
    }),
    { numRuns: runs(12) },
  )
  // Scripts that change everything in every tick leave few; none at all would be no test.
  expect(plans).toBeGreaterThan(100)
})
