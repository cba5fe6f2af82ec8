import type { Crowd } from '../crowd'
import { type ActorColumns, MODE } from '../figures/actors'
import { lookTo } from '../figures/looks'
import { facingTo, slopeTo } from '../figures/steering'

/** Least seconds between two turns, so that no character spins on the spot. */
const LEAST_TURN = 0.45

/** Decay of a push, as an exponent a second. */
const FRICTION = 5

/** Moves characters: along x as fast as their feet go, sideways to make way, and back when pushed. */
export function walk(crowd: Crowd): void {
  const { acting, actingCount, actors, arena, cast, turns, world } = crowd
  const { mode, pushX, goalX, goalY, facing, drift, turning, rate, scale, member, clip } = actors
  const { x, y } = world.components.Transform
  for (let i = 0; i < actingCount; i++) {
    const eid = acting[i]
    const seconds = crowd.seconds * turns[eid]
    if (pushX[eid] !== 0) {
      x[eid] = clamp(x[eid] + pushX[eid] * seconds, arena.width)
      pushX[eid] = Math.abs(pushX[eid]) < 5 ? 0 : pushX[eid] * Math.exp(-FRICTION * seconds)
    }
    if (isOnTheWay(actors, eid)) {
      const dx = goalX[eid] - x[eid]
      const dy = goalY[eid] - y[eid]
      turning[eid] -= seconds
      const turned = turning[eid] > 0 ? facing[eid] : facingTo(facing[eid], dx, dy)
      if (turned !== facing[eid]) turning[eid] = LEAST_TURN
      facing[eid] = turned
      const speed = cast[member[eid]].speeds[clip[eid]] * scale[eid] * rate[eid]
      const next = x[eid] + turned * speed * seconds
      x[eid] = clamp(next, arena.width)
      // A character turns back at the edge, so that it does not walk on the spot.
      if (next !== clamp(next, arena.width)) facing[eid] = -turned
      y[eid] = clamp(y[eid] + (slopeTo(dx, dy) * speed + drift[eid]) * seconds, arena.height)
    }
    if (mode[eid] !== MODE.rest) lookTo(crowd, eid, facing[eid])
  }
}

export function isOnTheWay({ mode }: ActorColumns, eid: number): boolean {
  const now = mode[eid]
  return now === MODE.stroll || now === MODE.march || now === MODE.charge
}

const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value))
