import type { AnimationWorld } from '../components/world-type'
import { advanceTracks } from '../src/playback/advance'
import { applyTracks } from '../src/playback/apply'
import { assertSteady, openTick } from '../src/playback/tick'
import { closeEvents, openEvents, showQueued } from '../src/world/events'
import { PLACE } from '../src/world/state'

/**
 * Advances every track entry and decides what `mixing` will blend.
 *
 * reads   time.delta, Skeleton.timeScale, track entries, discrete timelines
 * writes  entries' clocks, slot rows (attachment, sequence frame), draw order, inherit modes, the apply
 *         list, events
 * runs    first; the only system that clears events
 * cost    one pass over skeletons with tracks, nothing allocated
 *
 * @throws OsteonError `not-finite` if the tick's length is no finite number.
 */
export function timelineSampling(world: AnimationWorld): void {
  openTick(world, PLACE.timelineSampling)
  const state = world.animation
  const { alive, arena, blocks, events, playback, skeletons, tick } = state
  const { generation } = arena
  openEvents(events)
  playback.list.count = 0
  playback.deforms.count = 0
  playback.listTick = tick.number
  for (let i = 0; i < alive.count; i++) {
    const eid = alive.ids[i]
    showQueued(events, skeletons.serial[eid])
    tick.seconds[1] = tick.seconds[0]
    skeletons.time[eid] += tick.seconds[1] * skeletons.timeScale[eid]
    skeletons.itemStart[eid] = playback.list.count
    const chunk = blocks.chunks[skeletons.chunk[eid]]
    if (chunk && skeletons.trackCount[eid] > 0) {
      advanceTracks(state, eid)
      applyTracks(state, eid, chunk)
    }
    skeletons.itemCount[eid] = playback.list.count - skeletons.itemStart[eid]
  }
  closeEvents(events)
  assertSteady(state, generation)
}
