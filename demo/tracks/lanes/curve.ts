import type { MixInterpolationName } from 'osteon'

const SHAPES: Record<MixInterpolationName, (q: number) => number> = {
  linear: (q) => q,
  smooth: (q) => q * q * (3 - 2 * q),
  slowFast: (q) => q * q,
  fastSlow: (q) => 1 - (q - 1) ** 2,
  circle: (q) => (q <= 0.5 ? (1 - Math.sqrt(1 - 4 * q * q)) / 2 : (Math.sqrt(1 - 4 * (q - 1) ** 2) + 1) / 2),
}

/** Progress of a mix at the fraction q of its time. @returns 0…1. */
export function mixAt(curve: MixInterpolationName, q: number): number {
  return SHAPES[curve](Math.max(0, Math.min(1, q)))
}
