/** Models of animations: keys, timelines, and how they are played. */
import type { ConstraintType } from './constraint'
import type { InheritName } from './values'

/** How values run from one key to the next. */
export const CURVE = { linear: 0, stepped: 1, bezier: 2, sampled: 3 } as const

/**
 * Keys with interpolated values, in the model's units (radians, loader scale applied). As in files, values are offsets
 * from setup for rotate, translate and shear, factors for scale, and absolute values for the rest.
 */
export interface CurveKeys {
  /** Seconds, ascending; equal times are allowed. As read, not yet rounded to float32. */
  times: Float64Array
  /** `times.length * channels` numbers, key by key. */
  values: Float64Array
  /** One of `CURVE` for each key; the last key's has no meaning. */
  curves: Uint8Array
  /**
   * Control points in absolute (time, value) units: per key and channel cx1, cy1, cx2, cy2. Only the numbers of Bézier
   * keys have a meaning. `null` if no key is Bézier. Readers convert the curves of 3.x.
   */
  handles: Float64Array | null
  /**
   * Curves of `CURVE.sampled` keys: ascending pairs (time, progress) between 0 and 1, relative to the span up to the
   * next key. The ends 0, 0 and 1, 1 are left out. Progress is linear from pair to pair.
   */
  samples?: readonly (Float32Array | null)[]
  /** Number of the clock that reads these keys: see `PlaybackModel.clocks`. @default 0 @internal */
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

/**
 * Names of colour timelines. `offset` is for slots with a colour offset; its 8 channels are four factors, then four
 * addends, each r, g, b, a.
 */
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

/** A `constraint` of -1 means all physics constraints that have the property's global flag. */
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
  /** Index of the bone that is the surface. */
  bone: number
  channels: number
}

/** Moments at which physics constraints are reset. */
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

/** Keys of a slot's attachment. */
export interface AttachmentTimeline {
  type: 'attachment'
  slot: number
  times: Float64Array
  /** Keys of skin entries; null = no attachment. */
  names: (string | null)[]
  /** Number of the clock that reads these keys: see `PlaybackModel.clocks`. @default 0 @internal */
  clock?: number
}

/**
 * Progress from one key's shape to the next: one channel, 0 to 1; `values` is empty. A Bézier's handles are (absolute
 * time, progress).
 */
export interface DeformTimeline extends CurveKeys {
  type: 'deform'
  /**
   * Index into `SkeletonModel.skins`. Together with `slot` and `key` it names the entry whose attachment is deformed.
   */
  skin: number
  slot: number
  key: string
  channels: 1
  /**
   * A key's offsets from the setup vertices, without zeros at the ends: `offsets[k]` is the index of the first number
   * (2 per point, or 2 per influence when weighted), `deltas[k]` holds the scaled numbers. Empty means the setup shape.
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

/** Keys of an attachment's sequence of images. */
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
  /** For each draw position, a slot; null = setup order. */
  orders: (Uint16Array | null)[]
  /** Number of the clock that reads these keys: see `PlaybackModel.clocks`. @default 0 @internal */
  clock?: number
}

/**
 * Keys of the order among some slots (4.3). The slots are distributed over the places that they have in the whole draw
 * order.
 */
export interface DrawOrderFolderTimeline {
  type: 'drawOrderFolder'
  /** Slots in setup order; timelines of one animation may share some. */
  slots: Uint16Array
  times: Float64Array
  /** For each place of `slots`, from back to front: index into `slots`; null = setup order. */
  orders: (Uint16Array | null)[]
}

/** Moments at which events fire. */
export interface EventTimeline {
  type: 'event'
  times: Float64Array
  keys: EventKey[]
}

/** An event as fired by a key. */
export interface EventKey {
  /** Index into `SkeletonModel.events`. */
  event: number
  int: number
  float: number
  string: string
  volume: number
  balance: number
  /** Fields that only events of DragonBones have. */
  details?: EventDetails
}

/** Fields that DragonBones adds to an event. */
export interface EventDetails {
  /** An `action` starts an animation; the event's `string` is its name. */
  readonly type: 'event' | 'sound' | 'action'
  /** Names of the bone and the slot that the event concerns; null means the whole armature. */
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

/** Keys of a constraint's values. A `constraint` of -1 means all constraints of the type that have the global flag. */
export type ConstraintTimeline = Extract<TimelineModel, { type: ConstraintType }>

/** Keys with which an animation drives another one (a blend tree). */
export interface BlendKeys extends CurveKeys {
  /**
   * The child's position, as a share of its length; its weight; or the parameter that it passes to its own children (2
   * channels).
   */
  property: 'progress' | 'weight' | 'parameter'
  channels: 1 | 2
}

/** An animation that is played as part of another one. */
export interface BlendChild {
  animation: string
  /** Its place among its siblings, in units of the parameter. */
  position: number
  keys: BlendKeys[]
}

/** The animations that an animation plays, one child each. */
export interface BlendModel {
  /** The two children next to the parameter share the weight; otherwise each child has its own weight. */
  byPosition: boolean
  children: readonly BlendChild[]
}

/** Keys of the alpha of a bone or slot, or of a slot's depth. */
export interface LookTimeline extends CurveKeys {
  property: 'boneAlpha' | 'slotAlpha' | 'depth'
  /** Index of the bone or slot. */
  target: number
  channels: 1
}

/** A clock that some timelines of an animation use instead of the animation's own. */
export interface ClockModel {
  /** How many times slower it runs than the animation. */
  readonly stretch: number
  /** Its position when the animation begins, as a share of the animation's length. */
  readonly ahead: number
  /** Time in seconds of the last key, if a curve leads from there to the first key; otherwise undefined. */
  readonly last?: number
}

/** How a DragonBones file asks for an animation to be played. Options of a call take precedence. */
export interface PlaybackModel {
  /** Number of loops; 0 means forever. */
  playTimes: number
  /** Seconds. */
  fadeInTime: number
  /** Factor on the length that the keys have. `duration` and all times include it. */
  scale: number
  /** Bones that have keys, including those that stay at the setup pose. @internal */
  bones: readonly number[]
  /** Other animations that this one plays. @internal */
  tree?: BlendModel
  /** Keys of alphas and depths. @internal */
  looks?: readonly LookTimeline[]
  /**
   * Additional clocks of the timelines. The animation's own clock is number 0, so the first of these is number 1.
   * @internal
   */
  clocks?: readonly ClockModel[]
  /** The animation's own timelines. @internal */
  timelines: readonly TimelineModel[]
  /**
   * The number of forms of this animation that come before this looping one. 1: the form before holds its last keys and
   * is used for the last loop. 0: this form is used for both. See `heldForm`. @internal
   */
  formsBefore: number
  /** Frames per second; keys are at frames. @internal */
  rate: number
  /** Length of one loop, not rounded to float32. @internal */
  seconds: number
}

/** An animation as read from a file. */
export interface AnimationModel {
  name: string
  playback?: PlaybackModel
  /** The time of the latest key, rounded to float32. */
  duration: number
  /**
   * In application order: slots, bones, ik, transform or map, path, physics, slider, deform and sequence, draw order,
   * draw-order folders, events; within a group as in the file.
   */
  timelines: TimelineModel[]
}
