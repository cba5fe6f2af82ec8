/**
 * π as the official runtimes define it (3.1415927). World matrices agree with theirs to 1e-12 only with this value, so
 * every conversion between degrees and radians and every wrap uses it.
 */
export const TAU = 6.2831854
export const PI = TAU / 2
export const DEGREES_TO_RADIANS = PI / 180
export const RADIANS_TO_DEGREES = 180 / PI

/** The offset with which official runtimes round full turns, and their treatment of exact halves. */
export const TURNS = 16384
export const HALF_UP = 16384.499999999996

/**
 * Returns the degrees that were multiplied by `DEGREES_TO_RADIANS`. Exact for a float32 and for at most 15 digits, as
 * in files; otherwise within a float64's rounding.
 */
export function degreesOf(radians: number): number {
  const near = radians * RADIANS_TO_DEGREES
  const single = Math.fround(near)
  if (single * DEGREES_TO_RADIANS === radians) return single
  const short = Number(near.toPrecision(15))
  return short * DEGREES_TO_RADIANS === radians ? short : near
}

/** Maps an angle to [-180, 180) exactly as the 3.8 runtimes do; an angle that rounds to 180 becomes -180. */
export function wrapDegrees(degrees: number): number {
  return degrees - 360 * (TURNS - Math.trunc(HALF_UP - degrees / 360))
}
