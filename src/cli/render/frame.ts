/** Frames on their way from the painter to a file. */
import type { Picture } from '../pack/alpha'

/** One frame. The next one overwrites its pixels. */
export interface Frame {
  readonly animation: string
  /** Premultiplied. */
  readonly picture: Picture
  /** How long it is shown. */
  readonly seconds: number
}

/** What all frames share. */
export interface Film {
  readonly width: number
  readonly height: number
  readonly fps: number
  /** The number of frames of all animations. */
  readonly total: number
  /** How long they are shown in total. */
  readonly seconds: number
  /** Whether pixels may be transparent. */
  readonly transparent: boolean
}

/** Makes files from frames, which come in order. */
export interface Encoder {
  add(frame: Frame): void | Promise<void>
  /** @returns contents by name. */
  finish(): Map<string, string | Uint8Array>
  /** Returns the number of frames that the format has no time for. */
  readonly leftOut?: () => number
}
