/** Bumps, greetings and blows, and the particles that they set free. */
import { getBone } from 'osteon'
import type { Crowd } from '../crowd'
import { type Burst, emit } from '../particles'
import { MODE } from './actors'
import { act, reel } from './behaviour'
import { KIND } from './kinds'
import { isLive } from './looks'

const FORCE = 620
const BUMP_FORCE = 260

/** A character ran into a statue, which wakes and stumbles. */
export function bump(crowd: Crowd, eid: number, direction: number): void {
  reel(crowd, eid, direction, BUMP_FORCE)
  wakeUp(crowd, eid)
}

/** The pointer moved over a statue, which wakes. */
export function beckon(crowd: Crowd, eid: number): void {
  if (crowd.actors.mode[eid] !== MODE.rest) return
  act(crowd, eid)
  wakeUp(crowd, eid)
}

/** A blow hits: the character is thrown back, and stars fly. */
export function hitSomebody(crowd: Crowd, eid: number, direction: number): void {
  const { actors, random } = crowd
  reel(crowd, eid, direction, FORCE * random.between(0.8, 1.3))
  actors.facing[eid] = -direction
  if (!isSeen(crowd, eid)) return
  const burst = at(crowd, eid, crowd.cast[actors.member[eid]].chest)
  burst.x -= direction * 30
  emitWith(crowd, KIND.flash, 1, burst, 1, 0.75, 0.4)
  emitWith(crowd, KIND.ring, 1, burst, 1, 0.9, 0.7)
  burst.angle = direction > 0 ? 0.75 : Math.PI - 0.75
  emitWith(crowd, KIND.star, 3, burst, 1, 0.86, 0.3)
  emitWith(crowd, KIND.spark, 6, burst, 1, 0.78, 0.42)
}

function wakeUp(crowd: Crowd, eid: number): void {
  if (!isSeen(crowd, eid)) return
  const burst = at(crowd, eid, crowd.cast[crowd.actors.member[eid]].chest)
  emitWith(crowd, KIND.twinkle, 5, burst, 0.75, 0.85, 1)
}

/** Whether a character is live and on the screen. Others have no bones, or bones that are out of date. */
export function isSeen(crowd: Crowd, eid: number): boolean {
  return crowd.world.components.Visibility.level[eid] === 0 && isLive(crowd, eid)
}

/** A burst at a character's bone, sorted a little before the character. It is one object, filled anew. */
export function at({ actors, bone, burst, world }: Crowd, eid: number, index: number): Burst {
  getBone(world, eid, index, bone)
  burst.angle = Math.PI / 2
  burst.x = bone[4]
  burst.y = bone[5]
  burst.ground = world.components.Transform.y[eid] - 8
  burst.scale = actors.scale[eid]
  return burst
}

export function emitWith(
  { particles, random }: Crowd,
  kind: number,
  count: number,
  burst: Burst,
  red: number,
  green: number,
  blue: number,
): void {
  burst.red = red
  burst.green = green
  burst.blue = blue
  emit(particles, kind, count, burst, random)
}
