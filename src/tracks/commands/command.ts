/** Writes commands of entries. */
import type { PosedChunk } from '../../world/chunks/blocks'
import {
  COMMAND,
  COMMAND_HELD,
  COMMAND_NOTES,
  COMMAND_WORDS,
  commandAt,
  flagsOf,
  stepBlend,
} from '../../world/commands'
import { noteKeyedColors } from '../../world/flags/changes'
import { setBehind } from '../../world/flags/states'
import { MIX_BLEND } from '../../world/playback'
import type { AnimationState } from '../../world/state'

/** Begins an empty list of commands for a skeleton. Its pose will be that of its clocks. */
export function beginCommands(state: AnimationState, eid: number): void {
  const { playback, skeletons } = state
  setBehind(state, eid, false)
  skeletons.command[eid] = -1
  playback.lastCommand = -1
  playback.slotsChanged = false
  playback.deformsChanged = false
}

/** Appends the command of an entry to the list of its skeleton. */
export function appendCommand(
  { arena, playback, skeletons }: AnimationState,
  eid: number,
  row: number,
): void {
  const { commands, lastCommand } = playback
  if (lastCommand < 0) skeletons.command[eid] = row
  else {
    arena.i32[commandAt(commands, lastCommand) + COMMAND.NEXT] = row
    arena.i32[commandAt(commands, row) + COMMAND.PREVIOUS] = (lastCommand - row) * COMMAND_WORDS
  }
  playback.lastCommand = row
}

/**
 * Completes the command of an entry after it was begun, and after its time, weights, modes and deform applications were
 * written; no other follows.
 *
 * @param animation number of the animation whose image is mixed.
 */
export function writeCommand(state: AnimationState, chunk: PosedChunk, row: number, animation: number): void {
  const { arena, playback } = state
  const { i32 } = arena
  const { commands, entries } = playback
  const { program, rig } = chunk
  const command = commandAt(commands, row)
  const image = rig.animations[animation]
  if (i32[command + COMMAND.IMAGE] !== image || playback.deformsChanged)
    i32[command + COMMAND.BLEND] &= ~COMMAND_NOTES
  i32[command + COMMAND.IMAGE] = image
  i32[command + COMMAND.CHANNELS] = program.channels[animation]
  i32[command + COMMAND.NEXT] = -1
  i32[command + COMMAND.PREVIOUS] = 0
  if (rig.keysColors[animation] === 1) noteKeyedColors(state, entries.entity[row])
}

/**
 * Returns whether the sampled values are only stored, without reading the rows: at full weight, from the setup pose or
 * the first entry.
 */
export function isStored(state: AnimationState, row: number): boolean {
  const { arena, playback } = state
  const command = commandAt(playback.commands, row)
  if ((flagsOf(state, row) & COMMAND_HELD) !== 0) return true
  if (arena.i32[command + COMMAND.MODES] >= 0 || stepBlend(state, row) > MIX_BLEND.first) return false
  return arena.f64[(command + COMMAND.ALPHA) >> 1] === 1
}
