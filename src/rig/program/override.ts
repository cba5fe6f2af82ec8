/** Compiles programs for bones that offsets override: they are treated as having no parent. */
import { INHERIT_FLAGS } from '../../base/model/skeleton'
import type { ProgramInput } from '../constraints/kind'
import type { ActiveSet } from './active'
import type { Override } from './cache'
import { compileProgram } from './compile'
import { INHERIT_OWN } from './ops'

/** @param bones the bones whose offsets override, in any order. */
export function overrideBones(bones: readonly number[]): Override {
  return {
    find: (input) => overriddenIn(input, bones),
    compile: (input, active, overridden) =>
      compileProgram(withOverridden(input, overridden), activeUnder(input, active, overridden)),
  }
}

/** Leaves out roots, which have no parent anyway, and bones that a constraint replaces, which have no pose. */
export function overriddenIn(
  { bones, constraints }: Pick<ProgramInput, 'bones' | 'constraints'>,
  wanted: readonly number[],
): number[] {
  const { kinds, models } = constraints
  const isReplaced = (bone: number) => kinds.some((kind, index) => kind.replaces?.(models[index]) === bone)
  const found = [...new Set(wanted)].filter((bone) => bones.parent[bone] >= 0 && !isReplaced(bone))
  return found.sort((a, b) => a - b)
}

/** Returns the input with these bones as roots. */
export function withOverridden<T extends Pick<ProgramInput, 'bones'>>(
  input: T,
  overridden: readonly number[],
): T {
  const { bones } = input
  const parent = bones.parent.slice()
  const inherit = Int32Array.from(bones.inherit)
  for (const bone of overridden) {
    parent[bone] = -1
    // The first bone is a root, and all roots of a format inherit alike.
    inherit[bone] = bones.inherit[0]
  }
  // A root takes its scale from its own pose.
  for (let bone = 0; bone < bones.count; bone++)
    if (inherit[bone] >= INHERIT_FLAGS && parent[bone] >= 0 && parent[parent[bone]] < 0)
      inherit[bone] |= INHERIT_OWN
  return { ...input, bones: { ...bones, parent, inherit } }
}

/** The active set without constraints that need the parents of overridden bones. */
function activeUnder(
  { constraints }: ProgramInput,
  active: ActiveSet,
  overridden: readonly number[],
): ActiveSet {
  const { kinds, models } = constraints
  const idle = (index: number) =>
    kinds[index].needsParents?.(models[index]).some((bone) => overridden.includes(bone)) ?? false
  return { ...active, constraints: active.constraints.map((flag, index) => (idle(index) ? 0 : flag)) }
}
