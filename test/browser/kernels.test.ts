/** Compiled kernels where pages differ from Node: policies, and the number of memories. */
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

/** What a page under a policy draws, and with which kernels. */
async function show(policy: string, query = '', expected?: RegExp): Promise<Shown> {
  const address = `/test/browser/pages/policy.html?policy=${encodeURIComponent(policy)}${query}`
  const page: Page = await harness.openPage(address, { ...SIZE, expected })
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
  test('that forbids to compile, twins play what kernels play where they may be compiled', async () => {
    const twins = await show(STRICT, '', /WebAssembly/)
    const compiled = await show(COMPILING)
    expect([twins.kernels, compiled.kernels]).toEqual(['typescript', 'wasm'])
    expect(painted(twins.picture)).toBeGreaterThan(5000)
    expect(difference(twins.picture, compiled.picture, 8)).toBeLessThan(0.002)
  })

  test('that is strict, osteon/render/webgl draws, and the same as where all is allowed', async () => {
    const strict = await show(STRICT, '&webgl=plain', /WebAssembly/)
    const loose = await show(LOOSE, '&webgl')
    expect([strict.kernels, loose.kernels]).toEqual(['typescript', 'wasm'])
    expect(painted(strict.picture)).toBeGreaterThan(5000)
    expect(difference(strict.picture, loose.picture, 8)).toBeLessThan(0.002)
  })

  test('that lets regl compile its commands, kernels are compiled too', async () => {
    const twins = await show(LOOSE, '&webgl&kernels=typescript')
    const compiled = await show(LOOSE, '&webgl')
    expect([twins.kernels, compiled.kernels]).toEqual(['typescript', 'wasm'])
    expect(painted(compiled.picture)).toBeGreaterThan(5000)
    expect(difference(twins.picture, compiled.picture, 8)).toBeLessThan(0.002)
  })
})

test('of three hundred worlds one hundred and thirty live, more than a page has memories for', async () => {
  const page = await harness.openPage('/test/browser/pages/worlds.html')
  await page.waitForFunction(() => 'makeWorlds' in window)
  const { kernels, worst, bones } = await page.evaluate(() => window.makeWorlds(170, 130))
  expect(kernels.wasm).toBeGreaterThan(50)
  expect(kernels.wasm + (kernels.typescript ?? 0)).toBe(130)
  expect(bones).toBeGreaterThan(10_000)
  expect(worst).toBeLessThan(0.01)
})
