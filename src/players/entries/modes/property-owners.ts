/** Who is the first to key a property in an apply: a hash table without objects, emptied by counting on. */
import type { PropertyOwners } from '../../../world/playback'

const LEAST = 256

export function createOwners(): PropertyOwners {
  return { stamp: 0, count: 0, ...slots(LEAST) }
}

function slots(size: number) {
  return { ids: new Int32Array(size), tracks: new Int32Array(size), stamps: new Uint32Array(size) }
}

/** Forgets all of them. */
export function clearOwners(owners: PropertyOwners): void {
  owners.count = 0
  if (++owners.stamp < 2 ** 32) return
  owners.stamps.fill(0)
  owners.stamp = 1
}

/**
 * The track that owns a property; `track` owns it from now on if no track does.
 *
 * @returns its number, or -1: none did.
 */
export function ownProperty(owners: PropertyOwners, id: number, track: number): number {
  const slot = slotOf(owners, id)
  if (owners.stamps[slot] === owners.stamp) return owners.tracks[slot]
  take(owners, slot, id, track)
  // Half full at most, so that what is looked for is found soon. Grows with the greatest rig, then never again.
  if (++owners.count * 2 > owners.ids.length) enlarge(owners)
  return -1
}

/** The track that owns a property, or -1. */
export function ownerOf(owners: PropertyOwners, id: number): number {
  const slot = slotOf(owners, id)
  return owners.stamps[slot] === owners.stamp ? owners.tracks[slot] : -1
}

function take(owners: PropertyOwners, slot: number, id: number, track: number): void {
  owners.ids[slot] = id
  owners.tracks[slot] = track
  owners.stamps[slot] = owners.stamp
}

/** Where an id stands, or would. */
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
