/** Images, written table by table. */
import { expect, test } from 'vitest'
import { createImageWriter, finishImage, reserve, writeInts } from '../../src/rig/image-writer'

test.each([5, 1024, 1025, 5000, 5008])(
  'an image of a table of %i words has a multiple of 16 words',
  (words) => {
    const writer = createImageWriter()
    reserve(writer, words)
    expect(finishImage(writer)).toHaveLength(Math.ceil(words / 16) * 16)
  },
)

test('tables keep their words while the image grows', () => {
  const writer = createImageWriter(16)
  const tables = Array.from({ length: 40 }, (_, i) => Array.from({ length: i }, (_, k) => 100 * i + k))
  const starts = tables.map((table) => writeInts(writer, table))
  const image = finishImage(writer)
  for (const [i, start] of starts.entries()) {
    expect(start % 4).toBe(0)
    expect([...image.subarray(start, start + i)]).toEqual(tables[i])
  }
})
