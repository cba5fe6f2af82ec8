/**
 * The model of a skeleton, in one vocabulary for all formats: names, radians, seconds, y up, every default filled in.
 * Readers in `formats/` create it, and `rig/compile` reads it. Later code does not know the dialects of files.
 *
 * Degrees become radians with the factor 3.1415927 / 180 (see `base/math/angles.ts`), the constant of the official
 * runtimes.
 */
import type { AnimationModel } from './animation'
import type { AtlasModel } from './atlas'
import type { AttachmentModel } from './attachment'
import type { ConstraintModel } from './constraint'
import type { Maths } from './maths'
import type { BlendName, InheritFlags, InheritName, Rgb, Rgba } from './values'

/** How a bone inherits its parent's transform. The numbers are those of the formats. */
export const INHERIT = {
  normal: 0,
  onlyTranslation: 1,
  noRotationOrReflection: 2,
  noScale: 3,
  noScaleOrReflection: 4,
} as const satisfies Record<InheritName, number>

/** Bits that are added to `INHERIT_FLAGS`: inherit codes outside of `INHERIT`. */
export const INHERIT_FLAG = { translation: 1, rotation: 2, scale: 4, reflection: 8, unmirrored: 64 } as const
export const INHERIT_FLAGS = 16

/**
 * Returns the number by which tables and programs know a bone's inherit mode. All flags together give `INHERIT.normal`.
 */
export function inheritCode(inherit: InheritName | InheritFlags): number {
  if (typeof inherit === 'string') return INHERIT[inherit]
  const { translation, rotation, scale, reflection, unmirrored } = inherit
  if (translation && rotation && scale) return INHERIT.normal
  return (
    INHERIT_FLAGS +
    (translation ? INHERIT_FLAG.translation : 0) +
    (rotation ? INHERIT_FLAG.rotation : 0) +
    (scale ? INHERIT_FLAG.scale : 0) +
    (reflection ? INHERIT_FLAG.reflection : 0) +
    (unmirrored ? INHERIT_FLAG.unmirrored : 0)
  )
}

/** Blend modes of slots. The numbers are those of the formats. */
export const BLEND = { normal: 0, additive: 1, multiply: 2, screen: 3, erase: 4 } as const satisfies Record<
  BlendName,
  number
>

/** A bone in its setup pose: position in its parent's space, angles in radians. */
export interface BoneModel {
  name: string
  /** Index of an earlier bone; -1 for a root. */
  parent: number
  length: number
  x: number
  y: number
  rotation: number
  scaleX: number
  scaleY: number
  shearX: number
  shearY: number
  /** Flags are used only if no name means the same. */
  inherit: InheritName | InheritFlags
  /** If true, the bone is active only while the current skin lists it (or a descendant of it). */
  skinRequired: boolean
}

/** A place in the draw order; it belongs to a bone. */
export interface SlotModel {
  name: string
  bone: number
  color: Rgba
  /** Set if the slot is drawn with two colours. */
  dark: Rgb | null
  /**
   * Set if the slot is drawn with factors and addends (DragonBones). Then `color`, which may be outside 0…1, multiplies
   * the texel, and the offset, -1…1, is added before alpha is multiplied in; `dark` is null.
   */
  offset?: Rgba
  /** The key under which the setup attachment is looked up in the skins. */
  attachment: string | null
  blend: BlendName
}

/** Attachments by slot and key, with the bones and constraints that they need. */
export interface SkinModel {
  name: string
  bones: number[]
  /** Indices into `SkeletonModel.constraints`. */
  constraints: number[]
  /** In file order; (slot, key) is unique. */
  entries: SkinEntryModel[]
}

/** An attachment of a skin. */
export interface SkinEntryModel {
  slot: number
  /** The key ("placeholder") that slots and timelines use; it may differ from the attachment's name. */
  key: string
  attachment: AttachmentModel
}

/** An event that animations fire, with the defaults for its keys. */
export interface EventModel {
  name: string
  int: number
  float: number
  string: string
  audio: string | null
  volume: number
  balance: number
}

/** Alphas and depths of bones and slots, if animations key them (DragonBones). */
export interface LooksModel {
  /** Each bone's and slot's own alpha, and the alphas of the slots' colours. `SlotModel.color` holds the product. */
  boneAlphas: readonly number[]
  slotAlphas: readonly number[]
  colorAlphas: readonly number[]
  /** Bones and slots whose alphas animations key. */
  keyedBones: readonly number[]
  keyedSlots: readonly number[]
  /** For each slot, its depth (the first sort key) and its place (the second), in setup order. */
  depths: readonly number[]
  places: readonly number[]
  /** Whether animations key depths. */
  keysDepths: boolean
}

/** A skeleton as read from a file, before `compileRig`. */
export interface SkeletonModel {
  /** The source's name without folder and extension. */
  name: string
  format: 'spine' | 'dragonbones'
  /** As given in the file, or as guessed from the file's structure. */
  version: string
  maths: Maths
  hash: string | null
  x: number
  y: number
  width: number
  height: number
  referenceScale: number
  fps: number
  images: string | null
  audio: string | null
  bones: BoneModel[]
  slots: SlotModel[]
  /** In application order. */
  constraints: ConstraintModel[]
  skins: SkinModel[]
  /** Index of the skin named `default`, or -1. */
  defaultSkin: number
  events: EventModel[]
  animations: AnimationModel[]
  /** Its name among the skeletons of its file, if a file may have several (DragonBones). */
  armature?: string
  looks?: LooksModel
  /**
   * Skeletons of the same file that its attachments show, by name. No skeleton shows itself, directly or through
   * others.
   */
  nested?: ReadonlyMap<string, SkeletonModel>
  /** The animation that it plays when a slot shows it, unless the attachment names others. */
  defaultAnimation?: string
  /**
   * The tables of its rig, if a file holds them (`RigTables`, `CompileOptions`). Null if they do not hold: for these
   * options, or for `model`, which may be a changed copy. @internal
   */
  compiled?: (model: SkeletonModel, atlas: AtlasModel | null, options: object) => object | null
}
