/** Damages encoded states. */

/** Changes some of the first `span` bytes, or cuts there. */
export function damage(good: Uint8Array, seed: number, span = good.length): Uint8Array {
  let state = seed + 1
  const random = (most: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
  const at = random(span)
  const kind = seed % 5
  if (kind === 3) return good.slice(0, at)
  const bytes = good.slice()
  if (kind === 0) bytes[at] ^= 1 << random(8)
  else if (kind === 1) for (let i = at; i < Math.min(at + 8, bytes.length); i++) bytes[i] ^= 1 + random(255)
  else if (kind === 2) bytes.copyWithin(at, 0, 1 + random(100))
  else bytes.fill(255, at, at + 4)
  // The written byte may equal the former one.
  if (Buffer.compare(bytes, good) === 0) bytes[at] ^= 128
  return bytes
}
