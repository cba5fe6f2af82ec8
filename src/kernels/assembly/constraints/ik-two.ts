/**
 * Two-bone IK (Spine's rules): the law of cosines for the triangle of both bones and the target. Under an uneven scale
 * the child's tip moves on an ellipse: a quadratic equation, solved one lane at a time in float64, because it subtracts
 * products of fourth powers of lengths.
 */
import { FLAG, GROUP, IK, INHERIT, PI, REACH, TAU } from '../layout'
import {
  absolute, add, any, cross, div, dot, either, eqInts, ge, greater, gt, lanesOf, le, lesser, lt, maskOf, mul, ne,
  negated, only, pick, put, read, ROW, splat, splatInt, squareRoot, sub, unlessZero, unlike, without,
} from '../lanes'
import { Block, poseOf } from '../program/block'
import { composeBone, composeRun, GROUP_BYTES } from '../program/compose'
import { refreshApplied } from '../program/decompose'
import {
  A, B, C, D, get, inheritOf, ROTATION, rowsAt, SCALE_X, SCALE_Y, set, SHEAR_X, SHEAR_Y, word, WX, WY, X, Y,
} from '../program/rows'
import { copyPose } from '../program/small-ops'
import { arctangent, atan2, cosine, sine } from '../trig'
import { LEAST_DETERMINANT, epsilonOf, pointBone, volumeOf, wrapped } from './ik-one'

/** Sums of products of lengths whose own product is still finite. */
// @ts-ignore: decorator
@inline
const MOST_SUM: f32 = 1e18

/** Runs the op at `at`. */
export function ikTwo(at: usize, mask: i32, block: Block): void {
  const flags = word(at, IK.OP_FLAGS)
  const bone = at + (IK.OP_BONE << 2)
  const child = at + (IK.OP_CHILD << 2)
  let running = unlessZero(rowsAt(block.local, at, IK.OP_ROWS) + IK.MIX * ROW, mask)
  const idle = mask & ~running
  if (idle != 0 && (flags & IK.AT_MIX_ZERO) != 0) {
    // 3.8 with mix 0: the child is composed from its unconstrained pose, and nothing else happens.
    const to = poseOf(child, block)
    copyPose(rowsAt(block.local, child, GROUP.LOCAL), to, lanesOf(idle))
    composeBone(child, flags, idle, block)
  }
  if ((flags & IK.NEEDS_NORMAL) != 0) {
    const upper = eqInts(inheritOf(word(bone, GROUP.INHERIT), block.local), splatInt(INHERIT.normal))
    const lower = eqInts(inheritOf(word(child, GROUP.INHERIT), block.local), splatInt(INHERIT.normal))
    running &= maskOf(only(upper, lower))
  }
  if (running != 0) bend(at, running, block)
  if ((flags & FLAG.STAMPS) != 0) return
  const composed = (flags & IK.COMPOSES) != 0 ? mask : running
  // Composes both bones in one run if possible: the child's angle then does not wait for its parent.
  if (composed != running || (word(bone, GROUP.INHERIT) | word(child, GROUP.INHERIT)) != INHERIT.normal) {
    if (running != 0) composeBone(bone, flags, running, block)
    if (composed != 0) composeBone(child, flags, composed, block)
  } else if (running != 0) composeRun(bone, bone + 2 * GROUP_BYTES, GROUP_BYTES, running, block)
}

/** Bends the poses of both bones. */
function bend(at: usize, running: i32, block: Block): void {
  const flags = word(at, IK.OP_FLAGS)
  const bone = at + (IK.OP_BONE << 2)
  const child = at + (IK.OP_CHILD << 2)
  if ((flags & FLAG.LAZY) != 0) {
    refreshApplied(bone, flags, running, block)
    refreshApplied(child, flags, running, block)
  }
  let straight = 0
  const uneven = running & ~evenLanes(poseOf(bone, block), epsilonOf(flags))
  for (let left = uneven; left != 0; left &= left - 1) {
    const lane = ctz(left)
    if (!bendUneven(at, flags, block, <usize>(lane << 2))) straight |= 1 << lane
  }
  const even = running & ~uneven
  if (even != 0) straight |= bendEven(at, flags, even, block)
  if (straight != 0) {
    pointBone(at, flags, REACH.STRETCH, straight, block)
    const pose = poseOf(child, block)
    put(pose + ROTATION, splat(0), lanesOf(straight))
  }
}

/** Returns the lanes in which a bone has equal scales, apart from their signs. */
function evenLanes(pose: usize, epsilon: f32): i32 {
  const x = absolute(read(pose, SCALE_X))
  const y = absolute(read(pose, SCALE_Y))
  return maskOf(le(absolute(sub(x, y)), splat(epsilon)))
}

/**
 * Runs steps 1 to 8 in lanes where the upper bone's scales are equal: the tip moves on a circle. Let u and l be the
 * lengths, and d the distance. The angle between the bones has the cosine (d² - u² - l²) / 2ul. With p = (u + l)² - d²
 * and r = d² - (u - l)², which stay exact for a nearly straight limb, its cosine is (r - p) / (r + p), and its sine 2
 * √(p r) / (r + p). Neither is divided, because only directions are needed.
 *
 * @returns the lanes in which the upper bone has no length, so there is nothing to bend (step 4).
 */
function bendEven(at: usize, flags: i32, mask: i32, block: Block): i32 {
  const bone = at + (IK.OP_BONE << 2)
  const child = at + (IK.OP_CHILD << 2)
  const row = rowsAt(block.local, at, IK.OP_ROWS)
  const bonePose = poseOf(bone, block)
  const childPose = poseOf(child, block)
  const own = rowsAt(block.world, bone, GROUP.WORLD)
  const grand = rowsAt(block.world, bone, GROUP.PARENT)
  const target = rowsAt(block.world, at, IK.OP_TARGET)
  const lanes = lanesOf(mask)
  const none = splat(0)
  const one = splat(1)
  const half = splat(<f32>PI)
  const mix = read(row, IK.MIX * ROW)
  const bend = read(row, IK.BEND * ROW)
  const stretches = ne(read(row, IK.STRETCH * ROW), none)
  let boneScaleX = read(bonePose, SCALE_X)
  let boneScaleY = read(bonePose, SCALE_Y)
  const childScaleX = read(childPose, SCALE_X)
  const scaleX = absolute(boneScaleX)
  const negative = lt(boneScaleX, none)
  const boneFlip = only(half, negative)
  const childFlip = only(half, lt(childScaleX, none))
  // The sign bit where just one of the scales is negative.
  const mirror = unlike(negative, lt(boneScaleY, none))

  // Step 2: where the child starts. It must not be -0, which would have a direction of its own.
  const cx = read(childPose, X)
  let cy = add(read(childPose, Y), none)
  if ((flags & IK.STRETCH_ZEROES_Y) != 0) cy = without(cy, stretches)
  put(childPose + Y, cy, lanes)

  // Step 3: into the grandparent's space, from the bone's origin.
  const ga = read(grand, A)
  const gb = read(grand, B)
  const gc = read(grand, C)
  const gd = read(grand, D)
  const gx = read(grand, WX)
  const gy = read(grand, WY)
  const boneX = read(bonePose, X)
  const boneY = read(bonePose, Y)
  const determinant = cross(ga, gd, gb, gc)
  const least = splat((flags & IK.SINGULAR_GUARD) != 0 ? epsilonOf(flags) : LEAST_DETERMINANT)
  const inverse = only(div(one, determinant), gt(absolute(determinant), least))
  const ox = sub(add(dot(read(own, A), cx, read(own, B), cy), read(own, WX)), gx)
  const oy = sub(add(dot(read(own, C), cx, read(own, D), cy), read(own, WY)), gy)
  const lx = sub(mul(cross(ox, gd, oy, gb), inverse), boneX)
  const ly = sub(mul(cross(oy, ga, ox, gc), inverse), boneY)
  const upper = squareRoot(dot(lx, lx, ly, ly))
  const long = only(ge(upper, splat(epsilonOf(flags))), lanes)
  const lower = mul(
    mul(splat(load<f32>(at + (IK.OP_CHILD_LENGTH << 2))), absolute(childScaleX)),
    scaleX,
  )

  // Step 5: the target.
  const tx = sub(read(target, WX), gx)
  const ty = sub(read(target, WY), gy)
  let qx = sub(mul(cross(tx, gd, ty, gb), inverse), boneX)
  let qy = sub(mul(cross(ty, ga, tx, gc), inverse), boneY)
  let distance = squareRoot(dot(qx, qx, qy, qy))

  // Step 6: softness moves it closer. The rest of the reach is then range p². Computed as the difference of the two
  // lengths, it would be mostly rounding error if the target is far away and the limb straight, and the angles are a
  // square root of it.
  const reach = add(upper, lower)
  let left = sub(reach, distance)
  const softness = read(row, IK.SOFTNESS * ROW)
  if ((unlessZero(row + IK.SOFTNESS * ROW, mask)) != 0) {
    const range = mul(mul(mul(softness, scaleX), add(absolute(childScaleX), one)), splat(0.5))
    const beyond = add(sub(sub(distance, upper), lower), range)
    const p = sub(lesser(one, div(beyond, add(range, range))), one)
    const nearer = sub(one, div(sub(beyond, mul(range, sub(one, mul(p, p)))), distance))
    const soft = only(
      only(ne(softness, none), gt(distance, none)),
      gt(beyond, none),
    )
    const factor = pick(nearer, one, soft)
    qx = mul(qx, factor)
    qy = mul(qy, factor)
    distance = mul(distance, absolute(factor))
    left = pick(mul(range, mul(p, p)), sub(reach, distance), only(soft, ge(factor, none)))
  }

  // Step 7a: the law of cosines.
  const p = greater(none, mul(left, add(reach, distance)))
  const r = greater(none, mul(add(distance, sub(upper, lower)), sub(distance, sub(upper, lower))))
  const factor = add(mul(sub(div(distance, reach), one), mix), one)
  const stretched = only(stretches, lt(left, none))
  if (any(stretched)) {
    boneScaleX = mul(boneScaleX, pick(factor, one, stretched))
    if ((flags & IK.UNIFORM) != 0 && (flags & IK.UNIFORM_TWO) != 0)
      boneScaleY = mul(boneScaleY, pick(factor, one, stretched))
    else if ((flags & IK.VOLUME) != 0)
      boneScaleY = div(boneScaleY, pick(volumeOf(factor), one, stretched))
  }
  const sum = add(r, p)
  // If a parent is nearly flat, lengths in its space are so large that products of four would be infinite.
  const certain = only(gt(sum, none), lt(sum, splat(MOST_SUM)))
  const root = squareRoot(mul(p, r))
  const opposite = pick(add(root, root), one, certain)
  const adjacent = only(sub(r, p), certain)
  const childAngle = mul(arctangent(opposite, adjacent), bend)
  // Both are scaled by the sum, because only their direction counts.
  const m = pick(add(mul(upper, sum), mul(lower, adjacent)), upper, certain)
  const n = mul(mul(lower, opposite), bend)
  const boneAngle = arctangent(cross(qy, m, qx, n), dot(qx, m, qy, n))

  // Step 8: mix both angles in. The child nearly always starts on the bone's axis.
  const aside = either(ne(cy, none), lt(cx, none))
  const offset = maskOf(aside) == 0 ? none : negated(arctangent(cy, cx), mirror)
  const boneRotation = read(bonePose, ROTATION)
  const childRotation = read(childPose, ROTATION)
  const boneTurn = wrapped(sub(add(sub(boneAngle, offset), boneFlip), boneRotation))
  const childTurn = wrapped(
    sub(
      add(negated(sub(add(childAngle, offset), read(childPose, SHEAR_X)), mirror), childFlip),
      childRotation,
    ),
  )
  put(bonePose + ROTATION, add(boneRotation, mul(boneTurn, mix)), long)
  put(bonePose + SCALE_X, boneScaleX, long)
  put(bonePose + SCALE_Y, boneScaleY, long)
  if ((flags & IK.KEEPS_SHEAR) == 0) {
    put(bonePose + SHEAR_X, none, long)
    put(bonePose + SHEAR_Y, none, long)
  }
  put(childPose + ROTATION, add(childRotation, mul(childTurn, mix)), long)
  return mask & ~maskOf(long)
}

/**
 * Runs the steps of `bendEven` in the lane at byte `from`, for unequal scales. @returns false if the upper bone has no
 * length.
 */
function bendUneven(at: usize, flags: i32, block: Block, from: usize): bool {
  const bone = at + (IK.OP_BONE << 2)
  const child = at + (IK.OP_CHILD << 2)
  const row = rowsAt(block.local, at, IK.OP_ROWS) + from
  const bonePose = poseOf(bone, block) + from
  const childPose = poseOf(child, block) + from
  const own = rowsAt(block.world, bone, GROUP.WORLD) + from
  const grand = rowsAt(block.world, bone, GROUP.PARENT) + from
  const target = rowsAt(block.world, at, IK.OP_TARGET) + from
  const mix = get(row + IK.MIX * ROW)
  const bend = get(row + IK.BEND * ROW)
  const softness = get(row + IK.SOFTNESS * ROW)
  const boneScaleX = get(bonePose + SCALE_X)
  const boneScaleY = get(bonePose + SCALE_Y)
  const childScaleX = get(childPose + SCALE_X)
  const scaleX = abs(boneScaleX)
  const scaleY = abs(boneScaleY)
  const mirror: f64 = boneScaleX < 0 != boneScaleY < 0 ? -1 : 1
  const boneFlip: f64 = boneScaleX < 0 ? PI : 0
  const childFlip: f64 = childScaleX < 0 ? PI : 0

  // Step 2: where the child starts.
  const cx = get(childPose + X)
  const cy: f64 = 0
  set(childPose + Y, cy)

  // Step 3: into the grandparent's space, from the bone's origin.
  const ga = get(grand + A)
  const gb = get(grand + B)
  const gc = get(grand + C)
  const gd = get(grand + D)
  const gx = get(grand + WX)
  const gy = get(grand + WY)
  const boneX = get(bonePose + X)
  const boneY = get(bonePose + Y)
  const determinant = ga * gd - gb * gc
  const least: f64 = (flags & IK.SINGULAR_GUARD) != 0 ? epsilonOf(flags) : 0
  const inverse = abs(determinant) <= least ? 0 : 1 / determinant
  const ox = get(own + A) * cx + get(own + B) * cy + get(own + WX) - gx
  const oy = get(own + C) * cx + get(own + D) * cy + get(own + WY) - gy
  const lx = (ox * gd - oy * gb) * inverse - boneX
  const ly = (oy * ga - ox * gc) * inverse - boneY
  const upper = sqrt(lx * lx + ly * ly)
  if (upper < epsilonOf(flags)) return false
  const lower = <f64>load<f32>(at + (IK.OP_CHILD_LENGTH << 2)) * abs(childScaleX)

  // Step 5: the target.
  const tx = get(target + WX) - gx
  const ty = get(target + WY) - gy
  let qx = (tx * gd - ty * gb) * inverse - boneX
  let qy = (ty * ga - tx * gc) * inverse - boneY
  let square = qx * qx + qy * qy

  // Step 6: softness moves it closer.
  if (softness != 0 && square > 0) {
    const distance = sqrt(square)
    const range = (softness * scaleX * (abs(childScaleX) + 1)) / 2
    const beyond = distance - upper - lower * scaleX + range
    if (beyond > 0) {
      const p = min<f64>(1, beyond / (2 * range)) - 1
      const nearer = 1 - (beyond - range * (1 - p * p)) / distance
      qx *= nearer
      qy *= nearer
      square = qx * qx + qy * qy
    }
  }

  // Step 7b: the child's tip moves on an ellipse around (upper, 0) with the half axes a and b.
  let childAngle: f64 = 0
  const a = scaleX * lower
  const b = scaleY * lower
  const aa = a * a
  const bb = b * b
  const c0 = bb * upper * upper + aa * square - aa * bb
  const c1 = -2 * bb * upper
  const c2 = bb - aa
  const discriminant = c1 * c1 - 4 * c2 * c0
  const root = sqrt(max<f64>(0, discriminant))
  const q = -(c1 + (c1 < 0 ? -root : root)) / 2
  const one = q / c2
  const other = c0 / q
  const r = abs(one) < abs(other) ? one : other
  const yy = square - r * r
  if (discriminant >= 0 && yy >= 0) childAngle = atan2(sqrt(yy) * scaleX, (r - upper) * scaleY)
  else {
    // The target is out of reach: the ellipse's nearest or farthest point.
    let near = (upper - a) * (upper - a)
    let far = (upper + a) * (upper + a)
    let nearAngle = Math.PI
    let farAngle: f64 = 0
    const w = (-a * upper) / (aa - bb)
    if (w >= -1 && w <= 1) {
      const height = sqrt(1 - w * w)
      const angle = atan2(height, w)
      const x = a * w + upper
      const y = b * height
      const distance = x * x + y * y
      if (distance < near) {
        near = distance
        nearAngle = angle
      }
      if (distance > far) {
        far = distance
        farAngle = angle
      }
    }
    childAngle = square <= (near + far) / 2 ? nearAngle : farAngle
  }
  childAngle *= bend
  const boneAngle = atan2(qy, qx) - atan2(b * sine(childAngle), upper + a * cosine(childAngle))

  // Step 8: mix both angles in.
  const offset = atan2(cy, cx) * mirror
  const boneRotation = get(bonePose + ROTATION)
  const childRotation = get(childPose + ROTATION)
  set(bonePose + ROTATION, boneRotation + halfTurns(boneAngle - offset + boneFlip - boneRotation) * mix)
  if ((flags & IK.KEEPS_SHEAR) == 0) {
    set(bonePose + SHEAR_X, 0)
    set(bonePose + SHEAR_Y, 0)
  }
  const turn = (childAngle + offset - get(childPose + SHEAR_X)) * mirror + childFlip - childRotation
  set(childPose + ROTATION, childRotation + halfTurns(turn) * mix)
  return true
}

// @ts-ignore: decorator
@inline
function halfTurns(turn: f64): f64 {
  return turn > PI ? turn - TAU : turn < -PI ? turn + TAU : turn
}
