/**
 * Notes the slots of a chunk that may be filled, one bit each. Most rigs have many more slots than they show at once.
 * Loops skip the other slots, whose rows are far apart in memory.
 *
 * A bit is set when a slot is found filled, and cleared now and then. Bits apply to all skeletons of the chunk except
 * those with the flag `filled`.
 */
import { LANES, SLOT, slotRow } from '../../base/memory/lanes'
import type { AnimationState } from '../state'
import type { Chunk } from './blocks'

/** Ticks between two searches of a chunk for emptied slots. Slots of eyes are filled and emptied all the time. */
const TICKS_BETWEEN_LOOKS = 32

/** Returns the words of `Chunk.filled`. */
export function filledWords({ source: rig }: Chunk['rig']): number {
  return (rig.slots.count + 31) >> 5
}

/** Returns the number of a word's lowest slot. @param bits not 0. */
export function lowestSlot(word: number, bits: number): number {
  return ((word << 5) + 31 - Math.clz32(bits & -bits)) | 0
}

/** Adds the slots that a skeleton fills. @param base word index of row 0 in its lane. */
export function noteFilled(i32: Int32Array, chunk: Chunk, base: number): void {
  const { filled, layout, rig } = chunk
  const slots = rig.source.slots.count
  for (let word = 0; word < filledWords(rig); word++)
    for (let bits = ~i32[filled + word]; bits !== 0; bits &= bits - 1) {
      const slot = lowestSlot(word, bits)
      if (slot >= slots) break
      if (i32[slotRow(base + layout.shownSlots, slot) + SLOT.ATTACHMENT * LANES] < 0) continue
      i32[filled + word] |= bits & -bits
      chunk.runs = 0
    }
}

/** Adds the slots of another chunk, for a skeleton that comes from there. */
export function joinFilled(i32: Int32Array, from: Chunk, to: Chunk): void {
  const words = filledWords(to.rig)
  for (let word = 0; word < words; word++) {
    if ((i32[from.filled + word] & ~i32[to.filled + word]) === 0) continue
    i32[to.filled + word] |= i32[from.filled + word]
    to.runs = 0
  }
}

/** Clears the bits of slots that no skeleton fills any more, in chunks whose turn it is. */
export function dropEmptied({ arena, blocks, tick }: AnimationState): void {
  for (const chunk of blocks.chunks)
    if (chunk?.lastMarked === tick.number && (tick.number + chunk.id) % TICKS_BETWEEN_LOOKS === 0)
      dropFrom(arena.i32, chunk)
}

function dropFrom(i32: Int32Array, chunk: Chunk): void {
  const words = filledWords(chunk.rig)
  for (let word = 0; word < words; word++)
    for (let bits = i32[chunk.filled + word]; bits !== 0; bits &= bits - 1) {
      if (isFilled(i32, chunk, lowestSlot(word, bits))) continue
      i32[chunk.filled + word] &= ~(bits & -bits)
      chunk.runs = 0
    }
}

/** Returns whether any skeleton of the chunk has an attachment in the slot. */
function isFilled(i32: Int32Array, { blocks, layout, live, words }: Chunk, slot: number): boolean {
  let row = slotRow(words + layout.shownSlots, slot) + SLOT.ATTACHMENT * LANES
  for (let block = 0; block < blocks; block++, row += layout.stride) {
    const lanes = i32[live + block]
    // Free lanes may hold any words: they count as -1.
    const free0 = (lanes & 1) - 1
    const free1 = ((lanes >> 1) & 1) - 1
    const free2 = ((lanes >> 2) & 1) - 1
    const free3 = ((lanes >> 3) & 1) - 1
    const empty =
      (i32[row] | free0) & (i32[row + 1] | free1) & (i32[row + 2] | free2) & (i32[row + 3] | free3)
    if (empty >= 0) return true
  }
  return false
}
