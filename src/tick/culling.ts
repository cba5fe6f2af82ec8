/** Finds where skeletons are, as far as `culling` needs to know. */

import { LANES, WORLD, WORLD_RECORD } from '../base/memory/lanes'
import { findReach } from '../rig/reach'
import { chunkAt } from '../world/chunks/blocks'
import { type RigReach, VIEW } from '../world/culling'
import type { AnimationState } from '../world/state'
import type { AnimationWorld } from '../world/world-type'
import { readBones } from './doors/read'

/** Returns how far skeletons of a rig reach, with all animations that have been played in this world so far. */
export function reachOf(state: AnimationState, rig: number): RigReach {
  const registered = state.rigs[rig]
  if (!registered) throw new RangeError(`no rig ${rig}`)
  let played = 0
  for (let i = 0; i < registered.animations.length; i++) if (registered.animations[i] !== 0) played++
  const present = state.culling.reaches[rig]
  if (present?.animations === played) return present
  const images = registered.source.animations
    .filter((_, number) => registered.animations[number] !== 0)
    .map(({ image }) => image())
  const { bones, radius } = findReach(registered.source, images)
  const made = { bones, radius: Float64Array.of(radius), animations: played }
  state.culling.reaches[rig] = made
  return made
}

/**
 * Returns whether a skeleton that was posed in the last tick is in view: by the box, along the view's axes, around its
 * bones with everything that they move. It has moved with its entity since.
 */
export function isPoseSeen(world: AnimationWorld, eid: number, radii: Float32Array): boolean {
  let row = readBones(world.animation, eid)
  const { arena, blocks, culling, skeletons } = world.animation
  const { Transform } = world.components
  const { f32 } = arena
  const { view } = culling
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  const { activeBones } = chunk.program.program
  const cos = view[VIEW.COS]
  const sin = view[VIEW.SIN]
  const x = Transform.x[eid] - skeletons.x[eid] - view[VIEW.X]
  const y = Transform.y[eid] - skeletons.y[eid] - view[VIEW.Y]
  let left = Number.POSITIVE_INFINITY
  let right = Number.NEGATIVE_INFINITY
  let bottom = left
  let top = right
  for (let bone = 0; bone < radii.length; bone++, row += WORLD_RECORD) {
    const radius = radii[bone]
    if (radius < 0 || activeBones[bone] === 0) continue
    const a = f32[row + WORLD.A * LANES]
    const b = f32[row + WORLD.B * LANES]
    const c = f32[row + WORLD.C * LANES]
    const d = f32[row + WORLD.D * LANES]
    const dx = f32[row + WORLD.X * LANES] + x
    const dy = f32[row + WORLD.Y * LANES] + y
    const u = cos * dx + sin * dy
    const v = cos * dy - sin * dx
    // Half the width of the ellipse that the bone turns the circle into.
    const ua = cos * a + sin * c
    const ub = cos * b + sin * d
    const va = cos * c - sin * a
    const vb = cos * d - sin * b
    const wide = radius * Math.sqrt(ua * ua + ub * ub)
    const high = radius * Math.sqrt(va * va + vb * vb)
    if (u - wide < left) left = u - wide
    if (u + wide > right) right = u + wide
    if (v - high < bottom) bottom = v - high
    if (v + high > top) top = v + high
  }
  const width = view[VIEW.WIDTH]
  const height = view[VIEW.HEIGHT]
  return left <= width && right >= -width && bottom <= height && top >= -height
}
