/** Hashes of what a tick made: clocks of all entries, and the pose of each skeleton. */
import { LANES, LOCAL_FIELDS, WORLD_RECORD } from '../../base/memory/lanes'
import { withPose } from '../../tick/doors/posed'
import { readEntries, readSeated, readSkeleton } from '../../tick/doors/read'
import { chunkHolding } from '../../world/rows/lane'
import { LEVEL } from '../../world/skeletons'
import { type AnimationState, PLACE, TOTAL } from '../../world/state'
import type { AnimationWorld } from '../../world/world-type'

const START = 0x811c9dc5
/** Of the skeletons, every tick covers one of so many shares. */
const SHARES = 16
/** Ticks from one that covers all skeletons to the next. */
const ALL_EVERY = 60

/** Adds a word to a hash. */
function mixed(hash: number, word: number): number {
  const next = hash ^ word
  return Math.imul((next << 13) | (next >>> 19), 0x01000193)
}

/** A double as two words: engines box doubles that cross calls. */
const DOUBLE = /* @__PURE__ */ new Float64Array(1)
const WORDS = /* @__PURE__ */ new Uint32Array(DOUBLE.buffer)

/** Returns a hash of bytes `[from, to)`, of 32 bits. */
export function hashBytes(bytes: Uint8Array, from: number, to: number): number {
  let hash = START
  for (let at = from; at < to; at++) hash = mixed(hash, bytes[at])
  return hash >>> 0
}

/** Returns a hash of the world's clock, and of the clocks of all entries. */
export function hashClocks(state: AnimationState): number {
  const { alive, playback, tick } = state
  for (let i = 0; i < alive.count; i++) readEntries(state, alive.ids[i])
  const { appliedAt, entity, trackTime } = playback.entries
  const { totalAlpha } = playback.trackEntries
  const { second, totalWeight } = playback.layerEntries
  DOUBLE[0] = tick.seconds[TOTAL]
  // A sum, since rows of entries may be others.
  let sum = mixed(mixed(START, WORDS[0]), WORDS[1])
  for (let row = 1; row < playback.rows; row++) {
    if (entity[row] === 0) continue
    let hash = mixed(START, entity[row])
    for (let i = 0; i < 5; i++) {
      const column =
        i === 0 ? appliedAt : i === 1 ? trackTime : i === 2 ? totalAlpha : i === 3 ? second : totalWeight
      // Bits of NaN are others in other engines. Columns of players that nobody uses are empty.
      DOUBLE[0] = column[row] || 0
      hash = mixed(mixed(hash, WORDS[0]), WORDS[1])
    }
    sum = (sum + hash) | 0
  }
  return sum >>> 0
}

/**
 * Returns whether a tick covers a skeleton.
 *
 * @param tick its number in the recording. @param index of the skeleton among the living.
 */
export function isCovered(tick: number, index: number, every: boolean): boolean {
  return every || tick % ALL_EVERY === 0 || index % SHARES === tick % SHARES
}

/** Returns a hash of a skeleton's rows and vertices, as far as the open tick has made them. */
export function hashPose(world: AnimationWorld, eid: number): number {
  const { animation: state } = world
  const { arena, skeletons, streams, tick } = state
  const level = skeletons.level[eid]
  let hash = mixed(mixed(START, eid), level)
  if (level > LEVEL.noVertices || (tick.done & (1 << PLACE.mixing)) === 0) return hash >>> 0
  const row = readSkeleton(world, eid)
  const { slots } = chunkHolding(state, eid).layout
  const { i32 } = arena
  hash = hashWords(i32, row, slots, hash)
  if (level !== LEVEL.full || (tick.done & (1 << PLACE.skinning)) === 0) return hash >>> 0
  const { positions } = streams
  const first = (positions.byteOffset >> 2) + 2 * skeletons.vertexStart[eid]
  const end = first + 2 * skeletons.vertexCount[eid]
  for (let word = first; word < end; word++) hash = mixed(hash, i32[word])
  return hash >>> 0
}

/** Returns a hash of 16 bits for each bone of a skeleton. */
export function hashBones(world: AnimationWorld, eid: number): Uint16Array {
  const { count } = chunkHolding(world.animation, eid).rig.source.bones
  const out = new Uint16Array(count)
  if (world.animation.solved) withPose(world, eid, hashRows, out, undefined)
  return out
}

function hashRows(state: AnimationState, eid: number, first: number, out: Uint16Array): void {
  const { i32 } = state.arena
  const { layout, program } = chunkHolding(state, eid)
  const { activeBones } = program.program
  const local = readSeated(state, eid) + layout.local
  for (let bone = 0; bone < out.length; bone++) {
    const hash = hashWords(i32, local + bone * LOCAL_RECORD, LOCAL_RECORD, START)
    // A bone that the skin leaves out has no matrix: the rows hold what was there.
    const words = activeBones[bone] !== 0 ? WORLD_RECORD : 0
    const both = hashWords(i32, first + bone * WORLD_RECORD, words, hash)
    out[bone] = (both ^ (both >>> 16)) & 0xffff
  }
}

const LOCAL_RECORD = LOCAL_FIELDS * LANES

/** Adds one lane's words of some rows to a hash. */
function hashWords(i32: Int32Array, first: number, words: number, start: number): number {
  let hash = start
  for (let word = first; word < first + words; word += LANES) hash = mixed(hash, i32[word])
  return hash
}
