/**
 * Curves of keys as Unity's AnimationCurve evaluates them: what a time is once it is wrapped, and the value between
 * two keys. Numbers come and go in a work record, so that a tick makes no heap objects of them.
 */

/** Words of a work record. */
export const CURVE_WORK = 8
/** The time; wrapped in place by `wrapTime`. */
export const CURVE_TIME = 0
/** Out: the value. */
export const CURVE_VALUE = 1
/** Of the segment: the left key's time and value, and those of the right one. */
export const CURVE_FROM_TIME = 2
export const CURVE_FROM_VALUE = 3
export const CURVE_TO_TIME = 4
export const CURVE_TO_VALUE = 5
/** Slopes at the left and at the right key, value per second. */
export const CURVE_OUT = 6
export const CURVE_IN = 7

const LOOP = 2
const PING_PONG = 4
/** Length of a handle whose mode has no weight for it. */
const THIRD = 1 / 3
const CLOSE = 1e-14
const MOST_STEPS = 60

/**
 * Brings the time of a work record into a curve's range `first` … `last`, by its mode before or after it: 2 repeats
 * the curve, 4 runs it to and fro, all others hold its end.
 */
export function wrapTime(work: Float64Array, first: number, last: number, pre: number, post: number): void {
  const time = work[CURVE_TIME]
  if (time >= first && time <= last) return
  const mode = time < first ? pre : post
  const length = last - first
  // All keys at one time: what is before them is the first one's, what is behind them the last one's.
  if (length === 0) return
  if (mode !== LOOP && mode !== PING_PONG) {
    work[CURVE_TIME] = time < first ? first : last
    return
  }
  const cycle = mode === LOOP ? length : 2 * length
  let rest = (time - first) % cycle
  if (rest < 0) rest += cycle
  if (mode === PING_PONG && rest > length) rest = cycle - rest
  work[CURVE_TIME] = rest < cycle ? first + rest : first
}

/**
 * Writes the value at a work record's time, which lies in its segment. Where a slope is infinite (or no number), the
 * left key's value holds until the right one.
 *
 * @param outWeight length of the left key's handle, as a share of the segment; negative = none is given.
 * @param inWeight the same of the right key.
 */
export function evaluateSegment(work: Float64Array, outWeight: number, inWeight: number): void {
  const v0 = work[CURVE_FROM_VALUE]
  const v1 = work[CURVE_TO_VALUE]
  const length = work[CURVE_TO_TIME] - work[CURVE_FROM_TIME]
  const m0 = work[CURVE_OUT] * length
  const m1 = work[CURVE_IN] * length
  const share = (work[CURVE_TIME] - work[CURVE_FROM_TIME]) / length
  const bends = Math.abs(m0) + Math.abs(m1) < Number.POSITIVE_INFINITY
  if (length === 0 || !bends) {
    work[CURVE_VALUE] = v0
    return
  }
  if (outWeight < 0 && inWeight < 0) {
    const rise = v1 - v0
    work[CURVE_VALUE] = v0 + share * (m0 + share * (3 * rise - 2 * m0 - m1 + share * (m0 + m1 - 2 * rise)))
    return
  }
  const w1 = outWeight < 0 ? THIRD : Math.min(1, outWeight)
  const w2 = inWeight < 0 ? THIRD : Math.min(1, inWeight)
  const u = solveShare(share, w1, w2)
  const rest = 1 - u
  work[CURVE_VALUE] =
    rest * rest * (rest * v0 + 3 * u * (v0 + w1 * m0)) + u * u * (3 * rest * (v1 - w2 * m1) + u * v1)
}

/** Where on the Bézier curve with abscissae 0, w1, 1 − w2, 1 the abscissa is `share`: Newton, kept inside a bracket. */
function solveShare(share: number, w1: number, w2: number): number {
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
  return u
}
