import { INHERIT } from '../../model/skeleton'
import type { ProgramInput } from './active'
import type { UpdateStep } from './sort'

/** Steps without those that IK does itself. */
export interface LeftSteps {
  readonly steps: UpdateStep[]
  /** Per constraint, 1: nothing composed its last bone before it; it does so in every lane. */
  readonly composes: Uint8Array
}

/**
 * Leaves out the last composition of an IK constraint's last bone before it: the constraint looks at that bone's pose, not
 * at its matrix, and composes it behind. Under 3.8 rules the matrix is looked at.
 */
export function leaveToIk(input: ProgramInput, steps: readonly UpdateStep[]): LeftSteps {
  const composes = new Uint8Array(input.constraints.count)
  if (input.maths.recompose === 'local') return { steps: [...steps], composes }
  const left = new Set<number>()
  steps.forEach(({ type, index }, place) => {
    const found = type === 'constraint' ? compositionBefore(input, steps, place, index) : -1
    if (found < 0) return
    left.add(found)
    composes[index] = 1
  })
  return { steps: steps.filter((_, place) => !left.has(place)), composes }
}

/** The step that composes the last bone of the constraint at `place`, if nothing reads its matrix from there on; or -1. */
function compositionBefore(
  { bones, constraints, rows }: ProgramInput,
  steps: readonly UpdateStep[],
  place: number,
  constraint: number,
): number {
  const model = constraints.models[constraint]
  if (model.type !== 'ik') return -1
  const [first] = model.bones
  const last = model.bones[model.bones.length - 1]
  const { parent } = bones
  if (model.target === last || parent[first] === last) return -1
  // Alone, a bone of another inherit mode is aimed from where it is.
  const isNormal = bones.inherit[last] === INHERIT.normal && rows.inherit[last] < 0
  if (model.bones.length === 1 && !isNormal) return -1
  for (let at = place - 1; at >= 0 && steps[at].type === 'bone'; at--) {
    const bone = steps[at].index
    if (bone === last) return at
    if (parent[bone] === last) return -1
  }
  return -1
}
