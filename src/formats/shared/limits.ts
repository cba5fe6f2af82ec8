/** How many of everything a file may have, whatever its length. */

/** Indices of bones are stored in 16 bits, with -1 for none. */
export const MOST_BONES = 32_767
export const MOST_SLOTS = 65_534
export const MOST_POINTS = 1_000_000
/** Bones of a point: their number stands beside them in 16 bits. */
export const MOST_INFLUENCES = 0xffff
/** Frames of a sequence, and digits of their numbers. */
export const MOST_FRAMES = 1_000_000
export const MOST_DIGITS = 100
/** A simulation step costs time: more steps a second than this would hang a tick. */
export const MOST_FPS = 100_000

/** What a bone, a skin, an attachment, a timeline … takes in the model, and looking it up, apart from its numbers. */
export const BYTES_OF_AN_ITEM = 300
/** A time, a curve, and what a key leads to beside its values. */
export const BYTES_OF_A_KEY = 32
/** An event's key: a record in the model, and its columns in the rig. */
export const BYTES_OF_AN_EVENT_KEY = 200
/** What a typed array takes beside its numbers. */
export const BYTES_OF_AN_ARRAY = 150
