/** The system `boneTarget`: moves bones to entities. */
import { forMarked } from '../../tick/chunks'
import { assertNotGrown } from '../../tick/open-tick'
import { heardCall, isHeard } from '../../world/calls'
import type { Chunk } from '../../world/chunks/blocks'
import { stateOf } from '../../world/state-of'
import type { AnimationWorld } from '../../world/world-type'
import { controlledState } from './state'

/**
 * Moves bones to the entities that have a `BoneTarget`. For example, the target of an IK constraint can follow the
 * mouse.
 *
 * reads   BoneTarget, Transform, local rows of the bone's ancestors
 * writes  local x, y (and rotation, if asked) of the bones that are moved
 * runs    after `mixing`, before `constraints`; it is part of `runPipeline` in worlds with `boneControls`
 * cost    composing a bone and its ancestors per target whose host is awake; a target that moves wakes its sleeping
 *         host
 *
 * The bone is exactly at the entity if no constraint moves it or one of its ancestors. Nothing is written under a
 * parent that is scaled to 0, or if the host's skin leaves out the bone.
 */
export function boneTarget(world: AnimationWorld): void {
  if (isHeard(world)) return void heardCall('boneTarget', boneTarget, world)
  const state = controlledState(stateOf(world))
  const { bones } = state.joins
  bones?.open()
  const { generation } = state.arena
  forMarked(world, aim)
  assertNotGrown(state, generation)
}

function aim({ animation }: AnimationWorld, chunk: Chunk): void {
  animation.joins.bones?.mixed(chunk)
}
