/** Steps attachments of slots and the draw order at keys. The entry that acts last decides. */
import { show } from '../../../../tracks/commands/discrete'
import { keyInForce } from '../../../../tracks/commands/frames'
import type { Chunk } from '../../../../world/chunks/blocks'
import { workAt } from '../../../../world/commands'
import { WORK } from '../../../../world/playback'
import { writeOrder } from '../../../../world/rows/order'
import type { AnimationState } from '../../../../world/state'
import { isRead, maskOf, reachesKey } from '../limits'
import { type KeyedTargets, LAYER_FLAG, RUN } from './layers'
import { placeSlots } from './looks'

const { displays, looped, moved, resets } = LAYER_FLAG

/**
 * Steps an entry's slots at keys that it has reached since its last step. Its clock has already run, and its second is
 * in its work record.
 */
export function stepSlots(
  state: AnimationState,
  chunk: Chunk,
  row: number,
  keyed: KeyedTargets,
  form: number,
  base: number,
): void {
  const { entity, appliedAt } = state.playback.entries
  const { stepped, clock, flags, run } = state.playback.layerEntries
  if (run[row] === RUN.waits) return
  // If a fade delayed the start, and time stands still when it ends, the keys in force count as reached, but show
  // nothing.
  if (stepped[row] < 0 && appliedAt[row] !== -1 && (flags[row] & moved) === 0) {
    stepped[row] = state.arena.f64[workAt(state.playback.commands, row) + WORK.TIME]
    return
  }
  const { attachments, drawOrder } = chunk.rig.source.animations[form].image()
  const { f64: now } = state.arena
  const at = workAt(state.playback.commands, row) + WORK.TIME
  const isFirst = stepped[row] < 0
  const shows = (flags[row] & displays) !== 0
  if (shows)
    for (let i = 0; i < attachments.length; i++) {
      const { keys, slot, times, timeline } = attachments[i]
      if (!isRead(state, row, keyed, timeline)) continue
      const frame = keyInForce(times, now, at)
      if (!reachesKey(state, row, times, frame)) continue
      show(state, row, chunk, slot, keys[frame], base, false)
    }
  if (drawOrder && keyed.clock[drawOrder.timeline] === clock[row]) {
    const frame = keyInForce(drawOrder.times, now, at)
    if (reachesKey(state, row, drawOrder.times, frame))
      orderSlots(state, entity[row], chunk, drawOrder.orders[frame], base)
  }
  // In the update that ends the fade-in.
  if (shows && (flags[row] & resets) !== 0 && isFirst) showSetup(state, chunk, row, keyed, base)
  stepped[row] = now[at]
  flags[row] &= ~looped
}

/** Steps the draw order. @param order null = the setup order. */
export function orderSlots(
  state: AnimationState,
  eid: number,
  chunk: Chunk,
  order: Uint16Array | null,
  base: number,
): void {
  // If depths are keyed, slots are sorted after all entries have acted.
  if ((chunk.rig.source.rows.looks?.depth ?? -1) >= 0) placeSlots(state, chunk, order, base)
  else writeOrder(state, eid, chunk, order, base)
}

/** Shows the setup attachments of slots without keys. */
function showSetup(
  state: AnimationState,
  chunk: Chunk,
  row: number,
  keyed: KeyedTargets,
  base: number,
): void {
  const { slots } = chunk.rig.source
  const mask = maskOf(state, chunk, row)
  for (let slot = 0; slot < slots.count; slot++)
    if (keyed.hasDisplay[slot] === 0 && (!mask || mask.slots[slot] === 1))
      show(state, row, chunk, slot, slots.setupKey[slot], base, false)
}
