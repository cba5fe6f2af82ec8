import type { AnimationWorld } from '../components/world-type'
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
  const { awake, arena, events, skeletons } = state
  const { generation } = arena
  const { serial } = skeletons
  openEvents(events)
  for (let i = 0; i < awake.count; i++) {
    const eid = awake.ids[i]
    showQueued(events, serial[eid])
    sampleTracks(state, eid)
  }
  closeEvents(events)
  endSystem(state, PLACE.timelineSampling, generation)
}
