/**
 * Budgets: large and important figures are posed in every tick, others less often or drawn from tables, so that a tick
 * takes no longer than it may.
 *
 * @module osteon/budget
 */
export { type BudgetOptions, budget, budgetCounts } from './budget'
export { budgets } from './install'
export type { BudgetCounts } from './state'
