import type { Crowd } from '../crowd'
import { MODE } from '../figures/actors'

/** Colour of a statue: evening without a lantern. */
export const DIM = [0.5, 0.5, 0.66] as const

/** Seconds from dark to light. */
const FADE = 0.4

/** Darkens statues, and lights them up as they wake. */
export function tintSleepers({ actors, ids, seconds, world }: Crowd): void {
  const { light, mode } = actors
  const { red, green, blue } = world.components.Skeleton
  const step = seconds / FADE
  for (let i = 0; i < ids.length; i++) {
    const eid = ids[i]
    const wanted = mode[eid] === MODE.rest ? 0 : 1
    const now = light[eid]
    if (now === wanted) continue
    const next = wanted > now ? Math.min(1, now + step) : Math.max(0, now - step)
    light[eid] = next
    red[eid] = DIM[0] + (1 - DIM[0]) * next
    green[eid] = DIM[1] + (1 - DIM[1]) * next
    blue[eid] = DIM[2] + (1 - DIM[2]) * next
  }
}
