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
  /** How long they are shown, together. */
  readonly seconds: number
  /** Whether pixels may be seen through. */
  readonly transparent: boolean
}

/** Makes files of frames, which come in order. */
export interface Encoder {
  add(frame: Frame): void | Promise<void>
  /** @returns contents by name. */
  finish(): Map<string, string | Uint8Array>
  /** The number of frames that the format has no time for. */
  readonly leftOut?: () => number
}
