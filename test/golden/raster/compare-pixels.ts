/** Compares pictures pixel by pixel. */

/** Share of pixels that differ by more than 8 in any channel, and the mean difference of all channels. */
export function comparePixels(got: Uint8Array, wanted: Uint8Array): { share: number; mae: number } {
  let [found, sum] = [0, 0]
  for (let i = 0; i < wanted.length; i += 4) {
    const off = [0, 1, 2, 3].map((c) => Math.abs(got[i + c] - wanted[i + c]))
    sum += off[0] + off[1] + off[2] + off[3]
    if (Math.max(...off) > 8) found++
  }
  return { share: (4 * found) / wanted.length, mae: sum / wanted.length }
}
