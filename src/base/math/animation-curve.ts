/**
 * Evaluates curves of keys as Unity's AnimationCurve does: wraps a time, and computes the value between two keys.
 * Numbers are passed in a work record, so that a tick puts none of them on the heap.
 */

/** Words of a work record. */
export const CURVE_WORK = 11
export const CURVE = {
  /** The time; wrapped in place by `wrapTime`. */
  TIME: 0,
  /** Output: the value. */
  VALUE: 1,
  /**
   * For `wrapTime`: times of the curve's first and last key. For `evaluateSegment`: times of the segment's left and
   * right key.
   */
  FROM: 2,
  TO: 3,
  /** Values of the segment's left and right key, and the slopes there in value per second. */
  LEFT: 4,
  RIGHT: 5,
  OUT: 6,
  IN: 7,
  /** Lengths of the handles after the left and before the right key, as shares of the segment; negative = none. */
  OUT_WEIGHT: 8,
  IN_WEIGHT: 9,
} as const
/** Scratch. */
const SHARE = 10

const LOOP = 2
const PING_PONG = 4
/** Length of a handle that has no weight of its own. */
const THIRD = 1 / 3
const CLOSE = 1e-14
const MOST_STEPS = 60

/**
 * Brings the time of a work record into its curve's range, using the mode before or after it: 2 repeats the curve, 4
 * runs it back and forth, all others hold its end.
 */
export function wrapTime(work: Float64Array, pre: number, post: number): void {
  const time = work[CURVE.TIME]
  const first = work[CURVE.FROM]
  const last = work[CURVE.TO]
  if (time >= first && time <= last) return
  const mode = time < first ? pre : post
  const length = last - first
  // All keys have the same time: earlier times take the first key's value, later times the last key's.
  if (length === 0) return
  if (mode !== LOOP && mode !== PING_PONG) {
    work[CURVE.TIME] = time < first ? first : last
    return
  }
  const cycle = mode === LOOP ? length : 2 * length
  let rest = (time - first) % cycle
  if (rest < 0) rest += cycle
  if (mode === PING_PONG && rest > length) rest = cycle - rest
  work[CURVE.TIME] = rest < cycle ? first + rest : first
}

/**
 * Writes the value at a work record's time, which is in its segment. If a slope is infinite or NaN, the left key's
 * value holds until the right key.
 */
export function evaluateSegment(work: Float64Array): void {
  const v0 = work[CURVE.LEFT]
  const v1 = work[CURVE.RIGHT]
  const length = work[CURVE.TO] - work[CURVE.FROM]
  const m0 = work[CURVE.OUT] * length
  const m1 = work[CURVE.IN] * length
  const outWeight = work[CURVE.OUT_WEIGHT]
  const inWeight = work[CURVE.IN_WEIGHT]
  const share = (work[CURVE.TIME] - work[CURVE.FROM]) / length
  const bends = Math.abs(m0) + Math.abs(m1) < Number.POSITIVE_INFINITY
  if (length === 0 || !bends) {
    work[CURVE.VALUE] = v0
    return
  }
  if (outWeight < 0 && inWeight < 0) {
    const rise = v1 - v0
    work[CURVE.VALUE] = v0 + share * (m0 + share * (3 * rise - 2 * m0 - m1 + share * (m0 + m1 - 2 * rise)))
    return
  }
  work[SHARE] = share
  solveShare(work)
  const w1 = outWeight < 0 ? THIRD : Math.min(1, outWeight)
  const w2 = inWeight < 0 ? THIRD : Math.min(1, inWeight)
  const u = work[SHARE]
  const rest = 1 - u
  work[CURVE.VALUE] =
    rest * rest * (rest * v0 + 3 * u * (v0 + w1 * m0)) + u * u * (3 * rest * (v1 - w2 * m1) + u * v1)
}

/**
 * Replaces SHARE, an abscissa of the Bézier curve with control abscissae 0, w1, 1 − w2, 1, by the curve's parameter
 * there: Newton's method, kept inside a bracket.
 */
function solveShare(work: Float64Array): void {
  const share = work[SHARE]
  const w1 = work[CURVE.OUT_WEIGHT] < 0 ? THIRD : Math.min(1, work[CURVE.OUT_WEIGHT])
  const w2 = work[CURVE.IN_WEIGHT] < 0 ? THIRD : Math.min(1, work[CURVE.IN_WEIGHT])
  const a = 1 + 3 * w1 - 3 * (1 - w2)
  const b = 3 * (1 - w2) - 6 * w1
  const c = 3 * w1
  let low = 0
  let high = 1
  let u = share
  for (let step = 0; step < MOST_STEPS; step++) {
    const off = ((a * u + b) * u + c) * u - share
    if (Math.abs(off) < CLOSE) break
    if (off > 0) high = u
    else low = u
    const next = u - off / ((3 * a * u + 2 * b) * u + c)
    u = next > low && next < high ? next : (low + high) / 2
  }
  work[SHARE] = u
}
