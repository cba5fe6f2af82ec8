/**
 * Pictures between two ticks: for games that tick at one rate and draw at another.
 *
 * @module osteon/between
 */
import type { Extension } from '../../../components/extension'
import type { AnimationWorld } from '../../world/world-type'
import { createHostBlend } from './host'
import { endTick, keepTick } from './keep'
import { endList, listSlot } from './list-clipped'
import { createBetween, NAME } from './state'

export { drawBetween } from './draw'
export { jump } from './jump'

/**
 * Keeps the vertices of the tick before the last, for `drawBetween`: `installAnimation(world, { use: [betweenTicks] })`.
 * It takes 60 bytes for each vertex, and a copy of what moves in each tick.
 */
export const betweenTicks: Extension = {
  name: NAME,
  install: (world: AnimationWorld) => {
    const { animation } = world
    const between = createBetween(animation)
    return {
      state: Object.assign(between, { host: createHostBlend(world, between) }),
      openTick: () => keepTick(animation, between),
      clips: {
        cut: (eid, chunk, base, slot, clip, splice) =>
          listSlot(animation, between.clips, eid, chunk, base, slot, clip, splice),
        made: () => endList(between.clips),
      },
      finishTick: () => endTick(animation, between),
    }
  },
}
