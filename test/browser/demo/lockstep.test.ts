/** Lockstep with rollback: two peers stay in the same hash, in one page and in two tabs. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RATE } from '../../../demo/lockstep/peer'
import { DEEP } from '../../deep'
import { type Harness, startHarness } from '../harness'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

const SIZE = { width: 640, height: 480 }

const tell = (page: Page) =>
  page.evaluate(() =>
    window.lockstep?.map(({ compared, different, peer }) => ({
      hashes: peer.hashes,
      compared,
      different,
      rollbacks: peer.rollbacks,
      redone: peer.redone,
    })),
  )

test('two peers have the same hashes, with late messages and rollbacks', async () => {
  // In the deep mode, ten minutes of a game.
  const ticks = DEEP ? 10 * 60 * RATE : 6000
  const page = await harness.openPage(`/demo/lockstep.html?fast=${ticks}`, SIZE)
  await page.locator('body[data-ready]').waitFor()
  const [first, second] = (await tell(page)) ?? []
  const count = ticks / 60
  expect(first.hashes.length).toBeGreaterThanOrEqual(count)
  expect(first.hashes.slice(0, count)).toEqual(second.hashes.slice(0, count))
  expect(new Set(first.hashes).size).toBeGreaterThan(count / 2)
  for (const { different, rollbacks, redone } of [first, second]) {
    expect(different).toBe(0)
    expect(rollbacks).toBeGreaterThan(100)
    expect(redone).toBeGreaterThan(rollbacks)
  }
})

test('two tabs play one game', async () => {
  const pages = [
    await harness.openPage('/demo/lockstep.html?me=0&fast=120', SIZE),
    await harness.openPage('/demo/lockstep.html?me=1&fast=120', SIZE),
  ]
  for (const page of pages) await page.locator('body[data-ready]').waitFor()
  const [[first], [second]] = await Promise.all(pages.map(async (page) => (await tell(page)) ?? []))
  expect(first.hashes.length).toBeGreaterThanOrEqual(2)
  expect(first.hashes.slice(0, 2)).toEqual(second.hashes.slice(0, 2))
})
