/** Wakes skeletons whose bones follow entities, and lists which bone follows which entity. */
import { editSeated } from '../../tick/doors/edit'
import { resolveHost } from '../../world/attached/links'
import { resolveRef } from '../../world/attached/skeleton-ref'
import { isPresent } from '../../world/flags/states'
import type { ControlledState, ControlledWorld } from './state'

/**
 * Wakes the hosts of entities that moved or whose bone no longer follows them, and lists which bone follows which
 * entity. Call it when a tick opens, so that released bones are posed in it, and before `aimChunk`, outside any loop
 * over chunks.
 */
export function wakeHosts(world: ControlledWorld): void {
  const { animation: state, components } = world
  const { targets } = state
  const { rows, count } = targets
  if (targets.left.size > 0) wakeLeft(state)
  if (count === 0) return
  const { host, bone, rotate } = components.BoneTarget
  const { x, y, rotation } = components.Transform
  targets.byBone.fill(-1)
  for (let link = 0; link < count; link++) {
    const eid = rows.entity[link]
    const owner = resolveHost(state, targets, link, host[eid])
    if (owner === 0) continue
    const what = 2 * bone[eid] + rotate[eid]
    if (
      rows.x[link] !== x[eid] ||
      rows.y[link] !== y[eid] ||
      (rotate[eid] !== 0 && rows.rotation[link] !== rotation[eid]) ||
      rows.what[link] !== what
    ) {
      editSeated(state, owner)
      rows.x[link] = x[eid]
      rows.y[link] = y[eid]
      rows.rotation[link] = rotation[eid]
      rows.what[link] = what
    }
    listByBone(state, link, owner, bone[eid])
  }
  listByChunk(state)
  if (targets.left.size > 0) wakeLeft(state)
}

/** Wakes the hosts of bones that an entity released. */
export function wakeLeft(state: ControlledState): void {
  const { targets } = state
  for (const host of targets.left) if (isPresent(state, host)) editSeated(state, host)
  targets.left.clear()
}

function listByBone(
  { rigs, skeletons, targets }: ControlledState,
  link: number,
  owner: number,
  bone: number,
): void {
  const { rows } = targets
  const { count } = rigs[skeletons.rig[owner]]?.source.bones ?? { count: 0 }
  if (bone >= count) return
  if (targets.byBone.length < count) {
    const present = targets.byBone
    targets.byBone = new Int32Array(2 * count).fill(-1)
    targets.byBone.set(present)
  }
  rows.next[link] = targets.byBone[bone]
  targets.byBone[bone] = link
}

/** Lists low bones first: if a bone and one of its ancestors both follow entities, the ancestor is placed first. */
function listByChunk(state: ControlledState): void {
  const { blocks, skeletons, targets } = state
  const { byBone, rows } = targets
  if (targets.heads.length < blocks.chunks.length) targets.heads = new Int32Array(2 * blocks.chunks.length)
  const { heads } = targets
  heads.fill(-1, 0, blocks.chunks.length)
  for (let bone = byBone.length - 1; bone >= 0; bone--) {
    for (let link = byBone[bone]; link >= 0; ) {
      const after = rows.next[link]
      const chunk = skeletons.chunk[resolveRef(state, targets.hosts, link)]
      rows.next[link] = heads[chunk]
      heads[chunk] = link
      link = after
    }
  }
}
