/** Several lists of constraints become one in application order. */
import { listNames } from '../../../errors'
import type { ConstraintModel } from '../../../model/constraint'
import type { LISTED_CONSTRAINTS } from './names'

type ListedName = (typeof LISTED_CONSTRAINTS)[number]
/** A kind that files before 4.3 have. */
export type ListedConstraint = Extract<ConstraintModel, { type: ListedName }>

export interface OrderedConstraint {
  readonly order: number
  readonly model: ListedConstraint
}

/** Sorts `found`, which lists kind after kind. @returns what is odd about the numbers, in words; `null` if nothing is. */
export function sortConstraints(found: OrderedConstraint[]): string | null {
  found.sort((a, b) => a.order - b.order)
  const odd = found.filter(({ order }, i) => order !== i).map(({ model }) => model.name)
  if (odd.length === 0) return null
  return `"order" should use 0…${found.length - 1} once each; odd from: ${listNames(odd, 4)}`
}
