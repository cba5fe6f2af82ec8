/**
 * The layout of skeletons in memory: blocks of four, interleaved, so that four fit one SIMD register. Row `r` of the
 * skeleton in lane `l` of a block is at `base + r * LANES + l`.
 *
 * All addresses inside the arena are *word* indices (4 bytes), valid for the `f32`, `i32` and `u32` views.
 */
export const LANES = 4
export const ALL_LANES = 0b1111

/** Fields of a bone's local pose, in rows: `bone * LOCAL_FIELDS + field`. Angles in radians. */
export const LOCAL_FIELDS = 7
export const LOCAL = {
  X: 0,
  Y: 1,
  ROTATION: 2,
  SCALE_X: 3,
  SCALE_Y: 4,
  SHEAR_X: 5,
  SHEAR_Y: 6,
} as const

/** Rows of an applied pose: the local fields, and a "stale" row that only the 3.8 rules use. */
export const APPLIED_FIELDS = 8
export const APPLIED_STALE = 7

/** Rows of a bone's world record; the bone maps (x, y) to (a x + b y + X, c x + d y + Y). */
export const WORLD_FIELDS = 6
export const WORLD = {
  A: 0,
  C: 1,
  B: 2,
  D: 3,
  X: 4,
  Y: 5,
} as const
/** Words of one bone's world record in a block. */
export const WORLD_RECORD = WORLD_FIELDS * LANES

/** Rows of the skeleton section: the place of the skeleton, from its `Transform` and `Skeleton`. */
export const SKELETON_FIELDS = 8
export const SKELETON = {
  X: 0,
  Y: 1,
  /** Scale with flip. */
  SCALE_X: 2,
  SCALE_Y: 3,
  /** Rotation about (x, y), applied to the finished world rows; cos 1 and sin 0 mean none. */
  COS: 4,
  SIN: 5,
  /** Rotation in radians, as last copied from the component. */
  ROTATION: 6,
  /** 1 = flipped along x, plus 2 = flipped along y; the signs of the `Transform`'s scale do not count. */
  FLIPS: 7,
} as const

/** The fractions of a second in which clocks of constraints count; see `world/chunks/clocks`. */
export const SECOND_PARTS = 2 ** 32

/**
 * Rows at the start of the state section, if a constraint depends on time: the skeleton's clock, and the movement of
 * its entity since the last run. The two words of a float64 are in two rows, so that lanes can be moved row by row.
 */
export const CLOCK_ROWS = 24
export const CLOCK = {
  /** float64: the skeleton's seconds when its clock last changed speed. */
  TIME: 0,
  /** float64: the world's seconds at that moment, plus 1. */
  BEFORE: 2,
  /** Speed of the clock since then. */
  SCALE: 4,
  /** int32: not 0 if some constraint was still moving in the last run. */
  MOVES: 5,
  /** int32: PHYSICS_MODE of `base/model/constraint`. */
  MODE: 6,
  /** Scratch of the current constraint: seconds to catch up; int32: in how many steps, or -1 if it only begins. */
  DELTA: 17,
  STEPS: 19,
} as const
export const HOST = {
  /** Place of the entity in the last run; rotation in radians. */
  X: 7,
  Y: 8,
  ROTATION: 9,
  /** Shares of the entity's movement and rotation that constraints ignore, 0…1. */
  KEPT_MOVE: 10,
  KEPT_TURN: 11,
  /** Share of the entity's time scale that the clock ignores, 0…1. */
  KEPT_TIME: 18,
  /** int32: 1 = constraints ignore all movement until the next run. */
  TELEPORTS: 12,
  /**
   * The entity's movement since the last run, relative to it and along the world's axes. Places that constraints
   * remember are rotated (cosine, sine), then shifted.
   */
  COS: 13,
  SIN: 14,
  SHIFT_X: 15,
  SHIFT_Y: 16,
} as const
/** Additions to the direction of wind, (1, 0), and of gravity, (0, 1): down. */
export const WIND_X = 20
export const WIND_Y = 21
export const GRAVITY_X = 22
export const GRAVITY_Y = 23

/**
 * Rows of the slot section, int32: `slot * SLOT_FIELDS + field`. Kernels shift by it, so state that few slots have goes
 * to local rows (`PoseRows`).
 */
export const SLOT_FIELDS = 4
export const SLOT = {
  /** Attachment number in the rig (or the world, above the rig's count); -1 = none. */
  ATTACHMENT: 0,
  /** Frame of the attachment's sequence; -1 = its setup frame. */
  SEQUENCE: 1,
  /** How the slot's attachment is deformed: a DEFORM_STATE, where 0 means not at all. */
  DEFORMED: 2,
  /**
   * First vertex of the slot's attachment, counted from the skeleton's range. -1: not drawn, or the attachment has
   * changed since `skinning` gave it vertices. SLOT_CLIPPED: in the tail.
   */
  VERTEX: 3,
} as const
/**
 * Values of SLOT.DEFORMED. Deform rows hold offsets, two rows for each influence. If a single timeline decides the
 * offsets, the slot's record (KEYED_FIELDS) replaces them: offset i is `(from[i] + change[i] * progress) * gain`.
 * `from` is a key in an animation's image, and `change` its differences to the next key. Neither ever moves in the
 * arena.
 */
export const DEFORM_STATE = {
  /** Not deformed: rows and record have no meaning. */
  empty: 0,
  /** The rows are offsets. */
  offsets: 1,
  /** The record gives the offsets; the gain is 1. */
  keyed: 2,
  /** The record gives the offsets; the gain is in the slot's first deform row, because few slots fade. */
  faded: 3,
} as const
export const SLOT_CLIPPED = -2

/**
 * Rows of a keyed slot's record. The records of all slots that may be deformed are together at the start of the deform
 * section, so that they fill few cache lines.
 */
export const KEYED_FIELDS = 2
/**
 * int32: word address of a key's offsets in the arena; its differences to the next key's offsets follow (`keyStride`).
 */
export const KEYED_FROM = 0
/** Progress from the key to the next one, 0…1. */
export const KEYED_PROGRESS = 1

/** Word index of a slot's first row for one lane, from the lane's first slot row. */
export function slotRow(slots: number, slot: number): number {
  return slots + slot * SLOT_FIELDS * LANES
}

/**
 * `(a + b) & INDEX` is a + b for every word index (an arena has at most 2^29 words). It shows V8 that the index is
 * small and not negative, so that further additions need no check and no sign extension.
 */
export const INDEX = 0x1fffffff
