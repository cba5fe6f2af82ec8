/** The layout of what `makeSkinTable` makes. */

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
 * Words of a slot's record: word offsets, in the deform section, of its first row for offsets, the number of those, and of
 * its keyed record.
 */
export const SKIN_SLOT_WORDS = 4
export const SKIN_SLOT_ROWS = 0
export const SKIN_SLOT_SIZE = 1
export const SKIN_SLOT_KEYED = 2
/** Of the n-th record: the slot whose turn is n-th when vertices are numbered (src/streams/vertices/range). */
export const SKIN_SLOT_NTH = 3

/** Header: where the slots' records begin, from the table's start; number of slots, and of those whose attachment no animation keys: their turn comes first. */
export const SKIN_TABLE_SLOTS = 0
export const SKIN_TABLE_SLOT_COUNT = 1
export const SKIN_TABLE_STEADY = 2
export const SKIN_TABLE_FIRST = 4

/**
 * Header of a block's plan (src/world/chunks/plans): the lanes that it is for, 0 = none, and whether only what it has of slots whose
 * attachment no animation keys holds; the byte addresses of its end, and of the end of that.
 */
export const PLAN_LANES = 0
export const PLAN_PARTLY = 16
/** Beside the lanes: it says how slots are deformed, too. */
export const PLAN_DEFORMED = 32
export const PLAN_END = 1
export const PLAN_STEADY = 2
/** Noted by `mixing`: 1 = no command of the block changed how its slots are deformed. */
export const PLAN_STILL = 3
/** Scratch of the kernels: the block that is skinned, and the attachment. */
export const PLAN_SCRATCH = 4
export const PLAN_FIRST = 18
/** Of what is skinned at once: byte address of the skin data of an attachment's frame, or of its pass. */
export const PLAN_DATA = 0
/**
 * Where all lanes show it at the same vertex, deformed in the same way as long as the plan holds: bytes from a skeleton's
 * first vertex to that one, a multiple of 8, and flags. Elsewhere `~(slot << 4 | lanes)`; then the length of the
 * attachment's deform array comes next, 0 = none that fits the slot or deforms it.
 */
export const PLAN_WHERE = 1
export const PLAN_SIZE = 2
/** Flags: all of it is one run of vertices on one bone, whose pass PLAN_DATA is. */
export const PLAN_RUN = 2
/** That run is keyed in all lanes; the byte address of its record is in the place of PLAN_SIZE. */
export const PLAN_KEYED = 1
/** Words of an item, and of one that says more than where. */
export const PLAN_WORDS = 2
export const PLAN_ALONE = 3
/** What four lanes may need for a slot. */
export const PLAN_MOST_WORDS = 12
