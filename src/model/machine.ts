/** A state machine that a reader brings along, for skeletons that are not played by the library's own tracks. */

/**
 * What plays the animations of a rig. `state` is that of the skeleton's world, which is not known here. Entries are told by
 * their row, animations by their number in the rig.
 */
export interface StateMachine {
  /** Names of the options that `play` and `queue` know. */
  readonly options: readonly string[]
  /** Plays an animation. A structure call. @returns the entry's row. */
  play(state: object, eid: number, animation: number, options: object): number
  /** Queues it behind what plays on its track. A structure call. */
  queue(state: object, eid: number, animation: number, options: object): number
  /**
   * Fades out what plays on a track, -1: on all of them, within seconds.
   *
   * @param only row of the entry that fades out; -1 = all of these do. @returns the row of the newest one; -1 = there is none.
   */
  fadeOut(state: object, eid: number, track: number, mix: number, only: number): number
  /** Moves the clocks of a skeleton's entries and reports what they pass. */
  advance(state: object, eid: number): void
  /** What applying the entries, which were just advanced, will do: bits of FOUND. */
  survey(state: object, eid: number): number
  /** Writes the commands of a skeleton's entries and steps what is not mixed. */
  apply(state: object, eid: number): void
  /**
   * Does what an event of the open tick asks for, which has an action's kind. Names of nothing are passed over. A structure
   * call. @param wake to be called before something is written to a skeleton.
   */
  carryOut(state: object, event: number, wake: (eid: number) => void): void
}

/** Which others are faded out when an entry starts: those of its track and its group, of one of them, all, or none. */
export type ReplaceName = 'trackAndGroup' | 'track' | 'group' | 'all' | 'none'

/** What only skeletons of DragonBones can be played with. In parentheses: DragonBones' name, where it differs. */
export interface LayerOptions {
  /** How often it is played; 0: for ever. @default 0 with `loop`, 1 without it; what the file says where `loop` is not given */
  playTimes?: number
  /** A whole number by which `replaces` tells entries apart; a name in DragonBones. @default 0 */
  group?: number
  /** What is faded out (`fadeOutMode`). @default 'trackAndGroup' */
  replaces?: ReplaceName
  /** Seconds in which that is faded out (`fadeOutTime`). @default `mix` */
  mixOut?: number
  /** Seconds in which it fades out by itself once it is complete (`autoFadeOutTime`); null: it stays. @default null */
  autoFadeOut?: number | null
  /** Its clock stands still while it fades in (`pauseFadeIn`). @default true */
  pauseIn?: boolean
  /** The clocks of what it replaces stand still while they fade out (`pauseFadeOut`). @default true */
  pauseOut?: boolean
  /** While it fades in, what it has no keys of goes to the setup pose (`resetToPose`). @default true */
  resets?: boolean
  /** It may change what slots show, and their colours (`displayControl`). @default true */
  displays?: boolean
  /** Its clock stands still from the start on (`gotoAndStop`). @default false */
  paused?: boolean
  /** It reports events (`actionEnabled`). @default true */
  reports?: boolean
}
