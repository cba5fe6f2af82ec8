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
export const SKIN_SLOT_WORDS = 3
export const SKIN_SLOT_ROWS = 0
export const SKIN_SLOT_SIZE = 1
export const SKIN_SLOT_KEYED = 2

/** Header: where the slots' records and the room begin, from the table's start; number of slots. */
export const SKIN_TABLE_SLOTS = 0
export const SKIN_TABLE_SPARE = 1
export const SKIN_TABLE_SLOT_COUNT = 2
export const SKIN_TABLE_FIRST = 4
