/** Executes commands by calls of the library. */
import { type AnimationWorld, clearTrack, currentEntry, fadeOut, play, queue } from 'osteon'
import { entryFields, type Masks } from './fields/fields'
import type { Command } from './script'

/** Default seconds of a fade. */
const FADE = 0.3

/** @throws OsteonError for an animation that the rig lacks. */
export function perform(world: AnimationWorld, eid: number, masks: Masks, command: Command): void {
  const { verb, track, animation, fields, queued } = command
  const { delay } = fields
  if (verb === 'clear') clearTrack(world, eid, track)
  else if (verb === 'fade') {
    const mix = fields.mix ?? FADE
    fadeOut(world, eid, queued ? { track, mix, queued, delay } : { track, mix })
  } else {
    const options = { ...entryFields(fields, masks), track }
    const fadeIn = fields.fadeIn === true && currentEntry(world, eid, track) === 0
    // An entry is mixed in only if it replaces another one: the empty animation serves for that.
    if (fadeIn) fadeOut(world, eid, { track, mix: 0 })
    if (verb === 'queue' || fadeIn)
      queue(world, eid, animation, { ...options, delay: verb === 'queue' ? delay : 0 })
    else play(world, eid, animation, options)
  }
}
