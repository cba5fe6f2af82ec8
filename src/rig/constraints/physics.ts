/** Physics constraints: a bone lags behind and swings. */

import { LANES, SECOND_PARTS } from '../../base/memory/lanes'
import type { PhysicsTimeline } from '../../base/model/animation'
import type { PhysicsModel } from '../../base/model/constraint'
import type { Maths } from '../../base/model/maths'
import { OP } from '../program/ops'
import { floatWord } from '../program/writer'
import { type ConstraintKind, type Emitter, touched } from './kind'

/** Rows of a physics constraint. The mass itself is mixed, not its inverse. */
export const PHYSICS = {
  INERTIA: 0,
  STRENGTH: 1,
  DAMPING: 2,
  MASS: 3,
  WIND: 4,
  GRAVITY: 5,
  MIX: 6,
} as const

const PROPERTIES = {
  inertia: PHYSICS.INERTIA,
  strength: PHYSICS.STRENGTH,
  damping: PHYSICS.DAMPING,
  mass: PHYSICS.MASS,
  wind: PHYSICS.WIND,
  gravity: PHYSICS.GRAVITY,
  mix: PHYSICS.MIX,
} satisfies Record<PhysicsTimeline['property'], number>

/** Rows of its state: the time of its last run, and the time not simulated yet, two rows each. */
export const PHYSICS_LAST = 0
export const PHYSICS_REMAINING = 2
/** int32: PHYSICS_PENDING and so on. */
export const PHYSICS_PHASE = 4
/** The rows of its channels follow. */
const PHYSICS_CHANNELS = 5
/** If it lags: shares of its channels' last change that are not shown yet, in this run and in the one before. */
export const PHYSICS_LAG = 5
export const PHYSICS_LAG_BEFORE = 6
const PHYSICS_LAGS = 2

/** Phases: it was reset; it simulates; it simulates, and nothing moved in the last run. */
export const PHYSICS_PENDING = 0
export const PHYSICS_RUNNING = 1
export const PHYSICS_RESTING = 2

/** Rows of a channel: its offset, and the speed of that. */
export const CHANNEL_OFFSET = 0
export const CHANNEL_VELOCITY = 1
/** x, y: the bone's place before its offset. */
export const CHANNEL_PLACE = 2
/** Last row of a channel that lags: its change in the last run that simulated a step. */
export const SLIDE_LAG = 3
export const SWING_LAG = 2
/** The bone's place with its offset. Then rows that rotation and scale share: its tip relative to that place. */
export const TIP_X = 0
export const TIP_Y = 1
export const TIP_DX = 2
export const TIP_DY = 3

/** Words of the op: flags, the constraint's rows in the local section (-1 = not active) and in the state section. */
export const PHYSICS_OP_FLAGS = 2
export const PHYSICS_OP_ROWS = 3
export const PHYSICS_OP_STATE = 4
/** In the state section: rows of each channel, and of the tip; -1 = none. */
export const PHYSICS_OP_X = 5
export const PHYSICS_OP_Y = 6
export const PHYSICS_OP_TURN = 7
export const PHYSICS_OP_SCALE = 8
export const PHYSICS_OP_TIP = 9
/** Floats: the share of each channel that is shown. */
export const PHYSICS_OP_AMOUNT_X = 10
export const PHYSICS_OP_AMOUNT_Y = 11
export const PHYSICS_OP_AMOUNT_ROTATE = 12
export const PHYSICS_OP_AMOUNT_SHEAR = 13
export const PHYSICS_OP_AMOUNT_SCALE = 14
/** Floats: greatest movement in a second, the bone's length, reference scale. */
export const PHYSICS_OP_LIMIT = 15
export const PHYSICS_OP_LENGTH = 16
export const PHYSICS_OP_REFERENCE = 17
/** Floats: seconds of a step; the same in whole 2^-32ths, as a sum of two; its length in steps of 1/60 second. */
export const PHYSICS_OP_STEP = 18
export const PHYSICS_OP_STEP_HIGH = 19
export const PHYSICS_OP_STEP_LOW = 20
export const PHYSICS_OP_POWER = 21
/** End of its rows in the state section. */
export const PHYSICS_OP_END = 22
/** Group of the bone. */
export const PHYSICS_OP_BONE = 23

/** Flags of the op: it shows a state between two steps; y scale follows. */
export const PHYSICS_LAGGING = 1 << 4
export const PHYSICS_UNIFORM = 1 << 5
export const PHYSICS_VOLUME = 1 << 6
/** Y scale that keeps the area: 1 over x scale from this x scale on; below, a straight line. */
export const PHYSICS_VOLUME_FROM = 0.7
export const PHYSICS_VOLUME_MOST = 4
export const PHYSICS_VOLUME_FALL = 3.67347

/** Most steps of one run. The rest of a longer time passes without simulation. */
export const PHYSICS_MOST_STEPS = 1000

/**
 * Greatest push in one step, or by the bone in one run, that leaves a resting channel at rest: x and y per reference
 * scale (or per offset if that is greater), rotation in radians and scale (each per offset if that is above 1). A
 * channel with less speed and less push comes to rest. A stiff spring pulls by a hundredth of its offset in a step: it
 * rests within that many times the push.
 */
export const REST_SLIDE = 2e-7
export const REST_SWING = 1e-7
export const REST_INPUT = 2e-6
/**
 * From this share of a turn on, rotation takes the other direction. It is a little less than half: a mirrored bone is
 * rotated by exactly half a turn, and rounding must not decide the direction.
 */
export const ALMOST_HALF = 0.5 - 3e-7
/**
 * Greatest offset of x and y, in reference scales (of at least 1). A bone that falls without end, for instance, stays
 * at this distance while it is pulled.
 */
export const MOST_SLIDE = 1e4
/** A rotation or scale beyond this, or NaN, is reset to 0. */
export const MOST_SWING = 1e6

export const physics: ConstraintKind<PhysicsModel, PhysicsTimeline> = {
  property: ({ property }) => PROPERTIES[property],
  adds: ({ property }) => property === 'wind' || property === 'gravity',
  keys: ({ constraint, property }, model) =>
    constraint < 0 && !model[`${property}Global`]
      ? []
      : [{ field: PROPERTIES[property], channel: 0, steps: null }],
  setup: ({ inertia, strength, damping, massInverse, wind, gravity, mix }) => [
    inertia,
    strength,
    damping,
    1 / massInverse,
    wind,
    gravity,
    mix,
  ],
  touches: (model, { maths }) =>
    touched({
      source: model.bone,
      reads: { world: [model.bone] },
      writes: { applied: [model.bone], world: [model.bone] },
      state: stateRows(model, maths).count,
      timed: true,
      rests: true,
    }),
  sort({ bone }, order) {
    order.sortBone(bone)
    order.append()
    order.resetChildren(bone)
    order.setSorted(bone, true)
  },
  composes: () => [],
  bound({ bone, x, y, scaleX, shearX }, bounds) {
    // The stretch depends on the entity's movement.
    if (x > 0 || y > 0 || scaleX > 0) bounds.unbounded = true
    if (shearX > 0) bounds.leastScale[bone] = bounds.scale[bone] * Math.SQRT2
  },
  magnify({ bone, x, y, scaleX, shearX }, { reach, size }) {
    if (x > 0 || y > 0) reach[bone] = Number.POSITIVE_INFINITY
    if (scaleX > 0) size[bone] = Number.POSITIVE_INFINITY
    else if (shearX > 0) size[bone] *= Math.SQRT2
  },
  emit: emitPhysics,
}

export interface PhysicsRows {
  /** Row, from the first of the constraint, of each channel and of the last places of bone and tip; -1 = none. */
  readonly x: number
  readonly y: number
  readonly turn: number
  readonly scale: number
  readonly tip: number
  readonly count: number
}

/** The rows of a constraint's state; only channels that it shows have rows. */
export function stateRows(model: PhysicsModel, { physics: { lags } }: Pick<Maths, 'physics'>): PhysicsRows {
  const lag = lags ? 1 : 0
  const first = PHYSICS_CHANNELS + lag * PHYSICS_LAGS
  let count = first
  const take = (wanted: boolean, rows: number): number => {
    if (!wanted) return -1
    count += rows
    return count - rows
  }
  const turns = model.rotate > 0 || model.shearX > 0
  const scales = model.scaleX > 0
  const x = take(model.x > 0, CHANNEL_PLACE + 1 + lag)
  const y = take(model.y > 0, CHANNEL_PLACE + 1 + lag)
  const turn = take(turns, CHANNEL_PLACE + lag)
  const scale = take(scales, CHANNEL_PLACE + lag)
  const tip = take(count > first, turns || scales ? TIP_DY + 1 : TIP_Y + 1)
  return { x, y, turn, scale, tip, count }
}

function emitPhysics(model: PhysicsModel, emitter: Emitter): void {
  const { input, state } = emitter
  const { bone, step } = model
  const rows = stateRows(model, input.maths)
  const wordsOf = (row: number): number => (row < 0 ? -1 : state + row * LANES)
  const units = Math.max(1, Math.floor(step * SECOND_PARTS)) / SECOND_PARTS
  const high = Math.fround(units)
  emitter.op(OP.physics, [
    emitter.flags |
      (input.maths.physics.lags ? PHYSICS_LAGGING : 0) |
      (model.scaleY === 'uniform' ? PHYSICS_UNIFORM : 0) |
      (model.scaleY === 'volume' ? PHYSICS_VOLUME : 0),
    emitter.active ? emitter.rows : -1,
    state,
    ...[rows.x, rows.y, rows.turn, rows.scale, rows.tip].map(wordsOf),
    ...[model.x, model.y, model.rotate, model.shearX, model.scaleX].map(floatWord),
    ...[model.limit, input.bones.length[bone], input.referenceScale].map(floatWord),
    ...[step, high, units - high, 60 * step].map(floatWord),
    state + rows.count * LANES,
    ...emitter.group(bone, emitter.isLive(bone)),
  ])
}
