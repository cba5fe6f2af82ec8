import { VISIBILITY } from 'osteon/components'
import type { Crowd } from '../crowd'
import { MODE } from '../figures/actors'

/** Numbers of characters that are posed, stand still, or are out of sight; each counts once. */
export function countStates({ actors, ids, world }: Crowd): {
  awake: number
  asleep: number
  offScreen: number
} {
  const { level } = world.components.Visibility
  let asleep = 0
  let offScreen = 0
  for (let i = 0; i < ids.length; i++) {
    if (level[ids[i]] !== VISIBILITY.full) offScreen++
    else if (actors.mode[ids[i]] === MODE.rest) asleep++
  }
  return { awake: ids.length - asleep - offScreen, asleep, offScreen }
}
