/** The extension `budgets`. */
import type { Extension } from '../../../components/extension'
import type { Joined } from '../../world/joins'
import type { AnimationWorld } from '../../world/world-type'
import type {} from '../save/hooks'
import { readBudget, restoreBudget, type SavedBudget, saveBudget } from './save'
import { type BudgetState, createBudget } from './state'

/** Weight of a tick in the mean: of a slower one, and of a quicker one. */
const SLOWER = 0.25
const QUICKER = 0.12
/** Calls whose ticks are not measured. */
const FIRST = 4

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

/** Takes the milliseconds of a tick into the mean. Slow ticks count more, so that the budget holds. */
function measure(own: BudgetState, milliseconds: number): void {
  // First ticks compile animations and code.
  if (own.calls <= FIRST) return
  if (own.mean === 0) own.mean = milliseconds
  else own.mean += (milliseconds - own.mean) * (milliseconds > own.mean ? SLOWER : QUICKER)
}
