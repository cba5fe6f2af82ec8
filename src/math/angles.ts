/**
 * π as the official runtimes have it (3.1415927). World matrices agree with theirs to 1e-12 only with this value, so
 * every conversion between degrees and radians and every wrap uses it.
 */
export const TAU = 6.2831854
export const PI = TAU / 2
export const DEGREES_TO_RADIANS = PI / 180
export const RADIANS_TO_DEGREES = 180 / PI

/** Offset in the rounding of full turns by official runtimes, with their treatment of exact halves. */
export const TURNS = 16384
export const HALF_UP = 16384.499999999996

/** Maps an angle to [-180, 180) exactly as the 3.8 runtimes do; an angle that is rounded to 180 becomes -180. */
export function wrapDegrees(degrees: number): number {
  return degrees - 360 * (TURNS - Math.trunc(HALF_UP - degrees / 360))
}
