import type { AnimationWorld } from '../components/world-type'
import { mayRepeat, repeatFrom } from '../src/shortcuts'
import { decideActivity } from '../src/tick/list-awake'
import { sampleTracks } from '../src/tick/sample'
import { endSystem, openTick } from '../src/tick/tick'
import { closeEvents, openEvents, showQueued } from '../src/world/events'
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
  for (let i = repeatFrom(state, 0); i < count; i = repeatFrom(state, i + 1)) {
    const eid = ids[i]
    showQueued(events, serial[eid])
    // Its commands held until now.
    if (mayRepeat(activity[eid], still)) decideActivity(state, eid, true)
    sampleTracks(state, eid)
  }
  closeEvents(events)
  endSystem(state, PLACE.timelineSampling, generation)
}
