/** The component `Skeleton`: an entity that is posed and drawn. */
import { observe, onAdd, onGet, onRemove, onSet, removeComponent } from 'bitecs'
import { listNames, OsteonError, refuseUnknown } from '../src/base/errors'
import type { Rig } from '../src/rig/rig'
import type { RegisteredRig } from '../src/world/chunks/blocks'
import { registerRig, skinNumber } from '../src/world/chunks/registry'
import { isPresent, markGone } from '../src/world/flags/states'
import type { AnimationWorld, SkeletonColumns } from '../src/world/world-type'
import { checkFinite, noteRemoval, reserveAdded, reserveEntity } from './columns'
import { forgetSortKey } from './sort-key'
import { forgetVisibility } from './visibility'

/** The data of `set(Skeleton, …)`. Fields that are left out get their defaults. */
export type SkeletonData = {
  /**
   * A rig, or the id or number of a registered one. A skeleton may get another rig, such as a file that was loaded
   * again. It keeps its tracks, its followers and its skin (unless `skin` is given) if the rig has all their
   * animations, bones, slots and skins by name; otherwise it starts again, without tracks. Its pose starts from the
   * setup pose.
   */
  rig?: Rig | string | number
  /** A skin's name, several names to combine in order, a skin number, or null for none. @default null */
  skin?: string | readonly string[] | number | null
  /** Mirrors it left–right. @default false */
  flipX?: boolean
  /** Mirrors it top–bottom. @default false */
  flipY?: boolean
  /** Straight rgb, 0…1. @default [1, 1, 1] */
  tint?: readonly [r: number, g: number, b: number]
  /** Opacity, 0…1. @default 1 */
  alpha?: number
  /** A colour over all others, 0xAARRGGBB; its alpha is its strength. @default 0, which shows none */
  flash?: number
  /** Multiplies the tick's seconds. @default 1 */
  timeScale?: number
}

const FIELDS = ['rig', 'skin', 'flipX', 'flipY', 'tint', 'alpha', 'flash', 'timeScale']

export function createSkeleton(capacity: number): SkeletonColumns {
  const float = () => new Float32Array(capacity)
  return {
    rig: new Uint16Array(capacity),
    skin: new Int16Array(capacity),
    flipX: new Uint8Array(capacity),
    flipY: new Uint8Array(capacity),
    red: float(),
    green: float(),
    blue: float(),
    alpha: float(),
    flash: new Uint32Array(capacity),
    timeScale: float(),
  }
}

/**
 * Wires the component into `world`. Observers only note changes. Rows are given and freed when a tick opens or a
 * structure call needs them. A refused `set` leaves the entity as it was.
 */
export function installSkeleton(world: AnimationWorld): void {
  const { Skeleton } = world.components
  const { tick } = world.animation
  observe(world, onAdd(Skeleton), (eid) => {
    reserveAdded(world, eid, Skeleton)
    writeSkeleton(Skeleton, eid, 0, -1, {})
    tick.pending.add(eid)
  })
  observe(world, onSet(Skeleton), (eid, data: SkeletonData) => {
    if (data.rig === undefined && Skeleton.rig[eid] === 0) return // A prefab's instance before its data.
    try {
      refuseUnknown(data, FIELDS, eid)
      setSkeleton(world, eid, data)
    } catch (error) {
      // bitECS attaches before it calls setters, so after a refused first `set` the component is removed.
      if (!Skeleton.rig[eid]) removeComponent(world, eid, Skeleton)
      throw error
    }
    tick.pending.add(eid)
  })
  observe(world, onGet(Skeleton), (eid) => readSkeleton(Skeleton, eid))
  observe(world, onRemove(Skeleton), (eid) => {
    noteRemoval(world, eid, Skeleton)
    tick.pending.delete(eid)
    Skeleton.rig[eid] = 0
    forgetSortKey(world, eid)
    forgetVisibility(world, eid)
    if (!isPresent(world.animation, eid)) return
    markGone(world.animation, eid)
    tick.leaving.add(eid)
  })
}

/** Checks everything, then writes. Throws `unknown-rig`, `unknown-skin`, `not-finite`, `capacity`. */
function setSkeleton(world: AnimationWorld, eid: number, data: SkeletonData): void {
  const { tint = [1, 1, 1], alpha = 1, flash = 0, timeScale = 1 } = data
  checkFinite({ red: tint[0], green: tint[1], blue: tint[2], alpha, flash, timeScale }, eid, 'Skeleton')
  reserveEntity(world, eid)
  const registered = findRig(world, eid, data.rig ?? world.components.Skeleton.rig[eid])
  const skin =
    data.skin === undefined ? skinLikeBefore(world, eid, registered) : findSkin(registered, eid, data.skin)
  writeSkeleton(world.components.Skeleton, eid, registered.number, skin, data)
}

function findRig(world: AnimationWorld, eid: number, rig: Rig | string | number): RegisteredRig {
  const { rigs, rigsById } = world.animation
  if (typeof rig === 'object') return registerRig(world.animation, rig)
  const found = typeof rig === 'string' ? rigsById.get(rig) : rigs[rig]
  if (found) return found
  const message = `no rig is registered as ${JSON.stringify(rig)}; registered: ${listNames(rigsById.keys())}`
  throw new OsteonError('unknown-rig', `entity ${eid}`, 'Skeleton.rig', message)
}

/** Returns the new rig's skin with the names of the current skin, if it has one. */
function skinLikeBefore(
  { animation, components: { Skeleton } }: AnimationWorld,
  eid: number,
  registered: RegisteredRig,
): number {
  const before = animation.rigs[Skeleton.rig[eid]]
  const names = before === registered ? undefined : before?.skins[Skeleton.skin[eid]]?.names
  if (!names?.every((name) => registered.source.skinIndex.has(name))) return -1
  return skinNumber(registered, names, `entity ${eid}`)
}

function findSkin(
  registered: RegisteredRig,
  eid: number,
  skin: NonNullable<SkeletonData['skin']> | null,
): number {
  if (skin === null || skin === -1) return -1
  if (typeof skin !== 'number')
    return skinNumber(registered, typeof skin === 'string' ? [skin] : skin, `entity ${eid}`)
  if (registered.skins[skin]) return skin
  const message = `"${registered.source.name}" has no skin number ${skin}; it has ${listNames(registered.source.skinIndex.keys())}`
  throw new OsteonError('unknown-skin', `entity ${eid}`, 'Skeleton.skin', message)
}

function writeSkeleton(
  Skeleton: SkeletonColumns,
  eid: number,
  rig: number,
  skin: number,
  data: SkeletonData,
): void {
  Skeleton.rig[eid] = rig
  Skeleton.skin[eid] = skin
  Skeleton.flipX[eid] = data.flipX ? 1 : 0
  Skeleton.flipY[eid] = data.flipY ? 1 : 0
  Skeleton.red[eid] = data.tint?.[0] ?? 1
  Skeleton.green[eid] = data.tint?.[1] ?? 1
  Skeleton.blue[eid] = data.tint?.[2] ?? 1
  Skeleton.alpha[eid] = data.alpha ?? 1
  Skeleton.flash[eid] = data.flash ?? 0
  Skeleton.timeScale[eid] = data.timeScale ?? 1
}

function readSkeleton(Skeleton: SkeletonColumns, eid: number): SkeletonData {
  return {
    rig: Skeleton.rig[eid],
    skin: Skeleton.skin[eid],
    flipX: Skeleton.flipX[eid] !== 0,
    flipY: Skeleton.flipY[eid] !== 0,
    tint: [Skeleton.red[eid], Skeleton.green[eid], Skeleton.blue[eid]],
    alpha: Skeleton.alpha[eid],
    flash: Skeleton.flash[eid],
    timeScale: Skeleton.timeScale[eid],
  }
}
