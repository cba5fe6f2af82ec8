/**
 * Lists of numbers in columns. A list has one form: float32, float64, or whole numbers over a power of ten; each of
 * them plain, or in degrees. It is the first form that gives the same bits back. Columns hold bytes of numbers
 * in planes: all first bytes, then all second ones, and so on, since such bytes compress well.
 */
import { DEGREES_TO_RADIANS, degreesOf } from '../../base/math/angles'

/** Bytes of a number in each kind of column. */
export const WIDTHS = [4, 4, 8] as const
const SINGLE = 0
const WHOLE = 1
const DOUBLE = 2
/** Kinds of columns. */
export const KINDS = WIDTHS.length
/** What numbers are; each role has a column of each kind. Numbers of events may be of any size. */
export const ROLE = { time: 0, value: 1, handle: 2, point: 3, event: 4 } as const
export const COLUMNS = KINDS * 5

/** By digits after the point. Written out, as engines may differ in the last bit of a power. */
const SCALES = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7]
/** Most digits after the point of whole numbers. */
const MOST_DIGITS = 7
/** Added to the form's number for degrees. */
const DEGREES = 16

/** How a list is written: 0 float32, 1 float64, 2 + digits after the point; DEGREES more for degrees. */
export type Form = number

export function kindOf(form: Form): number {
  const plain = form & (DEGREES - 1)
  return plain === 0 ? SINGLE : plain === 1 ? DOUBLE : WHOLE
}

/** Whether a number is a form. */
export function isForm(form: number): boolean {
  return form >= 0 && (form & (DEGREES - 1)) <= 2 + MOST_DIGITS && form < 2 * DEGREES
}

/** Chooses the first form that gives the same bits back. */
export function formOf(values: ArrayLike<number>): Form {
  for (const form of FORMS) {
    let fits = true
    for (let i = 0; fits && i < values.length; i++)
      fits = Object.is(decoded(encoded(values[i], form), form), values[i])
    if (fits) return form
  }
  return 1
}

const DIGITS = /* @__PURE__ */ Array.from({ length: MOST_DIGITS + 1 }, (_, digits) => 2 + digits)
/** Whole numbers first: they compress better. */
const FORMS = /* @__PURE__ */ (() => [
  ...DIGITS.slice(0, 1),
  0,
  DEGREES,
  ...DIGITS.slice(1),
  ...DIGITS.map((form) => form + DEGREES),
])()

/** A number as its column holds it. */
export function encoded(value: number, form: Form): number {
  const plain = form & (DEGREES - 1)
  const given = form >= DEGREES ? degreesOf(value) : value
  if (plain === 0) return Math.fround(given)
  if (plain === 1) return given
  const whole = Math.round(given * SCALES[plain - 2])
  // Whole numbers have no -0.
  return Math.abs(whole) < 2 ** 31 ? whole + 0 : 0
}

/** The number that a column holds. */
function decoded(stored: number, form: Form): number {
  const plain = form & (DEGREES - 1)
  const value = plain > 1 ? stored / SCALES[plain - 2] : stored
  return form >= DEGREES ? value * DEGREES_TO_RADIANS : value
}

/** A column that was read: its numbers are joined from planes when they are asked for. */
export interface Column {
  readonly bytes: Uint8Array
  /** Of the first plane, in `bytes`. */
  readonly start: number
  readonly count: number
}

const JOINED = /* @__PURE__ */ new DataView(/* @__PURE__ */ new ArrayBuffer(8))
const WORD = /* @__PURE__ */ new Int32Array(1)
const FLOAT = /* @__PURE__ */ (() => new Float32Array(WORD.buffer))()

/** Writes `length` numbers of a column, from number `first` on, into `out`. */
export function readNumbers(
  { bytes, start, count }: Column,
  form: Form,
  first: number,
  out: Float32Array | Float64Array,
  length: number,
): void {
  const plain = form & (DEGREES - 1)
  const kind = kindOf(form)
  const scale = kind === WHOLE ? SCALES[plain - 2] : 1
  const factor = form >= DEGREES ? DEGREES_TO_RADIANS : 1
  let at = start + first
  let second = at + count
  let third = second + count
  let fourth = third + count
  for (let i = 0; i < length; i++) {
    const low = bytes[at++] | (bytes[second++] << 8) | (bytes[third++] << 16) | (bytes[fourth++] << 24)
    if (kind === WHOLE) out[i] = (low / scale) * factor
    else if (kind === SINGLE) {
      WORD[0] = low
      out[i] = FLOAT[0] * factor
    } else {
      // The high word's planes follow.
      const high = fourth - 1 + count
      JOINED.setInt32(0, low, true)
      JOINED.setInt32(
        4,
        bytes[high] |
          (bytes[high + count] << 8) |
          (bytes[high + 2 * count] << 16) |
          (bytes[high + 3 * count] << 24),
        true,
      )
      out[i] = JOINED.getFloat64(0, true) * factor
    }
  }
}

/** Writes a column's planes. */
export function writeColumn(numbers: readonly number[], kind: number, out: Uint8Array, start: number): void {
  const count = numbers.length
  numbers.forEach((value, i) => {
    if (kind === SINGLE) JOINED.setFloat32(0, value, true)
    else if (kind === DOUBLE) JOINED.setFloat64(0, value, true)
    else JOINED.setInt32(0, value, true)
    for (let byte = 0; byte < WIDTHS[kind]; byte++) out[start + byte * count + i] = JOINED.getUint8(byte)
  })
}

/** Biased exponents of the greatest floats that columns may hold, above: magnitudes from 2^60 on, whose squares overflow. */
const MOST_SINGLE = 127 + 60
const MOST_DOUBLE = 1023 + 60

/** Whether all numbers of a column are finite, and none is so great that sums of products of them overflow. */
export function isModest({ bytes, start, count }: Column, kind: number): boolean {
  if (kind === WHOLE) return true
  const high = start + (WIDTHS[kind] - 1) * count
  const next = high - count
  for (let i = 0; i < count; i++) {
    const word = ((bytes[high + i] & 0x7f) << 8) | bytes[next + i]
    if (kind === SINGLE ? word >> 7 >= MOST_SINGLE : word >> 4 >= MOST_DOUBLE) return false
  }
  return true
}
