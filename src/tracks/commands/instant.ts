/** Finds the frames of timelines that step, and when such timelines are skipped. */
import type { TrackMaths } from '../../base/model/maths'
import { COMMAND, COMMAND_OUT, commandAt, flagsOf, workAt } from '../../world/commands'
import { BLEND_PLAIN, MIX_BLEND, MODE, WORK } from '../../world/playback'
import type { AnimationState } from '../../world/state'
import { frameAt } from './frames'
import { modeOf } from './timeline-mode'

/**
 * Returns the frame that an instant timeline takes: -2 = it does nothing, -1 = the setup value.
 *
 * @param tracks with `bases`, timelines that mix out go to the setup value, unless they start from current values
 *   (4.3).
 */
export function instantFrame(
  state: AnimationState,
  entry: number,
  times: Float32Array,
  blend: number,
  isOut: boolean,
  { bases, setsOut }: TrackMaths,
): number {
  if (isOut) {
    if (blend === MIX_BLEND.setup || (bases && blend === MIX_BLEND.first)) return -1
    if (!setsOut) return -2
  }
  const frame = frameOfCommand(state, entry, times)
  if (frame >= 0) return frame
  return blend === MIX_BLEND.setup || blend === MIX_BLEND.first ? -1 : -2
}

/** Calls `frameAt` for the command's time, without passing it through a call (see `mix-value.ts`). */
export function frameOfCommand(state: AnimationState, entry: number, times: Float32Array): number {
  const { arena, playback } = state
  return frameAt(times, arena.f64, workAt(playback.commands, entry) + WORK.TIME)
}

/**
 * Returns whether a timeline is skipped: one that mixes out past its threshold does not touch values that others keyed
 * before.
 *
 * @param keep the flag of entries below that threshold.
 */
export function skipsInstant(
  state: AnimationState,
  entry: number,
  timeline: number,
  keep: number,
  bases: boolean,
): boolean {
  const { arena, playback } = state
  const flags = flagsOf(state, entry)
  if (arena.i32[commandAt(playback.commands, entry) + COMMAND.MODES] < 0) return false
  if ((flags & COMMAND_OUT) === 0 || (flags & (keep | BLEND_PLAIN)) !== 0) return false
  const mode = modeOf(state, entry, timeline)
  if ((mode & (MODE.hold | MODE.off)) !== 0) return false
  return (mode & MODE.blend) === (bases ? 1 + MIX_BLEND.replace : 0)
}
