/**
 * π as the reference runtimes have it (3.1415927). World matrices agree with theirs to 1e-12 only with this
 * value (spine-pose §1), so every conversion between degrees and radians and every wrap uses it.
 */
export const TAU = 6.2831854
export const PI = TAU / 2
export const DEGREES_TO_RADIANS = PI / 180
export const RADIANS_TO_DEGREES = 180 / PI
