/** Brings animations into the arena before entries play them. */
import { listNames, OsteonError } from '../errors'
import { heldForm } from '../rig/forms'
import type { RegisteredRig } from '../world/chunks/blocks'
import { animationWords, channelWords } from '../world/chunks/registry'
import { chunkAt } from '../world/chunks/seats'
import type { AnimationState } from '../world/state'

/**
 * Number of an animation by name.
 *
 * @throws OsteonError `unknown-animation`; the message lists what there is.
 */
export function animationNumber(registered: RegisteredRig, name: string, eid: number): number {
  const { rig } = registered
  const number = rig.animationIndex.get(name)
  if (number !== undefined) return number
  const message = `"${rig.name}" has no animation ${JSON.stringify(name)}; it has ${listNames(rig.animationIndex.keys())}`
  throw new OsteonError('unknown-animation', `entity ${eid}`, 'animation', message)
}

/** Brings everything into the arena that sampling an animation for this skeleton needs. A structure call. */
export function prepareAnimation(state: AnimationState, eid: number, animation: number): void {
  const { program, rig } = chunkAt(state.blocks, state.skeletons.chunk[eid])
  // Where it has two forms, they are neighbours.
  for (let form = heldForm(rig.rig.animations, animation); form <= animation; form++) {
    animationWords(state, rig, form)
    channelWords(state, program, form)
  }
  const slots = rig.rig.slots.count
  if (state.playback.marks.length < slots) {
    state.playback.marks = new Uint8Array(slots)
    state.playback.marked = new Uint16Array(slots)
  }
}

/** The same for the animations of all entries of a skeleton that moved to another program: mixed out, current and queued. */
export function prepareTracks(state: AnimationState, eid: number): void {
  const { arena, skeletons } = state
  for (let track = 0; track < skeletons.trackCount[eid]; track++) {
    const current = arena.i32[skeletons.tracks[eid] + track]
    prepareAll(state, eid, current, 'older')
    prepareAll(state, eid, current, 'next')
  }
}

function prepareAll(state: AnimationState, eid: number, from: number, link: 'older' | 'next'): void {
  const { arena, playback } = state
  for (let row = from; row >= 0; row = playback.entries[link][row]) {
    const { animation, nodeCount, nodes } = playback.entries
    if (animation[row] >= 0) prepareAnimation(state, eid, animation[row])
    for (let node = 1; node < nodeCount[row]; node++)
      prepareAnimation(state, eid, playback.entries.animation[arena.i32[nodes[row] + node]])
  }
}
