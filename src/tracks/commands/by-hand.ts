/**
 * Applies an animation without a track, for users and for sliders. One entry is reserved for that; it keeps nothing
 * from call to call.
 */
import type { PosedChunk } from '../../world/chunks/blocks'
import { beginCommand, COMMAND, COMMAND_OUT, commandAt } from '../../world/commands'
import { BY_HAND } from '../../world/entries'
import type { AnimationState } from '../../world/state'
import { writeCommand } from './command'
import { stepDiscrete } from './discrete'

/**
 * Assigns the entry to a skeleton. All timelines use its blend and weight, unless modes are put into its command.
 *
 * @param animation number in the rig, brought into the arena by `prepareAnimation`.
 * @param blend one of MIX_BLEND.
 * @param isOut whether it is applied as one that is mixed out.
 * @param deforms word index of room for its deform applications.
 */
export function takeByHand(
  state: AnimationState,
  eid: number,
  animation: number,
  blend: number,
  isOut: boolean,
  deforms: number,
): void {
  const { arena, playback } = state
  const { commands, entries } = playback
  beginCommand(state, BY_HAND, isOut ? COMMAND_OUT : 0, blend)
  arena.i32[commandAt(commands, BY_HAND) + COMMAND.MODES] = -1
  entries.entity[BY_HAND] = eid
  entries.animation[BY_HAND] = animation
  entries.deforms[BY_HAND] = deforms
}

/** Steps discrete timelines, and completes the command, which already holds time and weights. */
export function applyByHand(state: AnimationState, chunk: PosedChunk): void {
  const animation = state.playback.entries.animation[BY_HAND]
  stepDiscrete(state, BY_HAND, chunk, chunk.rig.source.animations[animation].image())
  writeCommand(state, chunk, BY_HAND, animation)
}

/** Gives the entry back. */
export function giveByHand({ playback }: AnimationState): void {
  playback.entries.entity[BY_HAND] = 0
}
