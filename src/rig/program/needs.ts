/** What of an active set has to be computed for the world matrices of a few bones. */
import { isPure, type ProgramInput, type Touched } from '../constraints/kind'
import type { ActiveSet } from './active'

/** The part of the input that says who reads what. */
export type NeedsInput = Pick<ProgramInput, 'slots'> & {
  readonly bones: Pick<ProgramInput['bones'], 'parent'>
  readonly constraints: Pick<ProgramInput['constraints'], 'count' | 'touched'>
  readonly maths: Pick<ProgramInput['maths'], 'recompose'>
  readonly rows: Pick<ProgramInput['rows'], 'appliedOf'>
}

/**
 * The active bones and constraints without which the world matrices of `bones` would be others: their ancestors,
 * constraints that move any of these, and what such constraints read, with its ancestors in turn. What is left out
 * moves none of them, so each of them gets the same bits with it and without. Inactive bones are in it, too, where they
 * are read: they are never composed, but constraints may move them. Constraints that are not pure are always in it: what
 * they leave is there in later runs.
 *
 * @param bones one flag a bone.
 */
export function neededFor(input: NeedsInput, active: ActiveSet, bones: Uint8Array): ActiveSet {
  const { touched } = input.constraints
  const { parent } = input.bones
  const needed = {
    bones: new Uint8Array(bones.length),
    constraints: new Uint8Array(input.constraints.count),
  }
  const need = (first: number): void => {
    for (let bone = first; bone >= 0 && needed.bones[bone] === 0; bone = parent[bone]) needed.bones[bone] = 1
  }
  bones.forEach((flag, bone) => {
    if (flag !== 0) need(bone)
  })
  // Each round takes up one constraint at least, or is the last.
  for (let grown = true; grown; ) {
    grown = false
    touched.forEach((of, index) => {
      if (active.constraints[index] === 0 || needed.constraints[index] === 1) return
      if (!isNeeded(input, of, needed)) return
      needed.constraints[index] = 1
      grown = true
      for (const bone of [...of.reads.world, ...of.reads.applied, ...of.writes.applied]) need(bone)
      for (const slot of of.reads.slots) need(input.slots.bone[slot])
    })
  }
  return needed
}

function isNeeded({ maths, rows }: NeedsInput, of: Touched, { bones }: ActiveSet): boolean {
  const { reads, writes } = of
  if (!isPure(of)) return true
  if (writes.applied.some((bone) => bones[bone] === 1)) return true
  // Not 4.0 to 4.2: who looks at a moved bone has its pose recovered, against its parent as that is then.
  return (
    maths.recompose !== 'applied' &&
    reads.applied.some((bone) => bones[bone] === 1 && rows.appliedOf[bone] >= 0)
  )
}
