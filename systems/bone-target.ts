import type { AnimationWorld } from '../components/world-type'
import { aimChunk } from '../src/solve/bone-target'
import { forMarked } from '../src/tick/chunks'
import { assertNotGrown } from '../src/tick/tick'
import { wakeHosts } from '../src/tick/wake-hosts'
import { stateOf } from '../src/world/state-of'

/**
 * Leads bones to the entities that have a `BoneTarget`: the target of an IK constraint can follow the mouse, for instance.
 *
 * reads   BoneTarget, Transform, local rows of the bone's ancestors
 * writes  local x, y (and rotation, if asked) of the bones led
 * runs    after `mixing`, before `constraints`; `runPipeline` has it in it
 * cost    a bone and its ancestors composed per target whose host is awake; a sleeping host is woken when its
 *         target moved
 *
 * The bone stands exactly where the entity is as long as no constraint moves it or an ancestor of it. Under a
 * parent scaled to nothing, and where the host's skin leaves the bone out, nothing is written.
 */
export function boneTarget(world: AnimationWorld): void {
  const state = stateOf(world)
  wakeHosts(world)
  const { generation } = state.arena
  forMarked(world, aimChunk)
  assertNotGrown(state, generation)
}
