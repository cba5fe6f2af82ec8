/** Models of animations: keys, timelines, and how they are played. */
import type { ConstraintType } from './constraint'
import type { InheritName } from './values'

/** How a key goes over to the next one. */
export const CURVE = { linear: 0, stepped: 1, bezier: 2, sampled: 3 } as const

/**
 * Keys with interpolated values. All values are in the model's units (radians, loader scale applied)
 * and mean what the file's keys mean: offsets from setup for rotate, translate and shear, factors for
 * scale, absolute for the rest.
 */
export interface CurveKeys {
  /** Seconds, ascending; equal times are legal. As read, not yet rounded to float32. */
  times: Float64Array
  /** `times.length * channels` numbers, key by key. */
  values: Float64Array
  /** One of `CURVE` a key; the last key's is meaningless. */
  curves: Uint8Array
  /**
   * Control points in absolute (time, value) units: per key and channel cx1, cy1, cx2, cy2; only those
   * of Bézier keys mean something. `null` where no key is Bézier. 3.x curves are converted by readers.
   */
  handles: Float64Array | null
  /**
   * Of keys that are `CURVE.sampled`: how much of the way to the next key is done at how much of its time, as ascending
   * pairs (time, progress) within the unit square, from 0, 0 to 1, 1 without these two; straight between them.
   */
  samples?: readonly (Float32Array | null)[]
  /** By which clock they are read: see `PlaybackModel.clocks`. @default 0 @internal */
  clock?: number
}

/** Names of bone timelines; pairs have two channels. */
export type BoneProperty =
  | 'rotate'
  | 'translate'
  | 'translateX'
  | 'translateY'
  | 'scale'
  | 'scaleX'
  | 'scaleY'
  | 'shear'
  | 'shearX'
  | 'shearY'

/** Names of colour timelines in Spine's files: 4, 3, 1, 7 (light rgba, dark rgb) and 6 channels. */
export type SpineColorProperty = 'rgba' | 'rgb' | 'alpha' | 'rgba2' | 'rgb2'

/** Names of colour timelines; `offset`, of slots that have one, has 8 channels: factors, then addends, r, g, b, a each. */
export type ColorProperty = SpineColorProperty | 'offset'

/** Keys of a bone. */
export interface BoneTimeline extends CurveKeys {
  type: 'bone'
  bone: number
  property: BoneProperty
  channels: number
}

/** Keys of a slot's colours. */
export interface ColorTimeline extends CurveKeys {
  type: 'color'
  slot: number
  property: ColorProperty
  channels: number
}

/** Channels: mix, softness. The flags step at the keys. */
export interface IkTimeline extends CurveKeys {
  type: 'ik'
  /** Index into `SkeletonModel.constraints`. */
  constraint: number
  channels: 2
  bend: Int8Array
  compress: Uint8Array
  stretch: Uint8Array
}

/** Channel: weight. The bend, ±1, steps at the keys. */
export interface AimTimeline extends CurveKeys {
  type: 'aim'
  constraint: number
  channels: 1
  bend: Int8Array
}

/** Channels: rotate, x, y, scaleX, scaleY, shearY mixes (readers widen 3.x's four). */
export interface TransformTimeline extends CurveKeys {
  type: 'transform'
  constraint: number
  channels: 6
}

/** Channels: rotate, x, y, scaleX, scaleY, shearY mixes of a `MapModel`. */
export interface MapTimeline extends CurveKeys {
  type: 'map'
  constraint: number
  channels: 6
}

/** `mix` has three channels (rotate, x, y), the others one. */
export interface PathTimeline extends CurveKeys {
  type: 'path'
  constraint: number
  property: 'position' | 'spacing' | 'mix'
  channels: 1 | 3
}

/** `constraint` -1: all physics constraints that have the property's global flag. */
export interface PhysicsTimeline extends CurveKeys {
  type: 'physics'
  constraint: number
  property: 'inertia' | 'strength' | 'damping' | 'mass' | 'wind' | 'gravity' | 'mix'
  channels: 1
}

/** `time` in seconds of the slider's animation. */
export interface SliderTimeline extends CurveKeys {
  type: 'slider'
  constraint: number
  property: 'time' | 'mix'
  channels: 1
}

/** Offsets of a surface's vertices, x and y each. */
export interface SurfaceTimeline extends CurveKeys {
  type: 'surface'
  constraint: number
  /** That which the surface is. */
  bone: number
  channels: number
}

/** Moments at which physics start anew. */
export interface PhysicsResetTimeline {
  type: 'physicsReset'
  constraint: number
  times: Float64Array
}

/** Keys of a bone's inherit mode. */
export interface InheritTimeline {
  type: 'inherit'
  bone: number
  times: Float64Array
  modes: InheritName[]
}

/** Keys of what a slot shows. */
export interface AttachmentTimeline {
  type: 'attachment'
  slot: number
  times: Float64Array
  /** Keys of skin entries; null = no attachment. */
  names: (string | null)[]
  /** As in `CurveKeys`. @default 0 @internal */
  clock?: number
}

/**
 * Progress from a key's shape to the next one's: one channel, 0 → 1; `values` is empty. A Bézier's
 * handles are (absolute time, progress).
 */
export interface DeformTimeline extends CurveKeys {
  type: 'deform'
  /** Index into `SkeletonModel.skins` and the entry's place: its attachment is what is deformed. */
  skin: number
  slot: number
  key: string
  channels: 1
  /**
   * A key's offsets from the setup vertices, trimmed: `offsets[k]` is the index of the first number
   * (2 per point, or 2 per influence when weighted), `deltas[k]` the numbers, scaled. Empty = setup shape.
   */
  offsets: Uint32Array
  deltas: Float32Array[]
  /** Length of the full array: 2 per point, or 2 per influence when weighted. */
  size: number
}

export const SEQUENCE_MODES = [
  'hold',
  'once',
  'loop',
  'pingpong',
  'onceReverse',
  'loopReverse',
  'pingpongReverse',
] as const

/** Keys of an attachment's frame-by-frame images. */
export interface SequenceTimeline {
  type: 'sequence'
  skin: number
  slot: number
  key: string
  times: Float64Array
  /** Index into `SEQUENCE_MODES`. */
  modes: Uint8Array
  indices: Int32Array
  /** Seconds a frame. */
  delays: Float64Array
}

/** Keys of the order in which slots are drawn. */
export interface DrawOrderTimeline {
  type: 'drawOrder'
  times: Float64Array
  /** Draw position → slot; null = setup order. */
  orders: (Uint16Array | null)[]
  /** As in `CurveKeys`. @default 0 @internal */
  clock?: number
}

/** Keys of the order in which some slots are drawn, in the places that these have in the whole order (4.3). */
export interface DrawOrderFolderTimeline {
  type: 'drawOrderFolder'
  /** Slots in setup order; timelines of one animation may share some. */
  slots: Uint16Array
  times: Float64Array
  /** k-th place that one of `slots` has → index into `slots`; null = setup order. */
  orders: (Uint16Array | null)[]
}

/** Moments at which events fire. */
export interface EventTimeline {
  type: 'event'
  times: Float64Array
  keys: EventKey[]
}

/** An event as a key fires it. */
export interface EventKey {
  /** Index into `SkeletonModel.events`. */
  event: number
  int: number
  float: number
  string: string
  volume: number
  balance: number
  /** What only events of DragonBones have. */
  details?: EventDetails
}

/** What an event of DragonBones tells besides. */
export interface EventDetails {
  /** An action asks for an animation to be played, which the event's `string` names. */
  readonly type: 'event' | 'sound' | 'action'
  /** Names of what it is about; null: of the whole armature. */
  readonly bone: string | null
  readonly slot: string | null
  readonly ints: readonly number[]
  readonly floats: readonly number[]
  readonly strings: readonly string[]
}

/** The keys of one property. */
export type TimelineModel =
  | BoneTimeline
  | ColorTimeline
  | IkTimeline
  | AimTimeline
  | TransformTimeline
  | MapTimeline
  | PathTimeline
  | PhysicsTimeline
  | SliderTimeline
  | SurfaceTimeline
  | PhysicsResetTimeline
  | InheritTimeline
  | AttachmentTimeline
  | DeformTimeline
  | SequenceTimeline
  | DrawOrderTimeline
  | DrawOrderFolderTimeline
  | EventTimeline

/** Keys of a constraint's values. `constraint` may be -1: all of its kind that say so. */
export type ConstraintTimeline = Extract<TimelineModel, { type: ConstraintType }>

/** Keys by which an animation drives another one. */
export interface BlendKeys extends CurveKeys {
  /** How far it is, in parts of its length; its weight; what it chooses by among its own children (2 channels). */
  property: 'progress' | 'weight' | 'parameter'
  channels: 1 | 2
}

/** An animation that is played as a part of another one. */
export interface BlendChild {
  animation: string
  /** Where among its siblings. */
  position: number
  keys: BlendKeys[]
}

/** Animations that an animation plays, a child each. */
export interface BlendModel {
  /** The two children whose positions are next to its parameter share the weight; otherwise each has its own. */
  byPosition: boolean
  children: readonly BlendChild[]
}

/** Keys of an alpha, which hangs on a bone or a slot, or of a slot's depth. */
export interface LookTimeline extends CurveKeys {
  property: 'boneAlpha' | 'slotAlpha' | 'depth'
  /** Index of the bone or slot. */
  target: number
  channels: 1
}

/** A clock of some timelines of an animation, which they have beside the animation's own. */
export interface ClockModel {
  /** How much slower it runs. */
  readonly stretch: number
  /** How far ahead it begins, in parts of the animation's length. */
  readonly ahead: number
  /** The second at which those of its last keys begin that go over to the first ones; undefined: none does. */
  readonly last?: number
}

/** How an animation is played unless a call says otherwise, where the file says so (DragonBones). */
export interface PlaybackModel {
  /** Loops; 0: for ever. */
  playTimes: number
  /** Seconds. */
  fadeInTime: number
  /** How much longer it takes than its keys say; `duration` and all times have it in them. */
  scale: number
  /** Bones that have keys, also where all of them are at the setup pose. @internal */
  bones: readonly number[]
  /** What it plays besides its own keys. @internal */
  tree?: BlendModel
  /** Its keys of alphas and depths. @internal */
  looks?: readonly LookTimeline[]
  /** Clocks that timelines have beside its own, which has number 0: the first of these has number 1. @internal */
  clocks?: readonly ClockModel[]
  /** The animation's own. @internal */
  timelines: readonly TimelineModel[]
  /**
   * How many forms of it stand before this one, which loops: 1 = the one whose last keys hold, which its last loop shows; 0 = this
   * one is both. See `heldForm`. @internal
   */
  formsBefore: number
  /** Frames a second: keys are at frames. @internal */
  rate: number
  /** Length of one loop, not rounded to float32. @internal */
  seconds: number
}

/** An animation as read from a file. */
export interface AnimationModel {
  name: string
  playback?: PlaybackModel
  /** The greatest last-key time, rounded to float32. */
  duration: number
  /**
   * In application order: slots, bones, ik, transform or map, path, physics, slider, deform and sequence, draw order,
   * draw-order folders, events; within a group as in the file.
   */
  timelines: TimelineModel[]
}
