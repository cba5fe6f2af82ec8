/**
 * The state of DragonBones' player in a world, in addition to columns of entries: scratch, and the keyed targets of
 * animations.
 */
import type { AnimationImage } from '../../../../rig/animation/image'
import type { ReplaceName } from '../../../../world/play-options'
import type { AnimationState } from '../../../../world/state'

/** The player's name. */
export const PLAYER_NAME = 'layers'

/** Phases of an entry's fade: `LAYER_COLUMNS.fade`. */
export const FADE = { in: 0, steady: 1, out: 2 } as const

/** Whether an entry's clock runs: `LAYER_COLUMNS.run`. A fade-in may stop it. */
export const RUN = { waits: 0, runs: 1, over: 2 } as const

/** Progress of a fade that has no length, or has not begun: neither 0 nor 1. */
export const UNBEGUN = 1e-6

/** Seconds by which a clock that is set to the end stays before it: at the end itself it would start again. */
export const BEFORE_END = 1e-6

/** Which entries are faded out when an entry starts: `LAYER_COLUMNS.replaces`. */
export const REPLACES = { trackAndGroup: 0, track: 1, group: 2, all: 3, none: 4 } as const satisfies Record<
  ReplaceName,
  number
>

/** Bits of `LAYER_COLUMNS.flags`. */
export const LAYER_FLAG = {
  /** Targets that its animation does not key go to the setup pose while it fades in. */
  resets: 2 ** 0,
  /** It may change attachments of slots. */
  displays: 2 ** 1,
  /** It reports events. */
  reports: 2 ** 2,
  /** A fade, or the user, stops its clock. */
  frozen: 2 ** 3,
  stopped: 2 ** 4,
  /** The clocks of entries that it replaces stop while these fade out. */
  pausesOut: 2 ** 5,
  /** Its fade began, which was reported; its fade-in is over, and it has acted since; its fade-out is over. */
  begun: 2 ** 6,
  settled: 2 ** 7,
  fadedOut: 2 ** 8,
  /**
   * In this update: it was faded; its time changed since it last acted. At that last time: its clock had run; it was
   * over.
   */
  faded: 2 ** 9,
  moved: 2 ** 10,
  ranBefore: 2 ** 11,
  overBefore: 2 ** 12,
  /** It was faded when it last acted. */
  wasFaded: 2 ** 13,
  /** It had weight in this update: only then do its timelines go on. */
  acts: 2 ** 14,
  /** It began another loop since it was applied: its keys are reached again. */
  looped: 2 ** 15,
  /** It has started, and resets the draw order when it is applied. */
  reorders: 2 ** 16,
  /** It is the only entry, and the rows hold its values: its samples are only stored. */
  alone: 2 ** 17,
  /** The meshes that it keys still have the shapes of its full weight. */
  fills: 2 ** 18,
  /** It was played, and a blend tree took it over. */
  adopted: 2 ** 19,
  /** For an entry of another clock: it is at its last keys, and these hold (`ClockModel.last`). */
  atLast: 2 ** 20,
  holdsLast: 2 ** 21,
  /** It is fading out, and angles of it may lack whole turns: see turns.ts. */
  lacksTurns: 2 ** 22,
} as const

/** The kind of a timeline's target: `KeyedTargets.kind`. */
export const LAYER_TARGET = { other: 0, bone: 1, color: 2, deform: 3, constraint: 4 } as const

/** The keyed targets of an animation, by timeline and by target. */
export interface KeyedTargets {
  /** For each timeline: one of LAYER_TARGET; number of the bone, slot, attachment or constraint. */
  readonly kind: Uint8Array
  readonly target: Int32Array
  /** For each timeline: it has several keys. */
  readonly several: Uint8Array
  /** For each timeline: number of its clock. */
  readonly clock: Uint8Array
  /** Bones with keys; 1 for each bone, slot and constraint with keys, 2 for each bone with keys of its alpha only. */
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
  /** Distinct times of events, including 0, and the first event of each; one more after the last. */
  readonly keyTimes: Float32Array
  readonly keyFirst: Int32Array
  /** For each form of the animation: first the looping form, then the holding one. */
  readonly looks: readonly (readonly LookTrack[])[]
}

/** Keys with which an entry drives a child of its blend tree: `BlendKeys`, with times like those of clocks. */
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
  /** The slot, -1 = none; and the bone, or the slot's bone. */
  readonly slot: number
  readonly bone: number
  readonly several: boolean
  readonly clock: number
}

/**
 * An animation with everything that it plays, in the order in which they act. Place 0 is its own. Other clocks of an
 * animation follow its place.
 */
export interface BlendTree {
  /** For each place: number of the animation, the place above it, and number of the clock. */
  readonly animation: readonly number[]
  readonly above: readonly number[]
  readonly clock: readonly number[]
  /**
   * For each place: the places of its children, their positions, and whether its parameter chooses among them by
   * position.
   */
  readonly children: readonly (readonly number[])[]
  readonly positions: readonly (readonly number[])[]
  readonly byPosition: readonly boolean[]
  /** For each place and form of its animation (first looping, then holding): keys by child. */
  readonly tracks: readonly (readonly (readonly (readonly BlendTrack[])[])[])[]
}

/** Targets that several entries share by weight. */
export interface BlendTargets {
  /** One of SEEN (`targets.ts`); the layer whose entries act. */
  seen: Uint8Array
  layer: Int32Array
  /** The weight that higher layers left, and the share of it that this layer has taken. */
  remaining: Float64Array
  taken: Float64Array
  /** The share of the current entry. */
  share: Float64Array
}

/** What the player keeps in a world, in `AnimationState.playerStates`. None of it is saved. */
export interface LayerScratch {
  readonly bones: BlendTargets
  readonly deforms: BlendTargets
  /** For each slot: meshes that go to their setup shape, unless they share `deforms`. */
  readonly rests: BlendTargets
  /** For each row. */
  readonly looks: BlendTargets
  /** In this update: depths were blended; the draw order was keyed. */
  sorts: boolean
  sortsPlaces: boolean
  readonly keyed: Map<AnimationImage, KeyedTargets>
  readonly trees: Map<AnimationImage, BlendTree>
}

/** Returns what the player keeps in a world; undefined until it samples. */
export function layersOf(state: AnimationState): LayerScratch | undefined {
  return state.playerStates.get(PLAYER_NAME) as LayerScratch | undefined
}
