/** The random choices of scripts. */
import { seededRandom } from '../../bench/kit/random'

export interface Dice {
  /** 0 … 1. */
  next(): number
  chance(odds: number): boolean
  pick<T>(list: readonly T[]): T
}

/** @param kind a number that all scripts of one kind share: other kinds get other numbers. */
export function diceOf(seed: number, kind: number): Dice {
  const next = seededRandom(Math.imul(seed, 0x9e3779b1) ^ kind)
  return {
    next,
    chance: (odds) => next() < odds,
    pick: (list) => list[Math.floor(next() * list.length)],
  }
}
