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
  let isOdd = false
  let last = -1
  for (const { order, model } of found) {
    if (order < 0 || order >= found.length || order === last) {
      model.idle = true
      isOdd = true
    }
    last = order
  }
  return isOdd ? describe(found) : null
}

function describe(found: readonly OrderedConstraint[]): string {
  const idle: string[] = []
  for (const { model } of found) if (model.idle) idle.push(model.name)
  return `"order" must use 0…${found.length - 1} once each: what has another's number, or none of these, never runs (${listNames(idle, 4)})`
}
