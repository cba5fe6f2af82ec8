/** The operations of `simd.ts` without vectors: one lane at a time, with the same bits. */
import { toInt, toUnsigned } from '../integers'
import { LANES } from '../layout'

/** Lanes of a vector. Loops over the lanes of a row advance by it. */
export const STEP: i32 = 1
/** Doubles of a vector. */
export const PAIR: i32 = 1
/** Bytes of a row. */
export const ROW: i32 = LANES << 2
/** A bit for each lane of a vector. */
export const EVERY: i32 = 1

export type Floats = f32
export type Ints = i32
/** A mask: all bits are set, or none. */
export type Lanes = i32
export type Doubles = f64
/** Address of three related floats. */
export type Triple = usize

// @ts-ignore: decorator
@inline
export function read(at: usize, offset: usize = 0): Floats {
  return load<f32>(at + offset)
}

// @ts-ignore: decorator
@inline
export function readInts(at: usize, offset: usize = 0): Ints {
  return load<i32>(at + offset)
}

// @ts-ignore: decorator
@inline
export function spread(at: usize, offset: usize = 0): Floats {
  return load<f32>(at + offset)
}

// @ts-ignore: decorator
@inline
export function spreadInt(at: usize, offset: usize = 0): Ints {
  return load<i32>(at + offset)
}

// @ts-ignore: decorator
@inline
export function write(at: usize, value: Floats, offset: usize = 0): void {
  store<f32>(at + offset, value)
}

// @ts-ignore: decorator
@inline
export function writeInts(at: usize, value: Ints, offset: usize = 0): void {
  store<i32>(at + offset, value)
}

// @ts-ignore: decorator
@inline
export function put(row: usize, value: Floats, lanes: Lanes): void {
  if (lanes != 0) store<f32>(row, value)
}

// @ts-ignore: decorator
@inline
export function putInts(row: usize, value: Ints, lanes: Lanes): void {
  if (lanes != 0) store<i32>(row, value)
}

// @ts-ignore: decorator
@inline
export function scatter(local: usize, offsets: usize, values: Floats): void {
  store<f32>(local + load<u32>(offsets), values)
}

// @ts-ignore: decorator
@inline
export function lanesOf(mask: i32): Lanes {
  return -(mask & 1)
}

// @ts-ignore: decorator
@inline
export function maskOf(lanes: Lanes): i32 {
  return <i32>(<u32>lanes >> 31)
}

// @ts-ignore: decorator
@inline
export function any(lanes: Lanes): bool {
  return lanes != 0
}

// @ts-ignore: decorator
@inline
export function holding(row: usize, value: i32): i32 {
  let bits = 0
  for (let lane = 0; lane < LANES; lane++) bits |= i32(load<i32>(row + <usize>(lane << 2)) == value) << lane
  return bits
}

// @ts-ignore: decorator
@inline
export function negativeIn(row: usize): i32 {
  let bits = 0
  for (let lane = 0; lane < LANES; lane++) bits |= i32(load<i32>(row + <usize>(lane << 2)) < 0) << lane
  return bits
}

// @ts-ignore: decorator
@inline
export function only<T>(value: T, lanes: Lanes): T {
  return lanes != 0 ? value : <T>0
}

// @ts-ignore: decorator
@inline
export function without<T>(value: T, lanes: Lanes): T {
  return lanes != 0 ? <T>0 : value
}

// @ts-ignore: decorator
@inline
export function either(a: Lanes, b: Lanes): Lanes {
  return a | b
}

// @ts-ignore: decorator
@inline
export function unlike(a: Lanes, b: Lanes): Lanes {
  return a ^ b
}

// @ts-ignore: decorator
@inline
export function pick<T>(yes: T, no: T, lanes: Lanes): T {
  return lanes != 0 ? yes : no
}

// @ts-ignore: decorator
@inline
export function splat(value: f32): Floats {
  return value
}

// @ts-ignore: decorator
@inline
export function add(a: Floats, b: Floats): Floats {
  return a + b
}

// @ts-ignore: decorator
@inline
export function sub(a: Floats, b: Floats): Floats {
  return a - b
}

// @ts-ignore: decorator
@inline
export function mul(a: Floats, b: Floats): Floats {
  return a * b
}

// @ts-ignore: decorator
@inline
export function div(a: Floats, b: Floats): Floats {
  return a / b
}

// @ts-ignore: decorator
@inline
export function neg(a: Floats): Floats {
  return -a
}

// @ts-ignore: decorator
@inline
export function absolute(a: Floats): Floats {
  return abs<f32>(a)
}

// @ts-ignore: decorator
@inline
export function squareRoot(a: Floats): Floats {
  return sqrt<f32>(a)
}

// @ts-ignore: decorator
@inline
export function roundUp(a: Floats): Floats {
  return ceil<f32>(a)
}

// @ts-ignore: decorator
@inline
export function lesser(a: Floats, b: Floats): Floats {
  return b < a ? b : a
}

// @ts-ignore: decorator
@inline
export function greater(a: Floats, b: Floats): Floats {
  return a < b ? b : a
}

// @ts-ignore: decorator
@inline
export function negated(value: Floats, lanes: Lanes): Floats {
  return lanes != 0 ? -value : value
}

// @ts-ignore: decorator
@inline
export function negatedIfOdd(value: Floats, count: Floats): Floats {
  return (reinterpret<i32>(count) & 1) != 0 ? -value : value
}

// @ts-ignore: decorator
@inline
export function withSignOf(value: Floats, other: Floats): Floats {
  return copysign<f32>(value, other)
}

// @ts-ignore: decorator
@inline
export function negatives(a: Floats): Lanes {
  return reinterpret<i32>(a) >> 31
}

// @ts-ignore: decorator
@inline
export function lt(a: Floats, b: Floats): Lanes {
  return -i32(a < b)
}

// @ts-ignore: decorator
@inline
export function le(a: Floats, b: Floats): Lanes {
  return -i32(a <= b)
}

// @ts-ignore: decorator
@inline
export function gt(a: Floats, b: Floats): Lanes {
  return -i32(a > b)
}

// @ts-ignore: decorator
@inline
export function ge(a: Floats, b: Floats): Lanes {
  return -i32(a >= b)
}

// @ts-ignore: decorator
@inline
export function eq(a: Floats, b: Floats): Lanes {
  return -i32(a == b)
}

// @ts-ignore: decorator
@inline
export function ne(a: Floats, b: Floats): Lanes {
  return -i32(a != b)
}

/** The lanes whose bits differ. */
// @ts-ignore: decorator
@inline
export function differ(a: Floats, b: Floats): Lanes {
  return -i32(reinterpret<i32>(a) != reinterpret<i32>(b))
}

// @ts-ignore: decorator
@inline
export function splatInt(value: i32): Ints {
  return value
}

// @ts-ignore: decorator
@inline
export function toInts(a: Floats): Ints {
  return toInt(<f64>a)
}

// @ts-ignore: decorator
@inline
export function addInts(a: Ints, b: Ints): Ints {
  return a + b
}

// @ts-ignore: decorator
@inline
export function shiftedUp(a: Ints, bits: i32): Ints {
  return a << bits
}

// @ts-ignore: decorator
@inline
export function eqInts(a: Ints, b: Ints): Lanes {
  return -i32(a == b)
}

// @ts-ignore: decorator
@inline
export function neInts(a: Ints, b: Ints): Lanes {
  return -i32(a != b)
}

// @ts-ignore: decorator
@inline
export function ltInts(a: Ints, b: Ints): Lanes {
  return -i32(a < b)
}

// @ts-ignore: decorator
@inline
export function gtInts(a: Ints, b: Ints): Lanes {
  return -i32(a > b)
}

// @ts-ignore: decorator
@inline
export function geInts(a: Ints, b: Ints): Lanes {
  return -i32(a >= b)
}

// @ts-ignore: decorator
@inline
export function greatestInt(a: Ints): i32 {
  return a
}

// @ts-ignore: decorator
@inline
export function lessTurns(angle: Floats, turn: f64): Floats {
  return <f32>(<f64>angle - nearest(<f64>angle * (1 / turn)) * turn)
}

// @ts-ignore: decorator
@inline
export function splatDouble(value: f64): Doubles {
  return value
}

// @ts-ignore: decorator
@inline
export function readPair(at: usize, offset: usize = 0): Doubles {
  return <f64>load<f32>(at + offset)
}

// @ts-ignore: decorator
@inline
export function readDown(rows: usize): Doubles {
  return <f64>load<f32>(rows)
}

// @ts-ignore: decorator
@inline
export function writeDown(rows: usize, values: Doubles): void {
  store<f32>(rows, <f32>values)
}

// @ts-ignore: decorator
@inline
export function readDoubles(at: usize, offset: usize = 0): Doubles {
  return load<f64>(at + offset)
}

// @ts-ignore: decorator
@inline
export function readSigned(at: usize): Doubles {
  return <f64>load<i32>(at)
}

// @ts-ignore: decorator
@inline
export function readUnsigned(at: usize): Doubles {
  return <f64>load<u32>(at)
}

// @ts-ignore: decorator
@inline
export function readFew(at: usize): Ints {
  return load<i32>(at)
}

// @ts-ignore: decorator
@inline
export function putFew(row: usize, value: Floats, lanes: Lanes): void {
  if (lanes != 0) store<f32>(row, value)
}

// @ts-ignore: decorator
@inline
export function putFewInts(row: usize, value: Ints, lanes: Lanes): void {
  if (lanes != 0) store<i32>(row, value)
}

// @ts-ignore: decorator
@inline
export function widened(lanes: Lanes): Lanes {
  return lanes
}

// @ts-ignore: decorator
@inline
export function narrowed(lanes: Lanes): Lanes {
  return lanes
}

// @ts-ignore: decorator
@inline
export function toFloats(a: Doubles): Floats {
  return <f32>a
}

// @ts-ignore: decorator
@inline
export function doublesToInts(a: Doubles): Ints {
  return toInt(a)
}

// @ts-ignore: decorator
@inline
export function doublesToUnsigned(a: Doubles): Ints {
  return <i32>toUnsigned(a)
}

// @ts-ignore: decorator
@inline
export function addDoubles(a: Doubles, b: Doubles): Doubles {
  return a + b
}

// @ts-ignore: decorator
@inline
export function subDoubles(a: Doubles, b: Doubles): Doubles {
  return a - b
}

// @ts-ignore: decorator
@inline
export function mulDoubles(a: Doubles, b: Doubles): Doubles {
  return a * b
}

// @ts-ignore: decorator
@inline
export function divDoubles(a: Doubles, b: Doubles): Doubles {
  return a / b
}

// @ts-ignore: decorator
@inline
export function roundDown(a: Doubles): Doubles {
  return floor<f64>(a)
}

// @ts-ignore: decorator
@inline
export function squareRoots(a: Doubles): Doubles {
  return sqrt<f64>(a)
}

// @ts-ignore: decorator
@inline
export function counted(from: i32): Doubles {
  return <f64>from
}

// @ts-ignore: decorator
@inline
export function preceding(last: Doubles, a: Doubles): Doubles {
  return last
}

// @ts-ignore: decorator
@inline
export function doubleOf(a: Doubles, lane: i32): f64 {
  return a
}

// @ts-ignore: decorator
@inline
export function lesserDouble(a: Doubles, b: Doubles): Doubles {
  return b < a ? b : a
}

// @ts-ignore: decorator
@inline
export function greaterDouble(a: Doubles, b: Doubles): Doubles {
  return a < b ? b : a
}

// @ts-ignore: decorator
@inline
export function ltDoubles(a: Doubles, b: Doubles): Lanes {
  return -i32(a < b)
}

// @ts-ignore: decorator
@inline
export function geDoubles(a: Doubles, b: Doubles): Lanes {
  return -i32(a >= b)
}

// @ts-ignore: decorator
@inline
export function single(at: usize, offset: usize = 0): f64 {
  return <f64>load<f32>(at + offset)
}

// @ts-ignore: decorator
@inline
export function putSingle(at: usize, value: f64, offset: usize = 0): void {
  store<f32>(at + offset, <f32>value)
}

// @ts-ignore: decorator
@inline
export function readTriple(at: usize, offset: usize = 0): Triple {
  return at + offset
}

// @ts-ignore: decorator
@inline
export function firstOf(triple: Triple): Floats {
  return load<f32>(triple)
}

// @ts-ignore: decorator
@inline
export function secondOf(triple: Triple): Floats {
  return load<f32>(triple, 4)
}

// @ts-ignore: decorator
@inline
export function thirdOf(triple: Triple): Floats {
  return load<f32>(triple, 8)
}

// @ts-ignore: decorator
@inline
export function putPoints(x: Floats, y: Floats, p0: usize, p1: usize, p2: usize, p3: usize): void {
  store<f32>(p0, x)
  store<f32>(p0, y, 4)
}

// @ts-ignore: decorator
@inline
export function writePoints(out: usize, x: Floats, y: Floats): void {
  store<f32>(out, x)
  store<f32>(out, y, 4)
}

// @ts-ignore: decorator
@inline
export function collect(p0: usize, p1: usize, p2: usize, p3: usize): Floats {
  return load<f32>(p0)
}

// @ts-ignore: decorator
@inline
export function collectInts(p0: usize, p1: usize, p2: usize, p3: usize): Ints {
  return load<i32>(p0)
}

// @ts-ignore: decorator
@inline
export function gatherX(p0: usize, p1: usize, p2: usize, p3: usize): Floats {
  return load<f32>(p0)
}

// @ts-ignore: decorator
@inline
export function gatherY(p0: usize, p1: usize, p2: usize, p3: usize): Floats {
  return load<f32>(p0, 4)
}

// @ts-ignore: decorator
@inline
export function floatOf(a: Floats, lane: i32): f32 {
  return a
}

// @ts-ignore: decorator
@inline
export function withFloat(a: Floats, lane: i32, value: f32): Floats {
  return value
}

// @ts-ignore: decorator
@inline
export function intOf(a: Ints, lane: i32): i32 {
  return a
}
