/** The first steps of all functions about tracks: checks, and waking the skeleton. */

import { badOption, OsteonError } from '../../base/errors'
import { editSkeleton } from '../../tick/doors/edit'
import { prepareAnimation } from '../../tracks/entries/prepare'
import type { RegisteredRig } from '../../world/chunks/blocks'
import { HANDLE_ROWS } from '../../world/entries'
import type { Player } from '../../world/state'
import type { AnimationWorld } from '../../world/world-type'
import { chunkOf } from '../seat'

/** More tracks than any game layers; a list of them is kept per skeleton. */
const MOST_TRACKS = 256

/** Checks a track number. @throws OsteonError `bad-option`. */
export function checkTrack(eid: number, track: number): void {
  if (Number.isInteger(track) && track >= 0 && track < MOST_TRACKS) return
  throw badOption(eid, 'track', `expected an integer from 0 to ${MOST_TRACKS - 1}, got ${track}`)
}

/** Returns the registered rig of an entity's skeleton. @throws OsteonError `no-skeleton`. */
export function registeredOf(world: AnimationWorld, eid: number): RegisteredRig {
  return chunkOf(world, eid).rig
}

/** Returns the player of an entity's skeleton. */
export function playerOf({ animation: { players, skeletons } }: AnimationWorld, eid: number): Player {
  return players[skeletons.rig[eid]]
}

/**
 * Opens a skeleton's tracks: clocks catch up, and the animation is copied into the arena with its tables. Call it after
 * all checks, before entries are written.
 *
 * @param animation number in the rig; -1 = the empty animation.
 * @param count entries that will be made.
 * @throws OsteonError `capacity` if there is no room for that many more; everything stays as it was.
 */
export function openTracks(world: AnimationWorld, eid: number, animation: number, count: number): void {
  const { animation: state } = world
  const { free, rows } = state.playback
  if (free.length + HANDLE_ROWS - rows < count)
    throw new OsteonError('capacity', 'world', '', `more than ${HANDLE_ROWS} track entries`)
  editSkeleton(world, eid)
  if (animation >= 0) prepareAnimation(state, eid, animation)
}
