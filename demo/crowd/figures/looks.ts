/** The look of a character, be it a live skeleton or a figure of a table: the two components name the same things differently. */
import type { Crowd } from '../crowd'

/** Whether it is a live skeleton, with bones. */
export function isLive({ world }: Crowd, eid: number): boolean {
  return world.components.Baked.table[eid] === 0
}

/** Sets the speed of its clock: 1 as animated, 0 = it stands still. */
export function setPace(crowd: Crowd, eid: number, pace: number): void {
  const { Baked, Skeleton } = crowd.world.components
  if (isLive(crowd, eid)) Skeleton.timeScale[eid] = pace
  else Baked.speed[eid] = pace
}

/** Turns it: 1 to the right, -1 to the left. */
export function lookTo(crowd: Crowd, eid: number, facing: number): void {
  const { Baked, Skeleton } = crowd.world.components
  if (isLive(crowd, eid)) Skeleton.flipX[eid] = facing < 0 ? 1 : 0
  else Baked.flip[eid] = facing < 0 ? 1 : 0
}

/** Colours it: straight rgb, 0…1. */
export function tint(crowd: Crowd, eid: number, red: number, green: number, blue: number): void {
  const { Baked, Skeleton } = crowd.world.components
  const columns = isLive(crowd, eid) ? Skeleton : Baked
  columns.red[eid] = red
  columns.green[eid] = green
  columns.blue[eid] = blue
}
