/** Programs under offsets that override: the bones that these move hang on nothing. */
import { INHERIT_FLAGS } from '../../model/skeleton'
import type { ProgramInput } from '../constraints/kind'
import type { ActiveSet } from './active'
import type { Override } from './cache'
import { compileProgram } from './compile'
import { INHERIT_OWN } from './ops'

/** @param bones those whose offsets override, in any order. */
export function overrideBones(bones: readonly number[]): Override {
  return {
    find: (input) => overriddenIn(input, bones),
    compile: (input, active, overridden) =>
      compileProgram(withOverridden(input, overridden), activeUnder(input, active, overridden)),
  }
}

/** Roots hang on nothing anyway; a bone whose place a constraint takes has no pose. */
export function overriddenIn(
  { bones, constraints }: Pick<ProgramInput, 'bones' | 'constraints'>,
  wanted: readonly number[],
): number[] {
  const { kinds, models } = constraints
  const stands = (bone: number) => kinds.some((kind, index) => kind.stands?.(models[index]) === bone)
  const found = [...new Set(wanted)].filter((bone) => bones.parent[bone] >= 0 && !stands(bone))
  return found.sort((a, b) => a - b)
}

/** The same with these bones as roots. */
export function withOverridden<T extends Pick<ProgramInput, 'bones'>>(
  input: T,
  overridden: readonly number[],
): T {
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
    if (inherit[bone] >= INHERIT_FLAGS && parent[bone] >= 0 && parent[parent[bone]] < 0)
      inherit[bone] |= INHERIT_OWN
  return { ...input, bones: { ...bones, parent, inherit } }
}

/** The set without constraints that need the parents which these bones lack. */
function activeUnder(
  { constraints }: ProgramInput,
  active: ActiveSet,
  overridden: readonly number[],
): ActiveSet {
  const { kinds, models } = constraints
  const idle = (index: number) =>
    kinds[index].hangs?.(models[index]).some((bone) => overridden.includes(bone)) ?? false
  return { ...active, constraints: active.constraints.map((flag, index) => (idle(index) ? 0 : flag)) }
}
