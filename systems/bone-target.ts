/** The system `boneTarget`: moves bones to entities. */

import { forMarked } from '../src/tick/chunks'
import { aimChunk } from '../src/tick/solve/bone-target'
import { assertNotGrown } from '../src/tick/tick'
import { wakeHosts } from '../src/tick/wake-hosts'
import { stateOf } from '../src/world/state-of'
import type { AnimationWorld } from '../src/world/world-type'

/**
 * Moves bones to the entities that have a `BoneTarget`. For example, the target of an IK constraint can follow the
 * mouse.
 *
 * reads   BoneTarget, Transform, local rows of the bone's ancestors
 * writes  local x, y (and rotation, if asked) of the bones that are moved
 * runs    after `mixing`, before `constraints`; it is part of `runPipeline`
 * cost    composing a bone and its ancestors per target whose host is awake; a target that moves wakes its sleeping
 *         host
 *
 * The bone is exactly at the entity if no constraint moves it or one of its ancestors. Nothing is written under a
 * parent that is scaled to 0, or if the host's skin leaves out the bone.
 */
export function boneTarget(world: AnimationWorld): void {
  const state = stateOf(world)
  wakeHosts(world)
  const { generation } = state.arena
  forMarked(world, aimChunk)
  assertNotGrown(state, generation)
}
