/** Limits on the number of items in a file of any length. */

/** Indices of bones are stored in 16 bits, with -1 for none. */
export const MOST_BONES = 32_767
export const MOST_SLOTS = 65_534
export const MOST_POINTS = 1_000_000
/** Bones of a point: their number is stored in 16 bits. */
export const MOST_INFLUENCES = 0xffff
/** Frames of a sequence, and digits of their numbers. */
export const MOST_FRAMES = 1_000_000
export const MOST_DIGITS = 100
/** Limit of simulation steps per second: each costs time, and more would stall a tick. */
export const MOST_FPS = 100_000

/** Bytes of a bone, a skin, an attachment, a timeline … in the model and in look-up tables, without its numbers. */
export const BYTES_OF_AN_ITEM = 300
/** Bytes of a key without its values: a time, a curve, and compiled data. */
export const BYTES_OF_A_KEY = 32
/** An event's key: a record in the model, and its columns in the rig. */
export const BYTES_OF_AN_EVENT_KEY = 200
/** Bytes of a typed array without its numbers. */
export const BYTES_OF_AN_ARRAY = 150
