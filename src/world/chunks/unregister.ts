/** Removes a rig without skeletons from a world. */
import { release } from '../../base/memory/arena'
import { liveChannels } from '../../rig/animation/compile'
import { ANIMATION, type AnimationImage, LIVE } from '../../rig/animation/image'
import { makeSlices } from '../../rig/animation/slices'
import type { AnimationState } from '../state'
import type { RegisteredProgram, RegisteredRig } from './blocks'
import { releaseVisible } from './registry'
import { releaseScratch } from './scratch'
import { loadedRig, releaseWardrobe } from './wardrobe'

/** Releases all memory of a rig. Its number is not reused, so that copies of the state can tell that it is gone. */
export function forgetRig(state: AnimationState, registered: RegisteredRig): void {
  const { arena } = state
  const { animations, id, image, masks, number, programs, source: rig } = registered
  for (const program of programs.values()) forgetProgram(state, program)
  for (const { mask, words } of masks.values())
    words.forEach((start, animation) => {
      if (start !== 0) release(arena, 4 * start, mask.timelines(rig.animations[animation].image()).byteLength)
    })
  animations.forEach((start, animation) => {
    if (start === 0) return
    const made = rig.animations[animation].image()
    forgetSlices(state, start, start + ANIMATION.SLICES, made, null)
    release(arena, 4 * start, made.words.byteLength)
  })
  releaseWardrobe(state, registered)
  release(arena, 4 * image, rig.image().words.byteLength)
  releaseScratch(state, registered)
  state.rigs[number] = null
  state.rigsById.delete(id)
  state.rigsByRig.delete(loadedRig(registered))
  state.culling.reaches[number] = undefined
}

function forgetProgram(state: AnimationState, registered: RegisteredProgram): void {
  const { arena } = state
  const { channels, program, words } = registered
  const { source: rig, animations } = registered.rig
  channels.forEach((start, animation) => {
    if (start <= 0) return
    const image = rig.animations[animation].image()
    const list = liveChannels(image, program.activeBones, program.activeConstraints)
    if (!list) return
    forgetSlices(state, animations[animation], start + LIVE.SLICES, image, list)
    release(arena, 4 * start, list.byteLength)
  })
  releaseVisible(state, registered)
  release(arena, 4 * words, program.words.byteLength)
}

/**
 * Releases slices. @param words of the animation's image. @param name index of the word with their distance from it; 0
 * = there are none.
 */
function forgetSlices(
  { arena }: AnimationState,
  words: number,
  name: number,
  image: AnimationImage,
  live: Int32Array | null,
): void {
  const distance = arena.i32[name]
  if (distance === 0) return
  release(arena, 4 * (words + distance), makeSlices(image.words, live)?.byteLength ?? 0)
}
