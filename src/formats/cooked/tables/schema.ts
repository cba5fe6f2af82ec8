/** The tables of a compiled rig, as a file has them. Writing and reading both walk what is said here. */
import type { BoneModel } from '../../../base/model/skeleton'
import type { RigTables } from '../../../rig/open'
import type { Schema } from '../lists'
import { ROLE } from '../numbers'

/** Lists of a rig's tables, by their own names. */
export const BONES = {
  parent: Int16Array,
  inherit: Int32Array,
  skinRequired: Uint8Array,
} as const satisfies SchemaOf<'bones'>

export const SLOTS = {
  bone: Uint16Array,
  blend: Uint8Array,
  dark: Uint8Array,
  setupKey: Int32Array,
  vertexOrder: Int32Array,
  keyed: Uint8Array,
} as const satisfies SchemaOf<'slots'>

export const ATTACHMENTS = {
  kind: Uint8Array,
  slot: Uint16Array,
  timeline: Int32Array,
  vertices: Int32Array,
  deform: Int32Array,
  frames: Int32Array,
  setupFrame: Int32Array,
  indices: Int32Array,
  clipEnd: Int32Array,
  clipShape: Uint8Array,
} as const satisfies SchemaOf<'attachments'>

export const ROWS = {
  inherit: Int32Array,
  constraint: Int32Array,
  color: Int32Array,
  dark: Int32Array,
  keyedColors: Int32Array,
  fixedOf: Int32Array,
  appliedOf: Int32Array,
  stateOf: Int32Array,
  keyedOf: Int32Array,
  deformOf: Int32Array,
  deformSize: Int32Array,
} as const satisfies SchemaOf<'rows'>

type SchemaOf<T extends keyof RigTables> = Schema & { readonly [K in keyof RigTables[T]]?: unknown }

/** Numbers of the table of rows. */
export const ROW_COUNTS = ['local', 'firstSlotRow', 'order', 'applied', 'state', 'deform'] as const

/** Other numbers. Flags are 0 or 1. */
export const SINGLES = [
  'defaultSkin',
  'hasOffsets',
  'unkeyedCount',
  'fixedCount',
  'recallsRows',
  'recallsChanging',
  /** Memory that the rig takes when it is compiled. */
  'bytes',
  'clips',
  'clipSteps',
  'clipCorners',
  'clipTriangles',
  'hasConstraints',
  'isPure',
  'rests',
  'timed',
  'changesShown',
] as const

/** Other lists. Names are numbers of texts. */
export const LISTS = {
  singles: Int32Array,
  rowCounts: Int32Array,
  /** Where lists of numbers are in columns, in the order of NUMBERS: see `Place`. */
  forms: Int32Array,
  steps: Int32Array,
  boneNames: Int32Array,
  slotNames: Int32Array,
  keyNames: Int32Array,
  skinNames: Int32Array,
  constraintNames: Int32Array,
  constraintTypes: Int32Array,
  /** See `listTouched`. */
  touched: Int32Array,
  /** Three sizes of each skin, and what these count. */
  skinSizes: Int32Array,
  skinBones: Int32Array,
  skinConstraints: Int32Array,
  entryPlaces: Int32Array,
  entryNumbers: Int32Array,
  /** Numbers of attachments in the file. */
  models: Int32Array,
  /** Numbers of the regions of all frames. */
  regions: Int32Array,
  /** An entry of a skin, how many other slots it is linked to, and these; and so on. */
  linked: Int32Array,
  /** An attachment, how many of its points deform keys move, and these; and so on. */
  moved: Int32Array,
  /** Boundless bones. */
  boundless: Int32Array,
  /** The program without skins; empty if it would take too much room. */
  words: Int32Array,
  activeBones: Uint8Array,
  activeConstraints: Uint8Array,
  /** Three numbers each. */
  stops: Int32Array,
} as const satisfies Schema

/** Fields of bones, in the order of their rows. */
export const FIELDS = [
  'x',
  'y',
  'rotation',
  'scaleX',
  'scaleY',
  'shearX',
  'shearY',
] as const satisfies (keyof BoneModel)[]

/**
 * Lists of numbers that columns hold, and their roles: FIELDS of all bones, their lengths and their rotations in
 * degrees; setup values of the rows that follow those of bones; colours of slots that no animation keys, and of
 * attachments. Most are numbers that the model has, too, and are not written again.
 */
export const NUMBERS = {
  ...{ x: ROLE.point, y: ROLE.point, rotation: ROLE.point, scaleX: ROLE.point, scaleY: ROLE.point },
  ...{ shearX: ROLE.point, shearY: ROLE.point, length: ROLE.point, degrees: ROLE.point },
  ...{ setup: ROLE.value, fixed: ROLE.value, color: ROLE.value },
} as const

/** Form of a list of which all numbers are 1: no column holds it. */
export const ONES = -1
