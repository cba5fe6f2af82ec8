/** Straight and premultiplied alpha of pictures in memory. Runs in pages, too. */

/** RGBA, 8 bits, rows from the top. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** Returns a copy with straight alpha. Premultiplied again, it gives the same bytes. */
export function straight({ width, height, data }: Picture): Picture {
  const copy = Uint8Array.from(data)
  for (let at = 0; at < copy.length; at += 4) {
    const alpha = copy[at + 3]
    if (alpha === 0 || alpha === 255) continue
    for (let channel = 0; channel < 3; channel++) copy[at + channel] = unmultiplied(copy[at + channel], alpha)
  }
  return { width, height, data: copy }
}

/** Returns a straight channel. @param alpha above 0. */
export function unmultiplied(value: number, alpha: number): number {
  return Math.min(255, Math.round((value * 255) / alpha))
}

/** Multiplies colours by alpha, in place. */
export function premultiply(data: Uint8Array): void {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]
    if (alpha === 255) continue
    for (let channel = 0; channel < 3; channel++)
      data[at + channel] = Math.round((data[at + channel] * alpha) / 255)
  }
}
