/** Finds the bones and constraints that are active under a skin. */
import type { ProgramInput } from '../constraints/kind'

/** A flag for each bone and each constraint. */
export interface ActiveSet {
  readonly bones: Uint8Array
  readonly constraints: Uint8Array
}

/** The part of the input that decides the active set. */
export interface ActiveInput {
  readonly bones: Pick<ProgramInput['bones'], 'count' | 'parent' | 'skinRequired'>
  readonly constraints: Pick<ProgramInput['constraints'], 'count' | 'models' | 'touched'>
}

/**
 * The bones and constraints that are active under a skin that lists `skinBones` and `skinConstraints`. Without a skin
 * both lists are empty; the default skin counts only while it is the current one.
 */
export function activeSet(
  input: ActiveInput,
  skinBones: readonly number[],
  skinConstraints: readonly number[],
): ActiveSet {
  const { parent, skinRequired, count } = input.bones
  const bones = new Uint8Array(count)
  for (let bone = 0; bone < count; bone++) bones[bone] = skinRequired[bone] === 0 ? 1 : 0

  // A bone may be active under an inactive parent, so each chain is followed until it meets a bone that is listed
  // already.
  const listed = new Uint8Array(count)
  for (const first of skinBones)
    for (let bone = first; bone >= 0 && listed[bone] === 0; bone = parent[bone]) {
      listed[bone] = 1
      bones[bone] = 1
    }

  const inSkin = new Set(skinConstraints)
  const constraints = new Uint8Array(input.constraints.count)
  input.constraints.models.forEach(({ skinRequired, idle }, index) => {
    const { source } = input.constraints.touched[index]
    const wanted = !idle && (!skinRequired || inSkin.has(index))
    constraints[index] = wanted && (source < 0 || bones[source] === 1) ? 1 : 0
  })
  return { bones, constraints }
}

/** A key for caching programs: equal exactly for equal sets of one rig. */
export function activeKey(active: ActiveSet): string {
  return `${hex(active.bones)}.${hex(active.constraints)}`
}

function hex(flags: Uint8Array): string {
  let text = ''
  for (let first = 0; first < flags.length; first += 4) {
    let digit = 0
    for (let bit = 0; bit < 4; bit++) if (flags[first + bit] === 1) digit |= 1 << bit
    text += digit.toString(16)
  }
  return text
}
