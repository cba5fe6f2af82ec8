/**
 * Cuts what is between two ticks.
 *
 * What clips leave has other triangles at each share. So it is a tail of its own, which stands in for the world's from
 * `cutBetween` to `endCut`, and with it the skeletons' columns of the tail.
 */
import { createPolygonScratch } from '../../base/math/polygon'
import { growTail } from '../../streams/memory'
import { noteStale } from '../../streams/stale'
import { splitPolygon } from '../../streams/vertices/clipping'
import { cutTriangles } from '../../streams/vertices/cuts'
import { appendRun, fillTail } from '../../streams/vertices/tail'
import type { AnimationState } from '../../world/state'
import type { ClippedTail, StreamPools } from '../../world/streams'
import { type Clips, OWNER, PART } from './clip-parts'
import { type BetweenState, SIGHT } from './state'

/** Puts a tail between the ticks in place of the world's, if they differ. Call `endCut` when it was drawn. */
export function cutBetween(state: AnimationState, between: BetweenState, share: number): void {
  const { clips } = between
  const { joins, streams } = state
  const { pools } = streams
  if (!clips.isMoved) return
  if (!clips.isMatched) match(between)
  const { kept, tail, tailRuns } = clips
  const { tailRunCount } = pools
  Object.assign(kept, { tail: pools.tail, tailRuns: pools.tailRuns, tailRunCount })
  tail.vertexCount = tail.indexCount = 0
  if (joins.carry?.isInTail()) copyTail(kept.tail, tail)
  Object.assign(streams, { tail })
  Object.assign(pools, { tail, tailRuns, tailRunCount: 0 })
  clips.isCut = true
  for (let owner = 0; owner < clips.ownerCount; owner++) cutOwner(state, clips, owner, share)
  streams.changes.tail = true
}

/** Brings the world's tail back. */
export function endCut(state: AnimationState, clips: Clips): void {
  if (!clips.isCut) return
  const { skeletons, streams } = state
  const { owners } = clips
  clips.isCut = false
  clips.tailRuns = streams.pools.tailRuns
  Object.assign(streams, { tail: clips.kept.tail })
  Object.assign(streams.pools, clips.kept)
  for (let at = 0; at < clips.ownerCount * OWNER.WORDS; at += OWNER.WORDS) {
    const eid = owners[at + OWNER.EID]
    if (!isThere(state, owners, at)) continue
    skeletons.tailStart[eid] = owners[at + OWNER.TAIL_START]
    skeletons.tailRuns[eid] = owners[at + OWNER.TAIL_RUNS]
    skeletons.tailIndices[eid] = owners[at + OWNER.TAIL_INDICES]
    noteStale(state, eid, false)
  }
  streams.changes.tail = true
}

/** Cut sprites stay as they are, at their indices. */
function copyTail(from: ClippedTail, to: ClippedTail): void {
  growTail(to, from.vertexCount, from.indexCount)
  to.positions.set(from.positions.subarray(0, 2 * from.vertexCount))
  to.uvs.set(from.uvs.subarray(0, 2 * from.vertexCount))
  for (const name of ['light', 'dark', 'info'] as const)
    to[name].set(from[name].subarray(0, 4 * from.vertexCount))
  to.indices.set(from.indices.subarray(0, from.indexCount))
  to.vertexCount = from.vertexCount
  to.indexCount = from.indexCount
}

/** Finds the parts that were there in the tick before. Most are in the same order. */
function match({ clips, skeletons }: BetweenState): void {
  const { before, now } = clips
  if (clips.matches.length < now.count) clips.matches = new Int32Array(2 * now.count)
  clips.isMatched = true
  let next = 0
  for (let part = 0; part < now.count; part++) {
    clips.matches[part] = -1
    if (skeletons.sight[now.words[part * PART.WORDS + PART.EID]] !== SIGHT.stays) continue
    for (let i = 0; i < before.count; i++) {
      const other = (next + i) % before.count
      if (!isSame(before.words, other * PART.WORDS, now.words, part * PART.WORDS)) continue
      clips.matches[part] = other
      next = other + 1
      break
    }
  }
}

const { EID, SERIAL, SLOT: SLOT_WORD, ATTACHMENT, COUNT, SHAPE } = PART
const IDENTITY = [EID, SERIAL, SLOT_WORD, ATTACHMENT, COUNT, SHAPE] as const

function isSame(before: Int32Array, from: number, now: Int32Array, at: number): boolean {
  for (let i = 0; i < IDENTITY.length; i++)
    if (before[from + IDENTITY[i]] !== now[at + IDENTITY[i]]) return false
  return true
}

function isThere({ skeletons }: AnimationState, owners: Int32Array, at: number): boolean {
  const eid = owners[at + OWNER.EID]
  return skeletons.serial[eid] === owners[at + OWNER.SERIAL] && skeletons.rig[eid] === owners[at + OWNER.RIG]
}

/** Appends what clips leave of a skeleton. */
function cutOwner(state: AnimationState, clips: Clips, owner: number, share: number): void {
  const { skeletons, streams } = state
  const { pools } = streams
  const { now, owners } = clips
  const at = owner * OWNER.WORDS
  const eid = owners[at + OWNER.EID]
  // It may have gone since the tick.
  if (!isThere(state, owners, at)) return
  owners[at + OWNER.TAIL_START] = skeletons.tailStart[eid]
  owners[at + OWNER.TAIL_RUNS] = skeletons.tailRuns[eid]
  owners[at + OWNER.TAIL_INDICES] = skeletons.tailIndices[eid]
  skeletons.tailStart[eid] = pools.tailRunCount
  const first = pools.tail.indexCount
  const start = owners[at + OWNER.FIRST]
  const cuts = owners[at + OWNER.CUTS]
  for (let i = 0; i < cuts; i++) takeClip(pools, clips, start + i, share, i + 1)
  for (let part = start + cuts; part < owners[at + OWNER.END]; part++) {
    // A clip of its own comes before the slots that it cuts.
    if (now.words[part * PART.WORDS + PART.SHAPE] >= 0) takeClip(pools, clips, part, share, 0)
    else cutSlot(state, clips, eid, part, cuts, share)
  }
  skeletons.tailRuns[eid] = pools.tailRunCount - skeletons.tailStart[eid]
  skeletons.tailIndices[eid] = pools.tail.indexCount - first
  noteStale(state, eid, false)
}

/** @param number 0: a clip of its own; others: those of its holders. */
function takeClip(pools: StreamPools, clips: Clips, part: number, share: number, number: number): void {
  const { now, polygons, rules } = clips
  const word = part * PART.WORDS
  mixPoints(clips, part, share, pools.polygonPoints)
  polygons[number] ??= createPolygonScratch()
  rules[number] = now.words[word + PART.RULE] === 1 ? 'parametric' : 'lines'
  splitPolygon(pools, now.words[word + PART.COUNT], now.words[word + PART.SHAPE], polygons[number])
}

function cutSlot(
  state: AnimationState,
  clips: Clips,
  eid: number,
  part: number,
  held: number,
  share: number,
): void {
  const { arena, skeletons, streams } = state
  const { pools } = streams
  const { tail } = pools
  const { cuts, polygons, rules } = clips
  const { words } = clips.now
  const at = part * PART.WORDS
  const firstVertex = tail.vertexCount
  const firstIndex = tail.indexCount
  mixPoints(clips, part, share, pools.points)
  const { list } = pools.clip
  list.positions = pools.points
  list.vertexCount = words[at + PART.COUNT]
  list.uvs = arena.f32
  list.uvsAt = words[at + PART.UVS]
  list.indices = arena.u32
  list.indicesAt = words[at + PART.INDICES]
  list.indexCount = words[at + PART.INDEX_COUNT]
  cuts.count = 0
  for (let i = 1 - words[at + PART.OWN]; i <= held; i++) {
    cuts.polygons[cuts.count] = polygons[i]
    cuts.rules[cuts.count++] = rules[i]
  }
  cutTriangles(pools, cuts, list, tail)
  if (tail.indexCount === firstIndex) return
  const info = words[at + PART.INFO]
  fillTail(
    tail,
    firstVertex,
    colorBetween(clips, part, PART.LIGHT, share),
    colorBetween(clips, part, PART.DARK, share),
    info,
  )
  const { BLEND, PAGE, SPLICE } = PART
  appendRun(
    pools,
    skeletons.tailStart[eid],
    words[at + SPLICE],
    firstIndex,
    words[at + PAGE],
    words[at + BLEND],
  )
}

/** World vertices of a part between the ticks. `out` is as long as in the tick. */
function mixPoints(
  { before, matches, now }: Clips,
  part: number,
  share: number,
  out: Float32Array | Float64Array,
): void {
  const rest = 1 - share
  const match = matches[part]
  const at = 2 * now.words[part * PART.WORDS + PART.POINT]
  const count = 2 * now.words[part * PART.WORDS + PART.COUNT]
  if (match < 0) {
    for (let i = 0; i < count; i++) out[i] = now.points[at + i]
    return
  }
  const from = 2 * before.words[match * PART.WORDS + PART.POINT]
  for (let i = 0; i < count; i++) out[i] = rest * before.points[from + i] + share * now.points[at + i]
}

/** A packed colour between the ticks. Where the mode or signs changed, it is that of the last tick. */
function colorBetween({ before, matches, now }: Clips, part: number, word: number, share: number): number {
  const at = part * PART.WORDS
  const from = matches[part] * PART.WORDS
  const color = now.words[at + word]
  if (from < 0 || (before.words[from + PART.INFO] ^ now.words[at + PART.INFO]) >>> 16 !== 0) return color
  const old = before.words[from + word]
  let mixed = 0
  for (let shift = 0; shift < 32; shift += 8) {
    const value = (1 - share) * ((old >>> shift) & 255) + share * ((color >>> shift) & 255) + 0.5
    mixed |= value << shift
  }
  return mixed
}
