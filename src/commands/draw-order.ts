/** Steps draw orders: that of all slots, and those of folders (4.3). */
import { LANES } from '../memory/lanes'
import type { DrawOrderTrack, FolderTrack } from '../rig/animation/image'
import type { PosedChunk } from '../world/chunks/blocks'
import { APPLY_FLAG, MIX_BLEND, MIX_DIRECTION, MODE } from '../world/playback'
import { SKELETON_FLAG } from '../world/skeletons'
import type { AnimationState } from '../world/state'
import { instantFrame, skipsInstant } from './instant'
import { blendOf, modeOf } from './timeline-mode'

/** The order of all slots. */
export function stepDrawOrder(
  state: AnimationState,
  entry: number,
  chunk: PosedChunk,
  track: DrawOrderTrack,
  base: number,
): void {
  const { entries } = state.playback
  const { tracks } = chunk.rig.rig.maths
  const { bases } = tracks
  if ((modeOf(state, entry, track.timeline) & MODE.off) !== 0) return
  const blend = blendOf(state, entry, track.timeline)
  const kept = (entries.applyFlags[entry] & APPLY_FLAG.keepOrder) !== 0
  if (skipsInstant(state, entry, track.timeline, APPLY_FLAG.keepOrder, bases)) return
  const sets = kept && !tracks.setsOut && (bases ? blend !== MIX_BLEND.replace : blend === MIX_BLEND.setup)
  const direction = sets ? MIX_DIRECTION.mixIn : entries.direction[entry]
  const frame = instantFrame(state, entry, track.times, blend, direction, tracks)
  if (frame < -1) return
  writeOrder(state, entries.entity[entry], chunk, frame < 0 ? null : track.orders[frame], base)
}

/** @param order draw position → slot; null = setup order. @param base row 0 of the skeleton's lane. */
export function writeOrder(
  { arena: { i32 }, skeletons }: AnimationState,
  eid: number,
  chunk: PosedChunk,
  order: Uint16Array | null,
  base: number,
): void {
  const start = base + chunk.layout.order
  const count = chunk.rig.rig.slots.count
  let changed = false
  for (let place = 0; place < count; place++) {
    const slot = order ? order[place] : place
    if (i32[start + place * LANES] === slot) continue
    i32[start + place * LANES] = slot
    changed = true
  }
  if (changed) skeletons.flags[eid] |= SKELETON_FLAG.order
}

/** The places that a folder's slots have now are dealt out among them anew. */
export function stepFolders(
  state: AnimationState,
  entry: number,
  chunk: PosedChunk,
  folders: readonly FolderTrack[],
  base: number,
): void {
  const { arena, playback, skeletons } = state
  const { direction, entity } = playback.entries
  const { tracks } = chunk.rig.rig.maths
  const start = base + chunk.layout.order
  for (let i = 0; i < folders.length; i++) {
    const track = folders[i]
    if ((modeOf(state, entry, track.timeline) & MODE.off) !== 0) continue
    const blend = blendOf(state, entry, track.timeline)
    const frame = instantFrame(state, entry, track.times, blend, direction[entry], tracks)
    if (frame < -1) continue
    const order = frame < 0 ? null : track.orders[frame]
    if (dealOut(arena.i32, start, track, order)) skeletons.flags[entity[entry]] |= SKELETON_FLAG.order
  }
}

/** @returns whether the order is another. */
function dealOut(
  i32: Int32Array,
  start: number,
  { slots, isIn }: FolderTrack,
  order: Uint16Array | null,
): boolean {
  let changed = false
  let next = 0
  for (let place = 0; place < isIn.length; place++) {
    const row = start + place * LANES
    if (isIn[i32[row]] === 0) continue
    const slot = slots[order ? order[next] : next]
    next++
    if (i32[row] === slot) continue
    i32[row] = slot
    changed = true
  }
  return changed
}
