/** Reads and sets track entries. */

import { OsteonError } from '../../base/errors'
import type { Entity, RigNames } from '../../base/model/names'
import { editSkeleton } from '../../tick/doors/edit'
import { readSkeleton } from '../../tick/doors/read'
import { settleLeaving } from '../../tick/settle'
import { COMMON_NUMBERS, readNumbers } from '../../tracks/entries/common-fields'
import { currentEntry as currentRow, handleOf, rowOf } from '../../tracks/entries/rows'
import { readTrackFields } from '../../tracks/player/fields'
import { heardCall, isHeard } from '../../world/calls'
import { maskAt } from '../../world/chunks/registry'
import { type EntryHandle, NO_ENTRY } from '../../world/entries'
import type { EntryFields, EntryValues } from '../../world/play-options'
import { stateOf } from '../../world/state-of'
import type { AnimationWorld } from '../../world/world-type'
import { checkFields } from './entry-fields'
import { checkTrack, playerOf, registeredOf } from './tracks'

/**
 * Returns whether a handle still belongs to an entry that plays, is queued, or is being mixed out. It is stale once the
 * entry has ended, even before its `end` event is read.
 */
export function isEntry(world: AnimationWorld, handle: number): handle is EntryHandle {
  return findRow(world, handle) >= 0
}

/**
 * Returns the current entry of a track.
 *
 * @returns its handle; 0 if the track is vacant.
 * @throws OsteonError `no-skeleton`, `bad-option` for an invalid track number.
 */
export function currentEntry(world: AnimationWorld, eid: number, track: number): EntryHandle {
  registeredOf(world, eid)
  checkTrack(eid, track)
  return linkOf(world, currentRow(world.animation, eid, track))
}

/**
 * Returns the animation of a track's current entry.
 *
 * @param track from 0. @returns its name; `null` if the track is vacant or plays the empty animation.
 * @throws OsteonError `no-skeleton`, `bad-option` for an invalid track number.
 */
export function currentAnimation<N extends RigNames>(
  world: AnimationWorld,
  eid: Entity<N>,
  track = 0,
): N['animations'] | null {
  const { source: rig } = registeredOf(world, eid)
  checkTrack(eid, track)
  const row = currentRow(world.animation, eid, track)
  const animation = row < 0 ? -1 : world.animation.playback.entries.animation[row]
  return rig.animations[animation]?.name ?? null
}

/**
 * Sets fields of an entry. Nothing else changes: computed delays stay, and so do the holds of a running mix. Setting an
 * entry's first weight, end or mask is a structure call. If the skeleton has a `Visibility.rate`, an entry that has
 * ended since its last turn ends now, and stays as it is.
 *
 * @throws OsteonError `stale-handle`, `bad-option`; everything stays as it was.
 */
export function setEntry(world: AnimationWorld, handle: EntryHandle, fields: EntryFields): void {
  if (isHeard(world)) return void heardCall('setEntry', setEntry, world, handle, fields)
  const state = stateOf(world)
  const entity = state.playback.entries.entity[liveRow(world, handle)]
  const registered = registeredOf(world, entity)
  const player = playerOf(world, entity)
  checkFields(entity, registered, fields, player.fields)
  editSkeleton(world, entity)
  // Its clocks have caught up, which may have ended it.
  const row = rowOf(state, handle)
  if (row >= 0) player.write(state, row, fields)
}

/**
 * Reads an entry.
 *
 * @param out is filled and returned. @default a new object
 * @throws OsteonError `stale-handle`.
 */
export function getEntry(
  world: AnimationWorld,
  handle: EntryHandle,
  // All fields are filled below: a test compares them with the type.
  out = {} as EntryValues,
): EntryValues {
  const row = liveRow(world, handle)
  const { entries } = world.animation.playback
  const registered = registeredOf(world, entries.entity[row])
  const animation = entries.animation[row]
  out.entity = entries.entity[row]
  out.track = entries.track[row]
  out.animation = animation < 0 ? null : registered.source.animations[animation].name
  readNumbers(entries, COMMON_NUMBERS, row, out)
  out.mask = maskAt(registered, entries.mask[row], animation)
  out.trackLast = entries.appliedAt[row]
  out.isComplete = entries.trackTime[row] >= entries.animationEnd[row] - entries.animationStart[row]
  out.wasApplied = entries.appliedAt[row] !== -1
  const next = entries.next[row]
  out.isNextReady = next >= 0 && entries.appliedAt[row] - entries.delay[next] >= 0
  const { read = readTrackFields } = playerOf(world, entries.entity[row])
  read(world.animation, row, out)
  out.next = linkOf(world, entries.next[row])
  out.previous = linkOf(world, entries.previous[row])
  out.mixingFrom = linkOf(world, entries.older[row])
  out.mixingTo = linkOf(world, entries.newer[row])
  return out
}

function linkOf({ animation: state }: AnimationWorld, row: number): EntryHandle {
  return row < 0 ? NO_ENTRY : handleOf(state, row)
}

/** Returns the row of an entry whose skeleton is still there, with its clocks up to date; -1 if there is none. */
function findRow(world: AnimationWorld, handle: number): number {
  const state = stateOf(world)
  settleLeaving(world)
  const row = rowOf(state, handle)
  if (row < 0) return -1
  const entity = state.playback.entries.entity[row]
  // With another rig or skin it is another skeleton.
  readSkeleton(world, entity)
  return rowOf(state, handle)
}

/** Returns the row of an entry. @throws OsteonError `stale-handle`. */
export function liveRow(world: AnimationWorld, handle: number): number {
  const row = findRow(world, handle)
  if (row >= 0) return row
  throw new OsteonError(
    'stale-handle',
    'world',
    'entry',
    `${handle} is not a track entry, or its entry has ended`,
  )
}
