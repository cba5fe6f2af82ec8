/** Makes the hooks by which all other code reaches slot children. */
import type { AnimationWorld } from '../../components/world-type'
import { lookArrays } from '../streams/looks'
import { SPRITE_VERTICES } from '../streams/sprites'
import type { NestingHooks } from '../world/state'
import { followHolder, followPace, growArmatures, playInSlot, showArmatures, showFor } from './armatures'
import { cutSprites, isInSight, noteCuts, takeCuts } from './cuts'
import { placeSprites, roomOf, writeSlot } from './draw'
import { carry, locate, place, prepare } from './place'
import { leave, orderRows, reseat } from './rows'

/** Entities in slots of others, among them nested armatures: an option of `installAnimation`. */
export function nesting(world: AnimationWorld): NestingHooks {
  const { animation: state } = world
  const looks = lookArrays(SPRITE_VERTICES)
  return {
    open: () => {
      orderRows(state.nesting)
      followPace(world)
    },
    showFor: (holder) => showFor(world, holder),
    follow: (holder, animation) => followHolder(state, holder, animation),
    playInSlot: (holder, slot, animation) => playInSlot(world, holder, slot, animation),
    prepare: () => {
      orderRows(state.nesting)
      showArmatures(world)
      prepare(state)
    },
    place,
    locate,
    carry,
    placeSprites,
    noteCuts,
    takeCuts,
    isInSight,
    cutSprites: () => cutSprites(state, looks),
    roomOf,
    writeSlot,
    grow: (eid) => growArmatures(world, eid),
    leave: (eid) => leave(world, state, eid),
    reseat: (eid, before) => reseat(world, state, eid, before),
  }
}
