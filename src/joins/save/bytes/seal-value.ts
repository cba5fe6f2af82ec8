/** Converts a value to bytes: a head, followed by the value. */
import { HEAD_BYTES, seal } from './envelope'
import { createWriter, type Writer } from './typed-arrays'
import { writeRecord, writeValue } from './values'

export function sealValue(value: object): Uint8Array {
  const writer = createWriter(HEAD_BYTES, 4096)
  writeValue(writer, value)
  return sealed(writer)
}

/** The same in steps. */
export function* sealInSteps(value: object): Generator<undefined, Uint8Array> {
  const writer = createWriter(HEAD_BYTES, 4096)
  yield* writeRecord(writer, value as Readonly<Record<string, unknown>>)
  return sealed(writer)
}

function sealed(writer: Writer): Uint8Array {
  const bytes = writer.bytes.slice(0, (writer.top + 3) & ~3)
  bytes.fill(0, writer.top)
  seal(bytes)
  return bytes
}
