/** Finds which timelines and properties an entry keys, within its mask. */
import type { AnimationImage } from '../../../rig/animation/image'
import type { Rig } from '../../../rig/rig'
import type { AnimationState } from '../../../world/state'

/** Whether an entry's mask lets a timeline through. */
export function isKeyed({ arena, playback }: AnimationState, row: number, timeline: number): boolean {
  const mask = playback.entries.mask[row]
  return mask === 0 || (arena.i32[mask + (timeline >> 5)] & (1 << (timeline & 31))) !== 0
}

/** Whether an entry's animation keys one of the timeline's properties, within its mask. */
export function keysSame(
  state: AnimationState,
  rig: Rig,
  row: number,
  image: AnimationImage,
  timeline: number,
): boolean {
  const { entries } = state.playback
  if (entries.animation[row] < 0) return false
  const other = rig.animations[entries.animation[row]].image()
  for (let i = image.propertyStart[timeline]; i < image.propertyStart[timeline + 1]; i++) {
    const id = image.properties[i]
    if (other.keyed.has(id) && (entries.mask[row] === 0 || keysThrough(state, row, other, id))) return true
  }
  return false
}

/** Whether an entry with a mask keys the property `id`. */
function keysThrough(state: AnimationState, row: number, image: AnimationImage, id: number): boolean {
  for (let timeline = 0; timeline < image.timelineKinds.length; timeline++) {
    if (!isKeyed(state, row, timeline)) continue
    for (let i = image.propertyStart[timeline]; i < image.propertyStart[timeline + 1]; i++)
      if (image.properties[i] === id) return true
  }
  return false
}
