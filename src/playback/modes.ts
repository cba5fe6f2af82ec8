import { allocate } from '../memory/arena'
import { type AnimationImage, TIMELINE_KIND } from '../rig/animation-image'
import type { Rig } from '../rig/rig'
import { ENTRY_FLAG, MIX_BLEND, TIMELINE_MODE } from '../world/playback'
import type { AnimationState } from '../world/state'

/** Makes room for what an entry keeps of its timelines: their modes, and which deform timelines act. A structure call. */
export function reserveTimelines(state: AnimationState, row: number, rig: Rig): void {
  const { arena, playback } = state
  const image = rig.animations[playback.entries.animation[row]].image()
  const timelines = image.propertyStart.length - 1
  const deforms = image.deforms.length
  const modes = timelines > 0 ? allocate(arena, timelines) : 0
  const list = deforms > 0 ? allocate(arena, deforms * 2) >> 1 : 0
  const { entries } = playback // Renewed where the arena grew.
  entries.modes[row] = modes
  entries.modeCount[row] = timelines
  entries.deforms[row] = list
  entries.deformRoom[row] = deforms
}

/**
 * Finds the mode of every timeline of a skeleton's entries (spine-animation-state §6.2): who was the
 * first to key a property starts from setup, the others from what earlier applications left.
 * Runs only when an entry started or ended.
 */
export function findModes(state: AnimationState, entity: number): void {
  const { arena, playback, rigs, skeletons } = state
  const rig = rigs[skeletons.rig[entity]]?.rig
  if (!rig) return
  skeletons.modesDirty[entity] = 0
  const { entries } = playback
  const keyed = new Set<number>()
  for (let track = 0; track < skeletons.trackCount[entity]; track++) {
    const current = arena.i32[skeletons.tracks[entity] + track]
    for (let row = oldest(state, current); row >= 0; row = entries.mixingTo[row]) {
      if (entries.animation[row] < 0) continue
      if (entries.mixBlend[row] === MIX_BLEND.add && row !== current) continue
      findEntryModes(state, rig, row, keyed)
    }
  }
}

function oldest(state: AnimationState, current: number): number {
  const { mixingFrom } = state.playback.entries
  let row = current
  while (row >= 0 && mixingFrom[row] >= 0) row = mixingFrom[row]
  return row
}

function findEntryModes(state: AnimationState, rig: Rig, row: number, keyed: Set<number>): void {
  const { entries } = state.playback
  const image = rig.animations[entries.animation[row]].image()
  const timelines = entries.modeCount[row]
  const to = entries.mixingTo[row]
  const held = to >= 0 && (entries.flags[to] & ENTRY_FLAG.holdPrevious) !== 0
  for (let timeline = 0; timeline < timelines; timeline++) {
    const fresh = addProperties(image, timeline, keyed)
    const mode = held
      ? fresh
        ? TIMELINE_MODE.holdFirst
        : TIMELINE_MODE.holdSubsequent
      : fresh
        ? firstMode(state, rig, image, timeline, to)
        : TIMELINE_MODE.subsequent
    state.arena.u8[entries.modes[row] + timeline] = mode
  }
}

/** Adds a timeline's properties to those keyed so far. @returns whether any of them is new. */
function addProperties(image: AnimationImage, timeline: number, keyed: Set<number>): boolean {
  const before = keyed.size
  for (let i = image.propertyStart[timeline]; i < image.propertyStart[timeline + 1]; i++)
    keyed.add(image.properties[i])
  return keyed.size > before
}

/** A property that a newer entry of the track keys too is held, so that it does not dip to setup. */
function firstMode(
  state: AnimationState,
  rig: Rig,
  image: AnimationImage,
  timeline: number,
  to: number,
): number {
  const { entries } = state.playback
  if (to < 0 || isInstant(image.timelineKinds[timeline])) return TIMELINE_MODE.first
  return keysSame(rig, entries.animation[to], image, timeline) ? TIMELINE_MODE.holdFirst : TIMELINE_MODE.first
}

/** Attachments, draw orders and events are never held. */
function isInstant(kind: number): boolean {
  return kind === TIMELINE_KIND.attachment || kind === TIMELINE_KIND.drawOrder || kind === TIMELINE_KIND.event
}

function keysSame(rig: Rig, animation: number, image: AnimationImage, timeline: number): boolean {
  if (animation < 0) return false
  const { properties } = rig.animations[animation].image()
  for (let i = image.propertyStart[timeline]; i < image.propertyStart[timeline + 1]; i++)
    if (properties.includes(image.properties[i])) return true
  return false
}
