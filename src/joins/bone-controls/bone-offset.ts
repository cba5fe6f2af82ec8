/** Puts offsets on top of animated bones: for aiming, recoil, or the direction of a gaze. */
import { checkFinite } from '../../../components/columns'
import type { BonePose } from '../../api/pose/write-pose'
import { boneNumber, chunkOf } from '../../api/seat'
import { OsteonError, refuseUnknown } from '../../base/errors'
import type { Entity, NameOf, RigNames } from '../../base/model/names'
import { overrideBones } from '../../rig/program/override'
import { editSkeleton } from '../../tick/doors/edit'
import { moveToProgram } from '../../tick/doors/move'
import { heardCall, isHeard } from '../../world/calls'
import type { AnimationWorld } from '../../world/world-type'
import {
  addOffset,
  dropOffset,
  OFFSET_POSE,
  OFFSET_WHAT,
  offsetAt,
  offsetOf,
  overriddenBones,
} from './offsets'
import { type ControlledState, controlledState } from './state'

/** An offset on top of a bone's pose: world units, radians. Fields that are left out are 0; scales are 1. */
export interface BoneOffset extends BonePose {
  /**
   * `add` adds to the pose of animations and users; scales multiply it. `override` replaces that pose, and the bone
   * inherits nothing: the offset is its place in the skeleton's space. @default 'add'
   */
  mode?: 'add' | 'override'
}

/** In the order of local rows. */
const FIELDS = ['x', 'y', 'rotation', 'scaleX', 'scaleY', 'shearX', 'shearY'] as const
const KNOWN = [...FIELDS, 'mode']

/**
 * Puts an offset on a bone, in place of an earlier one. It affects only what is drawn: poses that animations and users
 * write stay as they are, and constraints act after it. It stays until it is removed, under every skin.
 *
 * An overridden bone has no parent. Its children still follow it, and constraints still move it, except IK of Spine.
 * Each set of bones that are overridden together has an update program of its own, which is kept. A `BoneTarget` moves
 * the bone without its own offset, which is added on top; it does not move an overridden bone. Surfaces of DragonBones
 * have no pose, so their offsets do nothing. A structure call.
 *
 * @param offset null removes it.
 * @throws OsteonError `no-skeleton`, `unknown-bone`, `not-finite`, `bad-option`, `no-extension`; everything stays as it
 *   was.
 */
export function setBoneOffset<N extends RigNames, G extends string>(
  world: AnimationWorld,
  eid: Entity<N>,
  bone: NameOf<N['bones'], G> | number,
  offset: BoneOffset | null,
): void {
  if (isHeard(world)) return void heardCall('setBoneOffset', setBoneOffset, world, eid, bone, offset)
  const index = boneNumber(chunkOf(world, eid), bone, eid)
  const state = controlledState(world.animation)
  const overrides = offset !== null && checkOffset(offset, eid)
  let row = offsetOf(state, eid, index)
  if (offset === null && row === 0) return
  const before = row !== 0 && (state.arena.i32[offsetAt(state.offsets, row) + OFFSET_WHAT] & 1) !== 0
  if (before !== overrides) moveUnder(state, eid, index, overrides)
  else editSkeleton(world, eid)
  if (offset === null) {
    dropOffset(state, eid, row)
    return
  }
  if (row === 0) row = addOffset(state, eid, index)
  const { f32, i32 } = state.arena
  const at = offsetAt(state.offsets, row)
  i32[at + OFFSET_WHAT] = 2 * index + (overrides ? 1 : 0)
  for (let field = 0; field < FIELDS.length; field++) {
    const name = FIELDS[field]
    f32[at + OFFSET_POSE + field] = offset[name] ?? (name === 'scaleX' || name === 'scaleY' ? 1 : 0)
  }
}

/** Checks an offset. @returns whether it overrides. */
function checkOffset(offset: BoneOffset, eid: number): boolean {
  refuseUnknown(offset, KNOWN, eid)
  const { mode = 'add', ...pose } = offset
  checkFinite(pose, eid, 'offset')
  if (mode === 'add' || mode === 'override') return mode === 'override'
  throw new OsteonError('bad-option', `entity ${eid}`, 'mode', `got ${JSON.stringify(mode)}`)
}

/** Moves a skeleton to the program of its overridden bones, with this one or without it. */
function moveUnder(state: ControlledState, eid: number, bone: number, overrides: boolean): void {
  const others = overriddenBones(state, eid).filter((other) => other !== bone)
  const overridden = overrides ? [...others, bone] : others
  const override = overridden.length === 0 ? undefined : overrideBones(overridden)
  moveToProgram(state, eid, state.skeletons.skin[eid], { override })
}

/**
 * Returns the offset of a bone, with all fields; `null` if it has none.
 *
 * @throws OsteonError `no-skeleton`, `unknown-bone`, `no-extension`.
 */
export function getBoneOffset<N extends RigNames, G extends string>(
  world: AnimationWorld,
  eid: Entity<N>,
  bone: NameOf<N['bones'], G> | number,
): Required<BoneOffset> | null {
  const index = boneNumber(chunkOf(world, eid), bone, eid)
  const state = controlledState(world.animation)
  const row = offsetOf(state, eid, index)
  if (row === 0) return null
  const { f32, i32 } = state.arena
  const at = offsetAt(state.offsets, row)
  const [x, y, rotation, scaleX, scaleY, shearX, shearY] = f32.subarray(
    at + OFFSET_POSE,
    at + OFFSET_POSE + FIELDS.length,
  )
  const mode = (i32[at + OFFSET_WHAT] & 1) !== 0 ? 'override' : 'add'
  return { x, y, rotation, scaleX, scaleY, shearX, shearY, mode }
}
