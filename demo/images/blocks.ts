/** Packs pixels into blocks of S3TC (DXT5), in the simplest way: the ends of each block's colours, and steps between them. */

/** WebGL's number of the format. */
export const DXT5 = 0x83f3

const SIDE = 4
const TEXELS = SIDE * SIDE
const BYTES = 16

/** @param pixels r, g, b, a of rows of pixels, premultiplied. @returns 16 bytes for each 4 × 4 pixels, in rows. */
export function packBlocks(pixels: Uint8ClampedArray, width: number, height: number): Uint8Array {
  const [across, down] = [Math.ceil(width / SIDE), Math.ceil(height / SIDE)]
  const packed = new Uint8Array(BYTES * across * down)
  const block = new Uint8ClampedArray(4 * TEXELS)
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++) {
      for (let texel = 0; texel < TEXELS; texel++) {
        const column = Math.min(width - 1, x * SIDE + (texel % SIDE))
        const row = Math.min(height - 1, y * SIDE + Math.floor(texel / SIDE))
        const from = 4 * (row * width + column)
        block.set(pixels.subarray(from, from + 4), 4 * texel)
      }
      const at = BYTES * (y * across + x)
      packAlpha(block, packed.subarray(at, at + 8))
      packColor(block, packed.subarray(at + 8, at + BYTES))
    }
  return packed
}

/** Two alphas, and six steps between them. */
function packAlpha(block: Uint8ClampedArray, to: Uint8Array): void {
  let [most, least] = [0, 255]
  for (let texel = 0; texel < TEXELS; texel++) {
    most = Math.max(most, block[4 * texel + 3])
    least = Math.min(least, block[4 * texel + 3])
  }
  to[0] = most
  to[1] = least
  for (let texel = 0; texel < TEXELS; texel++) {
    const step = most === least ? 0 : Math.round((7 * (most - block[4 * texel + 3])) / (most - least))
    // 0 is the first end, 1 the second, and the others lie between them.
    const index = step === 0 ? 0 : step === 7 ? 1 : step + 1
    for (let bit = 0; bit < 3; bit++) {
      const place = 3 * texel + bit
      to[2 + (place >> 3)] |= ((index >> bit) & 1) << (place & 7)
    }
  }
}

/** Two colours of 16 bits, the darkest and the brightest, and two between them. */
function packColor(block: Uint8ClampedArray, to: Uint8Array): void {
  const light = (texel: number) => block[4 * texel] + 2 * block[4 * texel + 1] + block[4 * texel + 2]
  let [bright, dark] = [0, 0]
  for (let texel = 1; texel < TEXELS; texel++) {
    if (light(texel) > light(bright)) bright = texel
    if (light(texel) < light(dark)) dark = texel
  }
  const ends = [bright, dark].map((texel) => {
    const [r, g, b] = block.subarray(4 * texel, 4 * texel + 3)
    return (Math.round((r * 31) / 255) << 11) | (Math.round((g * 63) / 255) << 5) | Math.round((b * 31) / 255)
  })
  // The order says that there are four colours; DXT5 always has them.
  const [first, second] = ends[0] > ends[1] ? [bright, dark] : [dark, bright]
  const [high, low] = [Math.max(...ends), Math.min(...ends)]
  to.set([high & 255, high >> 8, low & 255, low >> 8])
  const way = [0, 1, 2].map((channel) => block[4 * second + channel] - block[4 * first + channel])
  const length = way.reduce((sum, each) => sum + each * each, 0)
  for (let texel = 0; texel < TEXELS; texel++) {
    const along = way.reduce(
      (sum, each, channel) => sum + each * (block[4 * texel + channel] - block[4 * first + channel]),
      0,
    )
    const step = length === 0 ? 0 : Math.max(0, Math.min(3, Math.round((3 * along) / length)))
    const index = [0, 2, 3, 1][step]
    to[4 + (texel >> 2)] |= index << (2 * (texel & 3))
  }
}
