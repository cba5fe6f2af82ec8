/** Brings animations into the arena before entries play them. */
import { listNames, OsteonError } from '../../base/errors'
import { heldForm } from '../../rig/forms'
import type { RegisteredRig } from '../../world/chunks/blocks'
import { chunkAt } from '../../world/chunks/blocks'
import { animationWords, channelWords } from '../../world/chunks/registry'
import type { AnimationState } from '../../world/state'
import { entriesOf } from './rows'

/**
 * Returns the number of an animation by name.
 *
 * @throws OsteonError `unknown-animation`; the message lists the rig's animations.
 */
export function animationNumber(registered: RegisteredRig, name: string, eid: number): number {
  const { source: rig } = registered
  const number = rig.animationIndex.get(name)
  if (number !== undefined) return number
  const message = `"${rig.name}" has no animation ${JSON.stringify(name)}; it has ${listNames(rig.animationIndex.keys())}`
  throw new OsteonError('unknown-animation', `entity ${eid}`, 'animation', message)
}

/** Copies an animation into the arena, with all tables that sampling it for this skeleton needs. A structure call. */
export function prepareAnimation(state: AnimationState, eid: number, animation: number): void {
  const { program, rig } = chunkAt(state.blocks, state.skeletons.chunk[eid])
  // Two forms of an animation are neighbours.
  for (let form = heldForm(rig.source.animations, animation); form <= animation; form++) {
    animationWords(state, rig, form)
    channelWords(state, program, form)
  }
  const slots = rig.source.slots.count
  if (state.playback.marks.length < slots) {
    state.playback.marks = new Uint8Array(slots)
    state.playback.marked = new Uint16Array(slots)
  }
}

/**
 * Prepares the animations of all entries of a skeleton that moved to another program: mixed out, current and queued.
 */
export function prepareTracks(state: AnimationState, eid: number): void {
  const { arena, playback } = state
  const { entries } = playback // Renewed where the arena grows.
  for (const row of entriesOf(state, eid)) {
    if (entries.animation[row] >= 0) prepareAnimation(state, eid, entries.animation[row])
    for (let node = 1; node < entries.nodeCount[row]; node++) {
      const other = arena.i32[entries.nodes[row] + node]
      if (other >= 0) prepareAnimation(state, eid, entries.animation[other])
    }
  }
}
