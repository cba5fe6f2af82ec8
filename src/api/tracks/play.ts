/** Plays animations. */

import type { Entity, NameOf, RigNames } from '../../base/model/names'
import { animationNumber } from '../../tracks/entries/prepare'
import { handleOf } from '../../tracks/entries/rows'
import { heardCall, isHeard } from '../../world/calls'
import type { EntryHandle } from '../../world/entries'
import { type FadeHooks, joinedState } from '../../world/joins'
import type { PlayOptions } from '../../world/play-options'
import type { AnimationState } from '../../world/state'
import type { AnimationWorld } from '../../world/world-type'
import { checkFields } from './entry-fields'
import { checkTrack, openTracks, playerOf, registeredOf } from './tracks'

/**
 * Plays an animation on a track from its start, in place of the current and the queued entries (Spine's
 * `setAnimation`). It is mixed in for `mix` seconds, by default those of `setMix` and `setDefaultMix`. It takes effect
 * in the next tick. A structure call.
 *
 * @returns a handle of the track entry. A stale handle is recognised.
 * @throws OsteonError `no-skeleton`, `unknown-animation`, `bad-option`, `no-extension` for an inertial fade without
 *   `inertialFades`, `capacity` past 2^20 entries; everything stays as it was.
 */
export function play<N extends RigNames, G extends string>(
  world: AnimationWorld,
  eid: Entity<N>,
  animation: NameOf<N['animations'], G>,
  options: PlayOptions = {},
): EntryHandle {
  if (isHeard(world)) return heardCall('play', play, world, eid, animation, options)
  const registered = registeredOf(world, eid)
  const number = animationNumber(registered, animation, eid)
  checkTrack(eid, options.track ?? 0)
  const player = playerOf(world, eid)
  const plain = isPlain(options)
  if (!plain) {
    checkFields(eid, registered, options, [...player.options, 'fade'])
    player.check(eid, registered.source, number, options)
  }
  const { animation: state } = world
  const { fade = 'crossfade' } = options
  const fades = fade === 'crossfade' ? null : fadesOf(state)
  fades?.check(eid, options)
  openTracks(world, eid, number, 1)
  fades?.note(eid)
  const row = player.play(state, eid, number, options, plain)
  fades?.start(eid, row)
  return handleOf(state, row)
}

/** @throws OsteonError `no-extension`. */
function fadesOf({ joins }: AnimationState): FadeHooks {
  return joins.fades ?? joinedState({ joins }, 'inertialFades', 'inertialFades')
}

/** Returns whether there are no options but `track` and `loop`, because reading each field takes long. */
function isPlain(options: PlayOptions): boolean {
  if (Object.getPrototypeOf(options) !== Object.prototype) return false
  for (const name in options)
    if (name !== 'track' && (name !== 'loop' || typeof options.loop !== 'boolean')) return false
  return true
}
