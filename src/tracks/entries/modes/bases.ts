/** Finds the modes of timelines by the rules of Spine 4.3. */
import { type AnimationImage, TIMELINE_KIND } from '../../../rig/animation/image'
import { DRAW_ORDER_ID } from '../../../rig/animation/properties'
import type { Rig } from '../../../rig/rig'
import { TRACK_FLAG } from '../../../world/entries'
import { MIX_BLEND, MODE, MODE_WORDS } from '../../../world/playback'
import type { AnimationState } from '../../../world/state'
import { keysSame } from './keyed'
import { isMixed } from './kinds'
import { ownerOf, ownProperty } from './property-owners'

/**
 * Finds the mode of a timeline by the rules of 4.3: its start value, from the first entry that keys its properties, and
 * whether it is held, because a newer entry of the track keys one of them.
 *
 * @param previous the earlier mode of the timeline.
 */
export function findBase(
  state: AnimationState,
  rig: Rig,
  row: number,
  image: AnimationImage,
  timeline: number,
  previous: number,
): number {
  const { entries, trackEntries } = state.playback
  const { newer: newerOf } = entries
  const { flags, mixDuration } = trackEntries
  const base = baseOf(state, row, image, timeline)
  const kind = image.timelineKinds[timeline]
  const sums = sumsOf(flags[row], kind)
  if (adds(flags[row], kind)) return base | sums
  const to = newerOf[row]
  const isReplaced =
    to >= 0 && isMixed(kind) && !adds(flags[to], kind) && keysSame(state, rig, to, image, timeline)
  const keeps = (flags[row] & TRACK_FLAG.keepHold) !== 0
  if (keeps ? (previous & MODE.hold) === 0 : !isReplaced) return base | sums
  let newer = isReplaced ? newerOf[to] : -1
  while (newer >= 0 && !adds(flags[newer], kind) && keysSame(state, rig, newer, image, timeline))
    newer = newerOf[newer]
  if (newer < 0 || mixDuration[newer] <= 0) return base | MODE.hold | sums
  return base | MODE.hold | MODE.own | sums | (newer << MODE.bits)
}

/**
 * Returns the start value: the current one if another track owns a property, `first` if this track does, otherwise the
 * setup value.
 */
function baseOf(state: AnimationState, row: number, image: AnimationImage, timeline: number): number {
  const { entries, owners } = state.playback
  let base: number = MIX_BLEND.setup
  for (let i = image.propertyStart[timeline]; i < image.propertyStart[timeline + 1]; i++) {
    const owner = ownProperty(owners, image.properties[i], entries.track[row])
    if (owner < 0) continue
    if (owner !== entries.track[row]) base = MIX_BLEND.replace
    else if (base === MIX_BLEND.setup) base = MIX_BLEND.first
  }
  if (image.timelineKinds[timeline] === TIMELINE_KIND.drawOrderFolder && base !== MIX_BLEND.replace) {
    const owner = ownerOf(owners, DRAW_ORDER_ID)
    if (owner >= 0) base = owner === entries.track[row] ? MIX_BLEND.first : MIX_BLEND.replace
  }
  return base + 1
}

/**
 * Updates the modes after a change of the additive flag, in a rig of 4.3. Adding takes effect at once. Start values and
 * holds change only when an entry starts or ends.
 */
export function markSums({ arena, playback }: AnimationState, rig: Rig, row: number): void {
  const { animation, modeCount, modes } = playback.entries
  const { flags } = playback.trackEntries
  flags[row] &= ~TRACK_FLAG.held
  for (let timeline = 0; timeline < modeCount[row]; timeline++) {
    const own = modes[row] + timeline * MODE_WORDS
    const kind = rig.animations[animation[row]].image().timelineKinds[timeline]
    arena.i32[own] = (arena.i32[own] & ~MODE.add) | sumsOf(flags[row], kind)
  }
}

/** Returns `MODE.add` if the entry adds the values of this timeline. */
function sumsOf(flags: number, kind: number): number {
  const sums = (flags & TRACK_FLAG.additive) !== 0 && kind === TIMELINE_KIND.summed
  return sums || adds(flags, kind) ? MODE.add : 0
}

/** Returns whether the timeline is of a kind that an additive entry adds and never holds. */
function adds(flags: number, kind: number): boolean {
  if ((flags & TRACK_FLAG.additive) === 0) return false
  return kind === TIMELINE_KIND.rotate || kind === TIMELINE_KIND.addable || kind === TIMELINE_KIND.deform
}
