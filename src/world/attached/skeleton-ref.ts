/**
 * References to skeletons that are kept elsewhere: the entity's id, which is reused, together with the skeleton's
 * serial, which is not.
 */
import { isPresent } from '../flags/states'
import type { SkeletonColumns, SkeletonPool } from '../skeletons'

declare const unchecked: unique symbol

/**
 * Columns of references by row. They cannot be indexed: `resolveRef` returns an entity after it has checked that its
 * skeleton is still there.
 */
export interface SkeletonRefs {
  readonly [unchecked]: true
}

interface RefColumns {
  readonly host: Uint32Array
  readonly serial: Uint32Array
}

/** The members of a state that know which skeletons there are. */
export interface Skeletons extends SkeletonPool {
  readonly skeletons: SkeletonColumns
}

/** Takes two columns as references. */
export function asRefs(columns: RefColumns): SkeletonRefs {
  return columns as RefColumns & SkeletonRefs
}

function columnsOf(refs: SkeletonRefs): RefColumns {
  return refs as SkeletonRefs & RefColumns
}

/** Returns the entity, if its skeleton of this serial is still there, otherwise 0. */
export function resolveSkeleton(state: Skeletons, id: number, serial: number): number {
  return isPresent(state, id) && state.skeletons.serial[id] === serial ? id : 0
}

/** Returns the entity that a row refers to; 0 if its skeleton is gone, or there never was one. */
export function resolveRef(state: Skeletons, refs: SkeletonRefs, row: number): number {
  const { host, serial } = columnsOf(refs)
  return resolveSkeleton(state, host[row], serial[row])
}

/** Stores a reference. @param serial 0: the skeleton is found when it is first needed. */
export function storeRef(refs: SkeletonRefs, row: number, id: number, serial: number): void {
  const { host, serial: serials } = columnsOf(refs)
  host[row] = id
  serials[row] = serial
}

/** Returns whether a row was stored for an entity, whether or not its skeleton is still there. */
export function isRefTo(refs: SkeletonRefs, row: number, id: number): boolean {
  return columnsOf(refs).host[row] === id
}

/** Returns whether a row has the serial of a skeleton. */
export function isRefBound(refs: SkeletonRefs, row: number): boolean {
  return columnsOf(refs).serial[row] !== 0
}
