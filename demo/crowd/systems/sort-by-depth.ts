import { sortByY } from 'osteon'
import type { Crowd } from '../crowd'

/** Behind everything. */
const GROUND_KEY = -1e6

/** Who stands lower in the picture stands in front; particles stand where their ground is, the ground lies below. */
export function sortByDepth({ ground, particles, shownSprites, sprites, world }: Crowd): void {
  const { value } = world.components.SortKey
  sortByY(world)
  for (let row = 0; row < shownSprites; row++) value[sprites[row]] = -particles.ground[row]
  for (let i = 0; i < ground.length; i++) value[ground[i]] = GROUND_KEY + i
}
