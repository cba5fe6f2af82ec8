/**
 * Local pose → world matrix of bones that say by flags what they take over (DragonBones): rotation, scale and place each
 * for themselves. Indices are as in `compose.ts`. The skeleton's own scale and place are taken out of the parent's matrix
 * before, and put in after: they are no part of what a bone may leave behind.
 */
import { LANES, LOCAL_FIELDS, SKELETON_FLIPS } from '../../memory/lanes'
import { INHERIT_FLAG } from '../../model/skeleton'
import {
  GROUP_INHERIT,
  GROUP_PARENT,
  GROUP_POSE,
  GROUP_WORLD,
  INHERIT_OWN,
  INHERIT_PARENT_SHIFT,
  poseAt,
} from '../../rig/program/ops'
import {
  A,
  AT_X,
  AT_Y,
  B,
  C,
  D,
  FLIP_X,
  FLIP_Y,
  ROTATION,
  SCALE_X,
  SCALE_Y,
  SHEAR_X,
  SHEAR_Y,
  WX,
  WY,
  X,
  Y,
} from './program-rows'

/** Of a bone that no mirror changes and that takes over rotation. */
const LED = INHERIT_FLAG.rotation | INHERIT_FLAG.unmirrored
const FLIPS = SKELETON_FLIPS * LANES

/** The bone of a group, in the lanes of `mask`. */
export function composeFlags(
  f32: Float32Array,
  i32: Int32Array,
  group: number,
  mask: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
): void {
  const code = i32[group + GROUP_INHERIT]
  const pose = poseAt(i32[group + GROUP_POSE], local, applied)
  const above = local + (code >> INHERIT_PARENT_SHIFT) * LOCAL_FIELDS * LANES
  const own = world + i32[group + GROUP_WORLD]
  const isRoot = i32[group + GROUP_PARENT] < 0
  const parent = isRoot ? own : world + i32[group + GROUP_PARENT]
  for (let lane = 0; lane < LANES; lane++) {
    if ((mask & (1 << lane)) === 0) continue
    if (isRoot) takeSkeleton(f32, own + lane, skeleton + lane)
    composeLane(f32, code, pose + lane, parent + lane, above + lane, own + lane, skeleton + lane)
  }
}

/** What a root has in place of a parent's matrix, into its own row. */
function takeSkeleton(f32: Float32Array, own: number, skeleton: number): void {
  f32[own + A] = f32[skeleton + FLIP_X]
  f32[own + B] = 0
  f32[own + C] = 0
  f32[own + D] = f32[skeleton + FLIP_Y]
  f32[own + WX] = f32[skeleton + AT_X]
  f32[own + WY] = f32[skeleton + AT_Y]
}

/** @param above the parent's local pose. */
function composeLane(
  f32: Float32Array,
  code: number,
  pose: number,
  parent: number,
  above: number,
  own: number,
  skeleton: number,
): void {
  let scaleX = f32[skeleton + FLIP_X]
  let scaleY = f32[skeleton + FLIP_Y]
  // Flips are no mirrors of such bones: they only turn with what they hang on.
  const isLed = (code & LED) === LED
  if (isLed) {
    const flips = f32[skeleton + FLIPS]
    if ((flips & 1) !== 0) scaleX = -scaleX
    if ((flips & 2) !== 0) scaleY = -scaleY
  }
  const overX = scaleX === 0 ? 0 : 1 / scaleX
  const overY = scaleY === 0 ? 0 : 1 / scaleY
  const pa = f32[parent + A] * overX
  const pb = f32[parent + B] * overX
  const pc = f32[parent + C] * overY
  const pd = f32[parent + D] * overY
  const x = f32[pose + X]
  const y = f32[pose + Y]
  if ((code & INHERIT_FLAG.translation) !== 0) {
    f32[own + WX] = f32[parent + A] * x + f32[parent + B] * y + f32[parent + WX]
    f32[own + WY] = f32[parent + C] * x + f32[parent + D] * y + f32[parent + WY]
  } else {
    // Flips put it on the other side only if it leaves the parent's scale behind as well.
    const isKept = (code & INHERIT_FLAG.scale) !== 0
    f32[own + WX] = (isKept ? Math.abs(scaleX) : scaleX) * x + f32[skeleton + AT_X]
    f32[own + WY] = (isKept ? Math.abs(scaleY) : scaleY) * y + f32[skeleton + AT_Y]
  }

  // The direction of the parent's x axis.
  const length = Math.sqrt(pa * pa + pc * pc)
  let cos = length === 0 ? 1 : pa / length
  let sin = length === 0 ? 0 : pc / length
  let ma = 1
  let mb = 0
  let mc = 0
  let md = 1
  let rotation = f32[pose + ROTATION]
  let shearY = f32[pose + SHEAR_Y]
  const isFlipped = scaleX < 0 !== scaleY < 0
  if ((code & INHERIT_FLAG.scale) !== 0) {
    ma = pa
    mb = pb
    mc = pc
    md = pd
    if ((code & INHERIT_FLAG.rotation) === 0) {
      // The parent's angle is known but for half a turn: that of an axis, which may be mirrored along itself.
      if (f32[above + SCALE_X] < 0 && ((code & INHERIT_OWN) !== 0 || pa * scaleX < 0)) {
        cos = -cos
        sin = -sin
      }
      ma = pa * cos - pb * sin
      mb = pa * sin + pb * cos
      mc = pc * cos - pd * sin
      md = pc * sin + pd * cos
    }
  } else if ((code & INHERIT_FLAG.rotation) !== 0) {
    const isUnmirrored = (code & INHERIT_FLAG.unmirrored) !== 0
    if (isUnmirrored && f32[above + SCALE_X] < 0) {
      cos = -cos
      sin = -sin
    }
    ma = cos
    mb = -sin
    mc = sin
    md = cos
    if (!isUnmirrored && pa * pd - pb * pc < 0) {
      rotation = -rotation
      if (isFlipped) shearY -= Math.PI
      else if ((code & INHERIT_FLAG.reflection) !== 0) shearY += Math.PI
    }
  }
  // What leaves the parent's scale behind is turned to the other side by a flip of the skeleton, but its skew is not.
  if (isFlipped && !isLed && (code & INHERIT_FLAG.scale) === 0) shearY = -shearY
  const angleX = rotation + f32[pose + SHEAR_X]
  const angleY = rotation + shearY
  const ax = Math.cos(angleX) * f32[pose + SCALE_X]
  const ay = Math.sin(angleX) * f32[pose + SCALE_X]
  const bx = -Math.sin(angleY) * f32[pose + SCALE_Y]
  const by = Math.cos(angleY) * f32[pose + SCALE_Y]
  f32[own + A] = scaleX * (ma * ax + mb * ay)
  f32[own + B] = scaleX * (ma * bx + mb * by)
  f32[own + C] = scaleY * (mc * ax + md * ay)
  f32[own + D] = scaleY * (mc * bx + md * by)
}
