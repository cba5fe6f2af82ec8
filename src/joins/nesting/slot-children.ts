/** Puts entities into slots. */

import { chunkOf, slotNumber } from '../../api/seat'
import { OsteonError } from '../../base/errors'
import type { Entity, NameOf, RigNames } from '../../base/model/names'
import { settle } from '../../tick/settle'
import { standsOn } from '../../world/attached/stands-on'
import { heardCall, isHeard } from '../../world/calls'
import { quadRow } from '../../world/quads'
import { stateOf } from '../../world/state-of'
import type { AnimationWorld } from '../../world/world-type'
import { putInto, takeOut } from './rows'
import { CHILD_KIND, type NestedState, nestedState } from './state'

/**
 * Puts an entity with a `Skeleton` or a `Sprite` into a slot of a skeleton. It is drawn above the slot's attachment,
 * within the holder's draw order, with the alpha of the slot and the holder; its sort key is ignored. Its `Transform`
 * counts from the slot's bone. It follows that bone in the same tick, with the whole matrix. A clip of the holder that
 * is in force at the slot cuts it, and so do those of holders above.
 *
 * A child is first taken out of any other slot. A holder may be in a slot itself. When the holder is removed, all its
 * children are removed from the world; call `takeFromSlot` first for children that must stay.
 *
 * @throws OsteonError `no-extension`, `no-skeleton` if the holder has none, or the child neither a skeleton nor a
 *   sprite; `unknown-slot`; `slot-in-use` if another entity is in the slot; `cycle` if the child is the holder, holds
 *   it or is followed by it, directly or through others. Nothing has changed then.
 */
export function putInSlot<N extends RigNames, G extends string>(
  world: AnimationWorld,
  holder: Entity<N>,
  slot: NameOf<N['slots'], G> | number,
  child: number,
): void {
  if (isHeard(world)) return void heardCall('putInSlot', putInSlot, world, holder, slot, child)
  const state = nestedState(stateOf(world))
  // It may remove the holder.
  settle(world)
  const chunk = chunkOf(world, holder)
  const index = slotNumber(chunk, slot, holder)
  const kind = kindOf(world, child)
  if ((kind & CHILD_KIND.skeleton) !== 0) refuseSliders(state, child)
  refuseCycle(world, holder, child)
  const present = childIn(state, holder, index)
  if (present === child) return
  if (present !== null) {
    const message = `slot "${chunk.rig.source.slots.names[index]}" holds entity ${present}; take it out first`
    throw new OsteonError('slot-in-use', `entity ${holder}`, 'slot', message)
  }
  takeFromSlot(world, child)
  putInto(state, holder, index, child, kind)
}

/**
 * Refuses sliders: they are solved before holders are placed, so a skeleton with sliders cannot wait for its holder.
 */
function refuseSliders({ rigs, skeletons }: NestedState, child: number): void {
  const rig = rigs[skeletons.rig[child]]?.source
  if (!rig || rig.constraints.slider.size === 0) return
  const message = `rig "${rig.name}" has sliders; such a skeleton cannot be put into a slot yet`
  throw new OsteonError('unsupported-feature', `entity ${child}`, 'child', message)
}

/**
 * Takes an entity out of its slot. It is drawn by itself again, at its `Transform`.
 *
 * @returns whether it was in a slot.
 * @throws OsteonError `bad-option` for a nested armature, which its holder's displays show and hide.
 */
export function takeFromSlot(world: AnimationWorld, child: number): boolean {
  if (isHeard(world)) return heardCall('takeFromSlot', takeFromSlot, world, child)
  const state = nestedState(stateOf(world))
  settle(world)
  state.joins.quads.settleOne(child)
  const row = state.nesting.places.get(child)
  if (row === undefined) return false
  if (state.nesting.rows.attachment[row] !== 0) {
    const message = 'a nested armature stays in its slot'
    throw new OsteonError('bad-option', `entity ${child}`, 'child', message)
  }
  takeOut(state, row)
  return true
}

/**
 * Returns the entity that was put into a slot, or else the nested armature that the slot shows; `null` if there is
 * none.
 *
 * @throws OsteonError `no-skeleton`, `unknown-slot`.
 */
export function childOf<N extends RigNames, G extends string>(
  world: AnimationWorld,
  holder: Entity<N>,
  slot: NameOf<N['slots'], G> | number,
): number | null {
  const state = nestedState(stateOf(world))
  settle(world)
  const chunk = chunkOf(world, holder)
  const index = slotNumber(chunk, slot, holder)
  return childIn(state, holder, index) ?? armatureIn(state, holder, index)
}

/** Returns the entity in whose slot the child is; `null` if it is in none. */
export function holderOf(world: AnimationWorld, child: number): number | null {
  const { nesting } = nestedState(stateOf(world))
  settle(world)
  const row = nesting.places.get(child)
  return row === undefined ? null : nesting.rows.holder[row]
}

function childIn({ nesting, skeletons }: NestedState, holder: number, slot: number): number | null {
  const { rows } = nesting
  for (let row = skeletons.carries[holder]; row !== 0; row = rows.next[row])
    if (rows.slot[row] === slot && rows.attachment[row] === 0) return rows.entity[row]
  return null
}

/** Returns the nested armature that the slot showed when the last tick ended. */
function armatureIn({ nesting, skeletons }: NestedState, holder: number, slot: number): number | null {
  const { rows } = nesting
  for (let row = skeletons.carries[holder]; row !== 0; row = rows.next[row])
    if (rows.slot[row] === slot && rows.attachment[row] !== 0 && rows.shown[row] !== 0)
      return rows.entity[row]
  return null
}

/** Returns the components of the child that go into a slot. @throws OsteonError `no-skeleton`. */
function kindOf(world: AnimationWorld, child: number): number {
  const { joins, pool, skeletons } = world.animation
  joins.quads.settleOne(child)
  const isSkeleton = child < pool.capacity && skeletons.serial[child] > 0
  const isSprite = quadRow(joins.quads, child) > 0
  if (isSkeleton || isSprite)
    return (isSkeleton ? CHILD_KIND.skeleton : 0) | (isSprite ? CHILD_KIND.sprite : 0)
  const message = `entity ${child} has neither a skeleton nor a sprite`
  throw new OsteonError('no-skeleton', `entity ${child}`, 'child', message)
}

/** Refuses circles. @throws OsteonError `cycle`. */
function refuseCycle({ animation, components }: AnimationWorld, holder: number, child: number): void {
  if (!standsOn(animation, components.BoneFollower.host, holder, child)) return
  const message =
    holder === child
      ? 'it cannot hold itself'
      : `it is in a slot of entity ${child} or follows it, by way of others perhaps`
  throw new OsteonError('cycle', `entity ${holder}`, 'child', message)
}
