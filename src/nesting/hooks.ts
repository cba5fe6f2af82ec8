import type { NestingHooks } from '../world/nesting'
import { placeSprites, roomOf, writeSlot } from './draw'
import { carry, place, prepare } from './place'
import { leave, reseat } from './rows'

/** What a world gets with its first slot child. */
export const NESTING_HOOKS: NestingHooks = {
  prepare,
  place,
  carry,
  placeSprites,
  roomOf,
  writeSlot,
  leave,
  reseat,
}
