/** Gives rows to new skeletons, and takes rows from skeletons that are gone. */
import { addComponent, hasComponent, Prefab } from 'bitecs'
import { OsteonError } from '../base/errors'
import { growColumns } from '../base/memory/columns'
import { doubled } from '../base/memory/growing'
import { forgetSkeleton } from '../streams/vertices/forget'
import { forgetTracks } from '../tracks/entries/rows'
import { heardCall, isHeard } from '../world/calls'
import type { RegisteredRig } from '../world/chunks/blocks'
import { leaveSeat } from '../world/chunks/seats'
import { isPresent } from '../world/flags/states'
import { ACTIVITY, LEVEL } from '../world/skeletons'
import { type AnimationState, TOTAL } from '../world/state'
import { stateOf } from '../world/state-of'
import type { AnimationWorld } from '../world/world-type'
import { changeRig } from './change-rig'
import { seatInSetupPose } from './doors/move'
import { copyEntityColumns } from './shadow'

/**
 * Gives rows to every skeleton that was added or set, and takes rows back from skeletons that are gone. Prefabs,
 * `set(Skeleton, …)`, `spawnSkeleton` and deserialisers all come to this one place. A structure call: the arena may
 * grow.
 */
export function settle(world: AnimationWorld): void {
  const { tick } = world.animation
  if (tick.pending.size > 0 && isHeard(world)) return void heardCall('settle', settle, world)
  settleLeaving(world)
  if (tick.pending.size === 0) return
  for (const eid of tick.pending) settleEntity(world, eid)
  settleLeaving(world)
}

/** Takes rows back from skeletons that are gone. Entities in their slots go with them. */
export function settleLeaving(world: AnimationWorld): void {
  const { leaving } = world.animation.tick
  if (leaving.size === 0) return
  if (isHeard(world)) return void heardCall('settleLeaving', settleLeaving, world)
  // Children join while the set is traversed.
  for (const eid of leaving) leave(world, eid)
}

/**
 * Gives one entity its rows if they are pending. Skeletons that are gone leave first, with entities in their slots, so
 * all public functions see bitECS's `removeEntity` as if it were `despawnSkeleton`.
 *
 * @throws OsteonError `no-animation`; `no-skeleton` if the entity has no skeleton.
 */
export function ensureSeated(world: AnimationWorld, eid: number): void {
  const state = stateOf(world)
  settleLeaving(world)
  if (state.tick.pending.has(eid)) {
    if (isHeard(world)) return void heardCall('ensureSeated', ensureSeated, world, eid)
    settleEntity(world, eid)
    settleLeaving(world)
  }
  if (isPresent(state, eid)) return
  throw new OsteonError('no-skeleton', `entity ${eid}`, '', 'it has no skeleton')
}

/** Settles one entity. A skeleton that gets another rig loses the entities in slots that the rig lacks. */
function settleEntity(world: AnimationWorld, eid: number): void {
  const { animation: state, components } = world
  // Prefabs hold no rows, and no observer is notified when one is removed.
  if (hasComponent(world, eid, Prefab) || !hasComponent(world, eid, components.Skeleton)) {
    state.tick.pending.delete(eid)
    return
  }
  const rig = state.rigs[components.Skeleton.rig[eid]]
  const skin = components.Skeleton.skin[eid]
  // The rig or skin is yet to be written or made, after a deserialiser for instance: the entity stays pending.
  if (!rig || (skin >= 0 && !rig.skins[skin])) return
  state.tick.pending.delete(eid)
  if (!hasComponent(world, eid, components.Transform)) addComponent(world, eid, components.Transform)
  if (eid >= state.pool.capacity)
    growColumns(state.pool, Math.max(eid + 1, Math.ceil(state.pool.capacity * 1.5)))

  const { skeletons } = state
  const present = skeletons.serial[eid] !== 0
  if (present && skeletons.rig[eid] === rig.number && skeletons.skin[eid] === skin) {
    copyEntityColumns(world, eid)
    return // Set again with the same rig and skin: the pose stays.
  }
  const before = present ? skeletons.rig[eid] : 0
  if (!present || before === rig.number || !changeRig(world, eid, rig, skin)) {
    if (present) vacate(state, eid)
    occupy(state, eid, rig, skin)
  }
  if (before === 0) skeletons.carries[eid] = skeletons.carried[eid] = 0
  if (before === 0) skeletons.outerAlpha[eid] = 1
  if ((skeletons.carries[eid] | skeletons.carried[eid]) !== 0) state.joins.carry?.reseat(eid, before)
  copyEntityColumns(world, eid)
  if (rig.source.nested.size > 0 && before !== rig.number) state.joins.carry?.grow(eid)
}

function occupy(state: AnimationState, eid: number, registered: RegisteredRig, skin: number): void {
  seatInSetupPose(state, eid, registered, skin, false)
  const { skeletons, alive } = state
  skeletons.serial[eid] = state.nextSerial++
  skeletons.activity[eid] = ACTIVITY.written
  skeletons.lastMarked[eid] = state.tick.number
  skeletons.level[eid] = LEVEL.full
  skeletons.rate[eid] = 0
  skeletons.since[eid] = state.tick.seconds[TOTAL]
  skeletons.tracks[eid] = -1
  if (alive.count === alive.ids.length) alive.ids = doubled(alive.ids)
  alive.ids[alive.count++] = eid
  state.streams.pools.membersStale = true
  state.structure++
}

function leave(world: AnimationWorld, eid: number): void {
  const { joins, skeletons, tick } = world.animation
  // This comes first, because observers of entities that go with it may come here again.
  tick.leaving.delete(eid)
  if ((skeletons.carries[eid] | skeletons.carried[eid]) !== 0) joins.carry?.leave(eid)
  vacate(world.animation, eid)
}

function vacate(state: AnimationState, eid: number): void {
  forgetTracks(state, eid)
  state.joins.bones?.drop(eid)
  for (const { drop } of state.joins.rows) drop(eid)
  forgetSkeleton(state, eid)
  leaveSeat(state, eid)
  removeAlive(state, eid)
  state.skeletons.serial[eid] = 0
  state.tick.activeStale = true
  state.structure++
}

/** Takes the rows of all skeletons back, because there are no entities any more. */
export function forgetSkeletons(state: AnimationState): void {
  const { alive, tick } = state
  tick.pending.clear()
  tick.leaving.clear()
  while (alive.count > 0) vacate(state, alive.ids[alive.count - 1])
}

/** Removes an entity from the list of the living, which is in ascending serial. */
function removeAlive(state: AnimationState, eid: number): void {
  const { alive, skeletons } = state
  const { ids } = alive
  const serial = skeletons.serial[eid]
  let low = 0
  let high = alive.count - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (skeletons.serial[ids[middle]] < serial) low = middle + 1
    else high = middle
  }
  ids.copyWithin(low, low + 1, alive.count--)
}
