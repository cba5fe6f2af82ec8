import type { Crowd } from '../crowd'
import { MODE } from '../figures/actors'
import { charge, guard } from '../figures/behaviour'

/** Reach of a blow, units at scale 1; less across the picture. */
export const REACH = 250
export const REACH_ACROSS = 70

/** Leads fighters to an arm's length from their foes, and turns them to each other. */
export function faceFoes(crowd: Crowd): void {
  const { acting, actingCount, actors, world } = crowd
  const { mode, foe, facing, goalX, goalY } = actors
  const { x, y } = world.components.Transform
  for (let i = 0; i < actingCount; i++) {
    const eid = acting[i]
    const other = foe[eid]
    if (other === 0) continue
    const now = mode[eid]
    const dx = x[other] - x[eid]
    const away = Math.abs(dx)
    if (now === MODE.charge) {
      const near = away < REACH && Math.abs(y[other] - y[eid]) < REACH_ACROSS
      // From the side on which it is; a step inside the reach, so that the blow hits.
      goalX[eid] = x[other] - Math.sign(dx) * 0.8 * REACH
      goalY[eid] = y[other]
      if (near) guard(crowd, eid)
    } else if (now === MODE.guard) {
      if (away > 1.3 * REACH || Math.abs(y[other] - y[eid]) > 1.5 * REACH_ACROSS) charge(crowd, eid)
      else if (dx !== 0) facing[eid] = Math.sign(dx)
    }
  }
}
