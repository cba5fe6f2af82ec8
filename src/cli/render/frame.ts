/** Frames on their way from the painter to a file. */
import type { Picture } from '../pack/pixels'

/** One frame. Its pixels are written over by the next one. */
export interface Frame {
  readonly animation: string
  /** Alpha is multiplied in. */
  readonly picture: Picture
  /** How long it is shown. */
  readonly seconds: number
}

/** What all frames have in common. */
export interface Film {
  readonly width: number
  readonly height: number
  readonly fps: number
  /** The number of frames of all animations. */
  readonly total: number
  /** Whether pixels may be seen through. */
  readonly transparent: boolean
}

/** Makes files of frames, which come in order. */
export interface Encoder {
  add(frame: Frame): void | Promise<void>
  /** @returns contents by name. */
  finish(): Map<string, string | Uint8Array>
}

/** A copy with alpha taken out of the colours. */
export function straight({ width, height, data }: Picture): Picture {
  const copy = Uint8Array.from(data)
  for (let at = 0; at < copy.length; at += 4) {
    const alpha = copy[at + 3]
    if (alpha === 0 || alpha === 255) continue
    for (let channel = 0; channel < 3; channel++) copy[at + channel] = unmultiplied(copy[at + channel], alpha)
  }
  return { width, height, data: copy }
}

/** @param alpha above 0 */
export function unmultiplied(value: number, alpha: number): number {
  return Math.min(255, Math.round((value * 255) / alpha))
}
