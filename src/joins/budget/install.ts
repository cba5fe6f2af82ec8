/** The extension `budgets`. */
import type { Extension } from '../../../components/extension'
import type { Joined } from '../../world/joins'
import type { AnimationWorld } from '../../world/world-type'
import type {} from '../save/hooks'
import { readBudget, restoreBudget, type SavedBudget, saveBudget } from './save'
import { type BudgetState, createBudget } from './state'

/** Weight of a tick in the measured time of a bone: of a slower one, and of a quicker one. */
const SLOWER = 0.25
const QUICKER = 0.05

/** Lets `budget` measure ticks, in worlds that have it: `installAnimation(world, { use: [budgets] })`. */
export const budgets: Extension = { name: 'budgets', install: joinWorld }

function joinWorld({ animation }: AnimationWorld): Joined {
  const own = createBudget()
  return {
    state: own,
    openTick() {
      own.opened = performance.now()
    },
    finishTick: () => measure(own, performance.now() - own.opened),
    forget: () => own.seen.fill(0),
    save: {
      what: 'budgets',
      structure: () => 0,
      save: () => saveBudget(own, animation),
      restore: (saved, places) => restoreBudget(own, animation, saved as SavedBudget | undefined, places),
      encoded: {
        key: 'budget',
        describe: (saved) => ((saved as SavedBudget).calls === 1 ? null : (saved as SavedBudget)),
        read: readBudget,
      },
    },
  }
}

/** Takes the milliseconds of a tick into the mean of a bone. Slow ticks count at once, so that the budget holds. */
function measure(own: BudgetState, milliseconds: number): void {
  if (own.planned === 0) return
  const unit = milliseconds / own.planned
  if (own.unit === 0) own.unit = unit
  else own.unit += (unit - own.unit) * (unit > own.unit ? SLOWER : QUICKER)
}
