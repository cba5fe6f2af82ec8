/** The constraints of a rig, with what their kinds say of each. */
import type { ConstraintModel } from '../../model/constraint'
import type { SkeletonModel } from '../../model/skeleton'
import type { ConstraintTable } from '../tables'
import { type BroughtKinds, CONSTRAINT_TYPES, kindOf, type OwnType } from './index'
import type { SkeletonParts } from './kind'

export function makeConstraintTable(
  skeleton: SkeletonParts & Pick<SkeletonModel, 'constraints'>,
  brought: BroughtKinds | null = null,
): ConstraintTable {
  const { constraints: models } = skeleton
  const kinds = models.map((model) => kindOf(model, brought))
  const touched = kinds.map((kind, index) => kind.touches(models[index], skeleton))
  const named = {} as Record<OwnType, ReadonlyMap<string, number>>
  for (const type of CONSTRAINT_TYPES) named[type] = numbersOf(models, type)
  return { ...named, count: models.length, models, kinds, touched }
}

/** Name → number of the constraints of one kind. */
function numbersOf(models: readonly ConstraintModel[], type: OwnType): ReadonlyMap<string, number> {
  return new Map(models.flatMap((model, index) => (model.type === type ? [[model.name, index]] : [])))
}
