/** Types of single values that several models share. */
/** How a bone inherits its parent's transform. */
export type InheritName =
  | 'normal'
  | 'onlyTranslation'
  | 'noRotationOrReflection'
  | 'noScale'
  | 'noScaleOrReflection'

/** Which parts of its parent's transform a bone inherits, each with a flag of its own (DragonBones). */
export interface InheritFlags {
  /** True: its position is in the parent's space. False: in the skeleton's. */
  readonly translation: boolean
  readonly rotation: boolean
  readonly scale: boolean
  /** Whether a mirrored parent mirrors a bone that inherits rotation without scale. */
  readonly reflection: boolean
  /**
   * True: a bone that inherits rotation without scale takes it from the parent's pose, mirrored or not. Flips of the
   * skeleton mirror its root, and the bone rotates with it. @default false
   */
  readonly unmirrored?: boolean
}
/** Blend mode of a slot. */
export type BlendName = 'normal' | 'additive' | 'multiply' | 'screen' | 'erase'

/** Straight (not premultiplied) colour, channels 0…1. */
export type Rgba = readonly [r: number, g: number, b: number, a: number]
/** Straight colour without alpha, channels 0…1. */
export type Rgb = readonly [r: number, g: number, b: number]
