import type { Crowd } from '../crowd'

/** Half of a body's width, as a share of its height. */
const HALF_WIDTH = 0.28

/** The foremost character at a place; 0 = none. */
export function someoneAt({ actors, cast, ids, world }: Crowd, x: number, y: number): number {
  const { Transform } = world.components
  let found = 0
  for (let i = 0; i < ids.length; i++) {
    const eid = ids[i]
    const height = cast[actors.member[eid]].height * actors.scale[eid]
    const up = y - Transform.y[eid]
    if (up < 0 || up > height || Math.abs(x - Transform.x[eid]) > HALF_WIDTH * height) continue
    if (found === 0 || Transform.y[eid] < Transform.y[found]) found = eid
  }
  return found
}
