/** What the state machine of DragonBones keeps for a world, besides columns of entries: scratch, and what animations key. */
import type { AnimationImage } from '../rig/animation/image'
import type { ReplaceName } from './play-options'

/** How an entry is faded: `LAYER_COLUMNS.fade`. */
export const FADE = { in: 0, steady: 1, out: 2 } as const

/** Whether an entry's clock runs: `LAYER_COLUMNS.run`. A fade-in may hold it still. */
export const RUN = { waits: 0, runs: 1, over: 2 } as const

/** Progress of a fade that has no length, or has not begun: neither 0 nor 1. */
export const UNBEGUN = 1e-6

/** By how many seconds a clock that is set to the end misses it: there it would begin anew. */
export const BEFORE_END = 1e-6

/** What is faded out when an entry starts: `LAYER_COLUMNS.replaces`. */
export const REPLACES = { trackAndGroup: 0, track: 1, group: 2, all: 3, none: 4 } as const satisfies Record<
  ReplaceName,
  number
>

/** Bits of `LAYER_COLUMNS.flags`. */
export const LAYER_FLAG = {
  /** What its animation does not key goes to the setup pose while it fades in. */
  resets: 2 ** 0,
  /** It may change what slots show. */
  displays: 2 ** 1,
  /** It reports events. */
  reports: 2 ** 2,
  /** Its clock is held by a fade, or by the user. */
  frozen: 2 ** 3,
  stopped: 2 ** 4,
  /** What it replaces stands still while it fades out. */
  pausesOut: 2 ** 5,
  /** Its fade began, and that was reported; its fade-in is over, and it acted since; its fade-out is over. */
  begun: 2 ** 6,
  settled: 2 ** 7,
  fadedOut: 2 ** 8,
  /** In this update: it was faded; its time changed since it acted last; then its clock had run; then it was over. */
  faded: 2 ** 9,
  moved: 2 ** 10,
  ranBefore: 2 ** 11,
  overBefore: 2 ** 12,
  /** It was faded when it acted last. */
  wasFaded: 2 ** 13,
  /** In this update it had weight: only then its timelines go on. */
  acts: 2 ** 14,
  /** It began another loop since it was applied: its keys are reached anew. */
  looped: 2 ** 15,
  /** It has started, and brings the draw order back to that of the setup pose when it is applied. */
  reorders: 2 ** 16,
  /** It is the only entry, and the rows hold what it leaves: now its samples are only stored. */
  alone: 2 ** 17,
  /** The meshes that it keys have the shapes that it gave them, in full. */
  fills: 2 ** 18,
  /** It was played, and a blend tree took it over. */
  adopted: 2 ** 19,
  /** Of other clocks: it is at its last keys, and these hold: see `ClockModel.last`. */
  atLast: 2 ** 20,
  holdsLast: 2 ** 21,
  /** It is fading out, and angles of it may lack whole turns: see turns.ts. */
  lacksTurns: 2 ** 22,
} as const

/** What a timeline is for: `KeyedTargets.kind`. */
export const LAYER_TARGET = { other: 0, bone: 1, color: 2, deform: 3, constraint: 4 } as const

/** What an animation keys, by timeline and by target. */
export interface KeyedTargets {
  /** Per timeline: one of LAYER_TARGET; number of the bone, slot, attachment or constraint. */
  readonly kind: Uint8Array
  readonly target: Int32Array
  /** Per timeline: it has several keys. */
  readonly several: Uint8Array
  /** Per timeline: number of the clock that it goes by. */
  readonly clock: Uint8Array
  /** Bones with keys; 1 per bone, slot and constraint with keys, 2 per bone with keys of its alpha only. */
  readonly bones: Int32Array
  readonly hasBone: Uint8Array
  readonly hasDisplay: Uint8Array
  readonly hasColor: Uint8Array
  readonly hasDeform: Uint8Array
  readonly hasConstraint: Uint8Array
  /** Channels of slot colours, of constraints, and of bones' angles. */
  readonly colors: Int32Array
  readonly constraints: Int32Array
  readonly angles: Int32Array
  /** Distinct times of events, 0 included, and the first event of each; one more behind the last. */
  readonly keyTimes: Float32Array
  readonly keyFirst: Int32Array
  /** By form of the animation: the one that loops, the one that holds. */
  readonly looks: readonly (readonly LookTrack[])[]
}

/** Keys by which an entry drives another one of its blend tree: `BlendKeys`, with times as clocks have them. */
export interface BlendTrack {
  readonly property: 'progress' | 'weight' | 'parameter'
  readonly times: Float32Array
  readonly values: Float64Array
  readonly channels: number
  readonly curves: Uint8Array
  readonly samples: readonly (Float32Array | null)[]
}

/** Keys of an alpha of a bone or a slot, or of a slot's depth: `LookTimeline`. */
export interface LookTrack extends Omit<BlendTrack, 'property'> {
  readonly property: 'boneAlpha' | 'slotAlpha' | 'depth'
  /** The slot, -1 = none, and the bone, that of the slot too. */
  readonly slot: number
  readonly bone: number
  readonly several: boolean
  readonly clock: number
}

/**
 * An animation with all that it plays, in the order in which they act. Place 0 is its own. Behind the place of an animation come
 * those of its other clocks.
 */
export interface BlendTree {
  /** By place: number of the animation, the place above it, and number of the clock. */
  readonly animation: readonly number[]
  readonly above: readonly number[]
  readonly clock: readonly number[]
  /** By place: the places of its children, where these are, and whether it chooses among them by that. */
  readonly children: readonly (readonly number[])[]
  readonly positions: readonly (readonly number[])[]
  readonly byPosition: readonly boolean[]
  /** By place and form of its animation (the one that loops first, then the one that holds): keys by child. */
  readonly tracks: readonly (readonly (readonly (readonly BlendTrack[])[])[])[]
}

/** Targets that several entries share by weight. */
export interface BlendTargets {
  /** One of SEEN (src/players/layers/sampling/targets); the layer whose entries act. */
  seen: Uint8Array
  layer: Int32Array
  /** What remains of the weight below higher layers; what this layer has taken of it. */
  remaining: Float64Array
  taken: Float64Array
  /** Of the entry at hand: its share. */
  share: Float64Array
}

/** Scratch of the state machine. */
export interface LayerScratch {
  readonly bones: BlendTargets
  readonly deforms: BlendTargets
  /** By slot: meshes that go to their setup shape, unless they share `deforms`. */
  readonly rests: BlendTargets
  /** By row. */
  readonly looks: BlendTargets
  /** In this update: depths were blended; the draw order was keyed. */
  sorts: boolean
  sortsPlaces: boolean
  readonly keyed: Map<AnimationImage, KeyedTargets>
  readonly trees: Map<AnimationImage, BlendTree>
}
