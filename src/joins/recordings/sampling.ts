/** The system `recordingSampling`: plays recorded hands, gaze and head. */

import { OsteonError } from '../../base/errors'
import { closeEvents, openEvents, showQueued } from '../../world/events'
import { stateOf } from '../../world/state-of'
import { advancePlayer, TICK_SECONDS } from './advance'
import type { RecordingWorld } from './components'
import { recordingsOf } from './state'

/**
 * Plays every recording that isn't paused, and moves the entities that follow it.
 *
 * reads   time.delta, RecordingPlayer
 * writes  RecordingPlayer.time, Pose3, Hand, Gaze, events
 * runs    before `timelineSampling`, which shows its events in the same tick, and before your own systems that move
 *         skeletons by hands
 * cost    one pass over players, skipping paused ones; nothing allocated
 *
 * In a world whose `timelineSampling` never ran, it shows its events itself, from its second call on. `events` keeps
 * them until the next call.
 *
 * Throws `not-finite` if the tick's length isn't a finite number, `no-extension` in a world without `recordings`;
 * nothing has changed then.
 */
export function recordingSampling(world: RecordingWorld): void {
  const state = stateOf(world)
  const own = recordingsOf(state)
  const { events, tick } = state
  state.readDelta(own.seconds)
  if (!Number.isFinite(own.seconds[TICK_SECONDS])) {
    const message = `expected the tick's length in seconds, got ${own.seconds[TICK_SECONDS]}`
    throw new OsteonError('not-finite', 'world', 'time.delta', message)
  }
  own.settle()
  const shows = tick.samplings === 0 && own.calls > 0
  own.calls++
  if (shows) openEvents(events)
  const { alive, rows } = own
  for (let i = 0; i < alive.count; i++) {
    const row = alive.ids[i]
    if (shows) showQueued(events, rows.serial[row])
    advancePlayer(world, own, row)
  }
  if (shows) closeEvents(events)
}
