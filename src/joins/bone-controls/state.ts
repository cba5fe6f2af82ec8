/** The state of bones that games move. */
import { joinedState } from '../../world/joins'
import type { AnimationState } from '../../world/state'
import type { AnimationWorld } from '../../world/world-type'
import type { OffsetState } from './offsets'
import type { TargetState } from './targets'

/**
 * Makes a bone follow an entity. Columns by entity id; row `eid` has a meaning while `eid` owns the component. All may
 * be written at any time. The system `boneTarget` (or `runPipeline`) writes the local pose of the host's bone, so that
 * the bone is at the entity's `Transform`. If one bone follows several entities, one of them wins; which one is not
 * defined.
 */
export interface BoneTargetColumns {
  /** The entity whose bone is moved; 0 = none (entity ids start at 1). */
  host: Uint32Array
  /** Bone index in the host's rig. */
  bone: Uint16Array
  /** 1: the bone's x axis also turns to `Transform.rotation`. */
  rotate: Uint8Array
}

/** The state of a world that has the extension. */
export type ControlledState = AnimationState & {
  readonly offsets: OffsetState
  /** Rows of `BoneTarget`. */
  readonly targets: TargetState
}

export type ControlledWorld = AnimationWorld & {
  readonly animation: ControlledState
  components: { BoneTarget: BoneTargetColumns }
}

/** The state of a world with the extension; `null` if it lacks it. */
export function controlsIn(state: AnimationState): ControlledState | null {
  return 'targets' in state ? (state as ControlledState) : null
}

/** The state of a world with the extension. @throws OsteonError `no-extension`. */
export function controlledState(state: AnimationState): ControlledState {
  joinedState(state, 'boneControls', 'boneControls')
  return state as ControlledState
}
