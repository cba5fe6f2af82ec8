/** Kernels where pages differ from Node: policies, and the number of memories. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodePng, type Harness, type Picture, startHarness } from './harness'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

const SIZE = { width: 480, height: 320 }
const STRICT = "script-src 'self'"
const COMPILING = "script-src 'self' 'wasm-unsafe-eval'"
const LOOSE = "script-src 'self' 'unsafe-eval'"

interface Shown {
  kernels: string | null
  picture: Picture
}

/** The picture of a page under a policy, and its kernels. */
async function show(policy: string, query = ''): Promise<Shown> {
  const address = `/test/browser/pages/policy.html?policy=${encodeURIComponent(policy)}${query}`
  const page: Page = await harness.openPage(address, SIZE)
  await page.locator('body[data-kernels]').waitFor()
  const picture = decodePng(await page.screenshot())
  return { kernels: await page.locator('body').getAttribute('data-kernels'), picture }
}

function painted({ data }: Picture): number {
  let found = 0
  for (let i = 0; i < data.length; i += 4) if (Math.min(data[i], data[i + 1], data[i + 2]) < 200) found++
  return found
}

/** Share of pixels that differ by more than `by` in any channel. */
function difference(a: Picture, b: Picture, by: number): number {
  let found = 0
  for (let i = 0; i < a.data.length; i += 4)
    if ([0, 1, 2].some((c) => Math.abs(a.data[i + c] - b.data[i + c]) > by)) found++
  return (4 * found) / a.data.length
}

describe('under a content security policy', () => {
  test('that forbids WebAssembly, a world is refused unless it is given plain kernels', async () => {
    const address = `/test/browser/pages/policy.html?policy=${encodeURIComponent(STRICT)}`
    const page: Page = await harness.openPage(address, { ...SIZE, expected: /WebAssembly/ })
    await page.locator('body[data-refused]').waitFor()
    expect(await page.locator('body').getAttribute('data-refused')).toBe('no-kernels')
    expect(await page.locator('body').getAttribute('data-kernels')).toBe(null)
  })

  test('that forbids WebAssembly, plain kernels play the same to the pixel', async () => {
    const plain = await show(STRICT, '&kernels=plain')
    const wasm = await show(COMPILING)
    expect([plain.kernels, wasm.kernels]).toEqual(['plain', 'wasm'])
    expect(painted(plain.picture)).toBeGreaterThan(5000)
    expect(difference(plain.picture, wasm.picture, 0)).toBe(0)
  })

  test('that is strict, osteon/render/webgl draws, and the same as where all is allowed', async () => {
    const strict = await show(STRICT, '&webgl=plain&kernels=plain')
    const loose = await show(LOOSE, '&webgl')
    expect([strict.kernels, loose.kernels]).toEqual(['plain', 'wasm'])
    expect(painted(strict.picture)).toBeGreaterThan(5000)
    expect(difference(strict.picture, loose.picture, 8)).toBeLessThan(0.002)
  })

  test('that lets regl compile its commands, WebAssembly runs too', async () => {
    const plain = await show(LOOSE, '&webgl&kernels=plain')
    const wasm = await show(LOOSE, '&webgl')
    expect([plain.kernels, wasm.kernels]).toEqual(['plain', 'wasm'])
    expect(painted(wasm.picture)).toBeGreaterThan(5000)
    expect(difference(plain.picture, wasm.picture, 0)).toBe(0)
  })
})

test('a world for which a page has no memory left is refused, and worlds on plain kernels go on', async () => {
  const page = await harness.openPage('/test/browser/pages/worlds.html')
  await page.waitForFunction(() => 'makeWorlds' in window)
  const { bones, plain, refused, wasm, worst } = await page.evaluate(() => window.makeWorlds(170, 400))
  expect(refused).toBe('out-of-memory')
  expect(wasm).toBeGreaterThan(50)
  expect(plain).toBe(20)
  expect(bones).toBeGreaterThan(10_000)
  expect(worst).toBe(0)
})
