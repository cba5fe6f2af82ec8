/**
 * One vocabulary for all formats: names, radians, seconds, y up, every default filled in.
 * Readers in `formats/` make it, `rig/compile` consumes it; nothing behind it knows a file's dialect.
 *
 * Degrees become radians with the factor 3.1415927 / 180 (see `math/angles.ts`): the constant of the
 * runtimes whose poses we match.
 */
import type { AnimationModel } from './animation'
import type { AttachmentModel } from './attachment'
import type { ConstraintModel } from './constraint'
import type { Maths } from './maths'
import type { BlendName, InheritFlags, InheritName, Rgb, Rgba } from './values'

/** What a bone takes over from its parent; the numbers are the formats' own. */
export const INHERIT = {
  normal: 0,
  onlyTranslation: 1,
  noRotationOrReflection: 2,
  noScale: 3,
  noScaleOrReflection: 4,
} as const satisfies Record<InheritName, number>

/** Bits of `INHERIT_FLAGS`, added to it: inherit codes that are none of `INHERIT`. */
export const INHERIT_FLAG = { translation: 1, rotation: 2, scale: 4, reflection: 8, unmirrored: 64 } as const
export const INHERIT_FLAGS = 16

/** The number under which tables and programs know what a bone inherits. All flags are `INHERIT.normal`. */
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

/** Blend modes of slots; the numbers are the formats' own. */
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
  /** Flags only where they say something that no name does. */
  inherit: InheritName | InheritFlags
  /** Active only while the current skin lists it (or a descendant of it). */
  skinRequired: boolean
}

/** A place in the draw order, on a bone. */
export interface SlotModel {
  name: string
  bone: number
  color: Rgba
  /** Present means that the slot is drawn with two colours. */
  dark: Rgb | null
  /**
   * Present means that the slot is drawn with factors and addends: `color` may lie outside 0…1, and this, -1…1, is added to
   * what it multiplies, before alpha is multiplied in (DragonBones). Then `dark` is null.
   */
  offset?: Rgba
  /** Key under which the setup attachment is looked up in the skins. */
  attachment: string | null
  blend: BlendName
}

/** Attachments under the keys that slots ask for, and the bones and constraints that they need. */
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
  /** The key ("placeholder") that slots and timelines use; need not be the attachment's name. */
  key: string
  attachment: AttachmentModel
}

/** An event that animations fire, with what a key leaves out. */
export interface EventModel {
  name: string
  int: number
  float: number
  string: string
  audio: string | null
  volume: number
  balance: number
}

/** What hangs on bones and slots besides colours, where animations key it (DragonBones). */
export interface LooksModel {
  /** Own alphas of all bones and slots; alphas of the slots' colours without these, which `SlotModel.color` has in it. */
  boneAlphas: readonly number[]
  slotAlphas: readonly number[]
  colorAlphas: readonly number[]
  /** Those whose alphas animations key. */
  keyedBones: readonly number[]
  keyedSlots: readonly number[]
  /** By slot: by what slots are sorted before their places, and these, in setup order. */
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
  /** As the file says it, or the dialect that its structure shows. */
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
  /** Its name among the skeletons of its file, where a file may have several (DragonBones). */
  armature?: string
  looks?: LooksModel
  /** The skeletons of its file that its attachments show, by name. None shows itself, by others neither. */
  nested?: ReadonlyMap<string, SkeletonModel>
  /** What it plays when it is shown in a slot, unless the attachment says otherwise. */
  defaultAnimation?: string
}
