/** Adds figures to the frame as vertices of its tail, for renderers without instances. */
import { openRun } from '../../../streams/frame/frame-indices'
import { lookArrays } from '../../../streams/looks'
import type { Frame, StreamState, TailArrays } from '../../../world/streams'
import type { CrowdWorld } from '../component'
import { type CrowdState, crowdOf, type Expanded, type RegisteredTable } from '../state'
import { figureAt } from './order'
import { findPieces } from './pieces'
import { writeFigure } from './vertices'

/**
 * Returns the frame of `assembleFrame` with all visible figures in it. Each call returns a new one; the arrays are
 * reused.
 */
export function withFigures(world: CrowdWorld, streams: StreamState): StreamState {
  const crowd = crowdOf(world.animation)
  const pieces = findPieces(world)
  if (crowd.memory.shown === 0 && crowd.expanded === null) return streams
  const made = reserve(world, crowd, streams)
  const { frame, tail } = made
  copyTail(tail, streams.tail)
  frame.runCount = frame.indexCount = 0
  let index = 0
  let next = 0
  const take = (registered: RegisteredTable, part: number, at: number) =>
    addPart(frame, registered, part, streams.capacity + at)
  for (let piece = 0; piece < pieces.count; piece++) {
    copyRuns(streams.frame, frame, index, pieces.at[piece])
    index = pieces.at[piece]
    for (; next < pieces.until[piece]; next++)
      tail.vertexCount = writeFigure(world, crowd, figureAt(crowd, next), tail, tail.vertexCount, take)
    made.added[piece] = frame.indexCount - index
  }
  copyRuns(streams.frame, frame, index, streams.frame.indexCount)
  streams.changes.indices = streams.changes.tail = true
  Object.assign(made.streams, streams, { frame, tail })
  return made.streams
}

/** Returns the place in that frame of an index of the live one, where a drawable begins. */
export function placeInFrame({ expanded, pieces }: CrowdState, index: number): number {
  if (!expanded) return index
  let low = 0
  let high = pieces.count
  while (low < high) {
    const middle = (low + high) >> 1
    if (pieces.at[middle] <= index) low = middle + 1
    else high = middle
  }
  return low === 0 ? index : index + expanded.added[low - 1]
}

function addPart(frame: Frame, { table, pages }: RegisteredTable, part: number, first: number): void {
  const { parts, triangles } = table
  openRun(frame, pages[part], parts.blend[part], frame.indexCount)
  const shift = first - parts.vertex[part]
  for (let i = parts.index[part]; i < parts.index[part + 1]; i++)
    frame.indices[frame.indexCount++] = triangles[i] + shift
}

/** Copies the live indices from `from` to `to`, with their runs. */
function copyRuns(live: Frame, frame: Frame, from: number, to: number): void {
  if (from >= to) return
  for (let run = 0; run < live.runCount; run++) {
    const start = Math.max(from, live.runStart[run])
    const end = Math.min(to, run + 1 < live.runCount ? live.runStart[run + 1] : live.indexCount)
    if (start >= end) continue
    openRun(frame, live.runPage[run], live.runBlend[run], frame.indexCount)
    frame.indices.set(live.indices.subarray(start, end), frame.indexCount)
    frame.indexCount += end - start
  }
}

function copyTail(to: TailArrays, from: TailArrays): void {
  const { vertexCount } = from
  to.positions.set(from.positions.subarray(0, 2 * vertexCount))
  to.uvs.set(from.uvs.subarray(0, 2 * vertexCount))
  to.light.set(from.light.subarray(0, 4 * vertexCount))
  to.dark.set(from.dark.subarray(0, 4 * vertexCount))
  to.info.set(from.info.subarray(0, 4 * vertexCount))
  to.vertexCount = vertexCount
}

/** Makes room for all vertices and indices that the figures may have. */
function reserve({ components }: CrowdWorld, crowd: CrowdState, streams: StreamState): Expanded {
  const { table } = components.Baked
  const { shown: count } = crowd.memory
  let vertices = streams.tail.vertexCount
  let indices = streams.frame.indexCount
  for (let i = 0; i < count; i++) {
    const parts = crowd.tables[table[figureAt(crowd, i)]]?.table.parts
    if (!parts) continue
    vertices += parts.vertex[parts.count]
    indices += parts.index[parts.count]
  }
  crowd.expanded ??= createExpanded(streams)
  const made = crowd.expanded
  if (made.added.length < crowd.pieces.count) made.added = new Uint32Array(2 * crowd.pieces.count)
  if (vertices > made.room) {
    made.room = Math.ceil(1.25 * vertices)
    Object.assign(made.tail, lookArrays(made.room), { positions: new Float32Array(2 * made.room) })
  }
  if (indices > made.frame.indices.length) made.frame.indices = new Uint32Array(Math.ceil(1.25 * indices))
  return made
}

function createExpanded(streams: StreamState): Expanded {
  const tail: TailArrays = { positions: new Float32Array(0), ...lookArrays(0), vertexCount: 0 }
  const frame: Frame = {
    indices: new Uint32Array(0),
    indexCount: 0,
    runCount: 0,
    runBlend: new Uint8Array(64),
    runPage: new Uint16Array(64),
    runStart: new Uint32Array(64),
  }
  return { tail, frame, streams: { ...streams, frame, tail }, added: new Uint32Array(16), room: 0 }
}
