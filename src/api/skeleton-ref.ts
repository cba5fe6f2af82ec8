import type { AnimationWorld } from '../../components/world-type'
import { settleLeaving } from '../tick/settle'
import { stateOf } from '../world/state-of'
import { chunkOf } from './seat'

/**
 * A reference to one skeleton. bitECS gives the ids of removed entities to new ones, so a stored id may come to mean another
 * skeleton; a reference never does.
 */
export interface SkeletonRef {
  readonly eid: number
  /** Of the skeleton; no other skeleton of the world has ever had it. */
  readonly serial: number
}

/** A reference to the skeleton of an entity, to be kept by timers, tweens and promises. @throws OsteonError `no-skeleton`. */
export function skeletonRef(world: AnimationWorld, eid: number): SkeletonRef {
  chunkOf(world, eid)
  return { eid, serial: stateOf(world).skeletons.serial[eid] }
}

/** The entity of a reference; 0 if its skeleton has ended, whoever has the id now. */
export function resolveSkeleton(world: AnimationWorld, { eid, serial }: SkeletonRef): number {
  const { skeletons } = stateOf(world)
  settleLeaving(world)
  return serial !== 0 && skeletons.serial[eid] === serial ? eid : 0
}
