/** Makes the table of a rig's constraints, with the facts from their kinds. */
import { OsteonError } from '../../base/errors'
import { type Account, afford, beyondMemory } from '../../base/model/limits'
import type { SkeletonModel } from '../../base/model/skeleton'
import type { ConstraintTable } from '../tables'
import { type BroughtKinds, CONSTRAINT_TYPES, kindOf, type OwnType } from './index'
import type { ConstraintKind, SkeletonParts, Touched } from './kind'

/** The facts of a constraint from its kind, its rows, and its ops in all update programs, roughly. */
const BYTES_OF_A_CONSTRAINT = 1500

/** Most rigs have constraints of few types, or of none. */
const NONE: ReadonlyMap<string, number> = new Map()

export function makeConstraintTable(
  skeleton: SkeletonParts & Pick<SkeletonModel, 'constraints'>,
  brought: BroughtKinds | null = null,
): ConstraintTable {
  const { constraints: models } = skeleton
  const kinds: ConstraintKind[] = []
  const touched: Touched[] = []
  const lists: Partial<Record<string, Map<string, number>>> = {}
  for (const model of models) {
    const kind = kindOf(model, brought)
    let list = lists[model.type]
    if (!list) lists[model.type] = list = new Map()
    list.set(model.name, kinds.length)
    kinds.push(kind)
    touched.push(kind.touches(model, skeleton))
  }
  // Kinds from a reader are found by number only.
  const named = {} as Record<OwnType, ReadonlyMap<string, number>>
  for (const type of CONSTRAINT_TYPES) named[type] = lists[type] ?? NONE
  return { ...named, count: models.length, models, kinds, touched }
}

/** Counts the memory of a rig's constraints. @throws OsteonError `too-large`. */
export function payForConstraints({ constraints }: SkeletonModel, source: string, account: Account): void {
  if (afford(account, constraints.length * BYTES_OF_A_CONSTRAINT)) return
  const message = beyondMemory(account, `what ${constraints.length} constraints take`)
  throw new OsteonError('too-large', source, 'constraints', message)
}
