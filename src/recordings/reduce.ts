/** Key reduction as the toolkit's recorder of 1.1 does it: which frames of a motion are worth a key. */
import { cosine } from '../math/circular'

/** What is interpolated between keys, and how its error is measured. */
export type ReducedKind = 'position' | 'rotation' | 'direction'

/** Numbers of a frame. */
const STRIDES = { position: 3, rotation: 4, direction: 3 } as const

/** A stretch of frames of one kind. */
interface Motion {
  kind: ReducedKind
  times: ArrayLike<number>
  values: ArrayLike<number>
  /** Least error that is worth a key; for angles, greatest cosine. */
  limit: number
  /** Inner frames that a stretch must have more than, to be looked at. */
  least: number
}

/** How frames are thinned. */
export interface ReductionOptions {
  /** Metres for positions, degrees for rotations and directions. */
  tolerance: number
  /** Frames of the pieces that are thinned each by itself; 0 = all in one. @default 32 */
  partition?: number
  /** Whether a frame that is alone between two keys may be kept too; the toolkit's recorder never keeps it. @default false */
  strict?: boolean
}

/**
 * Chooses frames whose straight connection stays near the others, piece by piece (Ramer, Douglas, Peucker): of each
 * stretch the frame that is furthest off is kept if it is too far off.
 *
 * @param times of the frames, ascending.
 * @param values three or four numbers a frame.
 * @returns numbers of the frames to be kept, ascending: the first, the last, and ends of pieces among them.
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
  // A list, not recursion: it may go as deep as there are frames.
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

/** The frame between two that is furthest from their connection; -1 if none is too far. */
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
    return cosineOf(motion, from, to, frame, 1)
  },
  rotation(motion, from, to, frame) {
    const { values } = motion
    let dot = 0
    let own = 0
    for (let i = 0; i < 4; i++) {
      dot += values[4 * from + i] * values[4 * to + i]
      own += values[4 * frame + i] * values[4 * frame + i]
    }
    return cosineOf(motion, from, to, frame, dot < 0 ? -1 : 1) / Math.sqrt(own)
  },
}

/** @param sign of the end of the stretch. */
function cosineOf(motion: Motion, from: number, to: number, frame: number, sign: number): number {
  const { kind, values } = motion
  const stride = STRIDES[kind]
  const share = shareOf(motion, from, to, frame)
  let dot = 0
  let square = 0
  for (let i = 0; i < stride; i++) {
    const a = values[stride * from + i]
    const blend = a + share * (sign * values[stride * to + i] - a)
    dot += blend * values[stride * frame + i]
    square += blend * blend
  }
  return dot / Math.sqrt(square)
}

function shareOf({ times }: Motion, from: number, to: number, frame: number): number {
  const length = times[to] - times[from]
  return length > 0 ? (times[frame] - times[from]) / length : 0
}
