/**
 * Commands: the action of a track entry on its skeleton, in the form that mixing kernels read. Each entry has one
 * record in the arena, which stays from tick to tick. A skeleton's commands are linked in application order. Its
 * `command` column holds the entry of the first.
 */
import type { Records } from '../base/memory/records'
import { BLEND_TURNS } from './playback'
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
  /**
   * One of MIX_BLEND for curves, with BLEND_TURNS and BLEND_PLAIN, the bits below, and what discrete timelines need
   * (APPLY_FLAG).
   */
  BLEND: 18,
  /**
   * Word index of MODE_WORDS per timeline; -1: every timeline uses the command's blend and alpha, and none is left out.
   */
  MODES: 19,
  /** Word index of the deform applications that act, and of the word after the last: numbers, with DEFORM_BEGINS. */
  DEFORMS: 20,
  DEFORMS_END: 21,
  /** Entry of the skeleton's next command; -1 = it is the last. */
  NEXT: 22,
  /** Words from this record to that of the skeleton's previous command; 0 = it is the first. */
  PREVIOUS: 23,
} as const
// Words 6 to 15 are scratch of the kernels, from WORK.VALUE on.

/** A bit next to the blend: it mixes out. */
export const COMMAND_OUT = 16
/** It is held at full weight over the setup pose: all samples are only stored, for any alpha and modes. */
export const COMMAND_HELD = 512
/**
 * A bit next to the blend, noted by `mixing` for a skeleton's only command: all its deform rows are keyed at full
 * weight. Until the command is written again, they only move on.
 */
export const COMMAND_KEYED = 32
/** In addition: they are the animation's first deform timelines in their order, so that the list need not be read. */
export const COMMAND_ORDERED = 64
/** Noted in the same way: the values of constant channels are in the rows. */
export const COMMAND_STILL = 128
/** Noted in the same way: it was mixed in its current form. */
export const COMMAND_MIXED = 256
/**
 * The notes of `mixing`. They are valid until anything else writes to the skeleton's rows, even another command. All
 * but COMMAND_MIXED also need the command at full weight, and its time not below 0.
 */
export const COMMAND_NOTES = COMMAND_KEYED | COMMAND_ORDERED | COMMAND_STILL | COMMAND_MIXED

/** Bits next to the blend, for discrete timelines. */
export const APPLY_FLAG = {
  /** Keyed attachments stay; otherwise only this tick's deform timelines see them. */
  keepAttachments: 1024,
  /** Attachments are marked and fixed up when the skeleton's list is complete. */
  marks: 2048,
  /** Mixing out: the keyed draw order stays. */
  keepOrder: 4096,
  /** Keyed events are collected. */
  events: 8192,
} as const
/**
 * Above these bits is the MIX_BLEND of discrete timelines: a held command's curves begin at the setup pose, whatever
 * its blend is.
 */
const STEP_BLEND = 14

/** Returns the word index of an entry's command. */
export function commandAt({ start }: Records, row: number): number {
  return start + row * COMMAND_WORDS
}

/** Returns the float64 index of the work record (WORK.TIME, …) that an entry's command begins with. */
export function workAt(commands: Records, row: number): number {
  return commandAt(commands, row) >> 1
}

/**
 * Begins an entry's command by writing how its timelines are applied. Notes of the same command stay valid.
 *
 * @param flags APPLY_FLAG, BLEND_TURNS, BLEND_PLAIN, COMMAND_OUT, COMMAND_HELD.
 * @param blend one of MIX_BLEND.
 */
export function beginCommand(
  { arena, playback }: AnimationState,
  row: number,
  flags: number,
  blend: number,
): void {
  const word = commandAt(playback.commands, row) + COMMAND.BLEND
  const ofCurves = (flags & COMMAND_HELD) !== 0 ? flags & ~BLEND_TURNS : flags | blend
  const how = ofCurves | (blend << STEP_BLEND)
  if ((arena.i32[word] & ~COMMAND_NOTES) !== how) arena.i32[word] = how
}

/** Returns the flags that `beginCommand` was given. For a held command, BLEND_TURNS is left out. */
export function flagsOf({ arena, playback }: AnimationState, row: number): number {
  return arena.i32[commandAt(playback.commands, row) + COMMAND.BLEND]
}

/** Returns the MIX_BLEND that `beginCommand` was given. */
export function stepBlend(state: AnimationState, row: number): number {
  return (flagsOf(state, row) >> STEP_BLEND) & 3
}

/** Drops notes. Call it before anything but a skeleton's commands writes to its rows. */
export function forgetNotes({ arena, playback, skeletons }: AnimationState, eid: number): void {
  const row = skeletons.command[eid]
  if (row >= 0) arena.i32[commandAt(playback.commands, row) + COMMAND.BLEND] &= ~COMMAND_NOTES
}
