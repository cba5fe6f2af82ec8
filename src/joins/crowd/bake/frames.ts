/** Chooses the frames of an animation: as few as keep interpolated vertices within the slack. */
import { beginToPlay, type Pose, type Poser, poseAt, stopPlaying } from './poses'

/** Seconds: frames that are closer together are next to a jump, where nothing is interpolated. */
const TINY = 2 ** -18

/** Frames per second that are examined first, so that no swing between two of them is missed. */
const LEAST_RATE = 15
/** Share of the slack that is used, because errors are measured only in some places between two frames. */
const PART = 0.75
/** If the middle of two poses is off by less than this share of that, the places around it need no check. */
const CALM = 0.4
/** Share of the slack for what is lost by rounding. */
const ROUNDING = 2 ** -20
/** How many steps of a colour's byte a fade may be off. */
const COLOR_STEPS = 3

/** The frames of an animation. */
export interface Frames {
  readonly poses: readonly Pose[]
  /** World units. */
  readonly error: number
}

/**
 * Examines more and more poses between those that are too far apart. Then it takes the longest steps from frame to
 * frame that match all poses that it has seen.
 *
 * @param slack in world units.
 */
export function chooseFrames(poser: Poser, animation: string, duration: number, slack: number): Frames {
  const players = beginToPlay(poser, animation)
  try {
    const seen = lookCloser((times) => poseAt(players, times), firstTimes(duration), PART * slack)
    const { error, poses } = takeLongSteps(seen, PART * slack)
    return { error, poses: poses.map((pose) => ({ ...pose, positions: pose.positions.slice() })) }
  } finally {
    stopPlaying(players)
  }
}

function firstTimes(duration: number): number[] {
  const spans = Math.ceil(duration * LEAST_RATE)
  return Array.from({ length: spans + 1 }, (_, i) => Math.fround(spans === 0 ? 0 : (duration * i) / spans))
}

/** Two neighbours, and the pose in the middle if it was seen. */
interface Span {
  readonly from: Pose
  readonly to: Pose
}

function lookCloser(
  look: (times: readonly number[]) => Pose[],
  first: readonly number[],
  slack: number,
): Pose[] {
  const seen = look(first)
  let open: Span[] = seen.slice(1).map((to, i) => ({ from: seen[i], to }))
  while (open.length > 0) {
    const middles = look(open.map(({ from, to }) => Math.fround((from.time + to.time) / 2)))
    const next: Span[] = []
    open.forEach(({ from, to }, i) => {
      const middle = middles[i]
      if (middle.time <= from.time || middle.time >= to.time) return
      seen.push(middle)
      if (to.time - from.time > TINY && !meets(from, to, middle, CALM * slack))
        next.push({ from, to: middle }, { from: middle, to })
    })
    open = next
  }
  return seen.sort((a, b) => a.time - b.time)
}

function takeLongSteps(seen: readonly Pose[], slack: number): Frames {
  const poses = [seen[0]]
  let error = 0
  for (let at = 0; at < seen.length - 1; ) {
    let off: number[] = []
    for (let more: number[] | null = off; more !== null; more = longer(seen, at, off, slack)) off = more
    const next = at + off.length + 1
    off.forEach((most, i) => {
      if (most > error) error = Math.max(error, distance(seen[at], seen[next], seen[at + 1 + i]))
    })
    poses.push(seen[next])
    at = next
  }
  return { poses, error }
}

/**
 * Makes a step longer by one pose, if interpolation still matches all poses between its ends. Where the far end moves off the
 * line by some distance, a pose between moves off by its share of it at most: most poses need no look at their vertices.
 *
 * @param off for each pose between, the most that interpolation is off.
 * @returns the same for the longer step, or null.
 */
function longer(seen: readonly Pose[], at: number, off: readonly number[], slack: number): number[] | null {
  const from = seen[at]
  const last = seen[at + off.length + 1]
  const to = seen[at + off.length + 2]
  if (to === undefined || last.layout !== from.layout || to.layout !== from.layout) return null
  const moved = distance(from, last, to)
  const result: number[] = []
  for (let i = 0; i <= off.length; i++) {
    const pose = seen[at + 1 + i]
    const share = shareOf(from, to, pose)
    let most = (off[i] ?? 0) + moved * share + ROUNDING * slack
    if (most > slack) most = distance(from, to, pose, slack)
    if (most > slack) return null
    if (!fades(from.colors, to.colors, pose.colors, share)) return null
    result.push(most)
  }
  return result
}

/** Returns whether interpolation between two poses matches a third. */
function meets(from: Pose, to: Pose, pose: Pose, slack: number): boolean {
  if (pose.layout !== from.layout || pose.layout !== to.layout) return false
  const share = shareOf(from, to, pose)
  return distance(from, to, pose, slack) <= slack && fades(from.colors, to.colors, pose.colors, share)
}

function shareOf(from: Pose, to: Pose, { time }: Pose): number {
  return (time - from.time) / (to.time - from.time)
}

/** Returns the greatest distance of a vertex; a smaller one above `enough` may be returned. */
function distance(from: Pose, to: Pose, pose: Pose, enough = Number.POSITIVE_INFINITY): number {
  const share = shareOf(from, to, pose)
  const { positions: a } = from
  const { positions: b } = to
  const { positions: at } = pose
  const most = enough * enough
  let worst = 0
  for (let i = 0; i < at.length; i += 2) {
    const x = a[i] + (b[i] - a[i]) * share - at[i]
    const y = a[i + 1] + (b[i + 1] - a[i + 1]) * share - at[i + 1]
    const square = x * x + y * y
    if (square > worst) {
      worst = square
      if (worst > most) break
    }
  }
  return Math.sqrt(worst)
}

function fades(from: Uint32Array, to: Uint32Array, at: Uint32Array, share: number): boolean {
  if (at === from && at === to) return true
  for (let i = 0; i < at.length; i++) {
    if (at[i] === from[i] && at[i] === to[i]) continue
    for (let shift = 0; shift < 32; shift += 8) {
      const a = (from[i] >>> shift) & 255
      const b = (to[i] >>> shift) & 255
      if (Math.abs(a + (b - a) * share - ((at[i] >>> shift) & 255)) > COLOR_STEPS) return false
    }
  }
  return true
}
