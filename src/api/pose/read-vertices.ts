/** Reads vertices, boxes, points and clipped triangles. */

import { refuseUnknown } from '../../base/errors'
import type { Entity, NameOf, RigNames } from '../../base/model/names'
import {
  bounds,
  type ClippedSlot,
  clippedTriangles,
  pointOf,
  widenByCuts,
  worldVertices,
} from '../../streams/read'
import { withPose } from '../../tick/doors/posed'
import { readBones } from '../../tick/doors/read'
import type { AnimationState } from '../../world/state'
import type { AnimationWorld } from '../../world/world-type'
import { chunkOf, slotNumber } from '../seat'

/**
 * Returns world vertices of the region, mesh, bounding box, path or clipping attachment that a slot shows, deform
 * included, as of the last `worldTransform`: x, y pairs in the file's order (regions: bottom left, top left, top right,
 * bottom right).
 *
 * @param out filled and returned if it has exactly the right length; otherwise a new array is made.
 * @returns `null` for empty slots, points, and slots of inactive bones.
 * @throws OsteonError `no-skeleton`, `unknown-slot`.
 */
export function getWorldVertices<N extends RigNames, G extends string>(
  world: AnimationWorld,
  eid: Entity<N>,
  slot: NameOf<N['slots'], G> | number,
  out?: Float32Array,
): Float32Array | null {
  const number = slotNumber(chunkOf(world, eid), slot, eid)
  return withPose(world, eid, verticesOf, number, out)
}

/** How to measure a skeleton. */
export interface BoundsOptions {
  /**
   * Only what clipping attachments leave counts, with those of the skeletons in whose slots it is.
   *
   * @default false: regions and meshes count whole
   */
  clipped?: boolean
}

/**
 * Returns a box around all shown regions and meshes as of the last tick. Before its first tick a skeleton has no
 * vertices, and its box no size.
 *
 * @param out filled with x, y of the lower left corner, width, height. @returns `out`, or `null` if nothing is shown.
 * @throws OsteonError `no-skeleton`, `bad-option`.
 */
export function getBounds(
  world: AnimationWorld,
  eid: number,
  out?: Float64Array,
  options?: BoundsOptions,
): Float64Array | null {
  if (options !== undefined) refuseUnknown(options, ['clipped'], 'getBounds')
  chunkOf(world, eid)
  const clipped = options?.clipped === true
  if (clipped) keepHolders(world, eid)
  return withPose(world, eid, boundsOf, clipped, out)
}

/**
 * Returns place and direction of the point attachment that a slot shows.
 *
 * @param out filled with world x, y and rotation in radians. @returns `out`, or `null` if the slot shows no point or
 *   its bone is inactive.
 * @throws OsteonError `no-skeleton`, `unknown-slot`.
 */
export function getPoint<N extends RigNames, G extends string>(
  world: AnimationWorld,
  eid: Entity<N>,
  slot: NameOf<N['slots'], G> | number,
  out?: Float64Array,
): Float64Array | null {
  const number = slotNumber(chunkOf(world, eid), slot, eid)
  return withPose(world, eid, placeOf, number, out)
}

/**
 * Returns the clipped triangles of every region and mesh under a clipping attachment, back to front.
 *
 * @throws OsteonError `no-skeleton`.
 */
export function getClipped(world: AnimationWorld, eid: number): ClippedSlot[] {
  chunkOf(world, eid)
  keepHolders(world, eid)
  return withPose(world, eid, clippedTriangles, undefined, undefined)
}

/** Keeps world rows of the skeletons in whose slots a skeleton is, since their clips cut it. */
function keepHolders({ animation }: AnimationWorld, eid: number): void {
  const { carry } = animation.joins
  if (carry) for (let at = carry.carrierOf(eid); at !== 0; at = carry.carrierOf(at)) readBones(animation, at)
}

function verticesOf(state: AnimationState, eid: number, _: number, slot: number, out?: Float32Array) {
  return worldVertices(state, eid, slot, out)
}

function boundsOf(state: AnimationState, eid: number, _: number, clipped: boolean, out?: Float64Array) {
  return bounds(state, eid, out, clipped ? widenByCuts : undefined)
}

function placeOf(state: AnimationState, eid: number, _: number, slot: number, out?: Float64Array) {
  return pointOf(state, eid, slot, out)
}
