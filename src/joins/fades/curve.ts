/** The curve of an inertial fade. */

/**
 * Returns the share of a difference of 1 that is left. The curve is (1 - s)^4 (d + (4 d + v T) s), a quintic: it begins
 * with the difference d and its speed v, and ends with value, speed and acceleration 0.
 *
 * @param part s, the part of the fade that is over, 0 … 1.
 */
export function differenceLeft(part: number): number {
  const rest = 1 - part
  return rest * rest * rest * rest * (1 + 4 * part)
}

/** Returns what a speed of 1 adds to the difference, in seconds. @param seconds T, the length of the fade. */
export function speedLeft(part: number, seconds: number): number {
  const rest = 1 - part
  return rest * rest * rest * rest * part * seconds
}

/** Returns the change of `differenceLeft` per second. */
export function differenceSpeed(part: number, seconds: number): number {
  const rest = 1 - part
  return (-20 * rest * rest * rest * part) / seconds
}

/** Returns the change of `speedLeft` per second. */
export function speedSpeed(part: number): number {
  const rest = 1 - part
  return rest * rest * rest * (1 - 5 * part)
}

/** Returns an angle in radians without whole turns, between -π and π. */
export function turned(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI))
}
