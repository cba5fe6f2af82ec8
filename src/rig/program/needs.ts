/** Finds the part of an active set that the world matrices of given bones depend on. */
import { isPure, type ProgramInput, type Touched } from '../constraints/kind'
import type { ActiveSet } from './active'

/** The part of the input that says which step reads which bones. */
export type NeedsInput = Pick<ProgramInput, 'slots'> & {
  readonly bones: Pick<ProgramInput['bones'], 'parent'>
  readonly constraints: Pick<ProgramInput['constraints'], 'count' | 'touched'>
  readonly maths: Pick<ProgramInput['maths'], 'recompose'>
  readonly rows: Pick<ProgramInput['rows'], 'appliedOf'>
}

/**
 * The active bones and constraints on which the world matrices of `bones` depend: their ancestors, and the constraints
 * that move any of them. The bones that such constraints read belong to them as well, with their ancestors in turn. No
 * other step moves any of them, so the matrices have the same bits without it.
 *
 * The set includes inactive bones that are read: they are never composed, but constraints may move them. It includes
 * all constraints that are not pure, since later runs depend on their state.
 *
 * @param bones a flag for each bone.
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
  // Each round adds at least one constraint, or is the last.
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
  // Not 4.0 to 4.2: there, reading a moved bone recovers its pose against its parent's present matrix.
  return (
    maths.recompose !== 'applied' &&
    reads.applied.some((bone) => bones[bone] === 1 && rows.appliedOf[bone] >= 0)
  )
}
