/** Which travel of a bone moves its skeleton: options, and what is known of a rig. */
import { badOption, refuseUnknown } from '../../base/errors'
import { INHERIT } from '../../base/model/skeleton'
import type { Rig } from '../../rig/rig'

/** Which travel of a bone moves its skeleton. */
export interface RootMotion<Bone extends string = string> {
  /** The bone's name, or its number in the rig. Most rigs have a bone `root` or `hip` that animations move. */
  bone: Bone | number
  /** Its travel along the x axis of its parent's space. @default true */
  x?: boolean
  /** Its travel along the y axis. @default false */
  y?: boolean
  /** Its turns. The travel then follows the direction to which the skeleton has turned. @default false */
  rotation?: boolean
}

/** A bone that moves what it belongs to, by numbers. */
export interface MovingBone {
  /** Its number in the rig. */
  readonly bone: number
  /** Bit `1 << axis` is set if the bone's travel along that axis (x, y, rotation) counts. */
  readonly moves: number
}

/** Axes of a bone in the order of its local rows: x, y, rotation. */
export const AXES = 3

const NAMES = ['x', 'y', 'rotation'] as const
const KNOWN = ['bone', ...NAMES]

/**
 * Checks options. @param source for errors: the call, or an entity. @param numberOf returns the number of a bone, or
 * throws.
 *
 * @throws OsteonError `bad-option`, and as `numberOf`.
 */
export function checkMotion(
  rig: Rig,
  motion: RootMotion,
  source: string | number,
  numberOf: (bone: string | number) => number,
): MovingBone {
  refuseUnknown(motion, KNOWN, source)
  const bone = numberOf(motion.bone)
  let moves = 0
  NAMES.forEach((name, axis) => {
    const given = motion[name] ?? name === 'x'
    if (typeof given !== 'boolean')
      throw badOption(source, name, `expected true or false, got ${JSON.stringify(given)}`)
    if (given) moves |= 1 << axis
  })
  if (moves === 0) throw badOption(source, 'x', 'choose x, y or rotation')
  const problem = unfitBone(rig, bone)
  if (problem) throw badOption(source, 'bone', problem)
  return { bone, moves }
}

/** Returns why a bone cannot move what it belongs to; null if it can. */
export function unfitBone(rig: Rig, bone: number): string | null {
  const { bones } = rig
  if (rig.player !== null) return 'bones of DragonBones move no skeletons'
  for (let at = bones.parent[bone]; at >= 0 && bones.parent[at] >= 0; at = bones.parent[at])
    if (bones.inherit[at] !== INHERIT.normal)
      return `"${bones.names[at]}", above it, doesn't inherit all of its parent`
  return null
}

/** Returns the options of a moving bone, with all fields. */
export function optionsOf(
  { bones }: Rig,
  { bone, moves }: MovingBone,
): Required<RootMotion> & { bone: string } {
  const has = (axis: number) => (moves & (1 << axis)) !== 0
  return { bone: bones.names[bone], x: has(0), y: has(1), rotation: has(2) }
}
