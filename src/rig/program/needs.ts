/** What of an active set has to be computed for the world matrices of a few bones. */
import type { ActiveSet, ProgramInput } from './active'

/** The part of the input that says who reads what. */
export type NeedsInput = {
  readonly bones: Pick<ProgramInput['bones'], 'parent'>
  readonly constraints: ProgramInput['constraints']
  readonly maths: Pick<ProgramInput['maths'], 'recompose'>
  readonly rows: Pick<ProgramInput['rows'], 'appliedOf'>
}

/**
 * The active bones and constraints without which the world matrices of `bones` would be others: their ancestors,
 * constraints that move any of these, and what such constraints read, with its ancestors in turn. What is left out
 * moves none of them, so each of them gets the same bits with it and without. Inactive bones are in it, too, where they
 * are read: they are never composed, but constraints may move them.
 *
 * @param bones one flag a bone.
 */
export function neededFor(
  { bones: { parent }, constraints, maths, rows }: NeedsInput,
  active: ActiveSet,
  bones: Uint8Array,
): ActiveSet {
  const needed = { bones: new Uint8Array(bones.length), constraints: new Uint8Array(constraints.count) }
  const need = (first: number): void => {
    for (let bone = first; bone >= 0 && needed.bones[bone] === 0; bone = parent[bone]) needed.bones[bone] = 1
  }
  const legacy = maths.recompose === 'local'
  bones.forEach((flag, bone) => {
    if (flag !== 0) need(bone)
  })
  // Each round takes up one constraint at least, or is the last.
  for (let grown = true; grown; ) {
    grown = false
    constraints.models.forEach((model, index) => {
      if (active.constraints[index] === 0 || needed.constraints[index] === 1) return
      if (model.type !== 'ik' && model.type !== 'transform') return
      // 3.8: who looks at a moved bone has its local pose recovered, against its parent as that is then.
      const recovers =
        legacy && model.type === 'transform' && model.local && rows.appliedOf[model.target] >= 0
      const touched = recovers ? [model.target, ...model.bones] : model.bones
      if (!touched.some((bone) => needed.bones[bone] === 1)) return
      needed.constraints[index] = 1
      grown = true
      need(model.target)
      for (const bone of model.bones) need(bone)
    })
  }
  return needed
}
