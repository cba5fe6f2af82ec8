/** The system `culling`: sets the level of entities by their distance from the view. */
import { commitRemovals } from 'bitecs'
import { WITH_HOST } from '../components/bone-follower'
import { OsteonError, refuseUnknown } from '../src/base/errors'
import { cosine, sine } from '../src/base/math/circular'
import type { View } from '../src/base/math/view'
import { isPoseSeen, reachOf } from '../src/tick/culling'
import { heardCall, isHeard } from '../src/world/calls'
import { type RigReach, VIEW } from '../src/world/culling'
import { isGone } from '../src/world/flags/states'
import { quadRow } from '../src/world/quads'
import { ACTIVITY, LEVEL } from '../src/world/skeletons'
import { stateOf } from '../src/world/state-of'
import type { AnimationWorld } from '../src/world/world-type'

/** The area in sight, and the level of entities outside. */
export interface CullingOptions {
  /** World units by which the view is widened on all sides. @default a tenth of the view's larger side */
  margin?: number
  /** VISIBILITY of entities out of sight. @default VISIBILITY.timeOnly */
  outside?: number
  /**
   * The greatest distance of a skeleton's picture from its origin, in world units at scale 1. You guarantee it, so it
   * is not computed. Needed if your own writes move bones far away.
   */
  radius?: number
  /**
   * Update rate of small skeletons. A skeleton is small if its height (the file's setup box, times `Transform.scaleY`)
   * is less than `size` times the view's. All others get rate 0. @default rates are not touched
   */
  far?: { size: number; rate: number }
}

const ABSENT: CullingOptions = {}
const OUT = 0
const STRADDLES = 1
const IN = 2

/**
 * Sets the level of every entity that has `Visibility` and a skeleton or an image, by the view.
 *
 * reads   Transform, world rows of the last tick, reach of rigs
 * writes  Visibility.level, and Visibility.rate with `far`
 * runs    before `timelineSampling`
 * cost    a circle and a rectangle per entity; a pass over the bones of entities at the border
 *
 * No visible skeleton is left out. A circle about its origin contains every pose that any single animation played in
 * this world can give it. If the circle crosses the view's border, the box around its bones decides: the box of the
 * last tick, moved with the entity. A skeleton whose box is out of sight is still posed (`noVertices`), so that it
 * comes back in time. `margin` must cover the distance that a pose moves between two updates. `radius` must cover
 * additive tracks, bones written by hand or moved by an extension, which can exceed the circle.
 *
 * A skeleton with others in its slots counts as seen, unless `radius` is given. Entities in slots and hidden followers
 * keep their level.
 *
 * The view may have a width or height of 0, as for a canvas without pixels.
 *
 * Throws `bad-option` for a view or an option with a number that isn't finite or is out of range; everything stays as
 * it was.
 */
export function culling(world: AnimationWorld, view: View, options: CullingOptions = ABSENT): void {
  if (isHeard(world)) return void heardCall('culling', culling, world, view, options)
  const state = stateOf(world)
  const outside = options.outside ?? LEVEL.timeOnly
  check(view, options, outside)
  widenView(world, view, options.margin)
  commitRemovals(world)
  const { components } = world
  const { skeletons, pool } = state
  const { quads } = state.joins
  const { level } = components.Visibility
  const { withHost } = components.BoneFollower
  const { view: wide } = state.culling
  const { dense } = state.culling.entities
  let rig = -1
  let reach: RigReach | null = null
  for (let i = 0; i < dense.length; i++) {
    const eid = dense[i]
    if (withHost[eid] === WITH_HOST.hidden) continue
    if (eid >= pool.capacity || skeletons.serial[eid] === 0) {
      const row = quadRow(quads, eid)
      // What is in a slot is drawn if its holder is.
      if (row === 0 || quads.rows.carried[row] !== 0) continue
      quads.measure(eid, wide)
      level[eid] = placeOf(world, eid) === OUT ? outside : LEVEL.full
      continue
    }
    if (skeletons.carried[eid] !== 0) continue
    // The reach of a skeleton with children is unknown.
    if (skeletons.carries[eid] !== 0 && options.radius === undefined) {
      level[eid] = LEVEL.full
      continue
    }
    if (skeletons.rig[eid] !== rig || !reach) {
      rig = skeletons.rig[eid]
      reach = reachOf(state, rig)
    }
    // No `??` here: V8 would make a heap object of the number.
    if (options.radius === undefined) wide[VIEW.RADIUS] = reach.radius[0]
    else wide[VIEW.RADIUS] = options.radius
    const place = placeOf(world, eid)
    if (place === STRADDLES) level[eid] = levelAtBorder(world, eid, reach, outside)
    else level[eid] = place === IN ? LEVEL.full : outside
    if (options.far) setRate(world, eid, view, options.far, reach)
  }
}

/** Returns the level at the border. A skeleton just outside is still posed, so that it is seen when it comes in. */
function levelAtBorder(world: AnimationWorld, eid: number, reach: RigReach, outside: number): number {
  const { level, activity } = world.animation.skeletons
  // A skeleton that was not posed, or must be posed again, may be anywhere in its circle.
  if (level[eid] > LEVEL.noVertices || (activity[eid] & ACTIVITY.written) !== 0) return LEVEL.full
  if (isGone(world.animation, eid) || isReshaped(world, eid, reach)) return LEVEL.full
  return isPoseSeen(world, eid, reach.bones) ? LEVEL.full : Math.min(outside, LEVEL.noVertices)
}

/**
 * Returns whether the skeleton was turned, scaled or flipped since its last pose, so that the moved box does not fit.
 */
function isReshaped({ animation, components }: AnimationWorld, eid: number, reach: RigReach): boolean {
  const { x, y, rotation, scaleX, scaleY, flipX, flipY } = animation.skeletons
  const { Skeleton, Transform } = components
  const hangs = reach.radius[0] === Number.POSITIVE_INFINITY
  return (
    (hangs && (x[eid] !== Transform.x[eid] || y[eid] !== Transform.y[eid])) ||
    rotation[eid] !== Transform.rotation[eid] ||
    scaleX[eid] !== Transform.scaleX[eid] ||
    scaleY[eid] !== Transform.scaleY[eid] ||
    flipX[eid] !== Skeleton.flipX[eid] ||
    flipY[eid] !== Skeleton.flipY[eid]
  )
}

/** Compares the circle of VIEW.RADIUS about the origin with the widened view. */
function placeOf(world: AnimationWorld, eid: number): number {
  const { x, y, scaleX, scaleY } = world.components.Transform
  const { view: wide } = world.animation.culling
  const far = wide[VIEW.RADIUS] * Math.max(Math.abs(scaleX[eid]), Math.abs(scaleY[eid]))
  const dx = x[eid] - wide[VIEW.X]
  const dy = y[eid] - wide[VIEW.Y]
  const u = Math.abs(wide[VIEW.COS] * dx + wide[VIEW.SIN] * dy)
  const v = Math.abs(wide[VIEW.COS] * dy - wide[VIEW.SIN] * dx)
  const width = wide[VIEW.WIDTH]
  const height = wide[VIEW.HEIGHT]
  if (u - far > width || v - far > height) return OUT
  return u + far <= width && v + far <= height ? IN : STRADDLES
}

function setRate(
  world: AnimationWorld,
  eid: number,
  view: View,
  far: { size: number; rate: number },
  reach: RigReach,
): void {
  const { animation, components } = world
  const registered = animation.rigs[animation.skeletons.rig[eid]]
  if (!registered) return
  const { height } = registered.source
  const scale = Math.abs(components.Transform.scaleY[eid])
  const least = far.size * view.height
  const small = height > 0 ? height * scale < least : 2 * reach.radius[0] * scale < least
  components.Visibility.rate[eid] = small ? far.rate : 0
}

function widenView({ animation }: AnimationWorld, view: View, margin: number | undefined): void {
  const { view: wide } = animation.culling
  const { x, y, width, height, rotation = 0 } = view
  const wider = margin ?? Math.max(width, height) / 10
  wide[VIEW.COS] = cosine(rotation)
  wide[VIEW.SIN] = sine(rotation)
  wide[VIEW.X] = x
  wide[VIEW.Y] = y
  wide[VIEW.WIDTH] = width / 2 + wider
  wide[VIEW.HEIGHT] = height / 2 + wider
}

const OPTIONS = ['margin', 'outside', 'radius', 'far']

function check(view: View, options: CullingOptions, outside: number): void {
  refuseUnknown(options, OPTIONS, 'culling')
  const { margin = 0, radius = 0, far } = options
  const { x, y, width, height, rotation = 0 } = view
  if (!Number.isFinite(x + y + width + height + rotation) || !(width >= 0 && height >= 0))
    throw refuse('view', 'expected finite numbers and a size from 0')
  if (!Number.isFinite(margin)) throw refuse('margin', `expected a finite number, got ${margin}`)
  if (!Number.isFinite(radius) || radius < 0)
    throw refuse('radius', `expected a number from 0, got ${radius}`)
  if (!isByte(outside, LEVEL.frozen))
    throw refuse('outside', `expected a value of VISIBILITY, got ${outside}`)
  if (far && !(far.size >= 0 && isByte(far.rate, 255)))
    throw refuse('far', `expected a size from 0 and a rate of 0 … 255, got ${far.size} and ${far.rate}`)
}

function isByte(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= most
}

function refuse(path: string, message: string): OsteonError {
  return new OsteonError('bad-option', 'culling', path, message)
}
