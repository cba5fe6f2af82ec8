/** In a page poses have the bits that they have in Node. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownTable } from '../poses/rigs'
import { type Harness, startHarness } from './harness'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

test('in both builds of the kernels, the project’s own rigs have the pose hashes of the table', async () => {
  const page = await harness.openPage('/test/browser/pages/poses.html')
  await page.locator('body[data-ready]').waitFor({ state: 'attached' })
  expect(await page.evaluate(() => window.posesOf('wasm'))).toEqual(ownTable())
  expect(await page.evaluate(() => window.posesOf('plain'))).toEqual(ownTable())
})
