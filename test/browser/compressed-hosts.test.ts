/** Compressed pages of figures in PixiJS, Phaser and Three.js, from files as tools write them. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../../scripts/entries'
import { type Harness, startHarness } from './harness'
import type {} from './pages/compressed' // Types what its window has.

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

/** Half transparent red, premultiplied. */
const RED = [128, 0, 0, 128]
const BLOCKS = 4
const SKELETON = JSON.stringify({
  skeleton: { spine: '4.2.0' },
  bones: [{ name: 'root' }],
  slots: [{ name: 's', bone: 'root', attachment: 'r' }],
  skins: [{ name: 'default', attachments: { s: { r: { width: 30, height: 30 } } } }],
})
const ATLAS = 'page.png\nsize: 8,8\nfilter: Nearest, Nearest\npma: true\nr\nbounds: 0,0,8,8\n'

/** Bytes of numbers, each of so many bits, the lowest first. */
function pack(bytes: number, ...fields: (readonly [value: number, bits: number])[]): number[] {
  const packed = Array.from({ length: bytes }, () => 0)
  let at = 0
  for (const [value, bits] of fields)
    for (let bit = 0; bit < bits; bit++, at++) packed[at >> 3] |= ((value >> bit) & 1) << (at & 7)
  return packed
}

/** The first bytes of a file. @param version two digits. */
const identifier = (version: string) => [0xab, ...Buffer.from(`KTX ${version}`), 0xbb, 0x0d, 0x0a, 0x1a, 0x0a]

/** A KTX2 file of 8 × 8 pixels of one colour, in blocks of UASTC. */
function ktx2(): Uint8Array {
  // Mode 8, of one colour, has the number 0x17.
  const block = pack(16, [0x17, 5], ...RED.map((value) => [value, 8] as const))
  const data = Array.from({ length: BLOCKS }, () => block).flat()
  const HEAD = 80
  const LEVELS = 24
  // UASTC (166), linear, premultiplied; blocks of 4 × 4 pixels and 16 bytes; one sample of four channels.
  const sample = [0x037f0000, 0, 0, 0xffffffff]
  const format = [0, 2 | (40 << 16), 166 | (1 << 8) | (1 << 16) | (1 << 24), 0x0303, 16, 0, ...sample]
  const descriptor = [4 * (1 + format.length), ...format]
  const begin = HEAD + LEVELS + 4 * descriptor.length
  const at = Math.ceil(begin / 16) * 16
  // Format, type size, width, height, depth, layers, faces, levels, scheme; then where the descriptor is.
  const head = [0, 1, 8, 8, 0, 0, 1, 1, 0, HEAD + LEVELS, 4 * descriptor.length, 0, 0, 0, 0, 0, 0]
  const level = [at, 0, data.length, 0, data.length, 0]
  const words = Uint32Array.from([...head, ...level, ...descriptor])
  const gap = Array.from({ length: at - begin }, () => 0)
  return Uint8Array.from([...identifier('20'), ...new Uint8Array(words.buffer), ...gap, ...data])
}

/** A KTX file of 8 × 8 pixels of one colour, in blocks of S3TC (DXT5). */
function ktx(): Uint8Array {
  const alpha = [RED[3], RED[3], 0, 0, 0, 0, 0, 0]
  const color = pack(8, [0, 5], [0, 6], [RED[0] >> 3, 5])
  const data = Array.from({ length: BLOCKS }, () => [...alpha, ...color]).flat()
  const words = [0x04030201, 0, 1, 0, 0x83f3, 0x1908, 8, 8, 0, 0, 1, 1, 0, data.length]
  return Uint8Array.from([...identifier('11'), ...new Uint8Array(Uint32Array.from(words).buffer), ...data])
}

test('pages of KTX2 and KTX files stay compressed on the GPU, and are blended as premultiplied', async () => {
  const files: Record<string, string | Uint8Array> = {
    'hero.json': SKELETON,
    'hero.atlas': ATLAS,
    'hero.ktx2': ktx2(),
    'hero.ktx': ktx(),
  }
  const page = await harness.openPage('/test/browser/pages/smoke.html')
  await page.route('**/packed/*', (route) => {
    const file = files[new URL(route.request().url()).pathname.split('/').pop() ?? '']
    return route.fulfill(file === undefined ? { status: 404 } : { body: Buffer.from(file) })
  })
  // Transcoders come with the engines.
  await page.route('**/node_modules/**', (route) =>
    route.fulfill({ path: join(ROOT, new URL(route.request().url()).pathname) }),
  )
  await page.goto(`${harness.url}/test/browser/pages/compressed.html`)
  await page.waitForFunction(() => window.showCompressed !== undefined)
  const seen = await page.evaluate(() => window.showCompressed())
  // 128 over a half of 64; S3TC has fewer reds.
  const shown = {
    pixel: [expect.closeTo(160, -1), expect.closeTo(32, -1), expect.closeTo(32, -1)],
    uploads: 1,
  }
  expect(seen).toEqual({ pixi: { ...shown, filter: 'nearest' }, three: shown, phaser: shown })
})
