/**
 * The reference keeps the track entries that it disposed of and uses them again, the last one first. Some fields of such
 * an entry are not reset: in 4.0 `reverse`, so that an entry that no script asked to run
 * backwards does; in 3.8 and 4.0 `totalAlpha`, so that one that adds and is mixed out leaves its mix by the weights that
 * the former entry had. In 3.8 an entry that is used for the first time has no `totalAlpha` at all, which is as good as
 * one. The library has no such accidents; the driver plays them, so that recordings that hit upon them can be compared.
 */
import {
  type AnimationWorld,
  type EntryFields,
  type EntryHandle,
  EVENT_KIND,
  eventColumns,
  setEntry,
} from 'osteon'
import { HANDLE_ROWS } from '../../../src/world/entries'
import { happens } from './table'

/** One entry object of the reference. */
interface Reused {
  reverse: boolean
  /** In 3.7. */
  blend?: EntryFields['blend']
  /** Sum of the weights with which it was mixed out last. */
  totalAlpha: number
}

export interface ReusedEntries {
  /** `totalAlpha` of one that is used for the first time. */
  readonly firstTotal: number
  /** Whether `mixBlend` stays. */
  readonly keepsBlend: boolean
  /** Disposed of, in this order. */
  readonly free: Reused[]
  /** By handle: the object that it means, also when it was disposed of. */
  readonly used: Map<number, Reused>
  readonly disposed: Set<number>
}

/** @returns null for versions whose entries forget their earlier use. */
export function createReused(version: string): ReusedEntries | null {
  if (!happens('weight stays', version) && !happens('reverse stays', version)) return null
  return {
    firstTotal: happens('first weight is missing', version) ? 1 : 0,
    keepsBlend: happens('blend stays', version),
    free: [],
    used: new Map(),
    disposed: new Set(),
  }
}

/** Collects disposed entries: of the last step, and of the ops since, whose events are not shown yet. */
export function collectDisposed(world: AnimationWorld, { free, used, disposed }: ReusedEntries): void {
  for (const { count, kind, entry } of [eventColumns(world), world.animation.events.queue])
    for (let i = 0; i < count; i++) {
      const object = used.get(entry[i])
      if (kind[i] !== EVENT_KIND.dispose || !object || disposed.has(entry[i])) continue
      disposed.add(entry[i])
      free.push(object)
    }
}

/**
 * Notes the weights of entries in a step. Call it right after the step, before the rows of ended entries are used
 * again. Entries that ended before the step are collected.
 */
export function noteWeights(world: AnimationWorld, { used, disposed }: ReusedEntries): void {
  const { totalAlpha } = world.animation.playback.trackEntries
  for (const [handle, object] of used)
    if (!disposed.has(handle)) object.totalAlpha = totalAlpha[handle % HANDLE_ROWS]
}

/** A new entry gets the object that was disposed of last, with its direction and its weight. */
export function reuse(
  world: AnimationWorld,
  { firstTotal, keepsBlend, free, used }: ReusedEntries,
  handle: EntryHandle,
): void {
  const object = free.pop() ?? { reverse: false, totalAlpha: firstTotal }
  used.set(handle, object)
  world.animation.playback.trackEntries.totalAlpha[handle % HANDLE_ROWS] = object.totalAlpha
  if (keepsBlend && object.blend !== undefined) setEntry(world, handle, { blend: object.blend })
  if (object.reverse) setEntry(world, handle, { reverse: true })
}

/** A script says how an entry is played, even of one that was disposed of. */
export function noteFields({ used }: ReusedEntries, handle: number, { reverse, blend }: EntryFields): void {
  const object = used.get(handle)
  if (!object) return
  if (reverse !== undefined) object.reverse = reverse
  if (blend !== undefined) object.blend = blend
}
