import { commitRemovals } from 'bitecs'
import { WITH_HOST } from '../components/bone-follower'
import type { AnimationWorld } from '../components/world-type'
import { OsteonError, refuseUnknown } from '../src/errors'
import { cosine, sine } from '../src/math/circular'
import type { View } from '../src/math/view'
import { isPoseSeen, reachOf } from '../src/tick/culling'
import {
  FRAME_COS,
  FRAME_HEIGHT,
  FRAME_RADIUS,
  FRAME_SIN,
  FRAME_WIDTH,
  FRAME_X,
  FRAME_Y,
  type RigReach,
} from '../src/world/culling'
import { isGone } from '../src/world/flags/states'
import { ACTIVITY, LEVEL } from '../src/world/skeletons'
import { REGION_HEIGHT, REGION_RECORD, REGION_WIDTH, spriteRow } from '../src/world/sprites'
import { stateOf } from '../src/world/state-of'

/** How much is in sight, and what becomes of the rest. */
export interface CullingOptions {
  /** World units by which the view is widened on all sides. @default a tenth of the view's larger side */
  margin?: number
  /** VISIBILITY of what is out of sight. @default VISIBILITY.timeOnly */
  outside?: number
  /**
   * Everything that a skeleton shows lies within this distance of its origin, world units at scale 1: you guarantee it, so it
   * is not computed. Needed where your own writes lead bones far away.
   */
  radius?: number
  /**
   * Update rate of skeletons that look small: whose height (the setup box of the file, times `Transform.scaleY`)
   * is less than `size` times the view's. All others get rate 0. @default rates are left alone
   */
  far?: { size: number; rate: number }
}

const ABSENT: CullingOptions = {}
const OUT = 0
const STRADDLES = 1
const IN = 2

/**
 * Decides what is in sight, for every entity that has `Visibility` and a `Skeleton` or a `Sprite`.
 *
 * reads   Transform, world rows of the last tick, reach of rigs
 * writes  Visibility.level, and Visibility.rate with `far`
 * runs    before `timelineSampling`
 * cost    a circle and a rectangle an entity; a pass over the bones of those at the border
 *
 * No skeleton in sight is left out. A circle about its origin holds every pose that a single animation played in this world
 * can give it. Where the circle crosses the view's border, the box around its bones decides, as of the last tick and moved
 * with the entity. A skeleton that the box leaves out is still posed (`noVertices`), so that it comes back in time.
 * `margin` must cover how far a pose goes from one update to the next; `radius` must cover what additive tracks, bones
 * written by hand and `BoneTarget` add to the circle.
 *
 * A skeleton that holds others in its slots counts as seen, unless `radius` is given; what is in a slot keeps its level, and so
 * does a follower that hides.
 *
 * The view may be without a width or a height, as that of a canvas without pixels is.
 *
 * Throws `bad-option` for a view or an option with a number that isn't finite or out of range; nothing has
 * changed then.
 */
export function culling(world: AnimationWorld, view: View, options: CullingOptions = ABSENT): void {
  const state = stateOf(world)
  const outside = options.outside ?? LEVEL.timeOnly
  check(view, options, outside)
  frameView(world, view, options.margin)
  commitRemovals(world)
  const { components } = world
  const { skeletons, sprites, pool } = state
  const { level } = components.Visibility
  const { withHost } = components.BoneFollower
  const { frame } = state.culling
  const { dense } = state.culling.entities
  let rig = -1
  let reach: RigReach | null = null
  for (let i = 0; i < dense.length; i++) {
    const eid = dense[i]
    if (withHost[eid] === WITH_HOST.hidden) continue
    if (eid >= pool.capacity || skeletons.serial[eid] === 0) {
      const row = spriteRow(sprites, eid)
      // What is in a slot is drawn as far as its holder is.
      if (row !== 0 && sprites.rows.held[row] === 0)
        level[eid] = placeSprite(world, eid) === OUT ? outside : LEVEL.full
      continue
    }
    if (skeletons.held[eid] !== 0) continue
    // How far it reaches with what it holds is not known.
    if (skeletons.children[eid] !== 0 && options.radius === undefined) {
      level[eid] = LEVEL.full
      continue
    }
    if (skeletons.rig[eid] !== rig || !reach) {
      rig = skeletons.rig[eid]
      reach = reachOf(state, rig)
    }
    // Not with `??`: of a number or nothing V8 makes an object.
    if (options.radius === undefined) frame[FRAME_RADIUS] = reach.radius[0]
    else frame[FRAME_RADIUS] = options.radius
    const place = placeOf(world, eid)
    if (place === STRADDLES) level[eid] = levelAtBorder(world, eid, reach, outside)
    else level[eid] = place === IN ? LEVEL.full : outside
    if (options.far) setRate(world, eid, view, options.far, reach)
  }
}

/** Beyond the border the pose goes on, so that it is seen when it comes in. */
function levelAtBorder(world: AnimationWorld, eid: number, reach: RigReach, outside: number): number {
  const { level, activity } = world.animation.skeletons
  // What was not posed, or is to be posed anew, may be anywhere in its circle.
  if (level[eid] > LEVEL.noVertices || (activity[eid] & ACTIVITY.written) !== 0) return LEVEL.full
  if (isGone(world.animation, eid) || isReshaped(world, eid, reach)) return LEVEL.full
  return isPoseSeen(world, eid, reach.bones) ? LEVEL.full : Math.min(outside, LEVEL.noVertices)
}

/** Whether its box is another one than that of its last pose, moved: it was turned, scaled or flipped since. */
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

/** The circle of FRAME_RADIUS about the origin against the frame. */
function placeOf(world: AnimationWorld, eid: number): number {
  const { x, y, scaleX, scaleY } = world.components.Transform
  const { frame } = world.animation.culling
  const far = frame[FRAME_RADIUS] * Math.max(Math.abs(scaleX[eid]), Math.abs(scaleY[eid]))
  const dx = x[eid] - frame[FRAME_X]
  const dy = y[eid] - frame[FRAME_Y]
  const u = Math.abs(frame[FRAME_COS] * dx + frame[FRAME_SIN] * dy)
  const v = Math.abs(frame[FRAME_COS] * dy - frame[FRAME_SIN] * dx)
  const width = frame[FRAME_WIDTH]
  const height = frame[FRAME_HEIGHT]
  if (u - far > width || v - far > height) return OUT
  return u + far <= width && v + far <= height ? IN : STRADDLES
}

/** Its image turns about the pivot. */
function placeSprite(world: AnimationWorld, eid: number): number {
  const { region, pivotX, pivotY } = world.components.Sprite
  const { arena, culling: state, sprites } = world.animation
  const { f32 } = arena
  const number = region[eid] < sprites.regionCount ? region[eid] : 0
  const record = sprites.regions.start + number * REGION_RECORD
  const px = Math.max(Math.abs(pivotX[eid]), Math.abs(1 - pivotX[eid]))
  const py = Math.max(Math.abs(pivotY[eid]), Math.abs(1 - pivotY[eid]))
  const w = f32[record + REGION_WIDTH] * px
  const h = f32[record + REGION_HEIGHT] * py
  state.frame[FRAME_RADIUS] = Math.sqrt(w * w + h * h)
  return placeOf(world, eid)
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
  const { height } = registered.rig
  const scale = Math.abs(components.Transform.scaleY[eid])
  const least = far.size * view.height
  const small = height > 0 ? height * scale < least : 2 * reach.radius[0] * scale < least
  components.Visibility.rate[eid] = small ? far.rate : 0
}

function frameView({ animation }: AnimationWorld, view: View, margin: number | undefined): void {
  const { frame } = animation.culling
  const { x, y, width, height, rotation = 0 } = view
  const wider = margin ?? Math.max(width, height) / 10
  frame[FRAME_COS] = cosine(rotation)
  frame[FRAME_SIN] = sine(rotation)
  frame[FRAME_X] = x
  frame[FRAME_Y] = y
  frame[FRAME_WIDTH] = width / 2 + wider
  frame[FRAME_HEIGHT] = height / 2 + wider
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
