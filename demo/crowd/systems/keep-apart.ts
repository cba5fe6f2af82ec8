import { MODE } from '../actors'
import type { Crowd } from '../crowd'
import { makeRoom } from '../steering'
import { isOnTheWay } from './walk'

/** Fastest sidling, units a second. */
const MOST = 240

/** Whoever is awake sidles away from whoever stands in the same place: on the way only across, so that feet do not slide. */
export function keepApart({ actors, arena, cells, ids, room, seconds, world }: Crowd): void {
  const { mode, pushX } = actors
  const { x, y } = world.components.Transform
  const { size, columns, rows, starts, entities } = cells
  const most = MOST * seconds
  for (let i = 0; i < ids.length; i++) {
    const eid = ids[i]
    if (mode[eid] === MODE.rest || pushX[eid] !== 0) continue
    const column = Math.max(0, Math.min(columns - 1, Math.floor(x[eid] / size)))
    const row = Math.max(0, Math.min(rows - 1, Math.floor(y[eid] / size)))
    room[0] = room[1] = 0
    for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
      const end = starts[r * columns + Math.min(columns - 1, column + 1) + 1]
      for (let at = starts[r * columns + Math.max(0, column - 1)]; at < end; at++) {
        const other = entities[at]
        if (other !== eid) makeRoom(x[other] - x[eid], y[other] - y[eid], eid < other ? 1 : -1, room)
      }
    }
    if (!isOnTheWay(actors, eid))
      x[eid] = within(x[eid] + within(room[0] * most, -most, most), 0, arena.width)
    y[eid] = within(y[eid] + within(room[1] * most, -most, most), 0, arena.height)
  }
}

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value))
