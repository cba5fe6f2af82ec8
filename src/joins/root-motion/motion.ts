/** Lets bones move their skeletons. */
import { boneNumber, chunkOf } from '../../api/seat'
import type { Entity, NameOf, RigNames } from '../../base/model/names'
import { editSkeleton } from '../../tick/doors/edit'
import { heardCall, isHeard } from '../../world/calls'
import type { AnimationWorld } from '../../world/world-type'
import { checkMotion, optionsOf, type RootMotion } from '../moving-bones/options'
import { createMotion, movingState } from './state'

/**
 * Lets the travel of a bone move the skeleton's `Transform`, in place of an earlier bone. In every tick the bone's
 * travel is added to `Transform.x`, `y` and `rotation`, turned and scaled as the skeleton is, and the bone itself stays
 * where it is in the setup pose, along the axes that are chosen. Its other rows are animated as before.
 *
 * The travel is exact over loops. Entries count by their weights at the end of the tick. A time that you set (`setEntry`)
 * is no travel. Ancestors of the bone count as they are in the setup pose. It goes on under `Visibility`, unless that
 * stops time. A skeleton in a slot moves within the slot.
 *
 * @param motion null ends it. The bone shows its animation again.
 * @throws OsteonError `no-skeleton`, `unknown-bone`, `no-extension`, `bad-option`: no axis is chosen, the rig is of
 *   DragonBones, or an ancestor of the bone doesn't inherit all of its parent. Everything stays as it was.
 */
export function rootMotion<N extends RigNames, G extends string>(
  world: AnimationWorld,
  eid: Entity<N>,
  motion: RootMotion<NameOf<N['bones'], G>> | null,
): void {
  if (isHeard(world)) return void heardCall('rootMotion', rootMotion, world, eid, motion)
  const chunk = chunkOf(world, eid)
  const { byEntity } = movingState(world.animation).motions
  if (motion === null) {
    if (byEntity.has(eid)) editSkeleton(world, eid)
    byEntity.delete(eid)
    return
  }
  const numberOf = (bone: string | number) => boneNumber(chunk, bone, eid)
  const { bone, moves } = checkMotion(chunk.rig.source, motion, eid, numberOf)
  editSkeleton(world, eid)
  byEntity.set(eid, createMotion(eid, bone, moves))
}

/**
 * Returns the root motion of a skeleton, with all fields and the bone's name; `null` if it has none.
 *
 * @throws OsteonError `no-skeleton`, `no-extension`.
 */
export function getRootMotion<N extends RigNames>(
  world: AnimationWorld,
  eid: Entity<N>,
): (Required<RootMotion> & { bone: string }) | null {
  const { source } = chunkOf(world, eid).rig
  const motion = movingState(world.animation).motions.byEntity.get(eid)
  return motion ? optionsOf(source, motion) : null
}
