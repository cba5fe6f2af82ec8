/** How extensions take part in saves. */

import type { Rig } from '../../rig/rig'

declare module '../../world/joins' {
  interface Joined {
    /** Takes part in saves. Without it, its state isn't saved. */
    readonly save?: SaveHooks
  }
}

/** The part of an extension in saved states. */
export interface SaveHooks {
  /** For messages: what it adds to a world, as a plural noun. */
  readonly what: string
  /** Settles what is pending, before a save or a restore. */
  readonly settle?: () => void
  /** Returns a counter that changes whenever an entity gets or loses its component. */
  readonly structure: () => number
  /** Whether a restore is refused once `structure` has changed. */
  readonly refusesChanges?: boolean
  /** Its entities, if it has any of its own. */
  readonly member?: MemberHooks
  /** Copies its state. @param last an earlier copy, which may be overwritten. */
  readonly save: (last: unknown) => unknown
  /** Bytes of the arena that a restore needs in addition to the saved ones. */
  readonly bytes?: (saved: unknown) => number
  /** Restores its state in the arena, whose bytes have been restored. */
  readonly restoreRows?: (saved: unknown) => void
  /**
   * Restores its state, once its entities have their components.
   *
   * @param saved undefined: the state had no such part. @param places saved id → id here.
   */
  readonly restore?: (saved: unknown, places: ReadonlyMap<number, number>) => void
  /** Its part in encoded states. Without it, a world with the extension can't be encoded. */
  readonly encoded?: EncodedHooks
}

/** The entities of an extension in saved states. */
export interface MemberHooks {
  /** Their bit in lists of members: 128, as `crowds` has 64. Saves refuse two with one bit (`bad-option`). */
  readonly bit: number
  /** The component that makes them such. */
  readonly component: object
  /** Sets the bit for each of them, by entity; the list is as long as the columns of `Skeleton`. */
  readonly mark: (kinds: Uint8Array, bit: number) => void
}

/** The part of an extension in encoded states. */
export interface EncodedHooks {
  /** Its key there. */
  readonly key: string
  /** Describes a copy; `null` if there is nothing to say. */
  readonly describe: (saved: unknown) => object | null
  /**
   * Reads a description. @param rigOf the rig of a skeleton of the state; undefined = it has no such skeleton.
   *
   * @throws OsteonError. @returns a copy, with the ids of its entities.
   */
  readonly read: (
    described: ReadonlyMap<string, unknown>,
    rigOf: (eid: number) => Rig | undefined,
  ) => { readonly ids: Int32Array }
}
