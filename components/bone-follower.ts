/** An entity that follows a bone of another: a sword in a hand, a name tag over a head. */
import { observe, onAdd, onGet, onRemove, onSet, removeComponent } from 'bitecs'
import { OsteonError, refuseUnknown } from '../src/base/errors'
import { addLink, bindLink, dropLink, hostSerial } from '../src/world/attached/links'
import { standsOn } from '../src/world/attached/stands-on'
import { LEVEL } from '../src/world/skeletons'
import type { AnimationWorld, BoneFollowerColumns } from '../src/world/world-type'
import { checkFinite, entityColumn, noteRemoval, reserveAdded, reserveEntity } from './columns'
import { indexInHost, rigOfHost } from './links'
import { forgetSortKey } from './sort-key'

/** The properties that a follower takes over from its host, as bits of `BoneFollower.takes`. */
export const FOLLOW = {
  /** x and y. */
  position: 1,
  rotation: 2,
  /** The follower's own scale, multiplied by the bone's. */
  scale: 4,
  /** Mirroring: top–bottom if the follower takes the rotation, otherwise left–right. */
  flip: 8,
  /** The host's `SortKey`, plus `sortBias`. */
  sortKey: 16,
} as const

/** Values of `BoneFollower.withHost`: what happens to a follower whose host is gone. */
export const WITH_HOST = {
  /** It keeps its last place. */
  stay: 0,
  /** It is not drawn until it has a host again. */
  hide: 1,
  /** Its entity is removed. */
  despawn: 2,
  /** Set by `boneFollower`: `hide`, and the host is gone. */
  hidden: 3,
} as const

/** The data of `set(BoneFollower, …)`: what to follow, and how. Fields that are left out get their defaults. */
export type BoneFollowerData = {
  /** An entity with a skeleton. @default the current host */
  host?: number
  /** A bone's name or index in the host's rig. */
  bone?: string | number
  /** Name or index of a slot that shows a point attachment. While the slot shows none, the follower stays. */
  point?: string | number
  /** Name or index of a slot. The follower is at the region or point that the slot shows, otherwise at its bone. */
  slot?: string | number
  /** Whether it takes the place. @default true */
  position?: boolean
  /** Whether it takes the rotation. @default true */
  rotation?: boolean
  /** Whether it takes the scale. @default false */
  scale?: boolean
  /** Whether it takes mirroring. @default false */
  flip?: boolean
  /**
   * Makes the follower take the host's sort key plus this number: above 0 it is drawn over the host, below 0 under it.
   * @default the key stays as it is
   */
  sortBias?: number
  /**
   * What to do when the host is gone: keep the last place (`stay`), draw nothing until there is a host again (`hide`),
   * or remove the follower's entity (`despawn`). @default 'stay'
   */
  withHost?: 'stay' | 'hide' | 'despawn'
  /** World units, along the axes of the follower: rotated with it if it takes the rotation. @default 0 */
  offsetX?: number
  /** World units, along the follower's y axis. @default 0 */
  offsetY?: number
  /** The follower's own scale. @default that of its `Transform` when the component was set first */
  scaleX?: number
  scaleY?: number
}

/** Names by value. The value `hidden` belongs to `hide`. */
const WITH_HOST_NAMES = ['stay', 'hide', 'despawn', 'hide'] as const

const FIELDS = [
  'host',
  'bone',
  'point',
  'slot',
  'position',
  'rotation',
  'scale',
  'flip',
  'sortBias',
  'withHost',
  'offsetX',
  'offsetY',
  'scaleX',
  'scaleY',
]

export function createBoneFollower(capacity: number): BoneFollowerColumns {
  return {
    host: entityColumn(capacity),
    bone: new Uint16Array(capacity),
    slot: new Int16Array(capacity),
    anySlot: new Uint8Array(capacity),
    takes: new Uint8Array(capacity),
    offsetX: new Float32Array(capacity),
    offsetY: new Float32Array(capacity),
    scaleX: new Float32Array(capacity),
    scaleY: new Float32Array(capacity),
    sortBias: new Float32Array(capacity),
    withHost: new Uint8Array(capacity),
  }
}

/** Wires the component into `world`. A refused `set` leaves the entity as it was. */
export function installBoneFollower(world: AnimationWorld): void {
  const { BoneFollower } = world.components
  const { followers } = world.animation
  observe(world, onAdd(BoneFollower), (eid) => {
    reserveAdded(world, eid, BoneFollower)
    writeFollower(world, eid, 0, 0, -1, {})
    addLink(followers, eid)
  })
  observe(world, onSet(BoneFollower), (eid, data: BoneFollowerData) => {
    if (data.host === undefined && BoneFollower.host[eid] === 0) return // A prefab's instance before its data.
    try {
      follow(world, eid, data)
    } catch (error) {
      // bitECS attaches before it calls setters, so after a refused first `set` the component is removed.
      if (!BoneFollower.host[eid]) removeComponent(world, eid, BoneFollower)
      throw error
    }
  })
  observe(world, onGet(BoneFollower), (eid) => readFollower(BoneFollower, eid))
  observe(world, onRemove(BoneFollower), (eid) => {
    noteRemoval(world, eid, BoneFollower)
    if ((BoneFollower.takes[eid] & FOLLOW.sortKey) !== 0) forgetSortKey(world, eid)
    if (BoneFollower.withHost[eid] === WITH_HOST.hidden) world.components.Visibility.level[eid] = LEVEL.full
    BoneFollower.host[eid] = BoneFollower.takes[eid] = BoneFollower.withHost[eid] = 0
    dropLink(followers, eid)
  })
}

function readFollower(BoneFollower: BoneFollowerColumns, eid: number): BoneFollowerData {
  const { host, bone, slot, anySlot, takes, offsetX, offsetY, scaleX, scaleY, sortBias, withHost } =
    BoneFollower
  const onSlot = anySlot[eid] === 0 ? { point: slot[eid] } : { slot: slot[eid] }
  const bits = takes[eid]
  return {
    host: host[eid],
    ...(slot[eid] < 0 ? { bone: bone[eid] } : onSlot),
    position: (bits & FOLLOW.position) !== 0,
    rotation: (bits & FOLLOW.rotation) !== 0,
    scale: (bits & FOLLOW.scale) !== 0,
    flip: (bits & FOLLOW.flip) !== 0,
    ...((bits & FOLLOW.sortKey) === 0 ? {} : { sortBias: sortBias[eid] }),
    withHost: WITH_HOST_NAMES[withHost[eid]] ?? 'stay',
    offsetX: offsetX[eid],
    offsetY: offsetY[eid],
    scaleX: scaleX[eid],
    scaleY: scaleY[eid],
  }
}

/** Checks everything, then writes. Throws `no-skeleton`, `unknown-bone`, `unknown-slot`, `cycle`, `bad-option`, … */
function follow(world: AnimationWorld, eid: number, data: BoneFollowerData): void {
  const { BoneFollower } = world.components
  refuseUnknown(data, FIELDS, 'BoneFollower')
  const { host = BoneFollower.host[eid], bone, point, slot } = data
  const rig = rigOfHost(world, eid, host, 'BoneFollower')
  refuseCircle(world, eid, host)
  if ([bone, point, slot].filter((which) => which !== undefined).length !== 1) {
    const message = 'expected a bone, a point or a slot to follow, and one of them only'
    throw new OsteonError('bad-option', `entity ${eid}`, 'BoneFollower.bone', message)
  }
  checkFinite(data, eid, 'BoneFollower')
  if (data.withHost !== undefined && !WITH_HOST_NAMES.includes(data.withHost)) {
    const message = `expected "stay", "hide" or "despawn", got ${JSON.stringify(data.withHost)}`
    throw new OsteonError('bad-option', `entity ${eid}`, 'BoneFollower.withHost', message)
  }
  const boneIndex =
    bone === undefined ? 0 : indexInHost(rig.bones, bone, 'unknown-bone', eid, 'BoneFollower.bone')
  const slotIndex =
    bone !== undefined
      ? -1
      : point !== undefined
        ? indexInHost(rig.slots, point, 'unknown-slot', eid, 'BoneFollower.point')
        : indexInHost(rig.slots, slot ?? -1, 'unknown-slot', eid, 'BoneFollower.slot')
  reserveEntity(world, eid)
  writeFollower(world, eid, host, boneIndex, slotIndex, data)
  bindLink(world.animation.followers, eid, host, hostSerial(world.animation, host))
}

/**
 * Refuses circles. @throws OsteonError `cycle` for a host that follows the entity or is in one of its slots, directly
 * or through others.
 */
function refuseCircle({ animation, components }: AnimationWorld, eid: number, host: number): void {
  if (!standsOn(animation, components.BoneFollower.host, host, eid)) return
  const message =
    host === eid
      ? 'it would follow itself'
      : `entity ${host} follows it or is in a slot of it, by way of others perhaps`
  throw new OsteonError('cycle', `entity ${eid}`, 'BoneFollower.host', message)
}

function writeFollower(
  { components }: AnimationWorld,
  eid: number,
  host: number,
  bone: number,
  slot: number,
  data: BoneFollowerData,
): void {
  const { BoneFollower, Transform, Visibility } = components
  const { position = true, rotation = true, scale = false, flip = false, sortBias } = data
  // A former host may have changed the transform, so the follower's own scale is read from the column.
  const isNew = BoneFollower.host[eid] === 0
  const ownX = isNew ? Transform.scaleX[eid] : BoneFollower.scaleX[eid]
  const ownY = isNew ? Transform.scaleY[eid] : BoneFollower.scaleY[eid]
  BoneFollower.host[eid] = host
  BoneFollower.bone[eid] = bone
  BoneFollower.slot[eid] = slot
  BoneFollower.anySlot[eid] = data.slot === undefined ? 0 : 1
  BoneFollower.takes[eid] =
    (position ? FOLLOW.position : 0) |
    (rotation ? FOLLOW.rotation : 0) |
    (scale ? FOLLOW.scale : 0) |
    (flip ? FOLLOW.flip : 0) |
    (sortBias === undefined ? 0 : FOLLOW.sortKey)
  BoneFollower.offsetX[eid] = data.offsetX ?? 0
  BoneFollower.offsetY[eid] = data.offsetY ?? 0
  BoneFollower.scaleX[eid] = data.scaleX ?? ownX
  BoneFollower.scaleY[eid] = data.scaleY ?? ownY
  BoneFollower.sortBias[eid] = sortBias ?? 0
  if (BoneFollower.withHost[eid] === WITH_HOST.hidden) Visibility.level[eid] = LEVEL.full
  BoneFollower.withHost[eid] = WITH_HOST[data.withHost ?? 'stay']
}
