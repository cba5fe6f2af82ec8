/** Measures how far feet slide over the ground, by playing the animations of a rig. */
import { createWorld } from 'bitecs'
import { runPipeline } from '../../../systems'
import { installAnimation } from '../../api/install'
import { getBone } from '../../api/pose/read-pose'
import { despawnSkeleton, spawnSkeleton } from '../../api/spawn'
import { play } from '../../api/tracks/play'
import type { Rig } from '../../rig/rig'
import type { AnimationWorld } from '../../world/world-type'

/** Poses of a second. */
const RATE = 120
/** A foot is on the ground in the lowest tenth of its rise, and within a hundredth of the figure's height. */
const LOW = 0.1
const NEAR = 0.01
/** A slide below it is rounding. */
const LEAST = 0.01

/**
 * Returns how far each foot slides sideways in each animation while it is on the ground, in units of the skeleton, as
 * `walk left-foot`. Travel of the root counts, as if the figure were moved by it. Feet that don't slide are left out.
 *
 * @param feet names of bones. @throws OsteonError `unknown-bone`.
 */
export function slidesOf(rig: Rig, feet: readonly string[]): Record<string, number> {
  const slides: Record<string, number> = {}
  const world: AnimationWorld = installAnimation(createWorld(), { capacity: 1, warn: () => {} })
  for (const { name, duration } of rig.animations) {
    const eid: number = spawnSkeleton(world, rig)
    const ways = feet.map(() => ({ x: [] as number[], y: [] as number[] }))
    play(world, eid, name)
    const steps = Math.max(1, Math.ceil(duration * RATE))
    for (let step = 0; step <= steps; step++) {
      world.time.delta = step === 0 ? 0 : duration / steps
      runPipeline(world)
      for (const [i, foot] of feet.entries()) {
        const [, , , , x, y] = getBone(world, eid, foot)
        ways[i].x.push(x)
        ways[i].y.push(y)
      }
    }
    despawnSkeleton(world, eid)
    for (const [i, { x, y }] of ways.entries()) {
      const slide = slideOf(x, y, rig.height)
      if (slide >= LEAST) slides[`${name} ${feet[i]}`] = Number(slide.toFixed(2))
    }
  }
  return slides
}

/** Adds up the way along x between poses that are both on the ground. */
function slideOf(x: readonly number[], y: readonly number[], height: number): number {
  const lowest = Math.min(...y)
  const ground = lowest + Math.max(LOW * (Math.max(...y) - lowest), NEAR * height)
  let slide = 0
  for (let i = 1; i < x.length; i++)
    if (y[i] <= ground && y[i - 1] <= ground) slide += Math.abs(x[i] - x[i - 1])
  return slide
}
