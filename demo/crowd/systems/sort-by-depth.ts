import { sortByY } from 'osteon'
import type { Crowd } from '../crowd'

/** Sort key of the ground, behind everything. */
const GROUND_KEY = -1e6

/** Draws lower characters in front of higher ones. A particle sorts by the ground below it; the ground is behind all. */
export function sortByDepth({ ground, particles, shownSprites, sprites, world }: Crowd): void {
  const { value } = world.components.SortKey
  sortByY(world)
  for (let row = 0; row < shownSprites; row++) value[sprites[row]] = -particles.ground[row]
  for (let i = 0; i < ground.length; i++) value[ground[i]] = GROUND_KEY + i
}
