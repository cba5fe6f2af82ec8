/**
 * Local pose → world matrix. `skeleton`, `local`, `applied` and `world` are word
 * indices of the sections' first rows, `pose`, `parent` and `own` of a bone's: those of a block (lane l at
 * + l) where there is a `mask` of lanes, else those of one lane. Divisors that are 0 give 0 where the
 * reference gives NaN.
 *
 * Only integers go through calls here and in the other constraint kernels: a double that crosses a call
 * which V8 does not inline is a heap object, and a tick makes none.
 */

import {
  EXACT_TAU,
  INVERSE_PI,
  REDUCIBLE,
  SHORT_C2,
  SHORT_C4,
  SHORT_C6,
  SHORT_C8,
  SHORT_S3,
  SHORT_S5,
  SHORT_S7,
  SHORT_S9,
} from '../../math/trig'
import { LANES } from '../../memory/lanes'
import { INHERIT, INHERIT_FLAGS } from '../../model/skeleton'
import {
  FLAG_RAW_NO_ROTATION,
  FLAG_SCALED_NO_ROTATION,
  FLAG_TINY_AXES,
  GROUP_INHERIT,
  GROUP_PARENT,
  GROUP_POSE,
  GROUP_WORLD,
  poseAt,
  RUN_WORDS,
} from '../../rig/program/ops'
import { composeFlags } from './compose-flags'
import { EPSILON, TINY_SQUARE } from './limits'
import {
  A,
  AT_X,
  AT_Y,
  B,
  C,
  D,
  FLIP_X,
  FLIP_Y,
  INDEX,
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

/**
 * The numbers of `composeRun`'s inner loop. V8 makes a literal anew wherever it stands, by two instructions; what comes
 * from an array stays where it was put: 0.94 to 0.97 of the time. To add 1.5 · 2⁵² and to take it off again rounds as well
 * as Math.floor does, by two instructions of four cycles; squares are compared as Math.abs takes three: 0.98.
 */
const TERMS = Float64Array.of(
  SHORT_S3,
  SHORT_S5,
  SHORT_S7,
  SHORT_S9,
  SHORT_C2,
  SHORT_C4,
  SHORT_C6,
  SHORT_C8,
  INVERSE_PI,
  Math.PI,
  0.5,
  1,
  4,
  REDUCIBLE * REDUCIBLE,
  6755399441055744,
)

/** The inherit mode of a reference (see `inheritReference`) in one lane. */
export function inheritAt(f32: Float32Array, reference: number, local: number): number {
  return reference >= 0 ? reference : f32[local + ~reference] | 0
}

/** Composes the bone of a group (see `ops.ts`) in the lanes of `mask`, whatever its inherit mode, parent or not. */
export function composeBone(
  f32: Float32Array,
  i32: Int32Array,
  group: number,
  flags: number,
  mask: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
): void {
  const inherit = i32[group + GROUP_INHERIT]
  if (inherit >= INHERIT_FLAGS) composeFlags(f32, i32, group, mask, skeleton, local, applied, world)
  else if (i32[group + GROUP_PARENT] < 0) composeRoot(f32, i32, group, mask, skeleton, local, applied, world)
  else if (inherit === INHERIT.normal)
    composeRun(f32, i32, group, group + 1, GROUP_PARENT, mask, local, applied, world)
  else composeOther(f32, i32, group, flags, mask, skeleton, local, applied, world)
}

/**
 * Bones with inherit mode normal, in the lanes of `mask`: own = matrix · local. Words `first` up to `end` of
 * the program are records of RUN_WORDS, or one group; word `matrix` of each says which world record is
 * multiplied: GROUP_PARENT, or GROUP_WORLD where something has been left in the bone's own row.
 *
 * All sines and cosines of the program's bones are here, written out (see `math/trig`). cos(θ + 90°) is
 * -sin θ, so equal shears need one sine and one cosine. Lanes are taken off the mask one by one: no
 * slower than testing each, and faster where some do not run.
 */
export function composeRun(
  f32: Float32Array,
  i32: Int32Array,
  first: number,
  end: number,
  matrix: number,
  mask: number,
  local: number,
  applied: number,
  world: number,
): void {
  const s3 = TERMS[0]
  const s5 = TERMS[1]
  const s7 = TERMS[2]
  const s9 = TERMS[3]
  const c2 = TERMS[4]
  const c4 = TERMS[5]
  const c6 = TERMS[6]
  const c8 = TERMS[7]
  const inversePi = TERMS[8]
  const pi = TERMS[9]
  const half = TERMS[10]
  const one = TERMS[11]
  const four = TERMS[12]
  const reducible = TERMS[13]
  const round = TERMS[14]
  for (let record = first & INDEX; record < end; record = (record + RUN_WORDS) & INDEX) {
    const pose = poseAt(i32[record + GROUP_POSE], local, applied)
    const from = (world + i32[(record + matrix) & INDEX]) | 0
    const own = (world + i32[record + GROUP_WORLD]) | 0
    for (let left = mask | 0; left !== 0; left &= left - 1) {
      const lane = 31 - Math.clz32(left & -left)
      const p = (pose + lane) & INDEX
      const f = (from + lane) & INDEX
      const o = (own + lane) & INDEX
      const rotation = f32[p + ROTATION]
      const shearX = f32[p + SHEAR_X]
      const shearY = f32[p + SHEAR_Y]
      let angle = rotation + shearX
      if (!(angle * angle < reducible)) angle %= EXACT_TAU
      let n = angle * inversePi + round - round
      let r = angle - n * pi
      let q = r * r
      let qq = q * q
      let sign = n * half
      sign = one - (sign - Math.floor(sign)) * four
      let sin = sign * (r + r * q * (q * s5 + s3 + qq * (q * s9 + s7)))
      let cos = sign * (q * (q * c4 + c2 + qq * (q * c8 + c6)) + one)
      const scaleX = f32[p + SCALE_X]
      const scaleY = f32[p + SCALE_Y]
      const ax = cos * scaleX
      const ay = sin * scaleX
      if (shearX !== shearY) {
        angle = rotation + shearY
        if (!(angle * angle < reducible)) angle %= EXACT_TAU
        n = angle * inversePi + round - round
        r = angle - n * pi
        q = r * r
        qq = q * q
        sign = n * half
        sign = one - (sign - Math.floor(sign)) * four
        sin = sign * (r + r * q * (q * s5 + s3 + qq * (q * s9 + s7)))
        cos = sign * (q * (q * c4 + c2 + qq * (q * c8 + c6)) + one)
      }
      const bx = sin * scaleY
      const by = cos * scaleY

      const a = f32[f + A]
      const b = f32[f + B]
      const c = f32[f + C]
      const d = f32[f + D]
      const x = f32[p + X]
      const y = f32[p + Y]
      f32[o + WX] = a * x + b * y + f32[f + WX]
      f32[o + WY] = c * x + d * y + f32[f + WY]
      f32[o + A] = a * ax + b * ay
      f32[o + C] = c * ax + d * ay
      f32[o + B] = b * by - a * bx
      f32[o + D] = d * by - c * bx
    }
  }
}

/** A bone without a parent; its inherit mode means nothing, if it is none of flags. */
function composeRoot(
  f32: Float32Array,
  i32: Int32Array,
  group: number,
  mask: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
): void {
  const pose = poseAt(i32[group + GROUP_POSE], local, applied)
  const own = world + i32[group + GROUP_WORLD]
  for (let lane = 0; lane < LANES; lane++)
    if ((mask & (1 << lane)) !== 0) takeScale(f32, own + lane, skeleton + lane)
  composeRun(f32, i32, group, group + 1, GROUP_WORLD, mask, local, applied, world)
  for (let lane = 0; lane < LANES; lane++)
    if ((mask & (1 << lane)) !== 0) placeRoot(f32, pose + lane, own + lane, skeleton + lane)
}

/** A bone whose inherit mode is another, or keyed: lanes may differ. */
function composeOther(
  f32: Float32Array,
  i32: Int32Array,
  group: number,
  flags: number,
  mask: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
): void {
  const pose = poseAt(i32[group + GROUP_POSE], local, applied)
  const parent = world + i32[group + GROUP_PARENT]
  const own = world + i32[group + GROUP_WORLD]
  const raw = (flags & FLAG_RAW_NO_ROTATION) !== 0
  const scaled = (flags & FLAG_SCALED_NO_ROTATION) !== 0
  const tiny = (flags & FLAG_TINY_AXES) !== 0
  let normal = 0
  for (let lane = 0; lane < LANES; lane++) {
    if ((mask & (1 << lane)) === 0) continue
    const mode = inheritAt(f32, i32[group + GROUP_INHERIT], local + lane)
    if (mode === INHERIT.normal) normal |= 1 << lane
    else if (mode === INHERIT.noRotationOrReflection)
      takeNoRotation(f32, parent + lane, own + lane, skeleton + lane, raw, scaled, tiny)
    else if (mode === INHERIT.onlyTranslation) takeScale(f32, own + lane, skeleton + lane)
    else
      takeNoScale(
        f32,
        pose + lane,
        parent + lane,
        own + lane,
        skeleton + lane,
        mode === INHERIT.noScale,
        tiny,
      )
  }
  const others = mask & ~normal
  if (normal !== 0) composeRun(f32, i32, group, group + 1, GROUP_PARENT, normal, local, applied, world)
  if (others === 0) return
  composeRun(f32, i32, group, group + 1, GROUP_WORLD, others, local, applied, world)
  for (let lane = 0; lane < LANES; lane++)
    if ((others & (1 << lane)) !== 0) place(f32, pose + lane, parent + lane, own + lane)
}

function placeRoot(f32: Float32Array, pose: number, own: number, skeleton: number): void {
  f32[own + WX] = f32[pose + X] * f32[skeleton + FLIP_X] + f32[skeleton + AT_X]
  f32[own + WY] = f32[pose + Y] * f32[skeleton + FLIP_Y] + f32[skeleton + AT_Y]
}

/** World position: the same in every mode. */
function place(f32: Float32Array, pose: number, parent: number, own: number): void {
  const x = f32[pose + X]
  const y = f32[pose + Y]
  f32[own + WX] = f32[parent + A] * x + f32[parent + B] * y + f32[parent + WX]
  f32[own + WY] = f32[parent + C] * x + f32[parent + D] * y + f32[parent + WY]
}

/** The matrix that an onlyTranslation bone has in place of its parent's, into its own row. */
function takeScale(f32: Float32Array, own: number, skeleton: number): void {
  f32[own + A] = f32[skeleton + FLIP_X]
  f32[own + B] = 0
  f32[own + C] = 0
  f32[own + D] = f32[skeleton + FLIP_Y]
}

/**
 * noRotationOrReflection: the parent's x axis, a y axis square to it that keeps the parent's area, and
 * then the parent's angle φ taken out. φ is not needed itself: the local matrix of θ - φ is that of θ behind
 * a turn by the normalised axis.
 */
function takeNoRotation(
  f32: Float32Array,
  parent: number,
  own: number,
  skeleton: number,
  raw: boolean,
  scaled: boolean,
  tiny: boolean,
): void {
  const scaleX = f32[skeleton + FLIP_X]
  const scaleY = f32[skeleton + FLIP_Y]
  const overX = scaled ? 1 : scaleX === 0 ? 0 : 1 / scaleX
  const overY = scaled ? 1 : scaleY === 0 ? 0 : 1 / scaleY
  const pa = f32[parent + A]
  const pb = f32[parent + B]
  const pc = f32[parent + C]
  const pd = f32[parent + D]
  const p = pa * overX
  const q = pc * overY
  const square = raw ? pa * pa + pc * pc : p * p + q * q
  const axis = square > (tiny ? TINY_SQUARE : EPSILON)
  // [ma mb; mc md], and the sine and cosine of φ times `size`.
  let ma = 0
  let mb = -pb
  let mc = 0
  let md = pd
  let cos = pd
  let sin = pb
  if (axis) {
    const k = Math.abs(raw ? pa * pd - pb * pc : p * pd * overY - q * pb * overX) / square
    ma = p
    mb = -q * k
    mc = q
    md = p * k
    cos = p
    sin = q
  }
  const size = Math.sqrt(cos * cos + sin * sin)
  const over = size === 0 ? 0 : 1 / size
  cos *= over
  sin *= over
  f32[own + A] = scaleX * (ma * cos - mb * sin)
  f32[own + B] = scaleX * (ma * sin + mb * cos)
  f32[own + C] = scaleY * (mc * cos - md * sin)
  f32[own + D] = scaleY * (mc * sin + md * cos)
}

/**
 * noScale, noScaleOrReflection: where the parent points the bone's rotation, at length 1, mirrored if the
 * parent is; the rotation itself is taken out, as it is in that direction already.
 */
function takeNoScale(
  f32: Float32Array,
  pose: number,
  parent: number,
  own: number,
  skeleton: number,
  reflects: boolean,
  tiny: boolean,
): void {
  const scaleX = f32[skeleton + FLIP_X]
  const scaleY = f32[skeleton + FLIP_Y]
  const rotation = f32[pose + ROTATION]
  const pa = f32[parent + A]
  const pb = f32[parent + B]
  const pc = f32[parent + C]
  const pd = f32[parent + D]
  const cos = Math.cos(rotation)
  const sin = Math.sin(rotation)
  let za = scaleX === 0 ? 0 : (pa * cos + pb * sin) / scaleX
  let zc = scaleY === 0 ? 0 : (pc * cos + pd * sin) / scaleY
  const size = Math.sqrt(za * za + zc * zc)
  const unit = size > (tiny ? 0 : 0.00001) ? 1 / size : size
  za *= unit
  zc *= unit
  const mirrored = pa * pd - pb * pc < 0 !== (scaleX < 0 !== scaleY < 0)
  const zb = reflects && mirrored ? zc : -zc
  const zd = reflects && mirrored ? -za : za
  f32[own + A] = scaleX * (za * cos - zb * sin)
  f32[own + B] = scaleX * (za * sin + zb * cos)
  f32[own + C] = scaleY * (zc * cos - zd * sin)
  f32[own + D] = scaleY * (zc * sin + zd * cos)
}
