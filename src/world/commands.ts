/**
 * Commands: the action of a track entry on its skeleton, in the form that mixing kernels read. Each entry has one record
 * in the arena, which stays from tick to tick. A skeleton's commands are linked in application order. Its `command` column
 * holds the entry of the first.
 */
import type { Records } from '../memory/records'
import type { AnimationState } from './state'

/** Words of a record. Records start at even words. */
export const COMMAND_WORDS = 24
export const COMMAND = {
  /** Float64s, two words each: seconds in the animation; the weight of fading timelines, and of held ones. */
  TIME: 0,
  ALPHA: 2,
  HOLD: 4,
  /** Word index of the animation's image. */
  IMAGE: 16,
  /** Word index of the list of live channels; -1 = all are live. */
  CHANNELS: 17,
  /** One of MIX_BLEND with BLEND_TURNS and BLEND_PLAIN, and the bits below. */
  BLEND: 18,
  /** Word index of MODE_WORDS a timeline; -1: every timeline takes the command's blend and alpha, and none is left out. */
  MODES: 19,
  /** Word index of the deform applications that act, and of the word behind the last: numbers, with DEFORM_BEGINS. */
  DEFORMS: 20,
  DEFORMS_END: 21,
  /** Entry of the skeleton's next command; -1 = it is the last. */
  NEXT: 22,
  /** Words from this record to that of the skeleton's previous command; 0 = it is the first. */
  PREVIOUS: 23,
} as const
// Words 6 to 15 are scratch of the kernels, from WORK.VALUE on.

/** Beside the blend: it mixes out. */
export const COMMAND_OUT = 16
/** It is held at full weight over the setup pose: all samples are only stored, for any alpha and modes. */
export const COMMAND_HELD = 512
/**
 * Beside the blend, noted by `mixing` for a skeleton's only command: all its deform rows are keyed at full weight.
 * Until the command is written anew, they only move on.
 */
export const COMMAND_KEYED = 32
/** With that: they are the animation's first deform timelines in their order, so that the list need not be read. */
export const COMMAND_ORDERED = 64
/** Noted likewise: the values of constant channels are in the rows. */
export const COMMAND_STILL = 128
/** Noted likewise: it was mixed in its present form. */
export const COMMAND_MIXED = 256
/**
 * The notes of `mixing`. They are true until anything else writes to the skeleton's rows, another command included.
 * All but COMMAND_MIXED also need the command at full weight, and its time not below 0.
 */
export const COMMAND_NOTES = COMMAND_KEYED | COMMAND_ORDERED | COMMAND_STILL | COMMAND_MIXED

/** Word index of an entry's command. */
export function commandAt({ start }: Records, row: number): number {
  return start + row * COMMAND_WORDS
}

/** Float64 index of the work record (WORK.TIME, …) that an entry's command begins with. */
export function workAt(commands: Records, row: number): number {
  return commandAt(commands, row) >> 1
}

/** Call it before a skeleton's rows are written to by anything but its commands. */
export function forgetNotes({ arena, playback, skeletons }: AnimationState, eid: number): void {
  const row = skeletons.command[eid]
  if (row >= 0) arena.i32[commandAt(playback.commands, row) + COMMAND.BLEND] &= ~COMMAND_NOTES
}
