/** Merges several lists of constraints into one, in application order. */
import { listNames } from '../../../base/errors'
import type { ConstraintModel } from '../../../base/model/constraint'
import type { LISTED_CONSTRAINTS } from './names'

export type ListedName = (typeof LISTED_CONSTRAINTS)[number]
/** A constraint in files before 4.3. */
export type ListedConstraint = Extract<ConstraintModel, { type: ListedName }>

export interface OrderedConstraint {
  readonly order: number
  readonly model: ListedConstraint
}

/**
 * Sorts `found`, which lists kind after kind. Official runtimes look for one constraint of each order number. A
 * constraint is idle if an earlier one has its number, or if its number is out of range.
 *
 * @returns a description of what is odd about the numbers; `null` if nothing is.
 */
export function sortConstraints(found: OrderedConstraint[]): string | null {
  found.sort((a, b) => a.order - b.order)
  const idle: OrderedConstraint[] = []
  let last = -1
  for (const one of found) {
    if (one.order < 0 || one.order >= found.length || one.order === last) idle.push(one)
    last = one.order
  }
  for (const { model } of idle) model.idle = true
  if (idle.length === 0) return null
  const names = listNames(
    idle.map(({ model }) => model.name),
    4,
  )
  return `"order" must use 0…${found.length - 1} once each: what has another's number, or none of these, never runs (${names})`
}
