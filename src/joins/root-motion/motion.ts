/** Lets bones move their skeletons. */
import { boneNumber, chunkOf } from '../../api/seat'
import { badOption, refuseUnknown } from '../../base/errors'
import type { Entity, NameOf, RigNames } from '../../base/model/names'
import { INHERIT } from '../../base/model/skeleton'
import type { Rig } from '../../rig/rig'
import { editSkeleton } from '../../tick/doors/edit'
import { heardCall, isHeard } from '../../world/calls'
import type { AnimationWorld } from '../../world/world-type'
import { createMotion, movingState } from './state'

/** Which travel of a bone moves its skeleton. */
export interface RootMotion<Bone extends string = string> {
  /** The bone's name, or its number in the rig. Most rigs have a bone `root` or `hip` that animations move. */
  bone: Bone | number
  /** Its travel along the x axis of its parent's space. @default true */
  x?: boolean
  /** Its travel along the y axis. @default false */
  y?: boolean
  /** Its turns. The travel then follows the direction to which the skeleton has turned. @default false */
  rotation?: boolean
}

const AXES = ['x', 'y', 'rotation'] as const
const KNOWN = ['bone', ...AXES]

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
  const state = movingState(world.animation)
  const { byEntity } = state.motions
  if (motion === null) {
    if (byEntity.has(eid)) editSkeleton(world, eid)
    byEntity.delete(eid)
    return
  }
  refuseUnknown(motion, KNOWN, eid)
  const bone = boneNumber(chunk, motion.bone, eid)
  const moves = checkAxes(motion, eid)
  if (chunk.rig.source.player !== null) throw badOption(eid, 'bone', 'bones of DragonBones move no skeletons')
  checkAncestors(chunk.rig.source, bone, eid)
  editSkeleton(world, eid)
  byEntity.set(eid, createMotion(eid, bone, moves))
}

/** @returns bits of `Motion.moves`. */
function checkAxes(motion: RootMotion, eid: number): number {
  let moves = 0
  for (let axis = 0; axis < AXES.length; axis++) {
    const name = AXES[axis]
    const given = motion[name] ?? name === 'x'
    if (typeof given !== 'boolean')
      throw badOption(eid, name, `expected true or false, got ${JSON.stringify(given)}`)
    if (given) moves |= 1 << axis
  }
  if (moves === 0) throw badOption(eid, 'x', 'choose x, y or rotation')
  return moves
}

function checkAncestors({ bones }: Rig, bone: number, eid: number): void {
  for (let at = bones.parent[bone]; at >= 0 && bones.parent[at] >= 0; at = bones.parent[at])
    if (bones.inherit[at] !== INHERIT.normal)
      throw badOption(eid, 'bone', `"${bones.names[at]}", above it, doesn't inherit all of its parent`)
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
  const { names } = chunkOf(world, eid).rig.source.bones
  const motion = movingState(world.animation).motions.byEntity.get(eid)
  if (!motion) return null
  const has = (axis: number) => (motion.moves & (1 << axis)) !== 0
  return { bone: names[motion.bone], x: has(0), y: has(1), rotation: has(2) }
}
