/** Telling formats of JSON apart by the start of their bytes. */
import { expect, test } from 'vitest'
import { listOfFile } from '../../../src/formats/shared/scan'

const encoder = new TextEncoder()

test('a list is found wherever the decoded start of a file ends', () => {
  for (let padding = 1000; padding < 1030; padding++) {
    const text = `{"skeleton":"${'x'.repeat(padding)}","bones":[]}`
    expect(listOfFile(encoder.encode(text), ['bones', 'armature'])).toBe('bones')
    expect(listOfFile(text, ['bones', 'armature'])).toBe('bones')
  }
})

test('what lies behind the list is not decoded', () => {
  const bytes = new Uint8Array(2 ** 16)
  bytes.set(encoder.encode('{"bones":['))
  let most = 0
  const { subarray } = bytes
  bytes.subarray = (start, end = bytes.length) => {
    most = Math.max(most, end)
    return subarray.call(bytes, start, end)
  }
  expect(listOfFile(bytes, ['bones'])).toBe('bones')
  expect(most).toBe(1024)
})

test('a file without the list, and one that is no object, have none', () => {
  expect(listOfFile(encoder.encode(`{"a":"${'x'.repeat(5000)}"}`), ['bones'])).toBeNull()
  expect(listOfFile(encoder.encode('["bones",[]]'), ['bones'])).toBeNull()
})
