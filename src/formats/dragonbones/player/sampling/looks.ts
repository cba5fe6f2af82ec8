/** Blends alphas of bones and slots, and depths of slots. Entries share them by weight. */
import { LANES } from '../../../../base/memory/lanes'
import type { Chunk } from '../../../../world/chunks/blocks'
import { workAt } from '../../../../world/commands'
import { WORK } from '../../../../world/playback'
import { sortOrder } from '../../../../world/rows/order'
import type { AnimationState } from '../../../../world/state'
import { maskOf, stillActs } from '../limits'
import { type KeyedTargets, type LookTrack, layersOf } from './layers'
import { sampleTrack } from './sample-track'
import { SEEN, takeShare } from './targets'

/**
 * Blends the values that an entry keys, at the second in its work record. @param form number of the animation that is
 * shown.
 */
export function blendLooks(
  state: AnimationState,
  chunk: Chunk,
  row: number,
  keyed: KeyedTargets,
  form: number,
  base: number,
): void {
  const tracks = keyed.looks[form === state.playback.entries.animation[row] ? 0 : 1]
  if (tracks.length === 0) return
  const mask = maskOf(state, chunk, row)
  const work = workAt(state.playback.commands, row)
  for (let i = 0; i < tracks.length; i++) {
    const track = tracks[i]
    const { bone, clock, property, several, slot } = track
    if (clock !== state.playback.layerEntries.clock[row]) continue
    if (mask && (slot < 0 ? mask.bones[bone] : mask.slots[slot]) === 0) continue
    // Bone timelines always act, and so do alphas of bones.
    if (property !== 'boneAlpha' && !stillActs(state, row, several)) continue
    sampleTrack(state.arena.f64, work, track)
    blend(state, chunk, row, track, base, work)
  }
}

function blend(
  state: AnimationState,
  chunk: Chunk,
  row: number,
  { bone, property, slot }: LookTrack,
  base: number,
  work: number,
): void {
  const { arena, playback } = state
  const layers = layersOf(state)
  const { looks } = chunk.rig.source.rows
  if (!layers || !looks) return
  const { boneAlpha, depth, slotAlpha } = looks
  const value =
    property === 'depth' ? depth + slot : property === 'slotAlpha' ? slotAlpha[slot] : boneAlpha[bone]
  const { track } = playback.entries
  const { totalWeight } = playback.layerEntries
  const seen = takeShare(layers.looks, value, track[row], totalWeight, row)
  if (seen === SEEN.shut) return
  const at = base + chunk.layout.local + value * LANES
  const part = arena.f64[work + WORK.VALUE] * layers.looks.share[value]
  if (property === 'depth') layers.sorts = true
  if (seen === SEEN.once) arena.f32[at] = part
  else arena.f32[at] = property === 'depth' ? arena.f32[at] + part : Math.min(1, arena.f32[at] + part)
}

/**
 * Notes the places of slots in a draw order, before depths are applied. null = the setup order, if keys changed the
 * order before.
 */
export function placeSlots(
  state: AnimationState,
  chunk: Chunk,
  order: Uint16Array | null,
  base: number,
): void {
  const { arena } = state
  const layers = layersOf(state)
  const { looks, setup } = chunk.rig.source.rows
  if (!layers || !looks || looks.depth < 0) return
  const places = base + chunk.layout.local + looks.place * LANES
  const { count } = chunk.rig.source.slots
  const isKeyed = places + count * LANES
  if (!order && arena.f32[isKeyed] === 0) return
  arena.f32[isKeyed] = order ? 1 : 0
  for (let i = 0; i < count; i++) {
    const slot = order ? order[i] : i
    arena.f32[places + slot * LANES] = order ? i : setup[looks.place + slot]
  }
  layers.sortsPlaces = true
}

/** Sorts slots by depth, then place, if either changed. The sorted slots keep these places from then on. */
export function sortSlots(state: AnimationState, eid: number, chunk: Chunk, base: number): void {
  const { arena } = state
  const layers = layersOf(state)
  const { looks } = chunk.rig.source.rows
  if (!layers || !looks || looks.depth < 0 || !(layers.sorts || layers.sortsPlaces)) return
  const { f32, i32 } = arena
  const { count } = chunk.rig.source.slots
  const order = base + chunk.layout.order
  const depths = base + chunk.layout.local + looks.depth * LANES
  const places = base + chunk.layout.local + looks.place * LANES
  sortOrder(state, eid, chunk, base, depths, places)
  if (layers.sorts) for (let i = 0; i < count; i++) f32[places + i32[order + i * LANES] * LANES] = i
  layers.sorts = layers.sortsPlaces = false
}
