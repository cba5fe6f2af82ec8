import type { Crowd } from '../crowd'
import { fillCells } from '../figures/cells'

/** Finds out who is near whom. */
export function sortIntoCells({ cells, ids, world }: Crowd): void {
  const { x, y } = world.components.Transform
  fillCells(cells, ids, x, y)
}
