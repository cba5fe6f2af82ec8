/** Registers recordings in a world: gives them numbers and copies their images into its arena. */
import { OsteonError } from '../errors'
import { type Arena, allocate } from '../memory/arena'
import type { Recording } from '../model/recording'
import type { RecordingState } from '../world/recordings'

/** Numbers are stored in 16 bits. */
const MOST_RECORDINGS = 65_535

/**
 * Registers a recording in a world: its image is copied into the world's arena. A second call changes nothing.
 *
 * @returns its number.
 * @throws OsteonError `capacity`, `out-of-memory`.
 */
export function addRecording(arena: Arena, state: RecordingState, recording: Recording): number {
  const known = state.numbers.get(recording)
  if (known !== undefined) return known
  const number = state.registered.length
  if (number > MOST_RECORDINGS)
    throw new OsteonError('capacity', 'world', '', `more than ${MOST_RECORDINGS} recordings`)
  state.registered.push({ recording, image: appendImage(arena, recording) })
  state.numbers.set(recording, number)
  return number
}

/** @returns the word index of the image. */
export function appendImage(arena: Arena, { image }: Recording): number {
  const start = allocate(arena, image.byteLength, false) >> 2
  arena.i32.set(image, start)
  return start
}
