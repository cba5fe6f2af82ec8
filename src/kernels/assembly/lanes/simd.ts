/**
 * The operations of kernels on 128-bit vectors: four lanes at a time. `plain.ts` has the same functions for one lane.
 */
import { SIGN } from '../constants'
import { LANES } from '../layout'

/** Lanes of a vector. Loops over the lanes of a row advance by it. */
export const STEP: i32 = 4
/** Doubles of a vector. */
export const PAIR: i32 = 2
/** Bytes of a row. */
export const ROW: i32 = LANES << 2
/** A bit for each lane of a vector. */
export const EVERY: i32 = (1 << STEP) - 1

/** A float32 in each lane. */
export type Floats = v128
/** An integer of 32 bits in each lane. */
export type Ints = v128
/** A mask: all bits of a lane are set, or none. */
export type Lanes = v128
/** A float64 in each of `PAIR` lanes. */
export type Doubles = v128
/** Three related floats: for an influence x · w, y · w and w. */
export type Triple = v128

// @ts-ignore: decorator
@inline
export function read(at: usize, offset: usize = 0): Floats {
  return v128.load(at + offset)
}

// @ts-ignore: decorator
@inline
export function readInts(at: usize, offset: usize = 0): Ints {
  return v128.load(at + offset)
}

/** One float of memory, in all lanes. */
// @ts-ignore: decorator
@inline
export function spread(at: usize, offset: usize = 0): Floats {
  return v128.load32_splat(at + offset)
}

// @ts-ignore: decorator
@inline
export function spreadInt(at: usize, offset: usize = 0): Ints {
  return v128.load32_splat(at + offset)
}

// @ts-ignore: decorator
@inline
export function write(at: usize, value: Floats, offset: usize = 0): void {
  v128.store(at + offset, value)
}

// @ts-ignore: decorator
@inline
export function writeInts(at: usize, value: Ints, offset: usize = 0): void {
  v128.store(at + offset, value)
}

/** Stores in the lanes of `lanes`; the others keep their value. */
// @ts-ignore: decorator
@inline
export function put(row: usize, value: Floats, lanes: Lanes): void {
  v128.store(row, v128.bitselect(value, v128.load(row), lanes))
}

// @ts-ignore: decorator
@inline
export function putInts(row: usize, value: Ints, lanes: Lanes): void {
  v128.store(row, v128.bitselect(value, v128.load(row), lanes))
}

/** Stores each lane at an address of its own: `local` plus its offset in the list `offsets`. */
// @ts-ignore: decorator
@inline
export function scatter(local: usize, offsets: usize, values: Floats): void {
  v128.store32_lane(local + load<u32>(offsets), values, 0)
  v128.store32_lane(local + load<u32>(offsets, 4), values, 1)
  v128.store32_lane(local + load<u32>(offsets, 8), values, 2)
  v128.store32_lane(local + load<u32>(offsets, 12), values, 3)
}

/** Bits to lanes. */
// @ts-ignore: decorator
@inline
export function lanesOf(mask: i32): Lanes {
  return i32x4.ne(v128.and(i32x4.splat(mask), i32x4(1, 2, 4, 8)), i32x4.splat(0))
}

/** Lanes to bits; for integers, the bits of negative ones. */
// @ts-ignore: decorator
@inline
export function maskOf(lanes: Lanes): i32 {
  return i32x4.bitmask(lanes)
}

// @ts-ignore: decorator
@inline
export function any(lanes: Lanes): bool {
  return v128.any_true(lanes)
}

/** Bits of the lanes of a whole row that hold an integer. */
// @ts-ignore: decorator
@inline
export function holding(row: usize, value: i32): i32 {
  return i32x4.bitmask(i32x4.eq(v128.load(row), i32x4.splat(value)))
}

/** Bits of the lanes of a whole row that are below 0. */
// @ts-ignore: decorator
@inline
export function negativeIn(row: usize): i32 {
  return i32x4.bitmask(v128.load(row))
}

/** The value where `lanes` are set, 0 elsewhere. For two masks, the lanes that are in both. */
// @ts-ignore: decorator
@inline
export function only<T>(value: T, lanes: Lanes): T {
  return v128.and(value, lanes)
}

/** The value where `lanes` are not set, 0 elsewhere. */
// @ts-ignore: decorator
@inline
export function without<T>(value: T, lanes: Lanes): T {
  return v128.andnot(value, lanes)
}

// @ts-ignore: decorator
@inline
export function either(a: Lanes, b: Lanes): Lanes {
  return v128.or(a, b)
}

/** The lanes that are in exactly one of the masks. */
// @ts-ignore: decorator
@inline
export function unlike(a: Lanes, b: Lanes): Lanes {
  return v128.xor(a, b)
}

/** `yes` where `lanes` are set. */
// @ts-ignore: decorator
@inline
export function pick<T>(yes: T, no: T, lanes: Lanes): T {
  return v128.bitselect(yes, no, lanes)
}

// @ts-ignore: decorator
@inline
export function splat(value: f32): Floats {
  return f32x4.splat(value)
}

// @ts-ignore: decorator
@inline
export function add(a: Floats, b: Floats): Floats {
  return f32x4.add(a, b)
}

// @ts-ignore: decorator
@inline
export function sub(a: Floats, b: Floats): Floats {
  return f32x4.sub(a, b)
}

// @ts-ignore: decorator
@inline
export function mul(a: Floats, b: Floats): Floats {
  return f32x4.mul(a, b)
}

// @ts-ignore: decorator
@inline
export function div(a: Floats, b: Floats): Floats {
  return f32x4.div(a, b)
}

// @ts-ignore: decorator
@inline
export function neg(a: Floats): Floats {
  return f32x4.neg(a)
}

// @ts-ignore: decorator
@inline
export function absolute(a: Floats): Floats {
  return f32x4.abs(a)
}

// @ts-ignore: decorator
@inline
export function squareRoot(a: Floats): Floats {
  return f32x4.sqrt(a)
}

// @ts-ignore: decorator
@inline
export function roundUp(a: Floats): Floats {
  return f32x4.ceil(a)
}

/**
 * `b` if it is less, otherwise `a`: one instruction. V8 uses eight for `min`, to get the order of zeroes and NaN right.
 */
// @ts-ignore: decorator
@inline
export function lesser(a: Floats, b: Floats): Floats {
  return f32x4.pmin(a, b)
}

/** `b` where it is greater, otherwise `a`. */
// @ts-ignore: decorator
@inline
export function greater(a: Floats, b: Floats): Floats {
  return f32x4.pmax(a, b)
}

/** `value` with its sign changed in `lanes`. */
// @ts-ignore: decorator
@inline
export function negated(value: Floats, lanes: Lanes): Floats {
  return v128.xor(value, i32x4.shl(lanes, 31))
}

/** `value` with its sign changed where the whole number in the lowest bits of `count` is odd. */
// @ts-ignore: decorator
@inline
export function negatedIfOdd(value: Floats, count: Floats): Floats {
  return v128.xor(value, i32x4.shl(count, 31))
}

/** A non-negative value, with the sign of another. */
// @ts-ignore: decorator
@inline
export function withSignOf(value: Floats, other: Floats): Floats {
  return v128.or(value, v128.and(other, v128.load(SIGN)))
}

/** The lanes with a sign, including -0. */
// @ts-ignore: decorator
@inline
export function negatives(a: Floats): Lanes {
  return i32x4.shr_s(a, 31)
}

// @ts-ignore: decorator
@inline
export function lt(a: Floats, b: Floats): Lanes {
  return f32x4.lt(a, b)
}

// @ts-ignore: decorator
@inline
export function le(a: Floats, b: Floats): Lanes {
  return f32x4.le(a, b)
}

// @ts-ignore: decorator
@inline
export function gt(a: Floats, b: Floats): Lanes {
  return f32x4.gt(a, b)
}

// @ts-ignore: decorator
@inline
export function ge(a: Floats, b: Floats): Lanes {
  return f32x4.ge(a, b)
}

// @ts-ignore: decorator
@inline
export function eq(a: Floats, b: Floats): Lanes {
  return f32x4.eq(a, b)
}

// @ts-ignore: decorator
@inline
export function ne(a: Floats, b: Floats): Lanes {
  return f32x4.ne(a, b)
}

/** The lanes whose bits differ. */
// @ts-ignore: decorator
@inline
export function differ(a: Floats, b: Floats): Lanes {
  return i32x4.ne(a, b)
}

// @ts-ignore: decorator
@inline
export function splatInt(value: i32): Ints {
  return i32x4.splat(value)
}

/** Towards 0; NaN becomes 0. */
// @ts-ignore: decorator
@inline
export function toInts(a: Floats): Ints {
  return i32x4.trunc_sat_f32x4_s(a)
}

// @ts-ignore: decorator
@inline
export function addInts(a: Ints, b: Ints): Ints {
  return i32x4.add(a, b)
}

// @ts-ignore: decorator
@inline
export function shiftedUp(a: Ints, bits: i32): Ints {
  return i32x4.shl(a, bits)
}

// @ts-ignore: decorator
@inline
export function eqInts(a: Ints, b: Ints): Lanes {
  return i32x4.eq(a, b)
}

// @ts-ignore: decorator
@inline
export function neInts(a: Ints, b: Ints): Lanes {
  return i32x4.ne(a, b)
}

// @ts-ignore: decorator
@inline
export function ltInts(a: Ints, b: Ints): Lanes {
  return i32x4.lt_s(a, b)
}

// @ts-ignore: decorator
@inline
export function gtInts(a: Ints, b: Ints): Lanes {
  return i32x4.gt_s(a, b)
}

// @ts-ignore: decorator
@inline
export function geInts(a: Ints, b: Ints): Lanes {
  return i32x4.ge_s(a, b)
}

/** The greatest of all lanes. */
// @ts-ignore: decorator
@inline
export function greatestInt(a: Ints): i32 {
  const twos = i32x4.max_s(a, v128.shuffle<i32>(a, a, 2, 3, 0, 1))
  return max(i32x4.extract_lane(twos, 0), i32x4.extract_lane(twos, 1))
}

/** An angle less the nearest multiple of `turn`. */
// @ts-ignore: decorator
@inline
export function lessTurns(angle: Floats, turn: f64): Floats {
  const low = f64x2.promote_low_f32x4(angle)
  const high = f64x2.promote_low_f32x4(v128.shuffle<i32>(angle, angle, 2, 3, 2, 3))
  const l = f32x4.demote_f64x2_zero(lessWhole(low, turn))
  const h = f32x4.demote_f64x2_zero(lessWhole(high, turn))
  return v128.shuffle<i32>(l, h, 0, 1, 4, 5)
}

// @ts-ignore: decorator
@inline
function lessWhole(angle: Doubles, turn: f64): Doubles {
  const turns = f64x2.nearest(f64x2.mul(angle, f64x2.splat(1 / turn)))
  return f64x2.sub(angle, f64x2.mul(turns, f64x2.splat(turn)))
}

// @ts-ignore: decorator
@inline
export function splatDouble(value: f64): Doubles {
  return f64x2.splat(value)
}

/** `PAIR` floats of memory. */
// @ts-ignore: decorator
@inline
export function readPair(at: usize, offset: usize = 0): Doubles {
  return f64x2.promote_low_f32x4(v128.load64_zero(at + offset))
}

/** `PAIR` floats, each a row after the one before. */
// @ts-ignore: decorator
@inline
export function readDown(rows: usize): Doubles {
  return f64x2.promote_low_f32x4(v128.load32_lane(rows + ROW, v128.load32_zero(rows), 1))
}

// @ts-ignore: decorator
@inline
export function writeDown(rows: usize, values: Doubles): void {
  const floats = f32x4.demote_f64x2_zero(values)
  v128.store32_lane(rows, floats, 0)
  v128.store32_lane(rows + ROW, floats, 1)
}

// @ts-ignore: decorator
@inline
export function readDoubles(at: usize, offset: usize = 0): Doubles {
  return v128.load(at + offset)
}

/** `PAIR` integers of memory, converted to doubles. */
// @ts-ignore: decorator
@inline
export function readSigned(at: usize): Doubles {
  return f64x2.convert_low_i32x4_s(v128.load64_zero(at))
}

// @ts-ignore: decorator
@inline
export function readUnsigned(at: usize): Doubles {
  return f64x2.convert_low_i32x4_u(v128.load64_zero(at))
}

/** `PAIR` integers of memory. */
// @ts-ignore: decorator
@inline
export function readFew(at: usize): Ints {
  return v128.load64_zero(at)
}

/** Stores the first `PAIR` lanes, where `lanes` are set. */
// @ts-ignore: decorator
@inline
export function putFew(row: usize, value: Floats, lanes: Lanes): void {
  v128.store64_lane(row, v128.bitselect(value, v128.load64_zero(row), lanes), 0)
}

// @ts-ignore: decorator
@inline
export function putFewInts(row: usize, value: Ints, lanes: Lanes): void {
  v128.store64_lane(row, v128.bitselect(value, v128.load64_zero(row), lanes), 0)
}

/** The first `PAIR` lanes of a mask, widened to doubles. */
// @ts-ignore: decorator
@inline
export function widened(lanes: Lanes): Lanes {
  return i64x2.extend_low_i32x4_s(lanes)
}

/** Lanes of doubles, narrowed to floats. */
// @ts-ignore: decorator
@inline
export function narrowed(lanes: Lanes): Lanes {
  return v128.shuffle<i32>(lanes, lanes, 0, 2, 0, 2)
}

// @ts-ignore: decorator
@inline
export function toFloats(a: Doubles): Floats {
  return f32x4.demote_f64x2_zero(a)
}

// @ts-ignore: decorator
@inline
export function doublesToInts(a: Doubles): Ints {
  return i32x4.trunc_sat_f64x2_s_zero(a)
}

// @ts-ignore: decorator
@inline
export function doublesToUnsigned(a: Doubles): Ints {
  return i32x4.trunc_sat_f64x2_u_zero(a)
}

// @ts-ignore: decorator
@inline
export function addDoubles(a: Doubles, b: Doubles): Doubles {
  return f64x2.add(a, b)
}

// @ts-ignore: decorator
@inline
export function subDoubles(a: Doubles, b: Doubles): Doubles {
  return f64x2.sub(a, b)
}

// @ts-ignore: decorator
@inline
export function mulDoubles(a: Doubles, b: Doubles): Doubles {
  return f64x2.mul(a, b)
}

// @ts-ignore: decorator
@inline
export function divDoubles(a: Doubles, b: Doubles): Doubles {
  return f64x2.div(a, b)
}

// @ts-ignore: decorator
@inline
export function roundDown(a: Doubles): Doubles {
  return f64x2.floor(a)
}

// @ts-ignore: decorator
@inline
export function squareRoots(a: Doubles): Doubles {
  return f64x2.sqrt(a)
}

/** A whole number and its successor, one in each lane. */
// @ts-ignore: decorator
@inline
export function counted(from: i32): Doubles {
  return f64x2.replace_lane(f64x2.splat(<f64>from), 1, <f64>(from + 1))
}

/** The number before each of `a` in the sequence that ends with `last` and goes on with `a`. */
// @ts-ignore: decorator
@inline
export function preceding(last: Doubles, a: Doubles): Doubles {
  return v128.shuffle<f64>(last, a, 1, 2)
}

/** The double of lane `lane`; in plain kernels, of the only lane. `lane` is a constant. */
// @ts-ignore: decorator
@inline
export function doubleOf(a: Doubles, lane: i32): f64 {
  return lane == 0 ? f64x2.extract_lane(a, 0) : f64x2.extract_lane(a, 1)
}

// @ts-ignore: decorator
@inline
export function lesserDouble(a: Doubles, b: Doubles): Doubles {
  return f64x2.pmin(a, b)
}

// @ts-ignore: decorator
@inline
export function greaterDouble(a: Doubles, b: Doubles): Doubles {
  return f64x2.pmax(a, b)
}

// @ts-ignore: decorator
@inline
export function ltDoubles(a: Doubles, b: Doubles): Lanes {
  return f64x2.lt(a, b)
}

// @ts-ignore: decorator
@inline
export function geDoubles(a: Doubles, b: Doubles): Lanes {
  return f64x2.ge(a, b)
}

/**
 * A float32 of memory as a float64, through a vector: the scalar conversions of x64 keep the upper half of the target
 * register, so each would wait for that register's last use.
 */
// @ts-ignore: decorator
@inline
export function single(at: usize, offset: usize = 0): f64 {
  return f64x2.extract_lane(f64x2.promote_low_f32x4(v128.load32_zero(at + offset)), 0)
}

// @ts-ignore: decorator
@inline
export function putSingle(at: usize, value: f64, offset: usize = 0): void {
  v128.store32_lane(at + offset, f32x4.demote_f64x2_zero(f64x2.splat(value)), 0)
}

// @ts-ignore: decorator
@inline
export function readTriple(at: usize, offset: usize = 0): Triple {
  return v128.load(at + offset)
}

/** The first float of a triple, in all lanes. The next functions return the second and the third. */
// @ts-ignore: decorator
@inline
export function firstOf(triple: Triple): Floats {
  return v128.shuffle<f32>(triple, triple, 0, 0, 0, 0)
}

// @ts-ignore: decorator
@inline
export function secondOf(triple: Triple): Floats {
  return v128.shuffle<f32>(triple, triple, 1, 1, 1, 1)
}

// @ts-ignore: decorator
@inline
export function thirdOf(triple: Triple): Floats {
  return v128.shuffle<f32>(triple, triple, 2, 2, 2, 2)
}

/** Stores the point (x, y) of each lane: that of lane 0 at `p0`, and so on. */
// @ts-ignore: decorator
@inline
export function putPoints(x: Floats, y: Floats, p0: usize, p1: usize, p2: usize, p3: usize): void {
  const low = v128.shuffle<f32>(x, y, 0, 4, 1, 5)
  const high = v128.shuffle<f32>(x, y, 2, 6, 3, 7)
  v128.store64_lane(p0, low, 0)
  v128.store64_lane(p1, low, 1)
  v128.store64_lane(p2, high, 0)
  v128.store64_lane(p3, high, 1)
}

/** Stores the points (x, y) of all lanes one after another. */
// @ts-ignore: decorator
@inline
export function writePoints(out: usize, x: Floats, y: Floats): void {
  v128.store(out, v128.shuffle<f32>(x, y, 0, 4, 1, 5))
  v128.store(out, v128.shuffle<f32>(x, y, 2, 6, 3, 7), 16)
}

/** The floats at `p0` (lane 0), `p1` and so on. */
// @ts-ignore: decorator
@inline
export function collect(p0: usize, p1: usize, p2: usize, p3: usize): Floats {
  const low = v128.load32_lane(p1, v128.load32_zero(p0), 1)
  return v128.load32_lane(p3, v128.load32_lane(p2, low, 2), 3)
}

/** The integers at `p0` (lane 0), `p1` and so on. */
// @ts-ignore: decorator
@inline
export function collectInts(p0: usize, p1: usize, p2: usize, p3: usize): Ints {
  return collect(p0, p1, p2, p3)
}

/** The x of the points at `p0` (lane 0), `p1` and so on. */
// @ts-ignore: decorator
@inline
export function gatherX(p0: usize, p1: usize, p2: usize, p3: usize): Floats {
  return v128.shuffle<f32>(points(p0, p1), points(p2, p3), 0, 2, 4, 6)
}

// @ts-ignore: decorator
@inline
export function gatherY(p0: usize, p1: usize, p2: usize, p3: usize): Floats {
  return v128.shuffle<f32>(points(p0, p1), points(p2, p3), 1, 3, 5, 7)
}

// @ts-ignore: decorator
@inline
function points(p0: usize, p1: usize): v128 {
  return v128.load64_lane(p1, v128.load64_zero(p0), 1)
}

/** The float of lane `lane`; in plain kernels, of the only lane. `lane` is a constant. */
// @ts-ignore: decorator
@inline
export function floatOf(a: Floats, lane: i32): f32 {
  if (lane == 0) return f32x4.extract_lane(a, 0)
  if (lane == 1) return f32x4.extract_lane(a, 1)
  return lane == 2 ? f32x4.extract_lane(a, 2) : f32x4.extract_lane(a, 3)
}

// @ts-ignore: decorator
@inline
export function withFloat(a: Floats, lane: i32, value: f32): Floats {
  if (lane == 0) return f32x4.replace_lane(a, 0, value)
  if (lane == 1) return f32x4.replace_lane(a, 1, value)
  return lane == 2 ? f32x4.replace_lane(a, 2, value) : f32x4.replace_lane(a, 3, value)
}

/** The integer of lane `lane`; in plain kernels, of the only lane. `lane` is a constant. */
// @ts-ignore: decorator
@inline
export function intOf(a: Ints, lane: i32): i32 {
  if (lane == 0) return i32x4.extract_lane(a, 0)
  if (lane == 1) return i32x4.extract_lane(a, 1)
  return lane == 2 ? i32x4.extract_lane(a, 2) : i32x4.extract_lane(a, 3)
}
