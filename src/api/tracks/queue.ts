import type { AnimationWorld } from '../../../components/world-type'
import { handleOf } from '../../tracks/entries'
import { animationNumber } from '../../tracks/prepare'
import { queueEntry, setMixWithDelay } from '../../tracks/queue'
import { checkFields, PLAY_FIELDS, writeFields } from './entry-fields'
import type { PlayOptions } from './play'
import { checkTrack, openTracks, registeredOf } from './tracks'

/** As for `play`, but for `delay`. */
export interface QueueOptions extends PlayOptions {
  /**
   * Seconds. Above 0: counted from the start of the entry before it, in that entry's track time. 0 or less: counted from that
   * entry's end (of its present loop), less the mix; with 0 the mix is over when that entry ends. On a vacant track: seconds
   * to wait, if above 0. @default 0
   */
  delay?: number
}

/**
 * Queues an animation behind the last one of a track (Spine's `addAnimation`). A delay of 0 or less is computed now: from
 * the present times of the entry before it, and from `mix` if that is given. A structure call.
 *
 * @returns a handle of the track entry.
 * @throws OsteonError `no-skeleton`, `unknown-animation`, `bad-option`, `capacity` past 2^20 entries; nothing has
 *   changed then.
 */
export function queue(
  world: AnimationWorld,
  eid: number,
  animation: string,
  options: QueueOptions = {},
): number {
  const { track = 0, loop = false, delay = 0, mix } = options
  const registered = registeredOf(world, eid)
  const number = animationNumber(registered, animation, eid)
  checkTrack(eid, track)
  const { machine } = registered.rig
  checkFields(eid, registered, options, machine?.options ?? PLAY_FIELDS)
  openTracks(world, eid, number, 1)
  const state = world.animation
  if (machine) return handleOf(state, machine.queue(state, eid, number, options))
  const row = queueEntry(state, eid, track, number, loop, delay)
  if (mix !== undefined) setMixWithDelay(state, row, mix, delay)
  writeFields(state, registered, row, { ...options, delay: undefined })
  return handleOf(state, row)
}
