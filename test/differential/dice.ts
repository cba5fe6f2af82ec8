/** What random scripts are thrown by. */
import { seededRandom } from '../../bench/kit/random'

export interface Dice {
  /** 0 … 1. */
  next(): number
  chance(odds: number): boolean
  pick<T>(list: readonly T[]): T
}

/** @param kind a number that scripts of one kind have in common: those of others are thrown otherwise. */
export function diceOf(seed: number, kind: number): Dice {
  const next = seededRandom(Math.imul(seed, 0x9e3779b1) ^ kind)
  return {
    next,
    chance: (odds) => next() < odds,
    pick: (list) => list[Math.floor(next() * list.length)],
  }
}
