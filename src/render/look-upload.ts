/** Uploads changed looks. */
import { lookArrays, lookCount, lookStart, writeLooks } from '../streams/looks'
import type { AnimationState } from '../world/state'
import { LOOK, type VertexLooks } from '../world/streams'
import { uploadRange, type VertexBuffers } from './vertex-buffers'

/** Vertices collected for one upload. */
const STAGED = 8192

/** The looks on their way to the GPU. No copy is kept on this side. */
export interface Staging extends VertexLooks {
  room: number
  /** The collected range of retained vertices, and the parts of LOOK that it holds. */
  first: number
  count: number
  parts: number
}

export function createStaging(): Staging {
  return { ...lookArrays(STAGED), room: STAGED, first: 0, count: 0, parts: 0 }
}

/** Uploads the looks that changed since the last call. Returns the number of bytes. */
export function uploadLooks(buffers: VertexBuffers, staging: Staging, state: AnimationState): number {
  const { alive, joins } = state
  const { looks: log } = state.streams
  let bytes = 0
  if (buffers.looksRead < log.first) {
    for (let i = 0; i < alive.count; i++) bytes += stage(buffers, staging, state, alive.ids[i], LOOK.all, -1)
    const { alive: quads, rows } = joins.quads
    for (let i = 0; i < quads.count; i++)
      bytes += stage(buffers, staging, state, ~rows.entity[quads.ids[i]], LOOK.all, -1)
  } else {
    const mask = log.drawables.length - 1
    for (let i = buffers.looksRead; i < log.next; i++)
      bytes += stage(
        buffers,
        staging,
        state,
        log.drawables[i & mask],
        log.parts[i & mask],
        log.slots[i & mask],
      )
  }
  buffers.looksRead = log.next
  return bytes + flush(buffers, staging)
}

/**
 * Collects the looks of neighbours with the same parts. If a range does not adjoin, the collected one is uploaded
 * first.
 */
function stage(
  buffers: VertexBuffers,
  staging: Staging,
  state: AnimationState,
  drawable: number,
  parts: number,
  slot: number,
): number {
  const count = lookCount(state, drawable, slot)
  if (count === 0) return 0
  const first = lookStart(state, drawable, slot)
  const follows = first === staging.first + staging.count && parts === staging.parts
  let bytes = 0
  if (!follows || staging.count + count > staging.room) {
    bytes = flush(buffers, staging)
    staging.first = first
    staging.parts = parts
    if (count > staging.room) Object.assign(staging, lookArrays(count), { room: count })
  }
  writeLooks(state, drawable, parts, slot, staging, staging.count)
  staging.count += count
  return bytes
}

function flush(buffers: VertexBuffers, staging: Staging): number {
  const bytes = uploadRange(buffers, staging, staging.parts, staging.first, staging.count)
  staging.count = 0
  return bytes
}
