/** The options of `play`, `queue`, `fadeOut` and `setEntry`, and the values of `getEntry`. */
import type { Mask } from '../rig/animation/mask'
import type { EntryHandle } from './entries'
import type { MixBlendName, MixInterpolationName } from './playback'

/** The entries that are faded out when an entry starts: of its track and its group, of one of them, all, or none. */
export type ReplaceName = 'trackAndGroup' | 'track' | 'group' | 'all' | 'none'

/** Options that only skeletons of DragonBones have. In parentheses: DragonBones' name, where it differs. */
export interface LayerOptions {
  /** Number of loops; 0 = for ever. @default 0 with `loop: true`, 1 with `loop: false`; the file's number without `loop` */
  playTimes?: number
  /** A whole number that `replaces` compares; a name in DragonBones. @default 0 */
  group?: number
  /** The entries to fade out (`fadeOutMode`). @default 'trackAndGroup' */
  replaces?: ReplaceName
  /** Seconds of their fade-out (`fadeOutTime`). @default `mix` */
  mixOut?: number
  /** Seconds of an automatic fade-out after it is complete (`autoFadeOutTime`); null = it stays. @default null */
  autoFadeOut?: number | null
  /** Its clock stands still while it fades in (`pauseFadeIn`). @default true */
  pauseIn?: boolean
  /** The clocks of entries that it replaces stand still while these fade out (`pauseFadeOut`). @default true */
  pauseOut?: boolean
  /** While it fades in, targets without keys go to the setup pose (`resetToPose`). @default true */
  resets?: boolean
  /** It may change the attachments and colours of slots (`displayControl`). @default true */
  displays?: boolean
  /** Its clock stands still from the start on (`gotoAndStop`). @default false */
  paused?: boolean
  /** It reports events (`actionEnabled`). @default true */
  reports?: boolean
}

/**
 * Fields of a track entry. `play` and `queue` set them at the start, `setEntry` later. Times are seconds. A field that is
 * left out keeps its default or its value. In parentheses: Spine's name, where it differs.
 */
export interface EntryFields {
  /** @default false */
  loop?: boolean
  /** Weight, usually 0…1; not clamped. The weight of the mix multiplies it. @default 1 */
  alpha?: number
  /**
   * The value from which the weight mixes on tracks above 0 (`mixBlend`); track 0 always mixes from the setup pose. 'add'
   * adds to the result of lower tracks. Rigs of Spine 4.3 only tell 'add' from the other values. @default 'replace'
   */
  blend?: MixBlendName
  /** The same as `blend: 'add'`; `false` makes 'replace' of it. @default false */
  additive?: boolean
  /**
   * The entry that this one replaces keeps its full weight while it is mixed out, so that upper tracks do not dip toward
   * lower ones. Set it before the next tick. Rigs of Spine 4.3 always do so; there it has no effect. @default false
   */
  holdPrevious?: boolean
  /** Plays backwards: the time shown is `duration - time`. @default false */
  reverse?: boolean
  /** Multiplies the skeleton's seconds, but not the mix's. Negative ones run below 0. @default 1 */
  timeScale?: number
  /** First and last second of the animation that are played (`animationStart`, `animationEnd`). @default 0 */
  start?: number
  /** @default the animation's duration */
  end?: number
  /** Second up to which keyed events have fired (`animationLast`); -1 = none has, not even at 0. @default -1 */
  last?: number
  /** Seconds that the entry has played, its time scale included. @default 0 */
  trackTime?: number
  /** Track time at which the entry leaves its track, if nothing is queued. @default Infinity */
  trackEnd?: number
  /**
   * Of a current entry: seconds that it still waits. Of a queued one: the track time of the entry before it at which it
   * takes over. @default 0
   */
  delay?: number
  /** Seconds of its mix-in (`mixDuration`), 0 or more. @default the duration by `setMix` for the two animations */
  mix?: number
  /** The curve of the mix. Spine has it from 4.3 on; here rigs of all versions follow it. @default 'linear' */
  mixInterpolation?: MixInterpolationName
  /** Rotations are mixed along the difference of the raw angles, without memory. @default false */
  shortestRotation?: boolean
  /** While the entry is mixed out, its keyed events fire as long as the mix is below this fraction. @default 0 */
  eventThreshold?: number
  /** The same for its keyed attachments (`mixAttachmentThreshold`). @default 0 */
  attachmentThreshold?: number
  /** The same for its keyed draw order (`mixDrawOrderThreshold`). @default 0 */
  drawOrderThreshold?: number
  /** Its keyed attachments stay only if its weight is at least this. @default 0 */
  alphaAttachmentThreshold?: number
  /**
   * For blend trees of DragonBones: the parameter that chooses among its children (`parameterX`), unless another animation drives it.
   * @default 0
   */
  parameter?: number
  /** Bones and slots that it may move; `null`: all. Made with `createMask`. @default null */
  mask?: Mask | null
}

/** The track of an animation, and any field of its entry. */
export interface PlayOptions extends EntryFields, LayerOptions {
  /** 0 … 255; higher tracks are applied over lower ones. @default 0 */
  track?: number
}

/** As for `play`, but for `delay`. */
export interface QueueOptions extends PlayOptions {
  /**
   * Seconds. Above 0: counted from the start of the entry before it, in that entry's track time. 0 or less: counted from that
   * entry's end (of its present loop), less the mix; with 0 the mix is over when that entry ends. On a vacant track: seconds
   * to wait, if above 0. @default 0
   */
  delay?: number
}

/** How to fade out a track. */
export interface FadeOptions {
  /** @default 0 */
  track?: number
  /** Handle of the only entry to fade out; only skeletons of DragonBones have several on a track. `track` is ignored then. */
  entry?: EntryHandle
  /** Seconds, 0 or more. */
  mix: number
  /** After all queued entries, instead of at once. @default false */
  queued?: boolean
  /** With `queued`: as for `queue`. @default 0 */
  delay?: number
}

/**
 * Everything about a track entry. Times are seconds; entries are given as handles, 0 = none. Fields that can be set
 * are described at `EntryFields`.
 */
export interface EntryValues extends Required<EntryFields> {
  entity: number
  track: number
  /** `null`: the empty animation. */
  animation: string | null
  /** Seconds since the mix into this entry began. */
  mixTime: number
  /** Progress of its mix-in, through its interpolation: 1 = complete. */
  mixFraction: number
  /** Weight that the replaced entry had reached when it was interrupted; rigs up to Spine 4.2. */
  interruptAlpha: number
  /** Track time at its last application; -1 = not applied yet. */
  trackLast: number
  /** The shown second of the animation, loop and window included; not mirrored by `reverse`. */
  animationTime: number
  /** Track time at which the present cycle is complete. */
  trackComplete: number
  /** It has played through at least once. */
  isComplete: boolean
  /** It was applied at least once. */
  wasApplied: boolean
  /** The entry queued after it takes over in the next tick. */
  isNextReady: boolean
  /** The entries queued after it and before it; `previous` is 0 once it is current. */
  next: EntryHandle
  previous: EntryHandle
  /** The entries that it is being mixed from and mixed out to. */
  mixingFrom: EntryHandle
  mixingTo: EntryHandle
}
