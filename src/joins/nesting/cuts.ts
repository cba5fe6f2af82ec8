/** Clips of holders cut everything in their slots, at each level. */
import { createPolygonScratch } from '../../base/math/polygon'
import { markClips } from '../../streams/shown'
import { takePolygon } from '../../streams/vertices/clipping'
import { cutTriangles } from '../../streams/vertices/cuts'
import { measure } from '../../streams/vertices/range'
import { fillTail } from '../../streams/vertices/tail'
import { addAwake } from '../../world/awake'
import { seatBase } from '../../world/chunks/addresses'
import { chunkAt } from '../../world/chunks/blocks'
import { markLane, SKINNED, SOLVED } from '../../world/chunks/marks'
import { noteProgram } from '../../world/flags/changes'
import { isDrawn } from '../../world/flags/states'
import { quadRow } from '../../world/quads'
import { LEVEL } from '../../world/skeletons'
import { type Cuts, LOOK, type LookArrays } from '../../world/streams'
import { CHILD_KIND, type NestedState } from './state'

/**
 * See `CarryHooks`. Children that a clip begins or ends to cut are placed and skinned in this tick, since their
 * vertices are elsewhere from now on.
 */
export function noteCuts(state: NestedState): boolean {
  const { nesting, streams } = state
  const { cut, entity, kind } = nesting.rows
  nesting.cutsStale = false
  nesting.cutSprites = 0
  for (let row = 1; row < nesting.top; row++) {
    if (entity[row] === 0) continue
    const isCut = isUnderClip(state, row) ? 1 : 0
    if (isCut !== 0 && (kind[row] & CHILD_KIND.sprite) !== 0) nesting.cutSprites++
    if (isCut === cut[row]) continue
    cut[row] = isCut
    streams.pools.tailStale = streams.pools.frameStale = true
    if ((kind[row] & CHILD_KIND.skeleton) === 0) continue
    noteProgram(state, entity[row])
    mark(state, entity[row])
    measure(state, entity[row])
  }
  return true
}

function mark(state: NestedState, eid: number): void {
  const { blocks, skeletons, tick } = state
  addAwake(state, eid)
  if (skeletons.level[eid] > LEVEL.noVertices) return
  skeletons.lastMarked[eid] = tick.number
  const masks = skeletons.level[eid] === LEVEL.full ? SOLVED | SKINNED : SOLVED
  markLane(state, chunkAt(blocks, skeletons.chunk[eid]), skeletons.seat[eid], masks)
}

/**
 * Returns whether a clip is in force at the slot that a row's child is in, of its holder or of one above. Overwrites
 * `pools.clippedBy`.
 */
function isUnderClip(state: NestedState, row: number): boolean {
  const { nesting, skeletons } = state
  const { holder, slot } = nesting.rows
  for (let at = row; at !== 0; at = skeletons.carried[holder[at]])
    if (clipAt(state, holder[at], slot[at]) >= 0) return true
  return false
}

/** Returns whether a row's child is shown, and all that hold it are drawn. */
export function isInSight(state: NestedState, row: number): boolean {
  const { nesting, skeletons } = state
  const { holder, shown } = nesting.rows
  for (let at = row; at !== 0; at = skeletons.carried[holder[at]])
    if (shown[at] === 0 || !isDrawn(state, holder[at])) return false
  return true
}

/** Takes the clips that cut a row's child. The nearest clip comes first. */
export function takeCuts(
  state: NestedState,
  row: number,
  cuts: Cuts,
  worldOf?: (holder: number) => number | undefined,
): void {
  const { blocks, nesting, skeletons } = state
  const { holder, slot } = nesting.rows
  cuts.count = 0
  for (let at = row; at !== 0; at = skeletons.carried[holder[at]]) {
    const clip = clipAt(state, holder[at], slot[at])
    if (clip < 0) continue
    const chunk = chunkAt(blocks, skeletons.chunk[holder[at]])
    const base = seatBase(chunk, skeletons.seat[holder[at]])
    const number = cuts.count++
    cuts.polygons[number] ??= createPolygonScratch()
    cuts.rules[number] = chunk.rig.source.maths.clipping
    cuts.slots[number] = clip
    cuts.holders[number] = holder[at]
    takePolygon(state, chunk, base, clip, worldOf?.(holder[at]), cuts.polygons[number])
  }
}

/** Returns the slot whose clipping attachment clips a slot of a skeleton; -1 = none. */
function clipAt({ arena, blocks, skeletons, streams }: NestedState, eid: number, slot: number): number {
  if (skeletons.chunk[eid] < 0) return -1
  const { pools } = streams
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  const { attachments, slots } = chunk.rig.source
  if (!attachments.clips) return -1
  if (pools.clippedBy.length < slots.count) pools.clippedBy = new Int32Array(2 * slots.count)
  const any = markClips(arena.i32, chunk, seatBase(chunk, skeletons.seat[eid]), pools.clippedBy)
  return any ? pools.clippedBy[slot] : -1
}

const TRIANGLES = Uint16Array.of(0, 1, 2, 2, 3, 0)

/** Appends cut sprites to the tail. @param looks room for those of a sprite. */
export function cutSprites(state: NestedState, looks: LookArrays): void {
  const { nesting } = state
  if (nesting.cutSprites === 0) return
  const { cut, entity, kind } = nesting.rows
  for (let row = 1; row < nesting.top; row++)
    if (entity[row] !== 0 && cut[row] !== 0 && (kind[row] & CHILD_KIND.sprite) !== 0)
      cutSprite(state, row, looks)
}

function cutSprite(state: NestedState, row: number, looks: LookArrays): void {
  const { arena, joins, nesting, streams } = state
  const { quads } = joins
  const { pools } = streams
  const { tail } = pools
  const { cutCount, cutStart, entity } = nesting.rows
  const quad = quadRow(quads, entity[row])
  cutStart[row] = tail.indexCount
  cutCount[row] = 0
  if (quads.rows.shown[quad] === 0 || !isInSight(state, row)) return
  takeCuts(state, row, pools.cuts)
  quads.writeLooks(quad, LOOK.all, looks, 0)
  const first = pools.words.positions + 2 * quads.rows.vertex[quad]
  for (let i = 0; i < 8; i++) pools.points[i] = arena.f32[first + i]
  const vertex = tail.vertexCount
  const { list } = pools.clip
  list.positions = pools.points
  list.vertexCount = 4
  list.uvs = looks.uvs
  list.indices = TRIANGLES
  list.indexCount = TRIANGLES.length
  list.uvsAt = list.indicesAt = 0
  cutTriangles(pools, pools.cuts, list, tail)
  cutCount[row] = tail.indexCount - cutStart[row]
  fillTail(tail, vertex, packed(looks.light), packed(looks.dark), packed(looks.info))
}

/** Returns the looks of a sprite's first vertex, which all four share. */
function packed(bytes: Uint8Array): number {
  return bytes[0] | (bytes[1] << 8) | (bytes[2] << 16) | (bytes[3] << 24)
}
