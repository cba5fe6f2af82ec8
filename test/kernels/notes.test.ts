/** The notes of mixing about a skeleton's only command, and when they end: every word of the worlds' memory. */
import { type AnimationWorld, fadeOut, play, spawnSkeleton } from 'osteon'
import { expect, test } from 'vitest'
import {
  COMMAND,
  COMMAND_KEYED,
  COMMAND_MIXED,
  COMMAND_NOTES,
  COMMAND_ORDERED,
  COMMAND_STILL,
  commandAt,
} from '../../src/world/commands'
import { WORK } from '../../src/world/playback'
import { makeWorld, tick } from '../fixtures/play'
import { rigs } from '../fixtures/shortcut-stage'

/** All bytes but the kernels' notes and their scratch. */
function bytesOf({ animation: { arena, blocks, playback, rigs } }: AnimationWorld): Buffer {
  const words = new Int32Array(arena.buffer.slice(0))
  for (let row = 0; row < playback.rows; row++) {
    const command = commandAt(playback.commands, row)
    words.fill(0, command + 2 * WORK.VALUE, command + COMMAND.IMAGE)
    words[command + COMMAND.BLEND] &= ~COMMAND_NOTES
  }
  for (const chunk of blocks.chunks)
    if (chunk) words.fill(0, chunk.plans, chunk.plans + chunk.blocks * chunk.layout.plan)
  for (const rig of rigs) if (rig) words.fill(0, rig.scratch, rig.scratch + rig.scratchWords)
  return Buffer.from(words.buffer)
}

/** Clears the notes of mixing in all commands. */
function forget({ animation: { arena, playback } }: AnimationWorld): void {
  for (let row = 0; row < playback.rows; row++)
    arena.i32[commandAt(playback.commands, row) + COMMAND.BLEND] &= ~COMMAND_NOTES
}

test('mixing notes that rows hold the values of a lone command, until another command writes there', () => {
  let found = 0
  for (const rig of rigs) {
    const world = makeWorld()
    const eid = spawnSkeleton(world, rig, { skin: rig.skinIndex.has('horned') ? 'horned' : null })
    const notes = () => {
      const { arena, playback, skeletons } = world.animation
      return arena.i32[commandAt(playback.commands, skeletons.command[eid]) + COMMAND.BLEND] & COMMAND_NOTES
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
] as const)('notes of a command do not hold where %s', (_, options, fade, ticks) => {
  for (const rig of rigs)
    for (const { name } of rig.animations) {
      const worlds = [makeWorld(), makeWorld()]
      const skin = rig.skinIndex.has('horned') ? 'horned' : null
      for (const world of worlds) play(world, spawnSkeleton(world, rig, { skin }), name, options)
      const pass = (seconds: number) => {
        for (const world of worlds) tick(world, seconds)
        const [noted, forgetful] = worlds
        expect(Buffer.compare(bytesOf(noted), bytesOf(forgetful))).toBe(0)
        forget(forgetful)
      }
      for (const seconds of [0.01, 0.03, 0.03]) pass(seconds)
      if (fade !== null) for (const world of worlds) fadeOut(world, 1, { mix: fade })
      for (const seconds of ticks) pass(seconds)
    }
})
