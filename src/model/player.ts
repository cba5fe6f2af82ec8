/** The type of a reader's own player, for rigs that the library's tracks do not play. */

/**
 * Plays the animations of a rig. This folder knows no world, so `Player` of `src/world/state` has its operations;
 * `registerRig` refuses other objects.
 */
export interface RigPlayer {
  /** A short name for messages: `layers`. */
  readonly name: string
}
