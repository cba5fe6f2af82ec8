import { sortByY } from 'osteon'
import type { Crowd } from '../crowd'

/** Pixels of a unit below which lamps may stand behind all characters: each one among them would split a draw call. */
const DISTANT = 0.03
const BEHIND = -5e5

/** Draws lower characters in front of higher ones. A particle sorts by the ground below it. @param zoom pixels of a unit. */
export function sortByDepth({ particles, props, shownSprites, sprites, world }: Crowd, zoom: number): void {
  const { bias, value } = world.components.SortKey
  const behind = zoom < DISTANT ? BEHIND : 0
  for (let i = 0; i < props.length && bias[props[i]] !== behind; i++) bias[props[i]] = behind
  sortByY(world)
  for (let row = 0; row < shownSprites; row++) value[sprites[row]] = -particles.ground[row]
}
