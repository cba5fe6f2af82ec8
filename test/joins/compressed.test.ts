/** Sizes and levels of compressed images. */
import { expect, test } from 'vitest'
import { compressedImage } from '../../src/joins/compressed'

const LEVEL = new Uint8Array(16)
const GOOD = { width: 8, height: 4, format: 0x83f3, levels: [LEVEL, LEVEL, LEVEL, LEVEL] }

test('its bytes are those of all levels', () => {
  expect(compressedImage(GOOD).bytes).toBe(64)
  expect(compressedImage({ ...GOOD, levels: [new Uint8Array(new ArrayBuffer(99), 1, 32)] }).bytes).toBe(32)
})

test('a size, a number of levels or a format that can’t be is refused', () => {
  expect(compressedImage(GOOD).mipmapped).toBe(true)
  expect(compressedImage({ ...GOOD, levels: [LEVEL] }).mipmapped).toBe(false)
  const wrong = [
    { width: 0 },
    { height: 1.5 },
    { format: Number.NaN },
    { levels: [] },
    { levels: [LEVEL, LEVEL] },
  ]
  for (const part of wrong)
    expect(() => compressedImage({ ...GOOD, ...part })).toThrow(
      expect.objectContaining({ code: 'bad-option', path: Object.keys(part)[0] }),
    )
})
