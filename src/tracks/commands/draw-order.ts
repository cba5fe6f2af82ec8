/** Steps draw orders: of all slots, and of folders (4.3). */
import type { DrawOrderTrack, FolderTrack } from '../../rig/animation/image'
import type { PosedChunk } from '../../world/chunks/blocks'
import { APPLY_FLAG, COMMAND_OUT, flagsOf } from '../../world/commands'
import { MIX_BLEND, MODE } from '../../world/playback'
import { writeFolderOrder, writeOrder } from '../../world/rows/order'
import type { AnimationState } from '../../world/state'
import { instantFrame, skipsInstant } from './instant'
import { blendOf, modeOf } from './timeline-mode'

/** Steps the order of all slots. */
export function stepDrawOrder(
  state: AnimationState,
  entry: number,
  chunk: PosedChunk,
  track: DrawOrderTrack,
  base: number,
): void {
  const { entries } = state.playback
  const { tracks } = chunk.rig.source.maths
  const { bases } = tracks
  if ((modeOf(state, entry, track.timeline) & MODE.off) !== 0) return
  const blend = blendOf(state, entry, track.timeline)
  const flags = flagsOf(state, entry)
  const kept = (flags & APPLY_FLAG.keepOrder) !== 0
  if (skipsInstant(state, entry, track.timeline, APPLY_FLAG.keepOrder, bases)) return
  const sets = kept && !tracks.setsOut && (bases ? blend !== MIX_BLEND.replace : blend === MIX_BLEND.setup)
  const isOut = !sets && (flags & COMMAND_OUT) !== 0
  const frame = instantFrame(state, entry, track.times, blend, isOut, tracks)
  if (frame < -1) return
  writeOrder(state, entries.entity[entry], chunk, frame < 0 ? null : track.orders[frame], base)
}

/** Steps the order of folders, whose slots are distributed over the places that they have now. */
export function stepFolders(
  state: AnimationState,
  entry: number,
  chunk: PosedChunk,
  folders: readonly FolderTrack[],
  base: number,
): void {
  const { entity } = state.playback.entries
  const isOut = (flagsOf(state, entry) & COMMAND_OUT) !== 0
  const { tracks } = chunk.rig.source.maths
  for (let i = 0; i < folders.length; i++) {
    const track = folders[i]
    if ((modeOf(state, entry, track.timeline) & MODE.off) !== 0) continue
    const blend = blendOf(state, entry, track.timeline)
    const frame = instantFrame(state, entry, track.times, blend, isOut, tracks)
    if (frame < -1) continue
    const order = frame < 0 ? null : track.orders[frame]
    writeFolderOrder(state, entity[entry], chunk, track, order, base)
  }
}
