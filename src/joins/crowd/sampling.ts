/** The system `bakedSampling`: moves the clocks of baked figures, fires their events, and moves those that travel. */
import { heardCall, isHeard } from '../../world/calls'
import { TICK } from '../../world/state'
import { stateOf } from '../../world/state-of'
import type { CrowdWorld } from './component'
import { compact } from './figures'
import { mixOf } from './frame/place'
import { passFigure, SECONDS } from './machine'
import { runClocks } from './run-kernels'
import { crowdOf } from './state'
import { trimEvents } from './trim-events'

/**
 * Moves every baked figure by the seconds of the open tick, and fires the events that a live skeleton would fire.
 * Figures of tables with a root motion (`BakeOptions.rootMotion`) travel as live skeletons do.
 *
 * reads   the tick's seconds, Baked, tables
 * writes  Baked.time, events; Transform of figures that travel
 * runs    after `timelineSampling`, or after `runPipeline`, in every tick
 * cost    a few comparisons a figure; figures that fade, or pass a key or an end, take longer; nothing allocated
 *
 * Throws `no-extension` in a world without `crowds`.
 */
export function bakedSampling(world: CrowdWorld): void {
  if (isHeard(world)) return void heardCall('bakedSampling', bakedSampling, world)
  const state = stateOf(world)
  const crowd = crowdOf(state)
  compact(crowd)
  const { travel } = crowd
  crowd.work[SECONDS] = state.tick.seconds[TICK]
  travel?.note(crowd)
  const { events } = state
  const count = runClocks(world, crowd)
  const { ids, memory } = crowd
  const { special } = memory.lists.columns
  // They follow the events of skeletons, in the same tick.
  events.sampling = true
  for (let i = 0; i < count; i++) passFigure(world, crowd, ids[special[i]])
  events.sampling = false
  travel?.move(crowd, mixOf)
  trimEvents(events.shown, events.shown.count, crowd.shownUsage)
  trimEvents(events.queue, events.queue.count, crowd.queueUsage)
}
