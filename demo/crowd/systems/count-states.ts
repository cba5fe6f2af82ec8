import { VISIBILITY } from 'osteon/components'
import type { Crowd } from '../crowd'
import { MODE } from '../figures/actors'
import { isLive } from '../figures/looks'

/** Numbers of characters that move, stand still, or are out of sight; each counts once. And of those that are figures of tables. */
export function countStates(crowd: Crowd): {
  awake: number
  asleep: number
  offScreen: number
  baked: number
} {
  const { actors, ids, world } = crowd
  const { level } = world.components.Visibility
  let asleep = 0
  let offScreen = 0
  let baked = 0
  for (let i = 0; i < ids.length; i++) {
    if (!isLive(crowd, ids[i])) baked++
    if (level[ids[i]] !== VISIBILITY.full) offScreen++
    else if (actors.mode[ids[i]] === MODE.rest) asleep++
  }
  return { awake: ids.length - asleep - offScreen, asleep, offScreen, baked }
}
