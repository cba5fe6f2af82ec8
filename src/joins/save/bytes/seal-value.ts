/** Converts a value to bytes: a head, followed by the value. */
import { HEAD_BYTES, seal } from './envelope'
import { createWriter } from './typed-arrays'
import { writeValue } from './values'

export function sealValue(value: object): Uint8Array {
  const writer = createWriter(HEAD_BYTES, 4096)
  writeValue(writer, value)
  const bytes = writer.bytes.slice(0, (writer.top + 3) & ~3)
  bytes.fill(0, writer.top)
  seal(bytes)
  return bytes
}
