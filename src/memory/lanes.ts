/**
 * Instances are stored in blocks of four, interleaved: row `r` of the skeleton in lane `l` of a block
 * is at `base + r * LANES + l`. Four instances sit side by side in one SIMD register.
 *
 * All addresses inside the arena are *word* indices (4 bytes), valid for the `f32`, `i32` and `u32` views.
 */
export const LANES = 4
export const ALL_LANES = 0b1111

/** Fields of a bone's local pose, in rows: `bone * LOCAL_FIELDS + field`. Angles in radians. */
export const LOCAL_FIELDS = 7
export const LOCAL_X = 0
export const LOCAL_Y = 1
export const LOCAL_ROTATION = 2
export const LOCAL_SCALE_X = 3
export const LOCAL_SCALE_Y = 4
export const LOCAL_SHEAR_X = 5
export const LOCAL_SHEAR_Y = 6

/** The applied pose has the local fields and a row that says "stale" (only used by 3.8 rules). */
export const APPLIED_FIELDS = 8
export const APPLIED_STALE = 7

/** Rows of a bone's world record; the bone maps (x, y) to (a x + b y + X, c x + d y + Y). */
export const WORLD_FIELDS = 6
export const WORLD_A = 0
export const WORLD_C = 1
export const WORLD_B = 2
export const WORLD_D = 3
export const WORLD_X = 4
export const WORLD_Y = 5
/** Words of one bone's world record in a block. */
export const WORLD_RECORD = WORLD_FIELDS * LANES

/** Rows of the skeleton section: where the instance stands, from its `Transform` and `Skeleton`. */
export const SKELETON_FIELDS = 8
export const SKELETON_X = 0
export const SKELETON_Y = 1
/** Scale with flip. */
export const SKELETON_SCALE_X = 2
export const SKELETON_SCALE_Y = 3
/** Rotation about (x, y), applied to the finished world rows; cos 1 and sin 0 mean none. */
export const SKELETON_COS = 4
export const SKELETON_SIN = 5
/** Rotation in radians, as last copied from the component. */
export const SKELETON_ROTATION = 6

/**
 * Rows with which the state section begins where a constraint goes by time. Each value is a float64: its words lie in two
 * rows, so that lanes can be moved row by row.
 */
export const CLOCK_ROWS = 4
/** Seconds that passed for the skeleton, at its time scale. */
export const CLOCK_TIME = 0
/** The world's seconds at the last run, plus 1; 0 = there was none. */
export const CLOCK_BEFORE = 2

/** Rows of the slot section, int32: `slot * SLOT_FIELDS + field`. */
export const SLOT_FIELDS = 4
/** Attachment number in the rig (or the world, above the rig's count); -1 = none. */
export const SLOT_ATTACHMENT = 0
/** Frame of the attachment's sequence; -1 = its setup frame. */
export const SLOT_SEQUENCE = 1
/** What deforms the slot's attachment, DEFORM_STATE; 0 = nothing. */
export const SLOT_DEFORMED = 2
/**
 * First vertex of the slot's attachment, from the skeleton's range; -1 = not drawn, or another attachment since
 * `skinning` gave it vertices; SLOT_CLIPPED = in the tail.
 */
export const SLOT_VERTEX = 3
export const SLOT_CLIPPED = -2

/**
 * Rows of a keyed slot's record. The records of all slots that may be deformed begin the deform section, one after the
 * other: of eleven slots in six cache lines.
 */
export const KEYED_FIELDS = 2
/** int32: word address of a key's offsets in the arena; its differences to the next key's follow (`keyStride`). */
export const KEYED_FROM = 0
/** How far it is from one key to the other. */
export const KEYED_PROGRESS = 1

/** Word index of a slot's first row for one lane, from the lane's first slot row. */
export function slotRow(slots: number, slot: number): number {
  return slots + slot * SLOT_FIELDS * LANES
}
