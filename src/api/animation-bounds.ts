/** Measures an animation before it plays. */
import { createWorld } from 'bitecs'
import { runPipeline } from '../../systems/pipeline'
import { OsteonError, refuseUnknown } from '../base/errors'
import type { NameOf, RigNames } from '../base/model/names'
import type { Rig } from '../rig/rig'
import type { AnimationWorld } from '../world/world-type'
import { type InstallOptions, installAnimation } from './install'
import { getBounds } from './pose/read-vertices'
import { spawnSkeleton } from './spawn'
import { play } from './tracks/play'

/** How to sample an animation. */
export interface AnimationBoundsOptions extends Pick<InstallOptions, 'kernels'> {
  /** A skin's name, or several to combine in order. @default none */
  skin?: string | readonly string[] | null
  /** Seconds between two samples. The first and the last pose are always sampled. @default 1 / 60 */
  step?: number
  /** Only what clipping attachments leave counts. @default false: regions and meshes count whole */
  clipped?: boolean
}

/** An upright box: its lower left corner and its size, world units. */
export interface AnimationBounds {
  x: number
  y: number
  width: number
  height: number
}

const OPTIONS = ['skin', 'step', 'clipped', 'kernels']
const MOST_LOOKS = 100_000

/**
 * Returns the box around everything that a skeleton at the origin, at scale 1, shows while an animation runs once: for
 * cameras, thumbnails and places in a grid. Physics swing. Motion between two samples is not covered.
 *
 * It plays the animation in a world of its own: call it once and keep the result. Entities in slots are left out.
 *
 * @returns `null` if nothing is ever shown.
 * @throws OsteonError `unknown-animation`, `unknown-skin`, `bad-option` for a step that is not above 0, or so short
 *   that there would be more than 100,000 samples, and what `installAnimation` throws.
 */
export function getAnimationBounds<N extends RigNames, G extends string>(
  rig: Rig<N>,
  animation: NameOf<N['animations'], G>,
  options: AnimationBoundsOptions = {},
): AnimationBounds | null {
  refuseUnknown(options, OPTIONS, 'getAnimationBounds')
  const { skin = null, step = 1 / 60, clipped = false, kernels } = options
  const duration = rig.animations[rig.animationIndex.get(animation) ?? -1]?.duration ?? 0
  const looks = Math.ceil(duration / step)
  if (!(step > 0 && looks <= MOST_LOOKS)) {
    const message = `expected seconds above 0 that give at most ${MOST_LOOKS} looks, got ${step}`
    throw new OsteonError('bad-option', 'getAnimationBounds', 'step', message)
  }
  const world = installAnimation(createWorld({}), { capacity: 2, warn: () => {}, kernels })
  return measureAnimation(world, rig, animation, skin, duration, looks, clipped)
}

/**
 * Plays an animation in a world without skeletons, and returns the box around everything that it shows. Its skeleton
 * stays in the world.
 *
 * @param animation null measures the setup pose. @param looks number of steps between samples.
 */
export function measureAnimation(
  world: AnimationWorld,
  rig: Rig,
  animation: string | null,
  skin: string | readonly string[] | null,
  duration: number,
  looks: number,
  clipped = false,
): AnimationBounds | null {
  const eid: number = spawnSkeleton<RigNames, string>(world, rig, { skin })
  if (animation !== null) play(world, eid, animation, { mix: 0 })
  let left = Number.POSITIVE_INFINITY
  let bottom = left
  let right = Number.NEGATIVE_INFINITY
  let top = right
  for (let look = 0; look <= looks; look++) {
    runPipeline(world)
    world.time.delta = duration / looks
    const box = getBounds(world, eid, undefined, { clipped })
    if (box === null) continue
    left = Math.min(left, box[0])
    bottom = Math.min(bottom, box[1])
    right = Math.max(right, box[0] + box[2])
    top = Math.max(top, box[1] + box[3])
  }
  return left <= right ? { x: left, y: bottom, width: right - left, height: top - bottom } : null
}
