import type { Crowd } from '../crowd'
import { MODE } from '../figures/actors'
import { findNear } from '../figures/cells'
import { makeRoom } from '../figures/steering'
import { isOnTheWay } from './walk'

/** Greatest speed sideways, units a second. */
const MOST = 240

/** Moves awake characters away from others at the same place; walkers only across, so that feet do not slide. */
export function keepApart({
  acting,
  actingCount,
  actors,
  arena,
  cells,
  room,
  seconds,
  turns,
  world,
}: Crowd): void {
  const { mode, pushX } = actors
  const { x, y } = world.components.Transform
  const { near } = cells
  for (let i = 0; i < actingCount; i++) {
    const eid = acting[i]
    if (mode[eid] === MODE.rest || pushX[eid] !== 0) continue
    const most = MOST * seconds * turns[eid]
    const count = findNear(cells, x[eid], y[eid])
    room[0] = room[1] = 0
    for (let n = 0; n < count; n++) {
      const other = near[n]
      if (other !== eid) makeRoom(x[other] - x[eid], y[other] - y[eid], eid < other ? 1 : -1, room)
    }
    if (!isOnTheWay(actors, eid))
      x[eid] = within(x[eid] + within(room[0] * most, -most, most), 0, arena.width)
    y[eid] = within(y[eid] + within(room[1] * most, -most, most), 0, arena.height)
  }
}

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value))
