import type { AnimationWorld } from '../components/world-type'
import { endLoans } from '../src/playback/lend'
import { sampleTracks } from '../src/playback/sample'
import { endSystem, openTick } from '../src/playback/tick'
import { closeEvents, openEvents, showQueued } from '../src/world/events'
import { PLACE } from '../src/world/state'
import { stateOf } from '../src/world/state-of'

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
  endLoans(stateOf(world))
  sampleTimelines(world)
}

/** The same for drivers that take chunks through all systems. */
export function sampleTimelines(world: AnimationWorld): void {
  openTick(world, PLACE.timelineSampling)
  const state = world.animation
  const { awake, arena, events, playback, skeletons, tick } = state
  const { generation } = arena
  const { itemCount, itemStart, serial } = skeletons
  openEvents(events)
  playback.list.count = 0
  playback.deforms.count = 0
  playback.listTick = tick.number
  for (let i = tick.glided; i < awake.count; i++) {
    const eid = awake.ids[i]
    showQueued(events, serial[eid])
    const first = playback.list.count
    sampleTracks(state, eid)
    // Most have none, as since the last tick was closed: two columns less to wait for.
    if (playback.list.count === first) continue
    itemStart[eid] = first
    itemCount[eid] = playback.list.count - first
  }
  closeEvents(events)
  endSystem(state, PLACE.timelineSampling, generation)
}
