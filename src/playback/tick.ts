import type { AnimationWorld } from '../../components/world-type'
import { OsteonError } from '../errors'
import type { AnimationState } from '../world/state'
import { settle } from './settle'
import { copyColumns } from './shadow'

/**
 * Every system calls this first. A tick opens when a system runs that stands at or before the place of
 * the last one, so that any system may be left out: public columns are copied, pending skeletons get
 * their rows, and the lanes that run in this tick are marked.
 *
 * @throws OsteonError `not-finite` if the tick's seconds are no finite number; nothing has changed then.
 */
export function openTick(world: AnimationWorld, place: number): void {
  const state = world.animation
  const { tick } = state
  if (place > tick.place) {
    tick.place = place
    return
  }
  state.readDelta(tick.seconds)
  if (!Number.isFinite(tick.seconds[0])) {
    const message = `expected the tick's length in seconds, got ${tick.seconds[0]}`
    throw new OsteonError('not-finite', 'world', 'time.delta', message)
  }
  tick.place = place
  tick.number++
  settle(world)
  copyColumns(world)
  markRunning(state)
}

/**
 * What every system calls last: it holds views of the arena in locals, so the arena must not have grown
 * since the system began.
 */
export function assertSteady({ arena }: AnimationState, generation: number): void {
  if (arena.generation !== generation) throw new RangeError('osteon: the arena grew within a system')
}

function markRunning({ arena, blocks }: AnimationState): void {
  const { i32 } = arena
  for (let id = 0; id < blocks.chunks.length; id++) {
    const chunk = blocks.chunks[id]
    if (!chunk) continue
    for (let block = 0; block < chunk.blocks; block++)
      i32[chunk.run + block] = i32[chunk.skin + block] = i32[chunk.live + block]
  }
}
