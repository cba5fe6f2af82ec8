/** The root motions of a world, as plain data. */
import { joinedState } from '../../world/joins'
import type { AnimationState } from '../../world/state'
import { AXES, type MovingBone } from '../moving-bones/options'
import type { Words } from './curve'

/** Bits of `Motion.moves`, and indices of what moves: in the order of a bone's local rows. */
export const X = 0
export const Y = 1
export const ROTATION = 2
/** Numbers of a place: its axes, and the cosine and sine of its angle. */
const PLACE = 5

/** What an animation plays in a tick. Indices of `Scratch.span`. */
export const SPAN = {
  /** Track times before the tick and after it. */
  BEFORE: 0,
  AFTER: 1,
  /** Seconds of the animation where its part begins and ends. */
  START: 2,
  END: 3,
  /** Duration of the whole animation. */
  DURATION: 4,
  /** Weight of the animation, by `addWay`. */
  WEIGHT: 5,
  NUMBERS: 6,
} as const

/** The root motion of one skeleton. */
export interface Motion extends MovingBone {
  readonly eid: number
  bone: number
  readonly moves: number
  /** Travel that `Transform` could not take yet, since its columns are float32: world units and radians, by axis. */
  readonly left: Float64Array
}

/** The root motions of a world. */
export interface MotionState {
  readonly byEntity: Map<number, Motion>
  readonly figures: FigureMotions
  readonly scratch: Scratch
}

/** Memory that each tick overwrites. Places are an x, a y and an angle. */
export interface Scratch {
  /** Clocks of entries before they advanced, by row. */
  clocks: Float64Array
  /** Numbers of what is played, by `SPAN`. */
  readonly span: Float64Array
  /** The second of an animation. */
  readonly second: Float64Array
  /** How often an entry's loop has begun again, before and after the tick; then, the number of whole loops between. */
  readonly cycles: Float64Array
  readonly from: Float64Array
  readonly to: Float64Array
  readonly cut: Float64Array
  readonly loop: Float64Array
  readonly spare: Float64Array
  /** The travel of one entry, and that of the skeleton. */
  readonly step: Float64Array
  readonly total: Float64Array
  /** Number of the channel that keys an axis, in the animation of an entry; -1 = none. */
  readonly channels: Int32Array
}

/** What moves the figures of a world. */
export interface FigureMotions {
  /** Times before the tick, by place in `CrowdState.ids`, and those of fades, by row. */
  times: Float64Array
  fadeTimes: Float64Array
  /** By clip; made when they are first needed. */
  readonly curves: Curves[]
  /** Scratch: what the `Transform` of one figure could not take, by axis. */
  readonly left: Float64Array
}

/** The image of an animation, and its channels that key the bone; null = none does. */
export interface Curves {
  readonly words: Words
  readonly channels: Int32Array | null
}

function createFigureMotions(): FigureMotions {
  return {
    times: new Float64Array(0),
    fadeTimes: new Float64Array(0),
    curves: [],
    left: new Float64Array(AXES),
  }
}

export function createMotions(): MotionState {
  const place = () => new Float64Array(PLACE)
  return {
    byEntity: new Map(),
    figures: createFigureMotions(),
    scratch: {
      clocks: new Float64Array(64),
      span: new Float64Array(SPAN.NUMBERS),
      second: new Float64Array(1),
      cycles: new Float64Array(3),
      ...{ from: place(), to: place(), cut: place(), loop: place(), spare: place() },
      ...{ step: place(), total: place() },
      channels: new Int32Array(AXES),
    },
  }
}

export function createMotion(eid: number, bone: number, moves: number): Motion {
  return { eid, bone, moves, left: new Float64Array(AXES) }
}

/** The state of a world that has the extension. */
export type MovingState = AnimationState & { readonly motions: MotionState }

/** The state of a world with the extension. @throws OsteonError `no-extension`. */
export function movingState(state: AnimationState): MovingState {
  joinedState(state, 'rootMotions', 'rootMotions')
  return state as MovingState
}
