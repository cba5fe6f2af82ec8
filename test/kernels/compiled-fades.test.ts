/** Tracks that are mixed in all ways at once, with compiled kernels and without: every word of the worlds' memory. */
import fc from 'fast-check'
import { type AnimationWorld, fadeOut, play, spawnSkeleton } from 'osteon'
import { kernels } from 'osteon/kernels'
import { expect, test } from 'vitest'
import type { Rig } from '../../src/rig/rig'
import { CONTEXT_BLOCK, CONTEXT_BLOCK_WORDS } from '../../src/world/chunks/program-context'
import {
  COMMAND_BLEND,
  COMMAND_IMAGE,
  COMMAND_KEYED,
  COMMAND_MIXED,
  COMMAND_NOTES,
  COMMAND_ORDERED,
  COMMAND_STILL,
  commandAt,
} from '../../src/world/commands'
import { WORK_VALUE } from '../../src/world/playback'
import { runPipeline } from '../../systems'
import { mixing } from '../../systems/mixing'
import { timelineSampling } from '../../systems/timeline-sampling'
import { makeRig, makeWorld, tick } from '../fixtures/play'
import type { RichDialect } from '../fixtures/rich-rig'
import { rigs } from '../fixtures/shortcut-stage'
import { between } from '../rig/animation/curve-reference'
import { expectAlike } from './alike'

const ENTITIES = 6
/** Four operations in float32 of what is larger than their result, and additions of layers. */
const ROUNDING = 5e-6

/** What happens before a tick: an animation is played, interrupting what is mixed there. */
const event = fc.record({
  entity: fc.nat(ENTITIES - 1),
  track: fc.constantFrom(0, 0, 0, 1),
  animation: fc.nat(9),
  mix: fc.oneof(fc.constantFrom(0, 5), between(0, 2)),
  alpha: fc.oneof(fc.constant(1), between(0, 1)),
  additive: fc.constantFrom(false, false, true),
  holdPrevious: fc.constantFrom(false, false, true),
  shortestRotation: fc.constantFrom(false, false, true),
  loop: fc.boolean(),
})
const ticks = fc.array(fc.array(event, { maxLength: 3 }), { minLength: 8, maxLength: 14 })

/** All but what only the kernels note, and their scratch. */
function memoryOf({ animation: { arena, blocks, context, playback } }: AnimationWorld): Int32Array {
  const words = new Int32Array(arena.buffer.slice(0))
  for (let row = 0; row < playback.rows; row++) {
    const command = commandAt(playback.commands, row)
    words.fill(0, command + 2 * WORK_VALUE, command + COMMAND_IMAGE)
    words[command + COMMAND_BLEND] &= ~COMMAND_NOTES
  }
  words.fill(0, context + CONTEXT_BLOCK, context + CONTEXT_BLOCK + CONTEXT_BLOCK_WORDS)
  for (const chunk of blocks.chunks)
    if (chunk) words.fill(0, chunk.plans, chunk.plans + chunk.blocks * chunk.layout.plan)
  return words
}

function rigOf(dialect: RichDialect | '4.3'): Rig {
  if (dialect !== '4.3') return makeRig(dialect)
  const rig = makeRig('4.2')
  return { ...rig, maths: { ...rig.maths, tracks: { ...rig.maths.tracks, bases: true } } }
}

test.each<RichDialect | '4.3'>(['3.8', '4.0', '4.2', '4.3'])(
  'fades leave what the twins leave, but for the rounding of what is stored at full weight, %s',
  (dialect) => {
    const rig = rigOf(dialect)
    const property = fc.property(ticks, between(0.05, 0.6), (script, delta) => {
      const worlds = [makeWorld({ kernels }), makeWorld({ kernels })]
      for (const world of worlds) {
        world.time.delta = delta
        for (let i = 0; i < ENTITIES; i++) {
          const eid = spawnSkeleton(world, rig, { skin: i % 2 === 0 ? null : 'horned' })
          play(world, eid, rig.animations[i % rig.animations.length].name, { loop: true })
        }
      }
      for (const events of script) {
        const images = worlds.map((world, twin) => {
          for (const { entity, animation, ...options } of events)
            play(world, entity + 1, rig.animations[animation % rig.animations.length].name, options)
          if (twin === 1) world.animation.kernels.compiled = null
          else expect(world.animation.kernels.compiled).not.toBe(null)
          timelineSampling(world)
          mixing(world)
          return memoryOf(world)
        })
        expectAlike(images[0], images[1], ROUNDING)
      }
    })
    fc.assert(property, { numRuns: 30 })
  },
)

test('a crowd in nested crossfades shows what it shows without compiled kernels', () => {
  const rig = makeRig()
  const [compiled, plain] = [makeWorld({ kernels }), makeWorld()]
  for (const world of [compiled, plain]) {
    for (let i = 0; i < 150; i++) spawnSkeleton(world, rig, { x: i })
    world.time.delta = 0.11
    for (let tick = 0; tick < 40; tick++) {
      for (let eid = 1 + (tick % 3); eid <= 150; eid += 3)
        play(world, eid, rig.animations[(eid + tick) % rig.animations.length].name, { loop: true, mix: 0.8 })
      runPipeline(world)
    }
  }
  const [one, other] = [compiled, plain].map(({ animation: { streams } }) => streams.positions)
  expect(one.length).toBe(other.length)
  let worst = 0
  for (let i = 0; i < one.length; i++) worst = Math.max(worst, Math.abs(one[i] - other[i]))
  expect(worst).toBeLessThan(0.01)
})

test('compiled mixing notes what a lone command leaves in the rows, until another command writes there', () => {
  let found = 0
  for (const rig of rigs) {
    const world = makeWorld({ kernels })
    const eid = spawnSkeleton(world, rig, { skin: rig.skinIndex.has('horned') ? 'horned' : null })
    const notes = () => {
      const { arena, playback, skeletons } = world.animation
      return arena.i32[commandAt(playback.commands, skeletons.command[eid]) + COMMAND_BLEND] & COMMAND_NOTES
    }
    for (const { name } of rig.animations) {
      play(world, eid, name, { loop: true, mix: 0 })
      for (let i = 0; i < 4; i++) tick(world, 0.001)
      found |= notes()
    }
    expect(notes() & COMMAND_MIXED).toBe(COMMAND_MIXED)
    play(world, eid, rig.animations[0].name, { track: 1, loop: true })
    tick(world, 0.001)
    expect(notes()).toBe(0)
  }
  expect(found).toBe(COMMAND_MIXED | COMMAND_STILL | COMMAND_KEYED | COMMAND_ORDERED)
})

test.each([
  ['its track ends', { track: 1, trackEnd: 0.1 }, null, [0.03, 0.03, 0.03]],
  ['a fade has begun, but not advanced', {}, 0.1, [0, 0.02, 0.02]],
  ['it goes back to before its start', {}, null, [-0.2, 0.3, 0.3]],
] as const)('what was noted of a command does not hold where %s', (_, options, fade, ticks) => {
  for (const rig of rigs)
    for (const { name } of rig.animations) {
      const worlds = [makeWorld({ kernels }), makeWorld({ kernels })]
      worlds[1].animation.kernels.compiled = null
      const skin = rig.skinIndex.has('horned') ? 'horned' : null
      for (const world of worlds) play(world, spawnSkeleton(world, rig, { skin }), name, options)
      const pass = (seconds: number) => {
        for (const world of worlds) tick(world, seconds)
        const [one, other] = worlds.map(memoryOf)
        expectAlike(one, other, ROUNDING)
      }
      for (const seconds of [0.01, 0.03, 0.03]) pass(seconds)
      if (fade !== null) for (const world of worlds) fadeOut(world, 1, { mix: fade })
      for (const seconds of ticks) pass(seconds)
    }
})
