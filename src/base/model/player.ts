/** The type of a reader's own player, for rigs that the library's tracks do not play. */

/**
 * Plays the animations of a rig. The model does not know worlds, so the operations are in `Player` of
 * `src/world/state`; `registerRig` refuses other objects.
 */
export interface RigPlayer {
  /** A short name for messages: `layers`. */
  readonly name: string
}
