/**
 * Steers walkers whose feet were animated from the side. Along x a walker moves as fast as its planted foot moves back, so the
 * foot does not slide. Up and down the picture it drifts as it walks, never too steeply.
 */

/** Greatest slope of a walk: units up or down per unit along. */
export const STEEPEST = 0.55

/** Distance at which a goal is reached, units. */
const ARRIVAL = 60

/** Least distance along for steering: with less, the last steps would wind. */
const LEAST_RUN = 90

/** Units up per unit along, towards a goal at (dx, dy). */
export function slopeTo(dx: number, dy: number): number {
  const slope = dy / Math.max(Math.abs(dx), LEAST_RUN)
  return Math.max(-STEEPEST, Math.min(STEEPEST, slope))
}

/**
 * Direction to look in (1 or -1), given the present one. A walker that has passed its goal goes on until it has room to reach
 * it on the way back.
 */
export function facingTo(facing: number, dx: number, dy: number): number {
  if (dx * facing >= 0) return facing
  const room = (0.5 * Math.abs(dy)) / STEEPEST + ARRIVAL / 2
  return Math.abs(dx) > room ? -facing : facing
}

export function hasArrived(dx: number, dy: number): boolean {
  return Math.abs(dx) < ARRIVAL && Math.abs(dy) < ARRIVAL
}

/** Distance that two characters keep along and across, units. */
const ELBOW_X = 150
const ELBOW_Y = 70
const ELBOW_SPEED = 110

/** Speed up (or down) with which a character makes way for a neighbour at (dx, dy). */
export function giveWay(dx: number, dy: number): number {
  const nearX = 1 - Math.abs(dx) / ELBOW_X
  const nearY = 1 - Math.abs(dy) / ELBOW_Y
  if (nearX <= 0 || nearY <= 0) return 0
  // If one is exactly behind the other, the one ahead goes up.
  const away = dy === 0 ? Math.sign(dx) || 1 : -Math.sign(dy)
  return away * nearX * nearY * ELBOW_SPEED
}

/** Size of a body on the ground, along and across, units. */
const BODY_X = 235
const BODY_Y = 125

/**
 * Adds to `room` the direction in which a character must move away from a neighbour at (dx, dy). Its length is 1 if both are at
 * one place, and 0 if they no longer touch.
 *
 * @param way 1 or -1: direction along for two characters at exactly one place.
 */
export function makeRoom(dx: number, dy: number, way: number, room: Float64Array): void {
  const along = dx / BODY_X
  const across = dy / BODY_Y
  const off = Math.hypot(along, across)
  if (off >= 1) return
  if (off === 0) room[0] += way
  else {
    room[0] -= (along / off) * (1 - off)
    room[1] -= (across / off) * (1 - off)
  }
}
