/**
 * The reference keeps the track entries that it disposed of and uses them again, the last one first. That of 4.0
 * forgets to reset `reverse` then (spine-animation-state §2.3): an entry that no script asked to run backwards does.
 * The library has no such accident; the driver plays it, so that recordings of 4.0 that hit upon it can be compared.
 */
import { type AnimationWorld, EVENT_KIND, eventColumns, setEntry } from 'osteon'

/** One entry object of the reference. */
interface Reused {
  reverse: boolean
}

export interface ReusedEntries {
  /** Disposed of, in this order. */
  readonly free: Reused[]
  /** By handle: the object that it means, also when it was disposed of. */
  readonly used: Map<number, Reused>
  readonly disposed: Set<number>
}

export function createReused(): ReusedEntries {
  return { free: [], used: new Map(), disposed: new Set() }
}

/** Takes back what was disposed of: in the last step, and by the ops since, whose events are not shown yet. */
export function collectDisposed(world: AnimationWorld, { free, used, disposed }: ReusedEntries): void {
  for (const { count, kind, entry } of [eventColumns(world), world.animation.events.queue])
    for (let i = 0; i < count; i++) {
      const object = used.get(entry[i])
      if (kind[i] !== EVENT_KIND.dispose || !object || disposed.has(entry[i])) continue
      disposed.add(entry[i])
      free.push(object)
    }
}

/** A new entry gets the object that was disposed of last, and with it which way it ran. */
export function reuse(world: AnimationWorld, { free, used }: ReusedEntries, handle: number): void {
  const object = free.pop() ?? { reverse: false }
  used.set(handle, object)
  if (object.reverse) setEntry(world, handle, { reverse: true })
}

/** A script says which way an entry runs, even of one that was disposed of. */
export function turn({ used }: ReusedEntries, handle: number, reverse: boolean): void {
  const object = used.get(handle)
  if (object) object.reverse = reverse
}
