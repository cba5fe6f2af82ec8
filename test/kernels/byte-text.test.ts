/** Bytes of kernels as text. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBytes, encodeBytes } from '../../src/kernels/byte-text'

test('bytes survive as text without a character that a string literal escapes', () => {
  const every = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  expect(decodeBytes(encodeBytes(every))).toEqual(every)
  expect(encodeBytes(every)).toMatch(/^[^'"\\`$\p{Cc}]*$/u)
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect([...decodeBytes(encodeBytes(bytes))]).toEqual([...bytes])
    }),
  )
})
