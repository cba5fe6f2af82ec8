/** PNGs whose numbers are no sRGB colours are refused by the name of the chunk. */
import { crc32, deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { refuseColors } from '../../src/cli/pack/colors'
import { decodePng } from '../../src/cli/pack/pixels'

type Chunk = [type: string, data: Uint8Array]

function chunk([type, data]: Chunk): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([words(data.length), body, words(crc32(body) >>> 0)])
}

function words(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length)
  for (const [i, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * i)
  return bytes
}

/** One pixel of 128, 64, 32. */
function png(...more: Chunk[]): Uint8Array {
  const head = Buffer.concat([words(1, 1), Buffer.from([8, 2, 0, 0, 0])])
  const pixels = deflateSync(Buffer.from([0, 128, 64, 32]))
  const all: Chunk[] = [['IHDR', head], ...more, ['IDAT', pixels], ['IEND', Buffer.alloc(0)]]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...all.map(chunk)])
}

const gamma = (value: number): Chunk => ['gAMA', words(value)]
const SRGB: Chunk = ['sRGB', Buffer.from([0])]
const PRIMARIES: Chunk = ['cHRM', words(31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6000)]
const P3: Chunk = ['cHRM', words(31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6000)]
const codes = (...of: number[]): Chunk => ['cICP', Buffer.from(of)]
const profile = (name: string, text: string): Chunk => [
  'iCCP',
  Buffer.concat([Buffer.from(`${name}\0\0`, 'latin1'), deflateSync(Buffer.from(text))]),
]

test.each<[string, Chunk[]]>([
  ['none', []],
  ['the gamma of sRGB', [gamma(45_455)]],
  ['a gamma near it', [gamma(45_000)]],
  ['no gamma', [gamma(0)]],
  ['a gamma beside sRGB', [gamma(100_000), SRGB]],
  ['primaries of sRGB', [gamma(45_455), PRIMARIES]],
  ['primaries alone', [P3]],
  ['codes of sRGB', [codes(1, 13, 0, 1)]],
  ['codes of sRGB beside a gamma', [codes(1, 13, 0, 1), gamma(100_000)]],
  ['a profile named sRGB', [profile('sRGB IEC61966-2.1', 'x')]],
  ['a profile described as sRGB', [profile('ICC', '\0s\0R\0G\0B\0')]],
])('%s: the pixels are sRGB', (_, chunks) => {
  expect(() => refuseColors(png(...chunks), 'a.png')).not.toThrow()
  expect([...decodePng({ name: 'a.png', url: '', bytes: png(...chunks) }, false).data]).toEqual([
    128, 64, 32, 255,
  ])
})

test.each<[string, Chunk[], string]>([
  ['a gamma of 1', [gamma(100_000)], 'gAMA'],
  ['a gamma of 0.5', [gamma(50_000)], 'gAMA'],
  ['other primaries', [gamma(45_455), P3], 'cHRM'],
  ['codes of P3', [codes(12, 13, 0, 1)], 'cICP'],
  ['linear codes, beside sRGB', [codes(1, 8, 0, 1), SRGB], 'cICP'],
  ['another profile, beside a gamma', [profile('Adobe RGB', 'x'), gamma(45_455)], 'iCCP'],
  ['a profile that is cut off', [['iCCP', Buffer.from('x\0')]], 'iCCP'],
])('%s: the chunk is named', (_, chunks, path) => {
  const refused = expect.objectContaining({ code: 'unsupported-feature', source: 'a.png', path })
  expect(() => decodePng({ name: 'a.png', url: '', bytes: png(...chunks) }, true)).toThrow(refused)
})
