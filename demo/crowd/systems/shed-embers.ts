import { getPoint } from 'osteon'
import type { Crowd } from '../crowd'
import { MODE } from '../figures/actors'
import { emitWith, isSeen } from '../figures/blows'
import { KIND } from '../figures/kinds'

/** Mean life of an ember in seconds; it decides how many must rise in a second. */
const LIFE = 1.75

/** Share of all particles that may be embers; the rest is for blows and dust. */
const SHARE = 0.7

/** Most embers that rise in a tick, for each live character. */
const MOST = 0.03

/** Lets embers rise from the lanterns of random live characters. */
export function shedEmbers(crowd: Crowd): void {
  const { actors, bone, burst, cast, live, liveCount, particles, random, seconds, world } = crowd
  if (liveCount === 0) return
  const wanted = (SHARE * particles.most * seconds) / LIFE
  const births = Math.min(
    Math.ceil(MOST * liveCount),
    Math.floor(wanted) + (random.next() < wanted % 1 ? 1 : 0),
  )
  for (let n = 0; n < births; n++) {
    const eid = live[random.below(liveCount)]
    const { light } = cast[actors.member[eid]]
    if (light < 0 || actors.mode[eid] === MODE.rest || !isSeen(crowd, eid)) continue
    if (!getPoint(world, eid, light, bone)) continue
    burst.x = bone[0]
    burst.y = bone[1]
    burst.ground = world.components.Transform.y[eid] - 8
    burst.angle = Math.PI / 2
    burst.scale = actors.scale[eid]
    emitWith(crowd, KIND.ember, 1, burst, 1, random.between(0.45, 0.8), 0.25)
  }
}
