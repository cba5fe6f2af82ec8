import type { Crowd } from '../crowd'
import { MODE } from '../figures/actors'
import { act, charge, drowse, guard, rest, strike, stroll, wait } from '../figures/behaviour'
import { hasArrived } from '../figures/steering'

/** Gives characters a new mode when their timer has run out or their goal is reached. */
export function changeMinds(crowd: Crowd): void {
  const { acting, actingCount, actors, seconds, turns, world } = crowd
  const { mode, timer, goalX, goalY } = actors
  const { x, y } = world.components.Transform
  for (let i = 0; i < actingCount; i++) {
    const eid = acting[i]
    const now = mode[eid]
    if (now === MODE.rest || now === MODE.wait || now === MODE.charge) continue
    if (now === MODE.stroll || now === MODE.march) {
      if (hasArrived(goalX[eid] - x[eid], goalY[eid] - y[eid])) arrive(crowd, eid)
      continue
    }
    timer[eid] -= seconds * turns[eid]
    if (timer[eid] <= 0) goOn(crowd, eid)
  }
}

/** A character reached its goal: a band's member waits for the others; a single one rests, waves, or walks on. */
function arrive(crowd: Crowd, eid: number): void {
  const { actors, random } = crowd
  if (actors.mode[eid] === MODE.march) {
    wait(crowd, eid)
    return
  }
  const chance = random.next()
  if (chance < 0.45) drowse(crowd, eid)
  else if (chance < 0.7) act(crowd, eid)
  else stroll(crowd, eid)
}

function goOn(crowd: Crowd, eid: number): void {
  const { actors, random } = crowd
  const was = actors.mode[eid]
  if (was === MODE.drowse) rest(crowd, eid)
  else if (actors.foe[eid] !== 0) {
    if (was === MODE.strike) guard(crowd, eid)
    else if (was === MODE.guard && random.next() < 0.75) strike(crowd, eid)
    else charge(crowd, eid)
  } else if (actors.band[eid] >= 0) wait(crowd, eid)
  else stroll(crowd, eid)
}
