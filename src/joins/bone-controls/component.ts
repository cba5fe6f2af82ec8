/** An entity that a bone of another follows: the target of a hand's IK, or a point for eyes to look at. */
import { observe, onAdd, onGet, onRemove, onSet, removeComponent } from 'bitecs'
import { entityColumn, noteRemoval, reserveAdded, reserveEntity } from '../../../components/columns'
import { indexInHost, rigOfHost } from '../../../components/links'
import { OsteonError } from '../../base/errors'
import { addLink, bindLink, dropLink, hostSerial } from '../../world/attached/links'
import type { BoneTargetColumns, ControlledWorld } from './state'

/** The data of `set(BoneTarget, …)`. */
export type BoneTargetData = {
  /** An entity with a skeleton. */
  host?: number
  /** The bone's name or index in the host's rig, for instance the target of an IK constraint. */
  bone?: string | number
  /** Whether the bone takes the entity's rotation as well. @default false */
  rotate?: boolean
}

export function createBoneTarget(capacity: number): BoneTargetColumns {
  return {
    host: entityColumn(capacity),
    bone: new Uint16Array(capacity),
    rotate: new Uint8Array(capacity),
  }
}

/** Wires the component into `world`. A refused `set` leaves the entity as it was. */
export function installBoneTarget(world: ControlledWorld): void {
  const { BoneTarget } = world.components
  const { targets } = world.animation
  observe(world, onAdd(BoneTarget), (eid) => {
    reserveAdded(world, eid, BoneTarget)
    writeTarget(BoneTarget, eid, 0, 0, false)
    addLink(targets, eid)
  })
  observe(world, onSet(BoneTarget), (eid, data: BoneTargetData) => {
    if (data.host === undefined && BoneTarget.host[eid] === 0) return // A prefab's instance before its data.
    try {
      lead(world, eid, data)
    } catch (error) {
      // bitECS attaches before it calls setters, so after a refused first `set` the component is removed.
      if (!BoneTarget.host[eid]) removeComponent(world, eid, BoneTarget)
      throw error
    }
  })
  observe(world, onGet(BoneTarget), (eid): BoneTargetData => {
    const { host, bone, rotate } = BoneTarget
    return { host: host[eid], bone: bone[eid], rotate: rotate[eid] !== 0 }
  })
  observe(world, onRemove(BoneTarget), (eid) => {
    noteRemoval(world, eid, BoneTarget)
    BoneTarget.host[eid] = 0
    dropLink(targets, eid)
  })
}

/** Checks everything, then writes. Throws `no-skeleton`, `unknown-bone`, `bad-option`. */
function lead(world: ControlledWorld, eid: number, data: BoneTargetData): void {
  const { host = world.components.BoneTarget.host[eid], bone, rotate = false } = data
  const rig = rigOfHost(world, eid, host, 'BoneTarget')
  if (bone === undefined) {
    const message = 'expected the bone to lead'
    throw new OsteonError('bad-option', `entity ${eid}`, 'BoneTarget.bone', message)
  }
  const index = indexInHost(rig.bones, bone, 'unknown-bone', eid, 'BoneTarget.bone')
  reserveEntity(world, eid)
  writeTarget(world.components.BoneTarget, eid, host, index, rotate)
  bindLink(world.animation.targets, eid, host, hostSerial(world.animation, host))
}

function writeTarget(
  BoneTarget: BoneTargetColumns,
  eid: number,
  host: number,
  bone: number,
  rotate: boolean,
): void {
  BoneTarget.host[eid] = host
  BoneTarget.bone[eid] = bone
  BoneTarget.rotate[eid] = rotate ? 1 : 0
}
