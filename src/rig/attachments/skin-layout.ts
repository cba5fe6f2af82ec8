/** The layout of a rig's skin table (`makeSkinTable`), and of the plans of blocks. */

/** Words of an attachment's record. */
export const SKIN_TABLE_WORDS = 5
/** Word address of frame 0's skin data in the rig's image; words to the next frame's. */
export const SKIN_TABLE_DATA = 0
export const SKIN_TABLE_STRIDE = 1
/** Length of its deform array. */
export const SKIN_TABLE_DEFORM = 2
export const SKIN_TABLE_FRAMES = 3
export const SKIN_TABLE_SETUP_FRAME = 4

/**
 * Words of a slot's record: word offset, in the deform section, of its first row for offsets; the number of these rows;
 * word offset of its keyed record.
 */
export const SKIN_SLOT_WORDS = 4
export const SKIN_SLOT_ROWS = 0
export const SKIN_SLOT_SIZE = 1
export const SKIN_SLOT_KEYED = 2
/** Of the n-th record: the slot that is n-th in the numbering of vertices (src/streams/vertices/range). */
export const SKIN_SLOT_NTH = 3

/**
 * Header: word of the slots' records, from the table's start; number of slots; number of slots with unkeyed
 * attachments, which come first.
 */
export const SKIN_TABLE_SLOTS = 0
export const SKIN_TABLE_SLOT_COUNT = 1
export const SKIN_TABLE_STEADY = 2
export const SKIN_TABLE_FIRST = 4

/**
 * Header of a block's plan (src/world/chunks/plans): its lanes, 0 = none; whether only the part for slots with unkeyed
 * attachments is valid; the byte addresses of its end and of that part's end.
 */
export const PLAN_LANES = 0
export const PLAN_PARTLY = 16
/** Beside the lanes: the plan also says how slots are deformed. */
export const PLAN_DEFORMED = 32
export const PLAN_END = 1
export const PLAN_STEADY = 2
/** Noted by `mixing`: 1 = no command of the block changed how its slots are deformed. */
export const PLAN_STILL = 3
/** Scratch of the kernels: the block and the attachment that are being skinned. */
export const PLAN_SCRATCH = 4
export const PLAN_FIRST = 18
/** Byte address of the skin data of an attachment's frame, or of its only pass. */
export const PLAN_DATA = 0
/**
 * If all lanes show it at the same vertex, deformed in the same way while the plan is valid: bytes from a skeleton's
 * first vertex to that one, a multiple of 8, and flags. Otherwise `~(slot << 4 | lanes)`; then the length of the
 * attachment's deform array follows, 0 = it is not deformed, or its array does not fit the slot.
 */
export const PLAN_WHERE = 1
export const PLAN_SIZE = 2
/** Flags: the attachment is one run of vertices on one bone; PLAN_DATA is the run's pass. */
export const PLAN_RUN = 2
/** The run is keyed in all lanes; the byte address of its record replaces PLAN_SIZE. */
export const PLAN_KEYED = 1
/** Words of an item, and of one with more words than PLAN_WHERE. */
export const PLAN_WORDS = 2
export const PLAN_ALONE = 3
/** Most words that four lanes need for a slot. */
export const PLAN_MOST_WORDS = 12
