/** Hashes of what a tick made: clocks of all entries, and the pose of each skeleton. */
import { LANES, LOCAL_FIELDS, WORLD_RECORD } from '../../base/memory/lanes'
import { withPose } from '../../tick/doors/posed'
import { readSeated, readSkeleton } from '../../tick/doors/read'
import { chunkHolding } from '../../world/rows/lane'
import { LEVEL } from '../../world/skeletons'
import { type AnimationState, PLACE, TOTAL } from '../../world/state'
import type { AnimationWorld } from '../../world/world-type'

const START = 0x811c9dc5
/** Of the skeletons, every tick covers one of so many shares: at 16 ticks a second and more, each is covered once a second. */
const SHARES = 16

/** Adds a word to a hash. */
function mixed(hash: number, word: number): number {
  const next = hash ^ word
  return Math.imul((next << 13) | (next >>> 19), 0x01000193)
}

/** A double as two words. */
const DOUBLE = /* @__PURE__ */ new Float64Array(1)
const WORDS = /* @__PURE__ */ new Int32Array(DOUBLE.buffer)

/** Returns a hash of bytes `[from, to)`, of 32 bits. */
export function hashBytes(bytes: Uint8Array, from: number, to: number): number {
  let hash = START
  for (let at = from; at < to; at++) hash = mixed(hash, bytes[at])
  return hash >>> 0
}

/** Returns a hash of the world's clock, and of the clocks of all entries. */
export function hashClocks(state: AnimationState): number {
  const { arena, playback, tick } = state
  // What repeated commands leave behind in entries follows from these columns, which they keep.
  const { entity, trackTime } = playback.entries
  const { totalAlpha } = playback.trackEntries
  const { second, totalWeight } = playback.layerEntries
  const { i32 } = arena
  const [time, alpha, shown, weight] = [trackTime, totalAlpha, second, totalWeight].map(
    ({ byteOffset }) => byteOffset >> 2,
  )
  // Columns of players that nobody uses are empty.
  const hasLayers = totalWeight.length > 0
  DOUBLE[0] = tick.seconds[TOTAL]
  // A sum, since rows of entries may be others.
  let sum = mixedDouble(START, WORDS, 0)
  for (let row = 1; row < playback.rows; row++) {
    if (entity[row] === 0) continue
    let hash = mixed(START, entity[row])
    hash = mixedDouble(hash, i32, time + 2 * row)
    hash = mixedDouble(hash, i32, alpha + 2 * row)
    if (hasLayers && (second[row] !== 0 || totalWeight[row] !== 0))
      hash = mixedDouble(mixedDouble(hash, i32, shown + 2 * row), i32, weight + 2 * row)
    sum = (sum + hash) | 0
  }
  return sum >>> 0
}

/** Adds the double at a word to a hash. Bits of NaN are others in other engines, so what isn't finite counts as one. */
function mixedDouble(hash: number, words: Int32Array, at: number): number {
  const high = words[at + 1]
  if ((high & EXPONENT) === EXPONENT) return mixed(hash, EXPONENT)
  return mixed(mixed(hash, words[at]), high)
}

const EXPONENT = 0x7ff00000

/**
 * Returns whether a tick covers a skeleton.
 *
 * @param tick its number in the recording. @param index of the skeleton among the living.
 */
export function isCovered(tick: number, index: number, every: boolean): boolean {
  return every || index % SHARES === tick % SHARES
}

/** Returns which quarter of a covered skeleton's rows and vertices the hash of a tick covers: every fourth; -1 = all. */
export function quarterOf(tick: number, every: boolean): number {
  return every ? -1 : Math.floor(tick / SHARES) & 3
}

/**
 * Returns a hash of a skeleton's rows and vertices, as far as the open tick has made them.
 *
 * @param quarter of the rows and vertices; -1 = all.
 */
export function hashPose(world: AnimationWorld, eid: number, quarter = -1): number {
  const { animation: state } = world
  const { arena, skeletons, streams, tick } = state
  const level = skeletons.level[eid]
  let hash = mixed(mixed(START, eid), level)
  if (level > LEVEL.noVertices || (tick.done & (1 << PLACE.mixing)) === 0) return hash >>> 0
  const row = readSkeleton(world, eid)
  const { slots } = chunkHolding(state, eid).layout
  const { i32 } = arena
  if (quarter < 0) hash = hashWords(i32, row, row + slots, LANES, hash)
  else hash = hashWords(i32, row + LANES * quarter, row + slots, 4 * LANES, hash)
  if (level !== LEVEL.full || (tick.done & (1 << PLACE.skinning)) === 0) return hash >>> 0
  const { positions } = streams
  const first = (positions.byteOffset >> 2) + 2 * skeletons.vertexStart[eid]
  const end = first + 2 * skeletons.vertexCount[eid]
  if (quarter < 0) return hashWords(i32, first, end, 1, hash) >>> 0
  hash = hashWords(i32, first + 2 * quarter, end, 8, hash)
  return hashWords(i32, first + 2 * quarter + 1, end, 8, hash) >>> 0
}

/**
 * Returns a hash of 16 bits for each bone of a skeleton. Those of a frozen one are 0: saved states don't hold the pose in
 * which it was frozen, if it was written to since.
 */
export function hashBones(world: AnimationWorld, eid: number): Uint16Array {
  const { skeletons, solved } = world.animation
  const { count } = chunkHolding(world.animation, eid).rig.source.bones
  const out = new Uint16Array(count)
  if (solved && skeletons.level[eid] < LEVEL.frozen) withPose(world, eid, hashRows, out, undefined)
  return out
}

function hashRows(state: AnimationState, eid: number, first: number, out: Uint16Array): void {
  const { i32 } = state.arena
  const { layout, program } = chunkHolding(state, eid)
  const { activeBones } = program.program
  const local = readSeated(state, eid) + layout.local
  for (let bone = 0; bone < out.length; bone++) {
    const own = local + bone * LOCAL_RECORD
    const hash = hashWords(i32, own, own + LOCAL_RECORD, LANES, START)
    // A bone that the skin leaves out has no matrix: the rows hold what was there.
    const words = activeBones[bone] !== 0 ? WORLD_RECORD : 0
    const matrix = first + bone * WORLD_RECORD
    const both = hashWords(i32, matrix, matrix + words, LANES, hash)
    out[bone] = (both ^ (both >>> 16)) & 0xffff
  }
}

const LOCAL_RECORD = LOCAL_FIELDS * LANES

/** Adds every `step`th word of `[first, end)` to a hash. Four sums run side by side, since each waits for its last step. */
function hashWords(i32: Int32Array, first: number, end: number, step: number, start: number): number {
  let a = start
  let b = 1
  let c = 2
  let d = 3
  let word = first
  for (const last = end - 3 * step; word < last; word += 4 * step) {
    a = mixed(a, i32[word])
    b = mixed(b, i32[word + step])
    c = mixed(c, i32[word + 2 * step])
    d = mixed(d, i32[word + 3 * step])
  }
  for (; word < end; word += step) a = mixed(a, i32[word])
  return mixed(mixed(mixed(a, b), c), d)
}
