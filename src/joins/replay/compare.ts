/** Compares two replays after the same tick. */
import type { AnimationState } from '../../world/state'
import { hashBones, hashClocks, hashPose } from './hash'
import type { Divergence, Replay } from './open'

/**
 * Compares the worlds of two replays after their last tick: the skeletons that there are, the pose of each with its bones,
 * and the clocks of entries. Step both, and compare after each tick, to find where two recordings of one game went
 * different ways.
 *
 * @returns the first difference, with the tick of `one`; null if there is none.
 */
export function compareReplays(one: Replay, other: Replay): Divergence | null {
  const tick = one.tick - 1
  const [here, there] = [one.world.animation, other.world.animation]
  const found = (what: Divergence['what'], eid: number, bone: string | null, message: string) => ({
    ...{ tick, what, eid, bone },
    message: `tick ${tick}: ${message}`,
  })
  const [alive, others] = [skeletonsOf(here), skeletonsOf(there)]
  for (const eid of new Set([...alive, ...others])) {
    if (alive.has(eid) && others.has(eid)) continue
    const where = alive.has(eid) ? 'first' : 'second'
    return found('count', eid, null, `entity ${eid} has a skeleton in the ${where} recording alone`)
  }
  for (const eid of alive) {
    if (hashPose(one.world, eid) === hashPose(other.world, eid)) continue
    const [rig, second] = [rigOf(here, eid), rigOf(there, eid)]
    if (rig?.name !== second?.name)
      return found('pose', eid, null, `entity ${eid} is a "${rig?.name}" and a "${second?.name}"`)
    const bones = hashBones(other.world, eid)
    const bone = rig?.bones.names[hashBones(one.world, eid).findIndex((hash, i) => hash !== bones[i])] ?? null
    const where = bone === null ? '' : `, first bone "${bone}"`
    return found('pose', eid, bone, `the pose of entity ${eid} ("${rig?.name}") differs${where}`)
  }
  if (hashClocks(here) !== hashClocks(there)) return found('clocks', 0, null, 'clocks of entries differ')
  return null
}

function skeletonsOf({ alive }: AnimationState): Set<number> {
  return new Set(alive.ids.subarray(0, alive.count))
}

function rigOf({ rigs, skeletons }: AnimationState, eid: number) {
  return rigs[skeletons.rig[eid]]?.source
}
