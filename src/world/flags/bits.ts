/**
 * Bits of a skeleton's `flags`. Row writers raise them (`world/rows`, `changes.ts`), streams read and clear them. All
 * other code uses the functions of `states.ts`.
 */
export const SKELETON_FLAG = {
  /** Shown attachments changed: vertex offsets, looks and indices are made again. Two bits, one of them `unkeyed`. */
  shape: 1 | 4096,
  /** Together with `shape`: a slot was filled that the chunk may not know about yet (`Chunk.filled`). */
  filled: 8,
  /** A slot changed whose attachment no animation keys. For other slots `setSlotAttachment` leaves it out. */
  unkeyed: 4096,
  /** Draw order changed: indices are made again. */
  order: 2,
  /** Skeleton or slot colours changed. */
  color: 4,
  /** A clipping attachment is shown: some of the output goes to the tail. */
  clipping: 16,
  /** A sequence frame changed: uvs (and region corners) are made again. */
  frame: 32,
  /** `Visibility.level` is not `full`: nothing is drawn. */
  hidden: 128,
  /** The entity lost its `Skeleton`; rows are freed at the next structure call, nothing is drawn. */
  gone: 64,
  /** Colours that an animation keys may have changed: they are compared with the last notes. */
  keyedColor: 256,
  /** It is in `StreamPools.stale`. */
  stale: 512,
  /** All its indices must be made again, not only those of clipped slots. */
  reordered: 1024,
  /** Its clocks went on unseen: the pose is that of an earlier time. */
  behind: 2048,
  /** It shows attachments of bones that are not there: world rows of others would be visible. */
  strays: 8192,
  /** It has world rows of bones that are no longer composed, on which something may depend: they would be missed. */
  left: 16384,
} as const
