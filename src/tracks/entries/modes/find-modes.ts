/** Finds the modes of all timelines of a skeleton's entries. */
import { allocate, release } from '../../../base/memory/arena'
import type { AnimationImage } from '../../../rig/animation/image'
import type { Rig } from '../../../rig/rig'
import { TRACK_FLAG } from '../../../world/entries'
import { MIX_BLEND, MODE, MODE_WORDS, TIMELINE_MODE } from '../../../world/playback'
import type { AnimationState } from '../../../world/state'
import { modeBytes, oldestOn } from '../rows'
import { findBase } from './bases'
import { isKeyed, keysSame } from './keyed'
import { isHeld, isMixed } from './kinds'
import { clearOwners, ownProperty } from './property-owners'

/** Allocates the list of an entry's active deform timelines. A structure call. */
export function reserveDeforms(state: AnimationState, row: number, rig: Rig): void {
  const { arena, playback } = state
  const deforms = rig.animations[playback.entries.animation[row]].image().deforms.length
  const list = deforms > 0 ? allocate(arena, deforms * 4, false) >> 2 : 0
  const { entries } = playback // Renewed: the arena may have grown.
  entries.deforms[row] = list
  entries.deformRoom[row] = deforms
}

/**
 * Allocates the modes of an entry's timelines. They take memory, so an entry alone on track 0, at full weight and
 * without a track end, has none until it needs them. A structure call.
 *
 * @returns whether modes were allocated; they are not found yet.
 */
export function reserveModes(state: AnimationState, rig: Rig, row: number): boolean {
  const { arena, playback } = state
  if (row < 0 || playback.entries.animation[row] < 0 || playback.entries.modeCount[row] > 0) return false
  const timelines = rig.animations[playback.entries.animation[row]].image().timelineKinds.length
  if (timelines === 0) return false
  const modes = allocate(arena, modeBytes(timelines)) >> 2
  const { entries } = playback // Renewed: the arena may have grown.
  entries.modes[row] = modes
  entries.modeCount[row] = timelines
  return true
}

/**
 * Reallocates the modes of an entry whose new animation has another number of timelines. A structure call.
 *
 * @returns whether it did; modes and rotation memory are then lost.
 */
export function changeModes(state: AnimationState, rig: Rig, row: number): boolean {
  const { entries } = state.playback
  const count = entries.modeCount[row]
  const timelines = rig.animations[entries.animation[row]].image().timelineKinds.length
  if (count === 0 || count === timelines) return false
  release(state.arena, entries.modes[row] << 2, modeBytes(count))
  entries.modes[row] = entries.modeCount[row] = 0
  reserveModes(state, rig, row)
  return true
}

/**
 * Gives modes to an entry that plays without them. Such an entry was the first of all, so its modes depend on no other
 * entry, and no other entry's modes change.
 */
export function keepModes(state: AnimationState, rig: Rig, row: number): void {
  if (!reserveModes(state, rig, row)) return
  clearOwners(state.playback.owners)
  findEntryModes(state, rig, row)
}

/**
 * Finds the mode of every timeline of a skeleton's entries. The first entry to key a property starts from the setup
 * value, and later ones from the current value. Call it only after an entry has started or ended.
 */
export function findModes(state: AnimationState, eid: number): void {
  const { playback, rigs, skeletons } = state
  const rig = rigs[skeletons.rig[eid]]?.source
  if (!rig) return
  skeletons.entriesChanged[eid] = 0
  const { entries } = playback
  clearOwners(playback.owners)
  for (let track = 0; track < skeletons.trackCount[eid]; track++) {
    for (let row = oldestOn(state, eid, track); row >= 0; row = entries.newer[row]) {
      if (entries.animation[row] < 0) continue
      if (rig.maths.tracks.holdsAll && isAddedFirst(state, row)) startFromSetup(state, row)
      else if (keepsModes(state, rig, row)) maskModes(state, row)
      else findEntryModes(state, rig, row)
    }
  }
}

/**
 * Returns whether an entry keeps its earlier modes, up to 4.2. An additive entry that is mixed out keys nothing. In
 * 3.8, neither does a current one if another is mixed out below it, except on track 0: there it gets the modes of 4.0.
 * Its commands have no modes; on track 0 they use the earlier ones.
 */
function keepsModes(
  { playback: { entries, trackEntries } }: AnimationState,
  { maths }: Rig,
  row: number,
): boolean {
  const { bases, lowestAddedKeys } = maths.tracks
  if (bases || trackEntries.mixBlend[row] !== MIX_BLEND.add) return false
  const mixesOut = entries.newer[row] >= 0
  return lowestAddedKeys ? entries.older[row] >= 0 && (mixesOut || entries.track[row] > 0) : mixesOut
}

/** Returns whether an entry is additive, on track 0, and is mixed in over another. */
function isAddedFirst({ playback: { entries, trackEntries } }: AnimationState, row: number): boolean {
  if (trackEntries.mixBlend[row] !== MIX_BLEND.add || entries.track[row] !== 0) return false
  return entries.older[row] >= 0 && entries.newer[row] < 0
}

/** [3.7] Makes all timelines start from the setup value. None counts as keyed. */
function startFromSetup(state: AnimationState, row: number): void {
  const { arena, playback } = state
  const { modeCount, modes } = playback.entries
  for (let timeline = 0; timeline < modeCount[row]; timeline++)
    arena.i32[modes[row] + timeline * MODE_WORDS] = TIMELINE_MODE.first
  maskModes(state, row)
}

/** Finds the modes of one entry. Timelines outside the mask do not count as keyed. */
function findEntryModes(state: AnimationState, rig: Rig, row: number): void {
  const { arena, playback } = state
  const { entries, trackEntries } = playback
  const image = rig.animations[entries.animation[row]].image()
  let fading = 0
  let holding = 0
  let mixing = 0
  let mixed = 0
  let held = 0
  const kept = entries.modeCount[row] > 0
  for (let timeline = 0; timeline < image.timelineKinds.length; timeline++) {
    const own = entries.modes[row] + timeline * MODE_WORDS
    let mode: number = MODE.off
    if (isKeyed(state, row, timeline)) {
      if (rig.maths.tracks.bases) mode = findBase(state, rig, row, image, timeline, arena.i32[own])
      else mode = findBlend(state, rig, row, image, timeline)
      if ((mode & MODE.own) !== 0) mixing++
      else if ((mode & MODE.hold) !== 0) holding++
      else fading++
    }
    if (kept) arena.i32[own] = mode
    if (isMixed(image.timelineKinds[timeline])) {
      mixed++
      if (mode === TIMELINE_MODE.holdFirst) held++
    }
  }
  if (mixed > 0 && held === mixed) trackEntries.flags[row] |= TRACK_FLAG.held
  else trackEntries.flags[row] &= ~TRACK_FLAG.held
  trackEntries.fading[row] = fading
  trackEntries.holding[row] = holding
  trackEntries.mixing[row] = mixing
}

/** Keeps the modes, and updates only their `off` bits by the mask. */
function maskModes(state: AnimationState, row: number): void {
  const { arena, playback } = state
  const { modeCount, modes } = playback.entries
  const { flags } = playback.trackEntries
  flags[row] &= ~TRACK_FLAG.held
  for (let timeline = 0; timeline < modeCount[row]; timeline++) {
    const own = modes[row] + timeline * MODE_WORDS
    arena.i32[own] = (arena.i32[own] & ~MODE.off) | (isKeyed(state, row, timeline) ? 0 : MODE.off)
  }
}

/**
 * Finds the mode of a timeline by the rules of 3.8 to 4.2: from the first entry that keys its properties, and from the
 * entry that replaces this one.
 */
function findBlend(
  state: AnimationState,
  rig: Rig,
  row: number,
  image: AnimationImage,
  timeline: number,
): number {
  const { entries, trackEntries } = state.playback
  const { holdsAll } = rig.maths.tracks
  const fresh = addProperties(state, image, timeline)
  const to = entries.newer[row]
  if (to >= 0 && (trackEntries.flags[to] & TRACK_FLAG.holdPrevious) !== 0)
    return fresh || holdsAll ? TIMELINE_MODE.holdFirst : TIMELINE_MODE.holdSubsequent
  if (!fresh) return TIMELINE_MODE.subsequent
  if (to < 0 || (!holdsAll && !isHeld(image.timelineKinds[timeline]))) return TIMELINE_MODE.first
  if (!keysSame(state, rig, to, image, timeline)) return TIMELINE_MODE.first
  let newer = entries.newer[to]
  while (newer >= 0 && keysSame(state, rig, newer, image, timeline)) newer = entries.newer[newer]
  if (newer < 0 || trackEntries.mixDuration[row] <= 0) return TIMELINE_MODE.holdFirst
  return TIMELINE_MODE.holdMix | (newer << MODE.bits)
}

/** Adds the timeline's properties to the keyed ones. @returns whether one of them is new. */
function addProperties(
  { playback: { owners } }: AnimationState,
  image: AnimationImage,
  timeline: number,
): boolean {
  let fresh = false
  for (let i = image.propertyStart[timeline]; i < image.propertyStart[timeline + 1]; i++)
    if (ownProperty(owners, image.properties[i], 0) < 0) fresh = true
  return fresh
}
