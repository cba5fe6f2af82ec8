/** The entities with rows in a world, and their components, for saved states. Plain data, no policy. */

/** Components of ours, as bits of `Members.kinds`, in the order in which they are put back. */
export const MEMBER = {
  Skeleton: 1,
  Sprite: 2,
  BoneFollower: 4,
  BoneTarget: 8,
  SortKey: 16,
  Visibility: 32,
} as const

/** The bit of baked figures. */
export const BAKED = 64

/** The members. Immutable, so that states saved with the same entities share them. */
export interface Members {
  /** `structureOf` the state when it was made. */
  readonly structure: number
  /** For each entity id: bits of MEMBER, and BAKED; 0 = it has no rows. */
  readonly kinds: Uint8Array
  /** For each entity id: `AnimationState.removals` at that time. */
  readonly removals: Uint32Array
  /** The entities with rows as runs of neighbouring ids, ascending: the first, and the one after the last. */
  readonly runs: Int32Array
}
