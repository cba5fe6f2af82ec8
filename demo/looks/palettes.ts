/** Palettes by a few colours each: dark reds of the page get the first of them, bright ones the last. */
import type { PageImage } from 'osteon'

/** Names of palettes, and their colours: RRGGBB. */
const RAMPS: Readonly<Record<string, readonly string[]>> = {
  Ember: ['1a0a1e', '7a1630', 'e2552a', 'ffd27a', 'fff6dc'],
  Moss: ['0d1712', '24452f', '5c8a3c', 'b9d36c', 'f6f7d2'],
  Ice: ['0c1230', '27408b', '4f9ad8', 'a8e4f4', 'ffffff'],
  Gold: ['20120a', '6b3c10', 'c98a1b', 'f6d768', 'fffbe2'],
}

export const PALETTES = Object.keys(RAMPS)

/** A row of 256 pixels for each palette. */
export function createPalettes(): PageImage {
  const data = new Uint8Array(4 * 256 * PALETTES.length)
  Object.values(RAMPS).forEach((ramp, row) => {
    const colors = ramp.map((color) => [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16)))
    for (let x = 0; x < 256; x++) {
      const at = (x / 255) * (colors.length - 1)
      const from = Math.min(colors.length - 2, Math.floor(at))
      const [before, after] = [colors[from], colors[from + 1]]
      for (let i = 0; i < 3; i++)
        data[4 * (256 * row + x) + i] = Math.round(before[i] + (after[i] - before[i]) * (at - from))
      data[4 * (256 * row + x) + 3] = 255
    }
  })
  return { width: 256, height: PALETTES.length, data }
}
