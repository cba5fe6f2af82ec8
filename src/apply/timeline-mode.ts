/** How one timeline of an item of the apply list is applied: what its mode says, else the item. */
import {
  APPLY_FLAG,
  MIX_BLEND,
  MODE,
  MODE_WEIGHT,
  MODE_WORDS,
  WORK_ALPHA,
  WORK_FIELDS,
  WORK_HOLD,
  WORK_WEIGHT,
} from '../world/playback'
import type { AnimationState } from '../world/state'

/** Bits of MODE; 0 for items without modes. */
export function modeOf(
  { arena, playback: { list } }: AnimationState,
  item: number,
  timeline: number,
): number {
  const modes = list.modes[item]
  if (modes < 0) return 0
  const mode = arena.i32[modes + timeline * MODE_WORDS]
  return (list.flags[item] & APPLY_FLAG.plain) !== 0 ? mode & MODE.off : mode
}

/** What the timeline starts from: one of MIX_BLEND. */
export function blendOf(state: AnimationState, item: number, timeline: number): number {
  const named = modeOf(state, item, timeline) & MODE.blend
  return named === 0 ? state.playback.list.blend[item] : named - 1
}

/**
 * The same for a deform timeline, which adds to what it starts from only if that is not the setup pose.
 *
 * @param begun its first key is reached.
 */
export function deformBlendOf(state: AnimationState, item: number, timeline: number, begun: boolean): number {
  const blend = blendOf(state, item, timeline)
  const adds = begun && (modeOf(state, item, timeline) & MODE.add) !== 0
  return adds && blend !== MIX_BLEND.setup ? MIX_BLEND.add : blend
}

/** Writes the timeline's weight to the item's WORK_WEIGHT: as a result it might become a heap object. */
export function writeWeight(state: AnimationState, item: number, timeline: number): void {
  const { work, modes } = state.playback.list
  const mode = modeOf(state, item, timeline)
  const at = item * WORK_FIELDS
  work[at + WORK_WEIGHT] =
    (mode & MODE.own) !== 0
      ? state.arena.f32[modes[item] + timeline * MODE_WORDS + MODE_WEIGHT]
      : work[at + ((mode & MODE.hold) !== 0 ? WORK_HOLD : WORK_ALPHA)]
}
