import type { AnimationWorld } from '../components/world-type'
import { mayRepeat, repeat } from '../src/shortcuts/repeat'
import { decide } from '../src/tick/list-awake'
import { sampleTracks } from '../src/tick/sample'
import { endSystem, openTick } from '../src/tick/tick'
import { closeEvents, openEvents, showQueued } from '../src/world/events'
import { ACTIVITY } from '../src/world/skeletons'
import { PLACE } from '../src/world/state'

/**
 * Advances every track entry and decides what `mixing` will blend.
 *
 * reads   time.delta, Skeleton.timeScale, Visibility, track entries, discrete timelines
 * writes  entries' clocks, slot rows (attachment, sequence frame), draw order, inherit modes, the apply
 *         list, events
 * runs    first; the only system that clears events
 * cost    one pass over skeletons that are awake, nothing allocated
 *
 * @throws OsteonError `not-finite` if the tick's length is no finite number.
 */
export function timelineSampling(world: AnimationWorld): void {
  openTick(world, PLACE.timelineSampling)
  const state = world.animation
  const { active, arena, events, skeletons } = state
  const { generation } = arena
  const { activity, serial } = skeletons
  const { count, ids } = active
  const still = state.tick.seconds[0] === 0
  openEvents(events)
  for (let i = 0; i < count; i++) {
    const eid = ids[i]
    const repeats = mayRepeat(activity[eid], still)
    if (repeats && (activity[eid] & ACTIVITY.pulses) === 0 && repeat(state, eid)) continue
    showQueued(events, serial[eid])
    if (repeats && repeat(state, eid)) continue
    if (repeats) decide(state, eid, true)
    sampleTracks(state, eid)
  }
  closeEvents(events)
  endSystem(state, PLACE.timelineSampling, generation)
}
