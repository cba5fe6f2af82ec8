import type { Crowd } from '../crowd'
import { fillCells } from '../figures/cells'

/** Sorts characters into cells, for finding neighbours. */
export function sortIntoCells({ cells, ids, world }: Crowd): void {
  const { x, y } = world.components.Transform
  fillCells(cells, ids, x, y)
}
