/** Finds the frames that a figure is between, and its matrix. */
import { cosine, sine } from '../../../base/math/circular'
import type { CrowdWorld } from '../component'
import { CLIP, FLIP_X, FLIP_Y } from '../layout'
import type { CrowdState } from '../state'

/**
 * Numbers of a placed figure. FRAME and SHARE of its animation; then those of the one that fades out, and the weight of
 * the first.
 */
export const FRAME = 0
export const SHARE = 1
export const OTHER_FRAME = 2
export const OTHER_SHARE = 3
export const MIX = 4
/** World matrix of the figure: x' = A x + B y + X, y' = C x + D y + Y. */
export const A = 5
export const B = 6
export const C = 7
export const D = 8
export const X = 9
export const Y = 10
export const PLACE_NUMBERS = 11

/**
 * Finds the frame of a clip at the second `place[at + 1]`: its number goes to `place[at]`, and its share in the step to
 * the next one, 0…1, to `place[at + 1]`.
 */
export function findFrame({ clips }: CrowdState, clip: number, place: Float64Array, at: number): void {
  const { buckets, numbers, rates, times } = clips
  const second = place[at + 1]
  const of = CLIP.SIZE * clip
  const start = numbers[of + CLIP.FIRST]
  let frame = buckets[numbers[of + CLIP.BUCKET] + ((second * numbers[of + CLIP.BUCKET_RATE]) | 0)]
  while (times[start + frame + 1] <= second) frame++
  place[at] = frame
  place[at + 1] = (second - times[start + frame]) * rates[start + frame]
}

/** Writes the second that a figure's animation shows to `place[at + 1]`. */
function findSecond(
  { clips, figures }: CrowdState,
  { components: { Baked } }: CrowdWorld,
  eid: number,
  clip: number,
  place: Float64Array,
  at: number,
): void {
  const duration = clips.numbers[CLIP.SIZE * clip + CLIP.DURATION]
  const time = Baked.time[eid] - (Baked.loop[eid] !== 0 ? figures.cycle[eid] : 0)
  place[at + 1] = Math.max(0, Math.min(duration, time))
}

/** Writes the second that an animation shows while it fades out to `place[at + 1]`. @param row of the fade. */
export function findFadeSecond(
  { clips, fades }: CrowdState,
  clip: number,
  row: number,
  place: Float64Array,
  at: number,
): void {
  const duration = clips.numbers[CLIP.SIZE * clip + CLIP.DURATION]
  const time = fades.time[row]
  const second = fades.loop[row] !== 0 && duration > 0 ? time % duration : time
  place[at + 1] = Math.max(0, Math.min(duration, second))
}

/** Finds everything about a figure, for code that handles one at a time. */
export function placeFigure(world: CrowdWorld, crowd: CrowdState, eid: number, place: Float64Array): void {
  const { Baked } = world.components
  const { fades, figures, firstClip } = crowd
  const first = firstClip[Baked.table[eid]]
  const clip = first + Baked.animation[eid]
  findSecond(crowd, world, eid, clip, place, FRAME)
  findFrame(crowd, clip, place, FRAME)
  const row = figures.fade[eid]
  place[MIX] = 1
  if (row !== 0) {
    const other = first + fades.animation[row]
    findFadeSecond(crowd, other, row, place, OTHER_FRAME)
    findFrame(crowd, other, place, OTHER_FRAME)
    place[MIX] = mixOf(crowd, row)
  }
  const { rotation, scaleX, scaleY, x, y } = world.components.Transform
  const flip = Baked.flip[eid]
  const wide = (flip & FLIP_X) !== 0 ? -scaleX[eid] : scaleX[eid]
  const high = (flip & FLIP_Y) !== 0 ? -scaleY[eid] : scaleY[eid]
  const turn = rotation[eid]
  const cos = turn === 0 ? 1 : cosine(turn)
  const sin = turn === 0 ? 0 : sine(turn)
  place[A] = cos * wide
  place[B] = -sin * high
  place[C] = sin * wide
  place[D] = cos * high
  place[X] = x[eid]
  place[Y] = y[eid]
}

/** Returns the weight of the animation that fades in, 0…1. */
export function mixOf({ fades, figures }: CrowdState, row: number): number {
  const duration = figures.mix[fades.entity[row]]
  return duration > 0 ? Math.min(1, fades.mixTime[row] / duration) : 1
}
