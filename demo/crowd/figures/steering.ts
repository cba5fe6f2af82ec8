/**
 * Ways over the ground for feet that were animated from the side. Along x a walker moves just as fast as the
 * planted foot moves back, so it doesn't slide; towards or away from us it drifts as it goes, never too steeply.
 */

/** Most that a walker goes up or down, in units per unit along. */
export const STEEPEST = 0.55

/** As near as counts as there, units. */
const ARRIVAL = 60

/** Nearer goals are steered for as if they were this far: otherwise the last steps would wind. */
const LEAST_RUN = 90

/** Units up per unit along, towards a goal that lies (dx, dy) off. */
export function slopeTo(dx: number, dy: number): number {
  const slope = dy / Math.max(Math.abs(dx), LEAST_RUN)
  return Math.max(-STEEPEST, Math.min(STEEPEST, slope))
}

/**
 * Which way to look (1 or -1), given the present way. Who has passed its goal goes on until there is room to
 * reach it on the way back.
 */
export function facingTo(facing: number, dx: number, dy: number): number {
  if (dx * facing >= 0) return facing
  const room = (0.5 * Math.abs(dy)) / STEEPEST + ARRIVAL / 2
  return Math.abs(dx) > room ? -facing : facing
}

export function hasArrived(dx: number, dy: number): boolean {
  return Math.abs(dx) < ARRIVAL && Math.abs(dy) < ARRIVAL
}

/** Two people keep this far apart along and across, units. */
const ELBOW_X = 150
const ELBOW_Y = 70
const ELBOW_SPEED = 110

/** Speed up (or down) with which somebody gives way to a neighbour who stands (dx, dy) off. */
export function giveWay(dx: number, dy: number): number {
  const nearX = 1 - Math.abs(dx) / ELBOW_X
  const nearY = 1 - Math.abs(dy) / ELBOW_Y
  if (nearX <= 0 || nearY <= 0) return 0
  // Exactly behind each other, the one ahead goes up.
  const away = dy === 0 ? Math.sign(dx) || 1 : -Math.sign(dy)
  return away * nearX * nearY * ELBOW_SPEED
}

/** A body takes up so much of the ground, along and across, units. */
const BODY_X = 235
const BODY_Y = 125

/**
 * Adds to `room` which way somebody must go to leave a neighbour who stands (dx, dy) off its place: 1 long where both
 * stand in one spot, 0 where they no longer touch.
 *
 * @param way 1 or -1, which of them goes right where they stand in exactly one spot.
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
