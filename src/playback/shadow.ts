import type { AnimationWorld } from '../../components/world-type'
import {
  LANES,
  SKELETON_COS,
  SKELETON_ROTATION,
  SKELETON_SCALE_X,
  SKELETON_SCALE_Y,
  SKELETON_SIN,
  SKELETON_X,
  SKELETON_Y,
} from '../memory/lanes'
import { SKELETON_FLAG } from '../world/skeletons'

/**
 * Carries what users wrote into public columns over to the instances' rows: the shadow of a column is
 * the row itself, so comparing and copying are one pass.
 */
export function copyColumns(world: AnimationWorld): void {
  const { ids, count } = world.animation.alive
  for (let i = 0; i < count; i++) copyEntityColumns(world, ids[i])
}

/** The same for one entity; it has rows. */
export function copyEntityColumns(world: AnimationWorld, eid: number): void {
  const { arena, blocks, skeletons } = world.animation
  const { Transform, Skeleton, SortKey } = world.components
  const { f32 } = arena
  const chunk = blocks.chunks[skeletons.chunk[eid]]
  if (!chunk) return
  const seat = skeletons.seat[eid]
  const base = chunk.words + (seat >> 2) * chunk.layout.stride + chunk.layout.skeleton + (seat & 3)
  f32[base + SKELETON_X * LANES] = Transform.x[eid]
  f32[base + SKELETON_Y * LANES] = Transform.y[eid]
  f32[base + SKELETON_SCALE_X * LANES] = Skeleton.flipX[eid] ? -Transform.scaleX[eid] : Transform.scaleX[eid]
  f32[base + SKELETON_SCALE_Y * LANES] = Skeleton.flipY[eid] ? -Transform.scaleY[eid] : Transform.scaleY[eid]
  const rotation = Transform.rotation[eid]
  if (f32[base + SKELETON_ROTATION * LANES] !== rotation || f32[base + SKELETON_COS * LANES] === 0) {
    f32[base + SKELETON_ROTATION * LANES] = rotation
    f32[base + SKELETON_COS * LANES] = Math.cos(rotation)
    f32[base + SKELETON_SIN * LANES] = Math.sin(rotation)
  }
  skeletons.sortKey[eid] = SortKey.value[eid]
  skeletons.timeScale[eid] = Skeleton.timeScale[eid]
  if (
    skeletons.red[eid] !== Skeleton.red[eid] ||
    skeletons.green[eid] !== Skeleton.green[eid] ||
    skeletons.blue[eid] !== Skeleton.blue[eid] ||
    skeletons.alpha[eid] !== Skeleton.alpha[eid]
  ) {
    skeletons.red[eid] = Skeleton.red[eid]
    skeletons.green[eid] = Skeleton.green[eid]
    skeletons.blue[eid] = Skeleton.blue[eid]
    skeletons.alpha[eid] = Skeleton.alpha[eid]
    skeletons.flags[eid] |= SKELETON_FLAG.color
  }
}
