/** The head of an encoded state or table: magic bytes, version, length and a checksum of all bytes. */
import { OsteonError } from '../../../base/errors'

/** `osteon`, then two bytes that do not occur in text. */
const MAGIC = [0x6f, 0x73, 0x74, 0x65, 0x6f, 0x6e, 0x00, 0xff]
/** Version of the content. */
const VERSION = 2
const AT_VERSION = 8
const AT_LENGTH = 16
const AT_CHECK = 20
/** The words at 12 and 28 are free. */
export const HEAD_BYTES = 32

/** Writes the head. @param bytes their length is a multiple of four. */
export function seal(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  bytes.set(MAGIC)
  view.setUint32(AT_VERSION, VERSION, true)
  view.setUint32(AT_LENGTH, bytes.length, true)
  const [one, other] = checkOf(bytes)
  view.setUint32(AT_CHECK, one, true)
  view.setUint32(AT_CHECK + 4, other, true)
}

/**
 * Checks the head, and all other bytes by the checksum.
 *
 * @param source the call, for errors. @throws OsteonError `wrong-type`, `bad-magic`, `unsupported-version`,
 *   `truncated`, `trailing-data`, `damaged`.
 */
export function unseal(bytes: unknown, source: string): Uint8Array {
  const bad = (code: OsteonError['code'], message: string) => new OsteonError(code, source, '', message)
  if (!(bytes instanceof Uint8Array)) throw bad('wrong-type', 'expected a Uint8Array')
  if (MAGIC.some((byte, at) => at < bytes.length && bytes[at] !== byte))
    throw bad('bad-magic', 'osteon did not encode this')
  if (bytes.length < HEAD_BYTES) throw bad('truncated', `${bytes.length} bytes are too few`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const version = view.getUint32(AT_VERSION, true)
  if (version !== VERSION)
    throw bad('unsupported-version', `version ${version} of the encoding; this release reads ${VERSION}`)
  const length = view.getUint32(AT_LENGTH, true)
  if (bytes.length < length) throw bad('truncated', `${bytes.length} of ${length} bytes`)
  if (bytes.length > length) throw bad('trailing-data', `${bytes.length - length} bytes after the end`)
  const [one, other] = checkOf(bytes)
  if (one !== view.getUint32(AT_CHECK, true) || other !== view.getUint32(AT_CHECK + 4, true))
    throw bad('damaged', 'the bytes are not those that were written')
  return bytes
}

/** Returns the checksum of all bytes but its own. A change of any one word changes both numbers. */
function checkOf(bytes: Uint8Array): [number, number] {
  const whole = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  const words = new Int32Array(whole.buffer, whole.byteOffset, whole.length >> 2)
  let one = 0x811c9dc5
  let other = 0x9747b28c
  for (let i = 0; i < words.length; i++) {
    if (i === AT_CHECK >> 2 || i === (AT_CHECK >> 2) + 1) continue
    one ^= words[i]
    one = Math.imul((one << 13) | (one >>> 19), 0x01000193)
    other ^= words[i]
    other = Math.imul((other << 7) | (other >>> 25), 0x85ebca6b)
  }
  return [one >>> 0, other >>> 0]
}

/** Returns a hash of a text, of 32 bits. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
