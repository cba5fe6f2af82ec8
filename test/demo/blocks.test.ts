/** The blocks of S3TC that the page of images packs, by what a GPU makes of them. */
import { expect, test } from 'vitest'
import { packBlocks } from '../../demo/images/blocks'

const WIDE = 10
const HIGH = 6

/** Reads a pixel of a picture of blocks. */
function texelAt(packed: Uint8Array, x: number, y: number): number[] {
  const block = packed.subarray(16 * ((y >> 2) * Math.ceil(WIDE / 4) + (x >> 2)))
  const texel = (y & 3) * 4 + (x & 3)
  const index = [0, 1, 2].reduce((sum, bit) => {
    const place = 3 * texel + bit
    return sum | (((block[2 + (place >> 3)] >> (place & 7)) & 1) << bit)
  }, 0)
  const [first, second] = block
  const steps = first > second ? 7 : 5
  const between = ((steps + 1 - index) * first + (index - 1) * second) / steps
  const alpha =
    index === 0 ? first : index === 1 ? second : steps === 5 && index > 5 ? (index - 6) * 255 : between
  const ends = [0, 2].map((at) => {
    const bits = block[8 + at] | (block[9 + at] << 8)
    return [(bits >> 11) * (255 / 31), ((bits >> 5) & 63) * (255 / 63), (bits & 31) * (255 / 31)]
  })
  const way = [0, 1, 1 / 3, 2 / 3][(block[12 + (texel >> 2)] >> (2 * (texel & 3))) & 3]
  return [...ends[0].map((value, channel) => value + (ends[1][channel] - value) * way), alpha]
}

test('pixels of few colours in a block come back, up to the steps of the format', () => {
  const pixels = new Uint8ClampedArray(4 * WIDE * HIGH)
  for (let y = 0; y < HIGH; y++)
    for (let x = 0; x < WIDE; x++) {
      const share = ((x + y) % 4) / 3
      pixels.set([255 * share, 128 * share, 0, x < 5 ? 255 : 255 * share], 4 * (y * WIDE + x))
    }
  const packed = packBlocks(pixels, WIDE, HIGH)
  expect(packed.length).toBe(16 * 3 * 2)
  for (let y = 0; y < HIGH; y++)
    for (let x = 0; x < WIDE; x++) {
      const seen = texelAt(packed, x, y)
      const worst = Math.max(...seen.map((value, i) => Math.abs(value - pixels[4 * (y * WIDE + x) + i])))
      // Half of a third of a channel, and the rounding of the ends.
      expect([x, y, worst < 48]).toEqual([x, y, true])
    }
})
