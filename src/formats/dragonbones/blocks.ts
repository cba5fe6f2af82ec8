/** Finds the sections of a binary file, `_ske.dbbin`: a header in JSON, and the arrays that it points into. */
import { OsteonError } from '../../base/errors'
import { fail, type ObjectPlace } from '../shared/place'
import { looseInteger, looseList } from './values'

/** Arrays that the header points into, by element numbers. */
export interface Blocks {
  readonly ints: Int16Array
  readonly floats: Float32Array
  readonly frameInts: Int16Array
  readonly frameFloats: Float32Array
  readonly frames: Int16Array
  readonly timelines: Uint16Array
  /** This is `ints` if the file has no separate array. */
  readonly colors: Int16Array
}

/** Magic, version and length of the header. */
const FRAME = 12

function headerLength(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(8, true)
}

/** Returns the header's bytes. Throws `truncated`. */
export function headerOf(bytes: Uint8Array, source: string): Uint8Array {
  const short = bytes.length < FRAME
  const length = short ? FRAME : FRAME + headerLength(bytes)
  if (short || length > bytes.length)
    throw new OsteonError(
      'truncated',
      source,
      'header',
      `the file has ${bytes.length} bytes; its header ends at ${length}`,
    )
  return bytes.subarray(FRAME, length)
}

/** Finds the arrays. @param at the header. Throws `truncated`, `out-of-range`. */
export function blocksOf(at: ObjectPlace, bytes: Uint8Array): Blocks {
  const list = looseList(at, 'offset')
  const start = FRAME + headerLength(bytes)
  const part = (index: number, size: number): ArrayBuffer => {
    const first = start + looseInteger(list, 2 * index, 0)
    const length = looseInteger(list, 2 * index + 1, 0)
    if (first < start || length < 0 || length % size !== 0)
      fail(list, 2 * index, 'out-of-range', `expected a place and a multiple of ${size} bytes`)
    if (first + length > bytes.length)
      fail(
        list,
        2 * index,
        'truncated',
        `the file has ${bytes.length} bytes; the array ends at ${first + length}`,
      )
    // A typed array cannot begin at an odd byte, so the bytes are copied.
    return bytes.slice(first, first + length).buffer
  }
  const ints = new Int16Array(part(0, 2))
  return {
    ints,
    floats: new Float32Array(part(1, 4)),
    frameInts: new Int16Array(part(2, 2)),
    frameFloats: new Float32Array(part(3, 4)),
    frames: new Int16Array(part(4, 2)),
    timelines: new Uint16Array(part(5, 2)),
    colors: looseInteger(list, 13, 0) === 0 ? ints : new Int16Array(part(6, 2)),
  }
}
