/** What users give `play`, `queue`, `fadeOut` and `setEntry`, and what `getEntry` tells. */
import type { Mask } from '../rig/animation/mask'
import type { EntryHandle } from './entries'
import type { MixBlendName, MixInterpolationName } from './playback'

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

/**
 * Fields of a track entry. `play` and `queue` set them at the start, `setEntry` later. Times are seconds. A field that is
 * left out keeps its default or its value. In parentheses: Spine's name, where it differs.
 */
export interface EntryFields {
  /** @default false */
  loop?: boolean
  /** Weight, usually 0…1; not clamped. It multiplies what the mix gives. @default 1 */
  alpha?: number
  /**
   * What the weight mixes from on tracks above 0 (`mixBlend`); track 0 always mixes from the setup pose. 'add'
   * adds to what lower tracks made. Rigs of Spine 4.3 only tell 'add' from the rest. @default 'replace'
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
  /** Second up to which keyed events have fired (`animationLast`); -1: those at 0 are still to come. @default -1 */
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
  /** Seconds that it is mixed in for (`mixDuration`), 0 or more. @default what `setMix` says of the two */
  mix?: number
  /** How the mix runs. Spine has it from 4.3 on; here rigs of all versions follow it. @default 'linear' */
  mixInterpolation?: MixInterpolationName
  /** Rotations are mixed along the difference of the raw angles, without memory. @default false */
  shortestRotation?: boolean
  /** While the entry is mixed out, its keyed events fire as long as the mix is below this fraction. @default 0 */
  eventThreshold?: number
  /** The same for the attachments that it keys (`mixAttachmentThreshold`). @default 0 */
  attachmentThreshold?: number
  /** The same for the draw order that it keys (`mixDrawOrderThreshold`). @default 0 */
  drawOrderThreshold?: number
  /** Attachments that it keys are kept only if its weight is at least this. @default 0 */
  alphaAttachmentThreshold?: number
  /**
   * Of blend trees of DragonBones: by what it chooses among its children (`parameterX`), unless another animation drives it.
   * @default 0
   */
  parameter?: number
  /** Bones and slots that it may move; `null`: all. Made with `createMask`. @default null */
  mask?: Mask | null
}

/** Where an animation is played, and any field of its track entry. */
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

/** How a track is faded out. */
export interface FadeOptions {
  /** @default 0 */
  track?: number
  /** Only this one of a track's entries, a handle; only skeletons of DragonBones have several. `track` is not read then. */
  entry?: EntryHandle
  /** Seconds, 0 or more. */
  mix: number
  /** Behind what is queued, instead of at once. @default false */
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
  /** How far it has been mixed in, through its interpolation: 1 = wholly. */
  mixFraction: number
  /** Weight that what it replaced had come to when it was interrupted; rigs up to Spine 4.2. */
  interruptAlpha: number
  /** Track time at its last application; -1 = not applied yet. */
  trackLast: number
  /** Second of the animation that its track time means, loop and window included; not mirrored by `reverse`. */
  animationTime: number
  /** Track time at which the cycle that it is in is complete. */
  trackComplete: number
  /** It has played through at least once. */
  isComplete: boolean
  /** It was applied at least once. */
  wasApplied: boolean
  /** What is queued behind it takes over in the next tick. */
  isNextReady: boolean
  /** Queued behind it, and what it is queued behind; `previous` is 0 once it is current. */
  next: EntryHandle
  previous: EntryHandle
  /** What it is being mixed from, and what it is being mixed out to. */
  mixingFrom: EntryHandle
  mixingTo: EntryHandle
}
