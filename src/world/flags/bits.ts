/**
 * Bits of a skeleton's `flags`. Row writers raise them (`world/rows`, `changes.ts`), streams read and clear them. All other code
 * asks by the functions of `states.ts`.
 */
export const SKELETON_FLAG = {
  /** Attachments shown changed: vertex offsets, looks and indices are made again. Two bits, one of them `unkeyed`. */
  shape: 1 | 4096,
  /** With `shape`: a slot was filled, of which the chunk may not know yet (`Chunk.filled`). */
  filled: 8,
  /** A slot changed whose attachment no animation keys. `setSlotAttachment` leaves it out for the others. */
  unkeyed: 4096,
  /** Draw order changed: indices are made again. */
  order: 2,
  /** Skeleton or slot colours changed. */
  color: 4,
  /** A clipping attachment is shown: part of the output goes to the tail. */
  clipping: 16,
  /** A sequence frame changed: uvs (and region corners) are made again. */
  frame: 32,
  /** `Visibility.level` is not `full`: nothing is drawn. */
  hidden: 128,
  /** The entity lost its `Skeleton`; rows are freed at the next structure call, nothing is drawn. */
  gone: 64,
  /** Colours that an animation keys may have changed: they are compared with the last notes. */
  keyedColor: 256,
  /** In `StreamPools.stale`. */
  stale: 512,
  /** All its indices must be made again, not only indices of clipped slots. */
  reordered: 1024,
  /** Its clocks went on unseen: the pose is that of an earlier time. */
  behind: 2048,
  /** Shows attachments of bones that are not there: world rows of others would be seen. */
  strays: 8192,
  /** Has world rows of bones that are composed no more, on which something can hang: they would be missed. */
  left: 16384,
} as const
