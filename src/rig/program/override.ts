/** Active sets and bones under offsets that override: what they move hangs on nothing. */
import { INHERIT_FLAGS } from '../../model/skeleton'
import type { ProgramInput } from '../constraints/kind'
import type { ActiveSet } from './active'
import { INHERIT_OWN } from './ops'

/**
 * Of bones whose offsets override, those for which that makes a difference to a program. Roots hang on nothing anyway; a bone
 * whose place a constraint takes has no pose.
 *
 * @returns each once, in ascending order.
 */
export function overriddenIn({ bones, constraints }: ProgramInput, wanted: readonly number[]): number[] {
  const { kinds, models } = constraints
  const stands = (bone: number) => kinds.some((kind, index) => kind.stands?.(models[index]) === bone)
  const found = [...new Set(wanted)].filter((bone) => bones.parent[bone] >= 0 && !stands(bone))
  return found.sort((a, b) => a - b)
}

/** The same with these bones as roots. */
export function withOverridden(input: ProgramInput, overridden: readonly number[]): ProgramInput {
  const { bones } = input
  const parent = bones.parent.slice()
  const inherit = Int32Array.from(bones.inherit)
  for (const bone of overridden) {
    parent[bone] = -1
    // The first bone is a root: roots of one format all inherit alike.
    inherit[bone] = bones.inherit[0]
  }
  // A root has its scale from its own pose.
  for (let bone = 0; bone < bones.count; bone++)
    if (inherit[bone] >= INHERIT_FLAGS && overridden.includes(bones.parent[bone]) && parent[bone] >= 0)
      inherit[bone] |= INHERIT_OWN
  return { ...input, bones: { ...bones, parent, inherit } }
}

/** The set without constraints that need the parents which these bones lack. */
export function activeUnder(
  { constraints }: ProgramInput,
  active: ActiveSet,
  overridden: readonly number[],
): ActiveSet {
  const { kinds, models } = constraints
  const idle = (index: number) =>
    kinds[index].hangs?.(models[index]).some((bone) => overridden.includes(bone)) ?? false
  return { ...active, constraints: active.constraints.map((flag, index) => (idle(index) ? 0 : flag)) }
}
