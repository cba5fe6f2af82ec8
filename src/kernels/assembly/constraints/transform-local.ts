/**
 * Transform constraint on applied poses (Spine up to 4.2): pose + (target - pose + offset) · mix, or, if it is
 * relative, pose + (target + offset) · mix. Few rigs have one, so it runs one lane at a time, in float64.
 */
import { FLAG, GROUP, HALF_UP, SINGULAR, TAU, TRANSFORM, TURNS } from '../layout'
import { ROW } from '../lanes'
import { Block, poseOf } from '../program/block'
import { composeBone } from '../program/compose'
import { refreshApplied } from '../program/decompose'
import { get, ROTATION, rowsAt, SCALE_X, SCALE_Y, set, SHEAR_Y, word, X, Y } from '../program/rows'
import { busyLanes } from './transform-world'

// @ts-ignore: decorator
@inline
function offset(at: usize, field: i32): f64 {
  return <f64>load<f32>(at + <usize>((TRANSFORM.OP_OFFSETS + field) << 2))
}

/** Runs the op at `at`. */
export function transformLocal(at: usize, mask: i32, block: Block): void {
  const flags = word(at, TRANSFORM.OP_FLAGS)
  const busy = busyLanes(rowsAt(block.local, at, TRANSFORM.OP_ROWS), flags, mask)
  if (busy == 0) return
  const lazy = (flags & FLAG.LAZY) != 0
  const targetGroup = at + (TRANSFORM.OP_TARGET << 2)
  if (lazy) refreshApplied(targetGroup, flags, busy, block)
  const target = poseOf(targetGroup, block)
  const mixes = rowsAt(block.local, at, TRANSFORM.OP_ROWS)
  const first = at + (TRANSFORM.OP_BONES << 2)
  const end = first + <usize>(word(at, TRANSFORM.OP_COUNT) * (GROUP.WORDS << 2))
  for (let group = first; group < end; group += GROUP.WORDS << 2) {
    if (lazy) refreshApplied(group, flags, busy, block)
    const pose = poseOf(group, block)
    const unconstrained = rowsAt(block.local, group, GROUP.LOCAL)
    for (let left = busy; left != 0; left &= left - 1) {
      const lane = <usize>(ctz(left) << 2)
      if ((flags & TRANSFORM.RELATIVE) != 0) addPose(at, flags, pose + lane, target + lane, mixes + lane)
      else approachPose(at, flags, pose + lane, unconstrained + lane, target + lane, mixes + lane)
    }
    composeBone(group, flags, busy, block)
  }
}

/** Absolute: moves towards the target's pose. Up to 4.1 angles take the nearest equivalent turn. */
function approachPose(
  at: usize,
  flags: i32,
  pose: usize,
  unconstrained: usize,
  target: usize,
  mixes: usize,
): void {
  const legacy = (flags & TRANSFORM.LEGACY) != 0
  const near = (flags & TRANSFORM.NEAREST) != 0
  const rotate = get(mixes + TRANSFORM.ROTATE * ROW)
  const shear = get(mixes + TRANSFORM.SHEAR_Y * ROW)
  if (rotate != 0) {
    const present = get(pose + ROTATION)
    let turn = get(target + ROTATION) - present + offset(at, TRANSFORM.ROTATE)
    if (near) turn -= TAU * (TURNS - trunc(HALF_UP - turn / TAU))
    set(pose + ROTATION, present + turn * rotate)
  }
  const x = get(pose + X)
  const y = get(pose + Y)
  set(pose + X, x + (get(target + X) - x + offset(at, TRANSFORM.X)) * get(mixes + TRANSFORM.X * ROW))
  set(pose + Y, y + (get(target + Y) - y + offset(at, TRANSFORM.Y)) * get(mixes + TRANSFORM.Y * ROW))
  approachScale(at, TRANSFORM.SCALE_X, pose + SCALE_X, target + SCALE_X, mixes, legacy)
  approachScale(at, TRANSFORM.SCALE_Y, pose + SCALE_Y, target + SCALE_Y, mixes, legacy)
  if (shear != 0) {
    let turn = get(target + SHEAR_Y) - get(pose + SHEAR_Y) + offset(at, TRANSFORM.SHEAR_Y)
    if (near) turn -= TAU * (TURNS - trunc(HALF_UP - turn / TAU))
    // 3.8 adds it to the unconstrained pose, where it accumulates, and composes without it.
    const row = (legacy ? unconstrained : pose) + SHEAR_Y
    set(row, get(row) + turn * shear)
  }
}

/** Divides by the scale itself, as the reference does, unless it is nearly 0. */
function approachScale(at: usize, field: i32, row: usize, target: usize, mixes: usize, legacy: bool): void {
  const scale = get(row)
  const mix = get(mixes + <usize>field * ROW)
  if (mix == 0 || (legacy ? scale <= 0.00001 : abs(scale) < <f32>SINGULAR)) return
  set(row, (scale + (get(target) - scale + offset(at, field)) * mix) / scale)
}

/** Relative: adds the target's pose. */
function addPose(at: usize, flags: i32, pose: usize, target: usize, mixes: usize): void {
  const legacy = (flags & TRANSFORM.LEGACY) != 0
  grow(at, TRANSFORM.ROTATE, pose + ROTATION, target + ROTATION, mixes)
  grow(at, TRANSFORM.X, pose + X, target + X, mixes)
  grow(at, TRANSFORM.Y, pose + Y, target + Y, mixes)
  const scaleX = (get(target + SCALE_X) - 1 + offset(at, TRANSFORM.SCALE_X)) * get(mixes + TRANSFORM.SCALE_X * ROW)
  const scaleY = (get(target + SCALE_Y) - 1 + offset(at, TRANSFORM.SCALE_Y)) * get(mixes + TRANSFORM.SCALE_Y * ROW)
  const presentX = get(pose + SCALE_X)
  const presentY = get(pose + SCALE_Y)
  if (!legacy || presentX > 0.00001) set(pose + SCALE_X, presentX * (scaleX + 1))
  if (!legacy || presentY > 0.00001) set(pose + SCALE_Y, presentY * (scaleY + 1))
  grow(at, TRANSFORM.SHEAR_Y, pose + SHEAR_Y, target + SHEAR_Y, mixes)
}

function grow(at: usize, field: i32, row: usize, target: usize, mixes: usize): void {
  set(row, get(row) + (get(target) + offset(at, field)) * get(mixes + <usize>field * ROW))
}
