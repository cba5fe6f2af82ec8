/** Types of single values that several parts of a model hold. */
/** How a bone inherits: what it takes over from its parent. */
export type InheritName =
  | 'normal'
  | 'onlyTranslation'
  | 'noRotationOrReflection'
  | 'noScale'
  | 'noScaleOrReflection'

/** What a bone takes over from its parent, each for itself (DragonBones). */
export interface InheritFlags {
  /** Its place is in the parent's space; else in the skeleton's. */
  readonly translation: boolean
  readonly rotation: boolean
  readonly scale: boolean
  /** Whether a mirrored parent mirrors a bone that takes over rotation without scale. */
  readonly reflection: boolean
  /**
   * A bone that takes over rotation without scale has it from the parent's pose, mirrored or not. Flips of the skeleton flip its
   * roots and bones that take over no rotation; others only turn along. @default false
   */
  readonly unmirrored?: boolean
}
/** Blend mode of a slot. */
export type BlendName = 'normal' | 'additive' | 'multiply' | 'screen' | 'erase'

/** Straight (not premultiplied) colour, channels 0…1. */
export type Rgba = readonly [r: number, g: number, b: number, a: number]
/** Straight colour without alpha, channels 0…1. */
export type Rgb = readonly [r: number, g: number, b: number]
