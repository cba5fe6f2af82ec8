/** A hash table from properties to the track that keys them first. A new stamp empties it. */
import type { PropertyOwners } from '../../../world/playback'

const LEAST = 256

export function createOwners(): PropertyOwners {
  return { stamp: 0, count: 0, ...slots(LEAST) }
}

function slots(size: number) {
  return { ids: new Int32Array(size), tracks: new Int32Array(size), stamps: new Uint32Array(size) }
}

/** Forgets all owners. */
export function clearOwners(owners: PropertyOwners): void {
  owners.count = 0
  if (++owners.stamp < 2 ** 32) return
  owners.stamps.fill(0)
  owners.stamp = 1
}

/**
 * Returns the track that owns a property. A property without an owner goes to `track`.
 *
 * @returns the owner before the call; -1 = none.
 */
export function ownProperty(owners: PropertyOwners, id: number, track: number): number {
  const slot = slotOf(owners, id)
  if (owners.stamps[slot] === owners.stamp) return owners.tracks[slot]
  take(owners, slot, id, track)
  // At most half full, so that searches stay short. It grows up to the largest rig.
  if (++owners.count * 2 > owners.ids.length) enlarge(owners)
  return -1
}

/** Returns the track that owns a property, or -1. */
export function ownerOf(owners: PropertyOwners, id: number): number {
  const slot = slotOf(owners, id)
  return owners.stamps[slot] === owners.stamp ? owners.tracks[slot] : -1
}

function take(owners: PropertyOwners, slot: number, id: number, track: number): void {
  owners.ids[slot] = id
  owners.tracks[slot] = track
  owners.stamps[slot] = owners.stamp
}

/** Returns the slot of an id, or the free slot for it. */
function slotOf({ ids, stamps, stamp }: PropertyOwners, id: number): number {
  const last = ids.length - 1
  let slot = (Math.imul(id, 0x9e3779b1) >>> 7) & last
  while (stamps[slot] === stamp && ids[slot] !== id) slot = (slot + 1) & last
  return slot
}

function enlarge(owners: PropertyOwners): void {
  const { ids, tracks, stamps } = owners
  Object.assign(owners, slots(ids.length * 2))
  for (let slot = 0; slot < ids.length; slot++)
    if (stamps[slot] === owners.stamp) take(owners, slotOf(owners, ids[slot]), ids[slot], tracks[slot])
}
