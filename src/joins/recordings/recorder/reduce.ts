/** Reduces keys like the toolkit's recorder of 1.1: chooses the frames of a motion that become keys. */
import { cosine } from '../../../base/math/circular'

/** The kind of value between keys; it decides the interpolation and the measure of error. */
export type ReducedKind = 'position' | 'rotation' | 'direction'

/** How many numbers a frame has. */
const STRIDES = { position: 3, rotation: 4, direction: 3 } as const

/** A stretch of frames of one kind. */
interface Motion {
  kind: ReducedKind
  times: ArrayLike<number>
  values: ArrayLike<number>
  /** The least error that needs a key; for angles, the greatest cosine. */
  limit: number
  /** A stretch with no more inner frames than this gets no key. */
  least: number
}

/** Options of `keptFrames`. */
export interface ReductionOptions {
  /** Metres for positions, degrees for rotations and directions. */
  tolerance: number
  /** Number of frames in a piece; each piece is reduced by itself; 0 = one piece. @default 32 */
  partition?: number
  /** Whether a single frame between two keys may be kept; the toolkit's recorder never keeps it. @default false */
  strict?: boolean
}

/**
 * Chooses frames such that straight connections between them stay close to the others, piece by piece (Ramer, Douglas,
 * Peucker). In each stretch the frame with the greatest error is kept if the error is too great.
 *
 * @param times of the frames, ascending.
 * @param values three or four numbers for each frame.
 * @returns numbers of the kept frames, ascending, with the first and last frame of each piece.
 */
export function keptFrames(
  kind: ReducedKind,
  times: ArrayLike<number>,
  values: ArrayLike<number>,
  { tolerance, partition = 32, strict = false }: ReductionOptions,
): number[] {
  const motion = { kind, times, values, limit: limitOf(kind, tolerance), least: strict ? 1 : 2 }
  const last = times.length - 1
  const keeps = new Uint8Array(times.length)
  const step = partition > 0 ? partition : Math.max(1, last)
  for (let start = 0; start < last; start += step) {
    const end = Math.min(last, start + step)
    keeps[start] = keeps[end] = 1
    refine(motion, start, end, keeps)
  }
  if (last >= 0) keeps[0] = 1
  const kept: number[] = []
  for (let frame = 0; frame <= last; frame++) if (keeps[frame] !== 0) kept.push(frame)
  return kept
}

function limitOf(kind: ReducedKind, tolerance: number): number {
  if (kind === 'position') return tolerance * tolerance
  const angle = (tolerance * Math.PI) / 180
  return kind === 'direction' ? cosine(angle) : Math.sqrt((cosine(angle) + 1) / 2)
}

function refine(motion: Motion, start: number, end: number, keeps: Uint8Array): void {
  // A list, not recursion: the depth may reach the number of frames.
  const stretches = [start, end]
  for (;;) {
    const to = stretches.pop()
    const from = stretches.pop()
    if (to === undefined || from === undefined) return
    if (to - from <= motion.least) continue
    const furthest = findFurthest(motion, from, to)
    if (furthest < 0) continue
    keeps[furthest] = 1
    stretches.push(from, furthest, furthest, to)
  }
}

/** Returns the frame between two others that is furthest from their connection; -1 if none is too far. */
function findFurthest(motion: Motion, from: number, to: number): number {
  const { kind, limit } = motion
  const measure = MEASURES[kind]
  let furthest = from + 1
  let most = measure(motion, from, to, from + 1)
  for (let frame = from + 2; frame < to; frame++) {
    const error = measure(motion, from, to, frame)
    if (!(kind === 'position' ? error > most : error < most)) continue
    most = error
    furthest = frame
  }
  return (kind === 'position' ? most < limit : most > limit) ? -1 : furthest
}

type Measure = (motion: Motion, from: number, to: number, frame: number) => number

/** Squared distance of a position; cosine between a direction, or rotation, and the connection. */
const MEASURES: Record<ReducedKind, Measure> = {
  position(motion, from, to, frame) {
    const { values } = motion
    const share = shareOf(motion, from, to, frame)
    let square = 0
    for (let i = 0; i < 3; i++) {
      const a = values[3 * from + i]
      const off = a + share * (values[3 * to + i] - a) - values[3 * frame + i]
      square += off * off
    }
    return square
  },
  direction(motion, from, to, frame) {
    return cosineOf(motion, from, to, frame, 1, 1)
  },
  rotation(motion, from, to, frame) {
    // Recorded quaternions may have any length, and a longer end would weigh more in the blend.
    const { values } = motion
    const ofStart = 1 / lengthAt(values, from)
    const ofEnd = 1 / lengthAt(values, to)
    let dot = 0
    for (let i = 0; i < 4; i++) dot += values[4 * from + i] * ofStart * (values[4 * to + i] * ofEnd)
    const cosine = cosineOf(motion, from, to, frame, ofStart, dot < 0 ? -ofEnd : ofEnd)
    return cosine / lengthAt(values, frame)
  },
}

/** Returns the length of a frame's quaternion; 1 for one of zeros, which has no direction. */
function lengthAt(values: ArrayLike<number>, frame: number): number {
  let square = 0
  for (let i = 4 * frame; i < 4 * frame + 4; i++) square += values[i] * values[i]
  return Math.sqrt(square) || 1
}

/**
 * Returns the cosine between a frame and the connection of two others, times the frame's length. The ends are scaled by
 * factors.
 */
function cosineOf(
  motion: Motion,
  from: number,
  to: number,
  frame: number,
  ofStart: number,
  ofEnd: number,
): number {
  const { kind, values } = motion
  const stride = STRIDES[kind]
  const share = shareOf(motion, from, to, frame)
  let dot = 0
  let square = 0
  for (let i = 0; i < stride; i++) {
    const a = ofStart * values[stride * from + i]
    const blend = a + share * (ofEnd * values[stride * to + i] - a)
    dot += blend * values[stride * frame + i]
    square += blend * blend
  }
  return dot / Math.sqrt(square)
}

function shareOf({ times }: Motion, from: number, to: number, frame: number): number {
  const length = times[to] - times[from]
  return length > 0 ? (times[frame] - times[from]) / length : 0
}
