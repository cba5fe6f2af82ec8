/** Threads in pages: with isolation they leave the bits of one thread, and without it there is one thread. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from './harness'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

test.each([
  ['an isolated page', '?isolated', 3, []],
  ['a page that is not isolated', '', 1, ['no-threads']],
] as const)('%s', async (_, query, count, warnings) => {
  const page = await harness.openPage(`/test/browser/pages/threads.html${query}`)
  await page.locator('body[data-ready]').waitFor({ state: 'attached' })
  const compared = await page.evaluate(() => window.compareThreads(2))
  expect(compared).toMatchObject({ count, warnings })
  expect(compared.hashes[0]).toBe(compared.hashes[1])
})
