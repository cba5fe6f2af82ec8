/**
 * π as the reference runtimes have it (3.1415927). World matrices agree with theirs to 1e-12 only with this
 * value, so every conversion between degrees and radians and every wrap uses it.
 */
export const TAU = 6.2831854
export const PI = TAU / 2
export const DEGREES_TO_RADIANS = PI / 180
export const RADIANS_TO_DEGREES = 180 / PI

/** The reference's rounding of turns, with its treatment of exact halves. */
export const TURNS = 16384
export const HALF_UP = 16384.499999999996

/** Maps an angle to [-180, 180) exactly as the 3.8 runtimes do; what is short of 180 by rounding is -180. */
export function wrapDegrees(degrees: number): number {
  return degrees - 360 * (TURNS - Math.trunc(HALF_UP - degrees / 360))
}
