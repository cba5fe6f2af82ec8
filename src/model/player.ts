/** A player that a reader brings along for rigs that the library's own tracks do not play. */

/**
 * Plays the animations of a rig. Its operations need a world, which is not known here: `Player` of `src/world/state` has them, and
 * `registerRig` refuses anything else.
 */
export interface RigPlayer {
  /** For messages: `layers`. */
  readonly name: string
}
