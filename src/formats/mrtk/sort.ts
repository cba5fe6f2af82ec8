/** Sorts the keys of a file by time. */

const DIGIT = 2 ** 16

/**
 * Returns the order in which `times[from]` … `times[to - 1]` ascend; equal times keep their order. It takes linear
 * time, because files may be hostile.
 *
 * @returns indices counted from `from`.
 */
export function ascendingOrder(times: Float32Array, from: number, to: number): Uint32Array {
  const ranks = rankBits(times, from, to)
  const first = new Uint32Array(ranks.length)
  for (let i = 0; i < first.length; i++) first[i] = i
  return sortByDigit(ranks, sortByDigit(ranks, first, 0), 16)
}

/** Returns integers in the same order as the floats. */
function rankBits(times: Float32Array, from: number, to: number): Uint32Array {
  const floats = times.slice(from, to)
  // -0 becomes 0, its equal.
  for (let i = 0; i < floats.length; i++) floats[i] += 0
  const bits = new Uint32Array(floats.buffer)
  for (let i = 0; i < bits.length; i++) bits[i] = bits[i] >= 2 ** 31 ? ~bits[i] : bits[i] + 2 ** 31
  return bits
}

function sortByDigit(ranks: Uint32Array, order: Uint32Array, shift: number): Uint32Array {
  const places = new Uint32Array(DIGIT + 1)
  for (let i = 0; i < ranks.length; i++) places[((ranks[i] >>> shift) & (DIGIT - 1)) + 1]++
  for (let digit = 0; digit < DIGIT; digit++) places[digit + 1] += places[digit]
  const sorted = new Uint32Array(order.length)
  for (let i = 0; i < order.length; i++) {
    const index = order[i]
    sorted[places[(ranks[index] >>> shift) & (DIGIT - 1)]++] = index
  }
  return sorted
}

/** Moves the elements from `from` on into an order. */
export function reorder(column: Uint32Array, from: number, order: Uint32Array): void {
  const copy = column.slice(from, from + order.length)
  for (let i = 0; i < order.length; i++) column[from + i] = copy[order[i]]
}
