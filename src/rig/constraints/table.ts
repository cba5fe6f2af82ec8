/** The constraints of a rig, with what their kinds say of each. */
import type { ConstraintType } from '../../model/constraint'
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
  const named = {} as Record<ConstraintType, Map<string, number>>
  for (const type of CONSTRAINT_TYPES) named[type] = new Map()
  models.forEach(({ type, name }, index) => {
    named[type].set(name, index)
  })
  return { ...named, count: models.length, models, kinds, touched }
}
