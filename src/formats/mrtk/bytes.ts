/** Reads numbers and text from bytes that may end anywhere. */
import { OsteonError, type Warn } from '../../base/errors'

/** A file that is being read. */
export interface File {
  readonly source: string
  readonly view: DataView
  readonly warn: Warn
}

/** Checks that `count` bytes follow at `at`. @throws OsteonError `truncated`. */
export function need({ source, view }: File, at: number, count: number, path: string): void {
  if (count <= view.byteLength - at) return
  const message = `expected ${count} bytes at byte ${at}, but the file ends at ${view.byteLength}`
  throw new OsteonError('truncated', source, path, message)
}

export function readInt(file: File, at: number, path: string): number {
  need(file, at, 4, path)
  return file.view.getInt32(at, true)
}

/** Reads a finite time in seconds. @throws OsteonError `truncated`, `bad-time`. */
export function readTime(file: File, at: number, path: string): number {
  need(file, at, 4, path)
  const time = file.view.getFloat32(at, true)
  if (Number.isFinite(time)) return time
  throw new OsteonError('bad-time', file.source, path, `expected a finite number of seconds, got ${time}`)
}

/** Position and length of a text's bytes. */
export interface TextPlace {
  at: number
  length: number
}

const MOST_PREFIX_BYTES = 5

/**
 * Reads the length of a text: groups of seven bits, the lowest first. @throws OsteonError `truncated`, `bad-string`.
 */
export function findText(file: File, start: number, path: string): TextPlace {
  let length = 0
  let at = start
  let unit = 1
  for (let group = 0; ; group++) {
    if (group === MOST_PREFIX_BYTES) {
      const message = `the length of the text takes more than ${MOST_PREFIX_BYTES} bytes`
      throw new OsteonError('bad-string', file.source, path, message)
    }
    need(file, at, 1, path)
    const byte = file.view.getUint8(at++)
    length += (byte & 0x7f) * unit
    unit *= 128
    if (byte < 0x80) break
  }
  need(file, at, length, path)
  return { at, length }
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder('utf-8', { ignoreBOM: true })

/** Decodes a text; bytes that aren't UTF-8 are replaced, with a warning. */
export function decodeText({ source, view, warn }: File, { at, length }: TextPlace, path: string): string {
  const bytes = new Uint8Array(view.buffer, view.byteOffset + at, length)
  try {
    return strict.decode(bytes)
  } catch {
    warn({ code: 'replaced-text', source, path, message: 'the text is not UTF-8; parts of it were replaced' })
    return lenient.decode(bytes)
  }
}
