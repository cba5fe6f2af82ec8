/**
 * Keeps what clips cut in a tick: vertices of clipped slots before the cut, their colours, and the clips.
 */
import { LANES, SLOT } from '../../base/memory/lanes'
import { colorInfo, darkColor, lightColor } from '../../streams/colors'
import { blendState, pageOf, shownFrame, slotRows } from '../../streams/shown'
import { skinPolygon, skinSlot } from '../../streams/vertices/clipping'
import { seatBase } from '../../world/chunks/addresses'
import { type Chunk, chunkAt } from '../../world/chunks/blocks'
import type { AnimationState } from '../../world/state'
import { type Clips, growParts, longer, OWNER, PART, type Parts } from './clip-parts'

/** A tick is about to open: what was cut in the last one is of the tick before. */
export function keepClipped(clips: Clips): void {
  if (!clips.isMoved) return
  clips.isMoved = false
  const { before } = clips
  clips.before = clips.now
  clips.now = before
}

/** A slot is about to be cut: see `ClipHooks`. */
export function listSlot(
  state: AnimationState,
  clips: Clips,
  eid: number,
  chunk: Chunk,
  base: number,
  slot: number,
  clip: number,
  splice: number,
): void {
  const { i32 } = state.arena
  const { cuts } = state.streams.pools
  const { now } = clips
  const { attachments, slots } = chunk.rig.source
  if (!clips.isListing) begin(clips)
  if (clips.owner !== eid) {
    startOwner(state, clips, eid, cuts.count)
    for (let i = 0; i < cuts.count; i++) listClip(state, now, cuts.holders[i], cuts.slots[i])
  }
  if (clip >= 0 && clip !== clips.clip) {
    clips.clip = clip
    listClip(state, now, eid, clip)
  }
  const rows = slotRows(chunk, base, slot)
  const attachment = i32[rows + SLOT.ATTACHMENT * LANES]
  const frame = shownFrame(attachments, attachment, i32[rows + SLOT.SEQUENCE * LANES])
  const count = skinSlot(state, chunk, base, slot)
  const at = listPart(state, now, eid, slot, attachment, state.streams.pools.points, count)
  const { words } = now
  const page = pageOf(chunk, attachment, frame)
  words[at + PART.SHAPE] = -1
  words[at + PART.OWN] = clip < 0 ? 0 : 1
  words[at + PART.SPLICE] = splice
  words[at + PART.PAGE] = page
  words[at + PART.BLEND] = blendState(slots.blend[slot])
  words[at + PART.LIGHT] = lightColor(state, eid, chunk, base, slot, attachment)
  words[at + PART.DARK] = darkColor(state, eid, chunk, base, slot, attachment)
  words[at + PART.INFO] = page | colorInfo(state, eid, chunk, base, slot, attachment)
  words[at + PART.UVS] = chunk.rig.image + attachments.uvs[attachment] + frame * count * 2
  words[at + PART.INDICES] = chunk.rig.image + attachments.triangles[attachment]
  words[at + PART.INDEX_COUNT] = attachments.indices[attachment]
  clips.owners[clips.ownerCount * OWNER.WORDS - OWNER.WORDS + OWNER.END] = now.count
}

/** The tail was made. */
export function endList(clips: Clips): void {
  if (!clips.isListing) begin(clips)
  clips.isListing = false
}

function begin(clips: Clips): void {
  clips.isListing = clips.isMoved = true
  clips.isMatched = false
  clips.now.count = clips.now.pointCount = clips.ownerCount = clips.owner = 0
}

function startOwner({ skeletons }: AnimationState, clips: Clips, eid: number, cuts: number): void {
  const at = clips.ownerCount++ * OWNER.WORDS
  if (clips.owners.length < at + OWNER.WORDS) clips.owners = longer(clips.owners, at + OWNER.WORDS)
  clips.owners[at + OWNER.EID] = clips.owner = eid
  clips.owners[at + OWNER.SERIAL] = skeletons.serial[eid]
  clips.owners[at + OWNER.RIG] = skeletons.rig[eid]
  clips.owners[at + OWNER.FIRST] = clips.now.count
  clips.owners[at + OWNER.CUTS] = cuts
  clips.clip = -1
}

function listClip(state: AnimationState, parts: Parts, eid: number, slot: number): void {
  const { arena, blocks, skeletons, streams } = state
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  const base = seatBase(chunk, skeletons.seat[eid])
  const attachment = arena.i32[slotRows(chunk, base, slot) + SLOT.ATTACHMENT * LANES]
  const count = skinPolygon(state, chunk, base, slot)
  const at = listPart(state, parts, eid, slot, attachment, streams.pools.polygonPoints, count)
  const { attachments, maths } = chunk.rig.source
  parts.words[at + PART.SHAPE] = attachments.clipShape[attachment]
  parts.words[at + PART.RULE] = maths.clipping === 'parametric' ? 1 : 0
}

/** @returns index of its first word. */
function listPart(
  { skeletons }: AnimationState,
  parts: Parts,
  eid: number,
  slot: number,
  attachment: number,
  points: Float32Array | Float64Array,
  count: number,
): number {
  growParts(parts, 1, count)
  const { words } = parts
  const at = parts.count++ * PART.WORDS
  words[at + PART.EID] = eid
  words[at + PART.SERIAL] = skeletons.serial[eid]
  words[at + PART.SLOT] = slot
  words[at + PART.ATTACHMENT] = attachment
  words[at + PART.POINT] = parts.pointCount
  words[at + PART.COUNT] = count
  for (let i = 0; i < 2 * count; i++) parts.points[2 * parts.pointCount + i] = points[i]
  parts.pointCount += count
  return at
}
