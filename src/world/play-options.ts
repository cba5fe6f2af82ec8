/** The options of `play`, `queue`, `fadeOut` and `setEntry`, and the values of `getEntry`. */
import type { Mask } from '../rig/animation/mask'
import type { EntryHandle } from './entries'
import type { MixBlendName, MixInterpolationName } from './playback'

/** Which entries are faded out when an entry starts: those of its track and its group, of one of them, all, or none. */
export type ReplaceName = 'trackAndGroup' | 'track' | 'group' | 'all' | 'none'

/** Options that only DragonBones skeletons have. DragonBones' name is in parentheses if it differs. */
export interface LayerOptions {
  /** Number of loops; 0 = forever. @default 0 with `loop: true`, 1 with `loop: false`; otherwise the file's number */
  playTimes?: number
  /** A whole number that `replaces` compares; in DragonBones it is a name. @default 0 */
  group?: number
  /** The entries to fade out (`fadeOutMode`). @default 'trackAndGroup' */
  replaces?: ReplaceName
  /** Seconds of their fade-out (`fadeOutTime`). @default `mix` */
  mixOut?: number
  /** Seconds of an automatic fade-out after it is complete (`autoFadeOutTime`); null = it stays. @default null */
  autoFadeOut?: number | null
  /** Stops its clock while it fades in (`pauseFadeIn`). @default true */
  pauseIn?: boolean
  /** Stops the clocks of entries that it replaces while they fade out (`pauseFadeOut`). @default true */
  pauseOut?: boolean
  /** Moves targets without keys to the setup pose while it fades in (`resetToPose`). @default true */
  resets?: boolean
  /** Allows it to change the attachments and colours of slots (`displayControl`). @default true */
  displays?: boolean
  /** Stops its clock from the start (`gotoAndStop`). @default false */
  paused?: boolean
  /** Makes it report events (`actionEnabled`). @default true */
  reports?: boolean
}

/**
 * Fields of a track entry. `play` and `queue` set them at the start, `setEntry` later. Times are in seconds. A field
 * that is left out keeps its default or its value. Spine's name is in parentheses if it differs.
 */
export interface EntryFields {
  /** Starts again at its end. @default false */
  loop?: boolean
  /** Weight, usually 0…1; not clamped. The weight of the mix multiplies it. @default 1 */
  alpha?: number
  /**
   * The value from which the weight mixes on tracks above 0 (`mixBlend`); track 0 always mixes from the setup pose.
   * 'add' adds to the result of lower tracks. Rigs of Spine 4.3 only distinguish 'add' from the other values. @default
   * 'replace'
   */
  blend?: MixBlendName
  /** A short form of `blend: 'add'`; `false` changes 'add' to 'replace'. @default false */
  additive?: boolean
  /**
   * Keeps the replaced entry at full weight while it is mixed out, so that upper tracks do not dip toward lower ones.
   * Set it before the next tick. Rigs of Spine 4.3 always do so, so it has no effect there. @default false
   */
  holdPrevious?: boolean
  /** Plays backwards: the time shown is `duration - time`. @default false */
  reverse?: boolean
  /** Multiplies the skeleton's seconds, but not the mix's. Negative values run below 0. @default 1 */
  timeScale?: number
  /** First and last second of the animation that are played (`animationStart`, `animationEnd`). @default 0 */
  start?: number
  /** Last second of the animation that is played. @default the animation's duration */
  end?: number
  /** Second up to which keyed events have fired (`animationLast`); -1 = none has, not even at 0. @default -1 */
  last?: number
  /** Seconds that the entry has played, its time scale included. @default 0 */
  trackTime?: number
  /** Track time at which the entry leaves its track, if nothing is queued. @default Infinity */
  trackEnd?: number
  /**
   * For a current entry: seconds that it still waits. For a queued one: the track time of the previous entry at which
   * it takes over. @default 0
   */
  delay?: number
  /**
   * Seconds of its mix-in (`mixDuration`), 0 or more. @default the duration set with `setMix` for the two animations
   */
  mix?: number
  /** The curve of the mix. Spine has it from 4.3 on; here it works with rigs of all versions. @default 'linear' */
  mixInterpolation?: MixInterpolationName
  /** Mixes rotations along the difference of the raw angles, without memory. @default false */
  shortestRotation?: boolean
  /** While the entry is mixed out, its keyed events fire as long as the mix is below this fraction. @default 0 */
  eventThreshold?: number
  /**
   * While the entry is mixed out, its keyed attachments are set as long as the mix is below this fraction
   * (`mixAttachmentThreshold`). @default 0
   */
  attachmentThreshold?: number
  /**
   * While the entry is mixed out, its draw order is set as long as the mix is below this fraction
   * (`mixDrawOrderThreshold`). @default 0
   */
  drawOrderThreshold?: number
  /** Its keyed attachments stay only if its weight is at least this. @default 0 */
  alphaAttachmentThreshold?: number
  /**
   * For blend trees of DragonBones: the parameter that chooses among its children (`parameterX`), unless another
   * animation drives it.
   *
   * @default 0
   */
  parameter?: number
  /** Bones and slots that it may move; `null` means all. Created with `createMask`. @default null */
  mask?: Mask | null
}

/** How an animation takes over: mixed with the animations that it replaces, or alone. */
export type FadeName = 'crossfade' | 'inertial'

/** The track of an animation, how it takes over, and any field of its entry. */
export interface PlayOptions extends EntryFields, LayerOptions {
  /** 0 … 255; higher tracks are applied over lower ones. @default 0 */
  track?: number
  /**
   * 'inertial': the new animation takes over at once, and for `mix` seconds it is shown with a difference that starts
   * with the pose and the speed of what was shown, and ends smoothly at 0. The entry itself has a `mix` of 0. Needs the
   * extension `inertialFades` of osteon/fades, and tracks as Spine has them. @default 'crossfade'
   */
  fade?: FadeName
}

/** The options of `queue`: those of `play` without `fade`, and with a different `delay`. */
export interface QueueOptions extends Omit<PlayOptions, 'fade'> {
  /**
   * Seconds. Above 0: counted from the start of the previous entry, in that entry's track time. 0 or less: counted from
   * that entry's end (of its current loop), less the mix; with 0 the mix is over when that entry ends. On a vacant
   * track: seconds to wait, if above 0. @default 0
   */
  delay?: number
}

/** How to fade out a track. */
export interface FadeOptions {
  /** The track. @default 0 */
  track?: number
  /**
   * Handle of the only entry to fade out; only DragonBones skeletons have several on a track. `track` is then ignored.
   */
  entry?: EntryHandle
  /** Seconds, 0 or more. */
  mix: number
  /** Fades out after all queued entries, instead of at once. @default false */
  queued?: boolean
  /** With `queued`, the delay as for `queue`. @default 0 */
  delay?: number
}

/**
 * All values of a track entry. Times are in seconds; entries are given as handles, 0 = none. Fields that can be set are
 * described at `EntryFields`.
 */
export interface EntryValues extends Required<EntryFields> {
  entity: number
  track: number
  /** `null` for the empty animation. */
  animation: string | null
  /** Seconds since the mix into this entry began. */
  mixTime: number
  /** Progress of its mix-in, through its interpolation: 1 = complete. */
  mixFraction: number
  /** Weight that the replaced entry had reached when it was interrupted; for rigs up to Spine 4.2. */
  interruptAlpha: number
  /** Track time at its last application; -1 = not applied yet. */
  trackLast: number
  /** The second of the animation that is shown, including loop and window; not mirrored by `reverse`. */
  animationTime: number
  /** Track time at which the current cycle is complete. */
  trackComplete: number
  /** Whether it has played through at least once. */
  isComplete: boolean
  /** Whether it was applied at least once. */
  wasApplied: boolean
  /** Whether the entry queued after it takes over in the next tick. */
  isNextReady: boolean
  /** The entries queued after it and before it; `previous` is 0 once it is current. */
  next: EntryHandle
  previous: EntryHandle
  /** The entries that it is being mixed from and mixed out to. */
  mixingFrom: EntryHandle
  mixingTo: EntryHandle
}
