/** Finds how an entry's command applies one timeline: by the timeline's mode, otherwise by the command. */
import { COMMAND, commandAt, stepBlend } from '../../world/commands'
import { BLEND_PLAIN, MODE, MODE_WEIGHT, MODE_WORDS, WORK } from '../../world/playback'
import type { AnimationState } from '../../world/state'

/** Returns bits of MODE; 0 for commands without modes. */
export function modeOf({ arena, playback }: AnimationState, row: number, timeline: number): number {
  const command = commandAt(playback.commands, row)
  const modes = arena.i32[command + COMMAND.MODES]
  if (modes < 0) return 0
  const mode = arena.i32[modes + timeline * MODE_WORDS]
  return (arena.i32[command + COMMAND.BLEND] & BLEND_PLAIN) !== 0 ? mode & MODE.off : mode
}

/** Returns the values from which the timeline starts: one of MIX_BLEND. */
export function blendOf(state: AnimationState, row: number, timeline: number): number {
  const named = modeOf(state, row, timeline) & MODE.blend
  return named === 0 ? stepBlend(state, row) : named - 1
}

/** Writes the timeline's weight to the command's WORK.WEIGHT; returned, it might become a heap object. */
export function writeWeight(state: AnimationState, row: number, timeline: number): void {
  const { arena, playback } = state
  const { f32, f64, i32 } = arena
  const mode = modeOf(state, row, timeline)
  const command = commandAt(playback.commands, row)
  const at = command >> 1
  f64[at + WORK.WEIGHT] =
    (mode & MODE.own) !== 0
      ? f32[i32[command + COMMAND.MODES] + timeline * MODE_WORDS + MODE_WEIGHT]
      : f64[at + ((mode & MODE.hold) !== 0 ? WORK.HOLD : WORK.ALPHA)]
}
