/** Makes a GIF: pixels are either opaque or transparent, and all frames share 256 colours. */
import * as gifenc from 'gifenc'
import { type Picture, unmultiplied } from '../pack/alpha'
import type { Encoder, Film } from './frame'

const { GIFEncoder, nearestColorIndex, quantize } = gifenc.default ?? gifenc

/** Pixels with less alpha are transparent. */
const SEEN = 128

/** Browsers show shorter frames for a tenth of a second. In hundredths of a second. */
const LEAST_DELAY = 2

/** Colours with 5, 6 and 5 bits. */
const COLORS = 65_536

/** Collects pixels of some frames, and chooses colours for all. */
export interface Colors {
  look(picture: Picture): void
  /** At most 256, r, g, b. */
  choose(transparent: boolean): number[][]
}

export function collectColors(): Colors {
  const seen: Uint8Array[] = []
  return {
    look({ data }) {
      const opaque = new Uint8Array(data.length)
      let length = 0
      for (let at = 0; at < data.length; at += 4) {
        if (data[at + 3] < SEEN) continue
        for (let channel = 0; channel < 3; channel++)
          opaque[length + channel] = unmultiplied(data[at + channel], data[at + 3])
        opaque[length + 3] = 255
        length += 4
      }
      seen.push(opaque.slice(0, length))
    },
    choose(transparent) {
      const all = new Uint8Array(seen.reduce((sum, { length }) => sum + length, 0))
      let end = 0
      for (const part of seen) {
        all.set(part, end)
        end += part.length
      }
      const most = transparent ? 255 : 256
      const chosen = all.length > 0 ? quantize(all, most, { format: 'rgb565' }) : [[0, 0, 0]]
      return chosen.map(([red, green, blue]) => [red, green, blue])
    },
  }
}

/**
 * Opens a GIF. Delays are whole hundredths of a second: frames begin at the nearest one, so that rounding errors do not
 * add up. Frames that would last less than two are left out.
 *
 * @param colors at most 255 if pixels may be transparent, otherwise 256.
 */
export function openGif(
  name: string,
  { width, height, seconds, transparent }: Film,
  colors: readonly number[][],
): Encoder {
  const encoder = GIFEncoder()
  const unseen = colors.length
  const palette = transparent ? [...colors, [0, 0, 0]] : [...colors]
  const end = Math.round(seconds * 100)
  // The last kept frame is written once it is known how long it lasts.
  let [elapsed, start, left, hasFrame, isFirst] = [0, 0, 0, false, true]
  const known = new Int16Array(COLORS).fill(-1)
  const indices = new Uint8Array(width * height)
  const indexOf = (red: number, green: number, blue: number) => {
    const color = ((red >> 3) << 11) | ((green >> 2) << 5) | (blue >> 3)
    if (known[color] < 0) known[color] = nearestColorIndex([...colors], [red, green, blue])
    return known[color]
  }
  const writeLast = (until: number) => {
    encoder.writeFrame(indices, width, height, {
      ...(isFirst ? { palette } : {}),
      delay: Math.max(LEAST_DELAY, until - start) * 10,
      transparent,
      transparentIndex: transparent ? unseen : 0,
      // Pixels outside a frame show the background again, not the frame before.
      dispose: transparent ? 2 : 1,
    })
    isFirst = false
  }
  return {
    leftOut: () => left,
    add(frame) {
      const now = Math.round(elapsed * 100)
      elapsed += frame.seconds
      if (hasFrame && (now - start < LEAST_DELAY || end - now < LEAST_DELAY)) {
        left++
        return
      }
      if (hasFrame) writeLast(now)
      ;[hasFrame, start] = [true, now]
      const { data } = frame.picture
      for (let at = 0; at < data.length; at += 4) {
        const alpha = data[at + 3]
        if (alpha === 255) indices[at >> 2] = indexOf(data[at], data[at + 1], data[at + 2])
        else if (alpha < SEEN) indices[at >> 2] = unseen
        else {
          const [red, green, blue] = [data[at], data[at + 1], data[at + 2]]
          indices[at >> 2] = indexOf(
            unmultiplied(red, alpha),
            unmultiplied(green, alpha),
            unmultiplied(blue, alpha),
          )
        }
      }
    },
    finish() {
      if (hasFrame) writeLast(end)
      encoder.finish()
      return new Map([[name, encoder.bytes()]])
    },
  }
}
