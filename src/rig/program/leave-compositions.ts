/** Drops compositions of bones that a constraint composes itself. */
import type { ProgramInput } from '../constraints/kind'
import type { UpdateStep } from './sort'

/** Steps without the compositions that constraints do themselves. */
export interface LeftSteps {
  readonly steps: UpdateStep[]
  /** For each step, 1: a constraint whose bones no step composes before it; its op composes them in every lane. */
  readonly composes: Uint8Array
}

/**
 * Drops the last composition of a bone before a constraint that composes the bone without reading its matrix
 * (`ConstraintKind.composes`). Under 3.8 rules a composition also resets the bone's pose, so it stays. Under 4.3's
 * rules constraints compose nothing.
 */
export function leaveCompositions(input: ProgramInput, steps: readonly UpdateStep[]): LeftSteps {
  const { constraints, maths } = input
  if (maths.recompose !== 'applied') return { steps: [...steps], composes: new Uint8Array(steps.length) }
  const left = new Set<number>()
  const composing = new Set<number>()
  steps.forEach(({ type, index }, place) => {
    if (type === 'bone') return
    const bones = constraints.kinds[index].composes(constraints.models[index], input)
    const found = bones.map((bone) => compositionBefore(input, steps, place, bone))
    // The op has one flag for all of its bones.
    if (found.length === 0 || found.includes(-1)) return
    for (const at of found) left.add(at)
    composing.add(place)
  })
  const kept = steps.map((_, place) => place).filter((place) => !left.has(place))
  return {
    steps: kept.map((place) => steps[place]),
    composes: Uint8Array.from(kept, (place) => (composing.has(place) ? 1 : 0)),
  }
}

/** The step that composes a bone, if no step reads its matrix between it and the constraint at `place`; or -1. */
function compositionBefore(
  { bones }: ProgramInput,
  steps: readonly UpdateStep[],
  place: number,
  bone: number,
): number {
  for (let at = place - 1; at >= 0 && steps[at].type === 'bone'; at--) {
    if (steps[at].index === bone) return at
    if (bones.parent[steps[at].index] === bone) return -1
  }
  return -1
}
