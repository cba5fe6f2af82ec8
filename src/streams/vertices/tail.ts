/** Makes the tail in each tick: the triangles that clipping leaves of clipped slots. */
import { doubled } from '../../base/memory/growing'
import { LANES, SLOT } from '../../base/memory/lanes'
import { seatBase } from '../../world/chunks/addresses'
import { chunkAt } from '../../world/chunks/blocks'
import { orderBase, slotAt } from '../../world/chunks/shown-order'
import { isDrawn, showsClips } from '../../world/flags/states'
import type { AnimationState } from '../../world/state'
import type { ClippedTail, StreamPools } from '../../world/streams'
import { colorInfo, darkColor, lightColor } from '../colors'
import { fillBytes } from '../looks'
import { TAIL_BLEND, TAIL_COUNT, TAIL_PAGE, TAIL_RUN_WORDS, TAIL_SPLICE, TAIL_START } from '../memory'
import { blendState, markClips, pageOf, shownAttachment, shownFrame, slotRows } from '../shown'
import { noteStale } from '../stale'
import { clipSlot, takePolygon } from './clipping'

/**
 * Makes the tail again, with all skeletons that show a clip, in ascending serial. Skeletons that were not solved in
 * this tick are cut again, too, since the tail is not kept.
 */
export function makeTail(state: AnimationState): void {
  const { alive, joins, skeletons, streams } = state
  const { pools } = streams
  pools.tail.vertexCount = 0
  pools.tail.indexCount = 0
  pools.tailRunCount = 0
  for (let i = 0; i < alive.count; i++) {
    const eid = alive.ids[i]
    if (!showsClips(state, eid)) continue
    skeletons.tailRuns[eid] = skeletons.tailIndices[eid] = 0
    if (!isDrawn(state, eid)) continue
    clipSkeleton(state, eid)
    noteStale(state, eid, false)
  }
  joins.carry?.appendCut()
  joins.clips?.made()
  pools.tailStale = false
  streams.changes.tail = true
}

/** Appends one skeleton's clipped slots to the tail. */
function clipSkeleton(state: AnimationState, eid: number): void {
  const { arena, joins, skeletons, streams } = state
  const { carry } = joins
  const { pools } = streams
  const { tail } = pools
  const { i32 } = arena
  const chunk = chunkAt(state.blocks, skeletons.chunk[eid])
  const base = seatBase(chunk, skeletons.seat[eid])
  const { slots, attachments } = chunk.rig.source
  const carried = skeletons.carried[eid]
  const isCut = carried !== 0 && carry !== null && carry.isCut(carried)
  // Skeletons that carry it and are not drawn may keep no world rows.
  if (isCut && !carry.isInSight(carried)) return
  pools.cuts.count = 0
  if (isCut) carry.takeCuts(carried, pools.cuts)
  markClips(i32, chunk, base, pools.clippedBy)
  skeletons.tailStart[eid] = pools.tailRunCount
  const first = tail.indexCount
  const order = orderBase(chunk, base)
  let splice = -1
  let open = false
  let clip = -1
  for (let place = 0; place < slots.count; place++) {
    const slot = slotAt(i32, order, place)
    // What a slot carries is drawn before the next slot.
    if (place > 0) {
      const last = slotAt(i32, order, place - 1)
      if (carry?.holds(eid, last) || pools.hosts?.holds(eid, last)) open = false
    }
    const attachment = shownAttachment(i32, chunk, base, slot)
    if (attachment < 0) continue
    if (!isCut && pools.clippedBy[slot] < 0) {
      open = false
      continue
    }
    if (!open) splice++
    open = true
    const own = pools.clippedBy[slot]
    if (own >= 0 && own !== clip) {
      clip = own
      takePolygon(state, chunk, base, clip)
    }
    const firstVertex = tail.vertexCount
    const firstIndex = tail.indexCount
    const frame = shownFrame(
      attachments,
      attachment,
      i32[slotRows(chunk, base, slot) + SLOT.SEQUENCE * LANES],
    )
    joins.clips?.cut(eid, chunk, base, slot, own, splice)
    clipSlot(state, chunk, base, slot, own >= 0, pools.cuts, tail)
    if (tail.indexCount === firstIndex) continue
    const page = pageOf(chunk, attachment, frame)
    const light = lightColor(state, eid, chunk, base, slot, attachment)
    const dark = darkColor(state, eid, chunk, base, slot, attachment)
    const info = page | colorInfo(state, eid, chunk, base, slot, attachment)
    fillTail(tail, firstVertex, light, dark, info)
    appendRun(pools, skeletons.tailStart[eid], splice, firstIndex, page, blendState(slots.blend[slot]))
  }
  skeletons.tailRuns[eid] = pools.tailRunCount - skeletons.tailStart[eid]
  skeletons.splices[eid] = splice + 1
  skeletons.tailIndices[eid] = tail.indexCount - first
}

/** Packed looks for the tail's vertices from number `from` on. */
export function fillTail(tail: ClippedTail, from: number, light: number, dark: number, info: number): void {
  const { vertexCount } = tail
  fillBytes(tail.light, from, vertexCount, light)
  fillBytes(tail.dark, from, vertexCount, dark)
  fillBytes(tail.info, from, vertexCount, info)
}

/** @param own first run of the present skeleton. */
export function appendRun(
  pools: StreamPools,
  own: number,
  splice: number,
  firstIndex: number,
  page: number,
  blend: number,
): void {
  const { tail, tailRuns } = pools
  const count = tail.indexCount - firstIndex
  const last = (pools.tailRunCount - 1) * TAIL_RUN_WORDS
  if (
    pools.tailRunCount > own &&
    tailRuns[last + TAIL_SPLICE] === splice &&
    tailRuns[last + TAIL_PAGE] === page &&
    tailRuns[last + TAIL_BLEND] === blend
  ) {
    tailRuns[last + TAIL_COUNT] += count
    return
  }
  const run = pools.tailRunCount++ * TAIL_RUN_WORDS
  if (pools.tailRuns.length < run + TAIL_RUN_WORDS) pools.tailRuns = doubled(pools.tailRuns)
  pools.tailRuns[run + TAIL_START] = firstIndex
  pools.tailRuns[run + TAIL_COUNT] = count
  pools.tailRuns[run + TAIL_PAGE] = page
  pools.tailRuns[run + TAIL_BLEND] = blend
  pools.tailRuns[run + TAIL_SPLICE] = splice
}
