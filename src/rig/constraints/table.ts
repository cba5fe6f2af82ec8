/** The constraints of a rig, with what their kinds say of each. */
import type { ConstraintModel, ConstraintType } from '../../model/constraint'
import type { SkeletonModel } from '../../model/skeleton'
import type { ConstraintTable } from '../tables'
import { CONSTRAINT_TYPES, kindOf } from './index'
import type { SkeletonParts } from './kind'

export function makeConstraintTable(
  skeleton: SkeletonParts & Pick<SkeletonModel, 'constraints'>,
): ConstraintTable {
  const { constraints: models } = skeleton
  const kinds = models.map(kindOf)
  const touched = kinds.map((kind, index) => kind.touches(models[index], skeleton))
  const named = {} as Record<ConstraintType, ReadonlyMap<string, number>>
  for (const type of CONSTRAINT_TYPES) named[type] = numbersOf(models, type)
  return { ...named, count: models.length, models, kinds, touched }
}

/** Name → number of the constraints of one kind. */
function numbersOf(models: readonly ConstraintModel[], type: ConstraintType): ReadonlyMap<string, number> {
  return new Map(models.flatMap((model, index) => (model.type === type ? [[model.name, index]] : [])))
}
