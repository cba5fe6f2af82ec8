/** The system `timelineSampling`: advances entries and fires events. */

import { openTick } from '../src/tick/open-tick'
import { sampleActive } from '../src/tick/sample'
import { heardCall, isHeard } from '../src/world/calls'
import { PLACE } from '../src/world/state'
import type { AnimationWorld } from '../src/world/world-type'

/**
 * Advances every track entry, and writes the commands for `mixing`.
 *
 * reads   time.delta, Skeleton.timeScale, Visibility, track entries, discrete timelines
 * writes  entries' clocks, slot rows (attachment, sequence frame), draw order, inherit modes, the apply
 *         list, events
 * runs    first; the only system that clears events
 * cost    one pass over skeletons that are awake, nothing allocated; actions start animations as `play` does
 *
 * @throws OsteonError `not-finite` if the tick's length isn't a finite number.
 */
export function timelineSampling(world: AnimationWorld): void {
  if (isHeard(world)) return void heardCall('timelineSampling', timelineSampling, world)
  openTick(world, PLACE.timelineSampling)
  sampleActive(world)
}
