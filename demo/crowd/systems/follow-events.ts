import { events, type KeyEvent } from 'osteon'
import type { Crowd } from '../crowd'
import { CLIP, MODE } from '../figures/actors'
import { at, emitWith, hitSomebody, isSeen } from '../figures/blows'
import { KIND } from '../figures/kinds'
import { REACH, REACH_ACROSS } from './face-foes'

/** Reacts to events of animations: blows land when their key is reached, feet raise dust. */
export function followEvents(crowd: Crowd): void {
  for (const event of events(crowd.world)) {
    if (event.kind !== 'event') continue
    if (event.name === 'strike') landBlow(crowd, event.entity)
    else if (event.name === 'footstep') raiseDust(crowd, event)
  }
}

/** The blow hits if the foe is still there. */
function landBlow(crowd: Crowd, eid: number): void {
  const { actors, world } = crowd
  const { x, y } = world.components.Transform
  const foe = actors.foe[eid]
  if (foe === 0 || actors.mode[foe] === MODE.reel) return
  const dx = x[foe] - x[eid]
  if (Math.abs(dx) > 1.4 * REACH || Math.abs(y[foe] - y[eid]) > 1.8 * REACH_ACROSS) return
  hitSomebody(crowd, foe, dx < 0 ? -1 : 1)
}

/** Runners raise more dust. `int` is the foot: 0 = the near one, 1 = the far one. */
function raiseDust(crowd: Crowd, { entity, int }: Readonly<KeyEvent>): void {
  const { actors, cast, random, world } = crowd
  const running = actors.clip[entity] === CLIP.run
  if (!isSeen(crowd, entity) || (!running && random.next() < 0.6)) return
  const burst = at(crowd, entity, cast[actors.member[entity]].feet[int === 0 ? 0 : 1])
  burst.y = world.components.Transform.y[entity]
  burst.angle = actors.facing[entity] > 0 ? 2.6 : Math.PI - 2.6
  burst.scale *= running ? 1 : 0.6
  emitWith(crowd, KIND.dust, running ? 2 : 1, burst, 0.78, 0.7, 0.74)
}
