/** An entity that rides on a bone of another: a sword in a hand, a name tag over a head. */
import { observe, onAdd, onGet, onRemove, onSet, removeComponent } from 'bitecs'
import { OsteonError } from '../src/errors'
import { addLink, bindLink, dropLink, hostSerial } from '../src/world/links'
import { checkFinite, entityColumn, noteRemoval, reserveAdded, reserveEntity } from './columns'
import { indexInHost, rigOfHost } from './links'
import type { AnimationWorld, BoneFollowerColumns } from './world-type'

/** The data of `set(BoneFollower, …)`: either a bone or a point. */
export type BoneFollowerData = {
  /** An entity with a skeleton. */
  host?: number
  /** A bone's name or index in the host's rig. */
  bone?: string | number
  /** Name or index of a slot that shows a point attachment. While it shows none, the follower stays. */
  point?: string | number
  /** @default 0 */
  offsetX?: number
  /** @default 0 */
  offsetY?: number
}

export function createBoneFollower(capacity: number): BoneFollowerColumns {
  return {
    host: entityColumn(capacity),
    bone: new Uint16Array(capacity),
    slot: new Int16Array(capacity),
    offsetX: new Float32Array(capacity),
    offsetY: new Float32Array(capacity),
  }
}

/** Wires the component into `world`. A refused `set` leaves the entity as it was. */
export function installBoneFollower(world: AnimationWorld): void {
  const { BoneFollower } = world.components
  const { followers } = world.animation
  observe(world, onAdd(BoneFollower), (eid) => {
    reserveAdded(world, eid, BoneFollower)
    writeFollower(BoneFollower, eid, 0, 0, -1, {})
    addLink(followers, eid)
  })
  observe(world, onSet(BoneFollower), (eid, data: BoneFollowerData) => {
    if (data.host === undefined && BoneFollower.host[eid] === 0) return // A prefab's instance before its data.
    try {
      follow(world, eid, data)
    } catch (error) {
      // bitECS attaches before it calls setters, so a refused first `set` is taken back.
      if (!BoneFollower.host[eid]) removeComponent(world, eid, BoneFollower)
      throw error
    }
  })
  observe(world, onGet(BoneFollower), (eid): BoneFollowerData => {
    const { host, bone, slot, offsetX, offsetY } = BoneFollower
    const place = slot[eid] < 0 ? { bone: bone[eid] } : { point: slot[eid] }
    return { host: host[eid], ...place, offsetX: offsetX[eid], offsetY: offsetY[eid] }
  })
  observe(world, onRemove(BoneFollower), (eid) => {
    noteRemoval(world, eid, BoneFollower)
    BoneFollower.host[eid] = 0
    dropLink(followers, eid)
  })
}

/** Checks everything, then writes. Throws `no-skeleton`, `unknown-bone`, `unknown-slot`, `bad-option`, … */
function follow(world: AnimationWorld, eid: number, data: BoneFollowerData): void {
  const { BoneFollower } = world.components
  const { host = BoneFollower.host[eid], bone, point, offsetX = 0, offsetY = 0 } = data
  const rig = rigOfHost(world, eid, host, 'BoneFollower')
  if ((bone === undefined) === (point === undefined)) {
    const message = 'expected either a bone or a point to follow'
    throw new OsteonError('bad-option', `entity ${eid}`, 'BoneFollower.bone', message)
  }
  checkFinite({ offsetX, offsetY }, eid, 'BoneFollower')
  const boneIndex =
    bone === undefined ? 0 : indexInHost(rig.bones, bone, 'unknown-bone', eid, 'BoneFollower.bone')
  const slotIndex =
    point === undefined ? -1 : indexInHost(rig.slots, point, 'unknown-slot', eid, 'BoneFollower.point')
  reserveEntity(world, eid)
  writeFollower(world.components.BoneFollower, eid, host, boneIndex, slotIndex, data)
  bindLink(world.animation.followers, eid, host, hostSerial(world.animation, host))
}

function writeFollower(
  BoneFollower: BoneFollowerColumns,
  eid: number,
  host: number,
  bone: number,
  slot: number,
  { offsetX = 0, offsetY = 0 }: BoneFollowerData,
): void {
  BoneFollower.host[eid] = host
  BoneFollower.bone[eid] = bone
  BoneFollower.slot[eid] = slot
  BoneFollower.offsetX[eid] = offsetX
  BoneFollower.offsetY[eid] = offsetY
}
