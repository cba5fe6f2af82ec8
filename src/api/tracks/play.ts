import type { AnimationWorld } from '../../../components/world-type'
import type { LayerOptions } from '../../model/machine'
import { handleOf } from '../../tracks/entries'
import { animationNumber } from '../../tracks/prepare'
import { putOnTrack } from '../../tracks/put-on-track'
import { checkFields, type EntryFields, PLAY_FIELDS, writeFields } from './entry-fields'
import { checkTrack, openTracks, registeredOf } from './tracks'

/** Where an animation is played, and any field of its track entry. */
export interface PlayOptions extends EntryFields, LayerOptions {
  /** 0 … 255; higher tracks are applied over lower ones. @default 0 */
  track?: number
}

/**
 * Plays an animation on a track from its start. It replaces what plays there and what is queued (Spine's `setAnimation`).
 * It is mixed in for `mix` seconds, else for what `setMix` and `setDefaultMix` say. It takes effect in the next tick. A
 * structure call.
 *
 * @returns a handle of the track entry: a plain number that is recognised when it is stale.
 * @throws OsteonError `no-skeleton`, `unknown-animation`, `bad-option`, `capacity` past 2^20 entries; nothing has
 *   changed then.
 */
export function play(
  world: AnimationWorld,
  eid: number,
  animation: string,
  options: PlayOptions = {},
): number {
  const { track = 0, loop = false } = options
  const registered = registeredOf(world, eid)
  const number = animationNumber(registered, animation, eid)
  checkTrack(eid, track)
  const { machine } = registered.rig
  const more = machine !== null || mayHaveFields(options)
  if (more) checkFields(eid, registered, options, machine?.options ?? PLAY_FIELDS)
  openTracks(world, eid, number, 1)
  const state = world.animation
  if (machine) return handleOf(state, machine.play(state, eid, number, options))
  const row = putOnTrack(state, eid, track, number, loop)
  if (more) writeFields(state, registered, row, options)
  return handleOf(state, row)
}

/** Whether any option but `track` and `loop` is there: looking at each field takes long. */
function mayHaveFields(options: PlayOptions): boolean {
  if (Object.getPrototypeOf(options) !== Object.prototype) return true
  for (const name in options)
    if (name !== 'track' && (name !== 'loop' || typeof options.loop !== 'boolean')) return true
  return false
}
