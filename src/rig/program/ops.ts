/**
 * The ops of an update program: `rig/program/compile` writes them, `kernels/assembly/program` reads them. The module of
 * a constraint's kind (`rig/constraints`) describes the operands of its ops.
 *
 * Every op starts with its code and its length in words, so a reader can step over it. Rows are word offsets from the
 * start of their section in a block (row · LANES). Floats are bit patterns in the same words. No word is an absolute
 * address, so a program can lie anywhere.
 */
import { LANES, LOCAL_FIELDS, WORLD_RECORD } from '../../base/memory/lanes'
import type { Maths } from '../../base/model/maths'

export const OP = {
  /** The last op; or a stop, with the operands of the constraint that runs there. */
  end: 0,
  /** Copies local to applied rows of n bones; these are no longer stale. */
  copy: 1,
  /** n bones with a parent and inherit mode normal. */
  run: 2,
  /** A bone without a parent. */
  root: 3,
  /** A bone with another inherit mode, or a keyed one. */
  bone: 4,
  ikOne: 5,
  ikTwo: 6,
  transformWorld: 7,
  transformLocal: 8,
  /** Rotates the world rows of active bones by the entity's rotation; always the last op but one. */
  turn: 9,
  /** Limits world rows that may have overflowed; before the turn. */
  limit: 10,
  path: 11,
  physics: 12,
  /** IK in the skeleton's space. */
  aim: 13,
  /** Recovers the poses of n bones whose matrices constraints have moved. */
  refresh: 14,
  /** As `bone`, in lanes where no constraint has moved its matrix. */
  unmoved: 15,
  /** Properties that follow properties of a source. */
  map: 16,
} as const

export const OP_CODE = 0
export const OP_LENGTH = 1

/** copy: number of bones, then per bone its row in the local and in the applied section. */
export const COPY_COUNT = 2
export const COPY_BONES = 3
export const COPY_WORDS = 2

/** run: number of bones (word 2), then per bone the first words of its group: pose, parent, world. */
export const RUN_BONES = 3
export const RUN_WORDS = 3

/**
 * Greatest magnitude of a world row after a limit op, and greatest reach of a bone that needs none. Products of two
 * such numbers, and squares, are far below the greatest float32.
 */
export const MOST_WORLD = 1e12

/** turn, limit: number of spans, then per span its first world record and its number of records. */
export const TURN_COUNT = 2
export const TURN_SPANS = 3
export const TURN_WORDS = 2

/** refresh: flags, then the bones' groups. */
export const REFRESH_OP_FLAGS = 2
export const REFRESH_BONES = 3

/** root, bone, unmoved: flags of the bone's maths, then its group. */
export const BONE_OP_FLAGS = 2
export const BONE_OP_GROUP = 3

/** Words by which constraints and ops of single bones name a bone. */
export const GROUP_WORDS = 6
/** Pose reference: see `poseReference`. */
export const GROUP = {
  POSE: 0,
  /** World record of the parent; -1 for roots. */
  PARENT: 1,
  WORLD: 2,
  /** Inherit reference: see `inheritReference`, and `INHERIT_OWN` for a code of flags. */
  INHERIT: 3,
  /** First row in the local section: the unconstrained pose. */
  LOCAL: 4,
  /**
   * For bones whose matrix a constraint moves: 1 if a later step reads their applied pose. With FLAG_STAMPS: 1 if the
   * pose is recovered at once.
   */
  LIVE: 5,
} as const

/**
 * Flags of every op that composes; bits 4 to 13 and from 17 on belong to the constraint's kind. This one:
 * noRotationOrReflection with the parent's raw values.
 */
export const FLAG_RAW_NO_ROTATION = 1
/** The skeleton's scale stays in the axes of noRotationOrReflection. Only together with FLAG_RAW_NO_ROTATION. */
export const FLAG_SCALED_NO_ROTATION = 1 << 14
/** `Maths.tinyAxes`. */
export const FLAG_TINY_AXES = 1 << 16
/** Flags of a skeleton's maths for bones that do not inherit everything. */
export function noRotationFlags({ noRotation, tinyAxes }: Maths): number {
  if (noRotation === 'scale-free') return tinyAxes ? FLAG_TINY_AXES : 0
  return noRotation === 'raw' ? FLAG_RAW_NO_ROTATION : FLAG_RAW_NO_ROTATION | FLAG_SCALED_NO_ROTATION
}

/** How applied values are recovered, two bits: values of DECOMPOSE. */
export const FLAG_DECOMPOSE_SHIFT = 1
export const FLAG_DECOMPOSE_MASK = 0b110
export const DECOMPOSE = { '3.8': 0, '4.0': 1, '4.2': 2, '4.3': 3 } as const
/** 3.8: applied poses go stale and are recovered when an op needs them. */
export const FLAG_LAZY = 1 << 3
/**
 * 4.3: applied poses go stale and are recovered where ops say so. An op that moves a bone by its pose leaves its matrix
 * alone.
 */
export const FLAG_STAMPS = 1 << 15

/**
 * Further bits of an inherit code of flags. This one: the parent's angle is its own pose's, since it inherits no scale
 * or has no parent. From bit 8 on: the parent's number.
 */
export const INHERIT_OWN = 32
export const INHERIT_PARENT_SHIFT = 8

/** Where a bone's rows begin in the local section, in words. */
export function localOffset(bone: number): number {
  return bone * LOCAL_FIELDS * LANES
}

/** Where a bone's record begins in the world section, in words. */
export function worldOffset(bone: number): number {
  return bone * WORLD_RECORD
}

/** Offsets are multiples of LANES; bit 0 marks the applied section. */
const POSE_APPLIED = 2 ** 31

/** Reference to a bone's pose: its applied rows if it has some, else its local rows. */
export function poseReference(bone: number, appliedRow: number): number {
  return appliedRow >= 0 ? appliedRow * LANES - POSE_APPLIED : localOffset(bone)
}

/** Word index of a pose; `local` and `applied` are the starts of the sections (lane included, or not). */
export function poseAt(reference: number, local: number, applied: number): number {
  return reference >= 0 ? local + reference : applied + (reference & (POSE_APPLIED - 1))
}

/** A constant mode itself; for a keyed one, the complement of its offset in the local section. */
export function inheritReference(mode: number, row: number): number {
  return row >= 0 ? ~(row * LANES) : mode
}
