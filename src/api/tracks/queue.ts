/** Queues animations. */

import type { Entity, NameOf, RigNames } from '../../base/model/names'
import { animationNumber } from '../../tracks/entries/prepare'
import { handleOf } from '../../tracks/entries/rows'
import { queueOnTrack } from '../../tracks/player/queue'
import { heardCall, isHeard } from '../../world/calls'
import type { EntryHandle } from '../../world/entries'
import type { QueueOptions } from '../../world/play-options'
import type { AnimationWorld } from '../../world/world-type'
import { checkFields } from './entry-fields'
import { checkTrack, openTracks, playerOf, registeredOf } from './tracks'

/**
 * Queues an animation after the last one of a track (Spine's `addAnimation`). A delay of 0 or less is computed now,
 * from the current times of the previous entry, and from `mix` if that is given. A structure call.
 *
 * @returns a handle of the track entry.
 * @throws OsteonError `no-skeleton`, `unknown-animation`, `bad-option`, `capacity` past 2^20 entries; everything stays
 *   as it was.
 */
export function queue<N extends RigNames, G extends string>(
  world: AnimationWorld,
  eid: Entity<N>,
  animation: NameOf<N['animations'], G>,
  options: QueueOptions = {},
): EntryHandle {
  if (isHeard(world)) return heardCall('queue', queue, world, eid, animation, options)
  const registered = registeredOf(world, eid)
  const number = animationNumber(registered, animation, eid)
  checkTrack(eid, options.track ?? 0)
  const player = playerOf(world, eid)
  checkFields(eid, registered, options, player.options)
  player.check(eid, registered.source, number, options)
  openTracks(world, eid, number, 1)
  const { queue: queueBy = queueOnTrack } = player
  return handleOf(world.animation, queueBy(world.animation, eid, number, options))
}
