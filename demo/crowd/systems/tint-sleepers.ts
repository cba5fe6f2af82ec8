import type { Crowd } from '../crowd'
import { MODE } from '../figures/actors'
import { isLive, tint } from '../figures/looks'

/** Colour of a statue: evening without a lantern. */
export const DIM = [0.5, 0.5, 0.66] as const

/** Seconds from dark to light. */
const FADE = 0.4

/** Colours that tell live skeletons from figures of tables. */
const LIVE = [1, 0.72, 0.3] as const
const BAKED = [0.35, 0.85, 1] as const
const PLAIN = [1, 1, 1] as const

/** Darkens statues, and lights them up as they wake. */
export function tintSleepers(crowd: Crowd): void {
  const { actors, ids, painted, seconds, turns } = crowd
  const { light, mode } = actors
  const all = painted || crowd.recolour
  const list = all ? ids : crowd.acting
  const count = all ? ids.length : crowd.actingCount
  for (let i = 0; i < count; i++) {
    const eid = list[i]
    const wanted = mode[eid] === MODE.rest ? 0 : 1
    const now = light[eid]
    if (now === wanted && !all) continue
    const step = (seconds * turns[eid]) / FADE
    const next = wanted > now ? Math.min(1, now + step) : Math.max(0, now - step)
    light[eid] = next
    const paint = !painted ? PLAIN : isLive(crowd, eid) ? LIVE : BAKED
    const shade = (i: number) => paint[i] * (DIM[i] + (1 - DIM[i]) * next)
    tint(crowd, eid, shade(0), shade(1), shade(2))
  }
  crowd.recolour = false
}
