import type { Crowd } from '../crowd'
import { CLIP, MODE } from '../figures/actors'
import { bump } from '../figures/blows'
import { findNear } from '../figures/cells'
import { giveWay as driftFrom } from '../figures/steering'

/** Distance at which a character bumps into another, units along and across. */
const BUMP_X = 70
const BUMP_Y = 26

/** Greatest drift up or down, units a second. */
const MOST_DRIFT = 90

/** Walking characters keep clear of others, and wake statues that they bump into. */
export function giveWay(crowd: Crowd): void {
  const { acting, actingCount, actors, cells, world } = crowd
  const { mode, drift, clip, pushX } = actors
  const { x, y } = world.components.Transform
  const { near } = cells
  for (let i = 0; i < actingCount; i++) {
    const eid = acting[i]
    const now = mode[eid]
    const thrown = pushX[eid] !== 0
    if (!thrown && now !== MODE.stroll && now !== MODE.march && now !== MODE.charge) continue
    const hard = thrown || clip[eid] === CLIP.run
    const count = findNear(cells, x[eid], y[eid])
    let sum = 0
    for (let n = 0; n < count; n++) {
      const other = near[n]
      if (other === eid) continue
      const dx = x[other] - x[eid]
      const dy = y[other] - y[eid]
      sum += driftFrom(dx, dy)
      if (hard && mode[other] === MODE.rest && Math.abs(dx) < BUMP_X && Math.abs(dy) < BUMP_Y)
        bump(crowd, other, dx < 0 ? -1 : 1)
    }
    drift[eid] = Math.max(-MOST_DRIFT, Math.min(MOST_DRIFT, sum))
  }
}
