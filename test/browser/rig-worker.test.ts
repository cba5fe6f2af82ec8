/** Skeletons read in a page's workers: their poses, workers that a policy forbids, and one that dies. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHARACTERS } from '../../demo/characters'
import { ownTable } from '../poses/rigs'
import { type Harness, startHarness } from './harness'
import type {} from './pages/rig-worker' // Types what its window has.

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

const table = ownTable()
const hashes = Object.fromEntries(CHARACTERS.map((name) => [name, table[name]]))

async function open(query: string, expected?: RegExp) {
  const page = await harness.openPage(`/test/browser/pages/rig-worker.html${query}`, { expected })
  await page.locator('body[data-ready]').waitFor({ state: 'attached' })
  return page
}

test('two workers read the project’s own rigs, which have the pose hashes of the table', async () => {
  const page = await open('')
  const { answers, ...found } = await page.evaluate(() => window.readInWorker())
  expect(found).toEqual({ hashes, warnings: [] })
  expect(answers.filter((kind) => kind === 'ready').length).toBe(2)
  expect(answers.filter((kind) => kind === 'read').length).toBe(CHARACTERS.length)
  const [code, message] = await page.evaluate(() => window.loseWorker())
  expect([code, message]).toEqual(['worker-lost', expect.stringContaining('gone')])
})

test('where a policy forbids workers, the page reads them itself', async () => {
  const page = await open('?policy', /worker-src|Content Security Policy/i)
  const found = await page.evaluate(() => window.readInWorker())
  expect(found).toEqual({ hashes, answers: [], warnings: ['no-threads'] })
})
