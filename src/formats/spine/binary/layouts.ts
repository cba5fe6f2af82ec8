/** Differences of layout between versions, as fields. */
import type { BoneProperty, SpineColorProperty } from '../../../base/model/animation'
import type { Dialect } from '../maths'
import { BONE_PROPERTIES, LISTED_CONSTRAINTS } from '../shared/names'

export interface Layout {
  /** The hash is eight bytes; otherwise a string. */
  readonly rawHash: boolean
  /** The header has x and y. */
  readonly origin: boolean
  readonly referenceScale: boolean
  /** The header and events have sound. */
  readonly audio: boolean
  /** Repeated strings are in a table. */
  readonly stringTable: boolean
  /** Names of skins and events are in the table. */
  readonly sharedNames: boolean
  /** Skins list bones and constraints. */
  readonly skinMembers: boolean
  /** Bones have an icon, bones and slots can be hidden, skins have a colour: for display only. */
  readonly icons: boolean
  /** Icons have a size and an angle, and animations a colour: for display only. */
  readonly iconSizes: boolean
  /** A bone's inherit mode comes before its length. */
  readonly inheritFirst: boolean
  /** All constraints are in one list, in application order; references are numbers in it. */
  readonly mixedConstraints: boolean
  /** In the file's order; empty if constraints are mixed. */
  readonly constraints: readonly (typeof LISTED_CONSTRAINTS)[number][]
  /** IK has compress, stretch and uniform. */
  readonly stretch: boolean
  readonly softness: boolean
  /** Transform and path constraints have a mix for each axis; otherwise x and y share one. */
  readonly axisMixes: boolean
  /** Bits say which fields of constraints and attachments follow; otherwise all follow. */
  readonly flags: boolean
  readonly sequences: boolean
  /** Indices of triangles and edges have two bytes; otherwise a variable length, and triangles are not counted. */
  readonly shortIndices: boolean
  /** A linked mesh has its skin's name; otherwise its number. */
  readonly linksByName: boolean
  /** A linked mesh names the slot of its source, and the source lists the slots that follow its timelines. */
  readonly linksAcrossSlots: boolean
  /** The number of influence numbers comes before the weighted points. */
  readonly countsInfluences: boolean
  /** Clipping attachments have flags for a convex hull, and for clipping the inside. */
  readonly clipShapes: boolean
  /** Draw orders may be keyed for each folder. */
  readonly folders: boolean
  /**
   * Curves come after the later key, with control points in the keys' units; otherwise after the earlier key, in
   * percent.
   */
  readonly absoluteCurves: boolean
  readonly boneTimelines: readonly (BoneProperty | 'inherit')[]
  readonly slotTimelines: readonly (SpineColorProperty | 'attachment')[]
  /** Timelines of attachments have a type: deform or sequence; otherwise all are deforms. */
  readonly attachmentTypes: boolean
  /** A byte says whether an event's key has a string; otherwise the string may be null. */
  readonly eventStringFlag: boolean
}

const SPINE_36: Layout = {
  rawHash: false,
  origin: false,
  referenceScale: false,
  audio: false,
  stringTable: false,
  sharedNames: false,
  skinMembers: false,
  icons: false,
  iconSizes: false,
  inheritFirst: false,
  mixedConstraints: false,
  constraints: ['ik', 'transform', 'path'],
  stretch: false,
  softness: false,
  axisMixes: false,
  flags: false,
  sequences: false,
  shortIndices: true,
  linksByName: true,
  linksAcrossSlots: false,
  countsInfluences: false,
  clipShapes: false,
  folders: false,
  absoluteCurves: false,
  boneTimelines: ['rotate', 'translate', 'scale', 'shear'],
  slotTimelines: ['attachment', 'rgba', 'rgba2'],
  attachmentTypes: false,
  eventStringFlag: true,
}

const SPINE_37: Layout = { ...SPINE_36, audio: true, stretch: true }

const SPINE_38: Layout = {
  ...SPINE_37,
  origin: true,
  stringTable: true,
  sharedNames: true,
  skinMembers: true,
  softness: true,
}

const SPINE_40: Layout = {
  ...SPINE_38,
  rawHash: true,
  axisMixes: true,
  absoluteCurves: true,
  boneTimelines: BONE_PROPERTIES,
  slotTimelines: ['attachment', 'rgba', 'rgb', 'rgba2', 'rgb2', 'alpha'],
}

const SPINE_41: Layout = { ...SPINE_40, sequences: true, attachmentTypes: true }

const SPINE_42: Layout = {
  ...SPINE_41,
  referenceScale: true,
  sharedNames: false,
  icons: true,
  constraints: LISTED_CONSTRAINTS,
  flags: true,
  shortIndices: false,
  linksByName: false,
  boneTimelines: [...BONE_PROPERTIES, 'inherit'],
  eventStringFlag: false,
}

const SPINE_43: Layout = {
  ...SPINE_42,
  iconSizes: true,
  inheritFirst: true,
  mixedConstraints: true,
  constraints: [],
  linksAcrossSlots: true,
  countsInfluences: true,
  clipShapes: true,
  folders: true,
}

export const LAYOUTS = {
  '3.6': SPINE_36,
  '3.7': SPINE_37,
  '3.8': SPINE_38,
  '4.0': SPINE_40,
  '4.1': SPINE_41,
  '4.2': SPINE_42,
  '4.3': SPINE_43,
} as const satisfies Record<Dialect, Layout>
