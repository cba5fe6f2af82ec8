/** Figures as citizens of Phaser: beside its own images, in its groups, loader and textures. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Harness, startHarness } from './harness'
import type {} from './pages/phaser-citizens' // Types what its window has.

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

describe.each([
  ['4', '/test/browser/pages/phaser-citizens.html'],
  ['3', '/test/browser/pages/phaser3-citizens.html'],
])('figures in Phaser %s', (_, path) => {
  const ask = async <T = Record<string, unknown>>(question: string): Promise<T> => {
    const page = await harness.openPage(path, { width: 480, height: 360, reuse: 'document' })
    await page.waitForFunction(() => window.citizens !== undefined)
    return (await page.evaluate((name) => window.citizens?.ask(name), question)) as T
  }

  test('have the bounds of what is drawn: before the first tick, flipped, turned, and in containers', async () => {
    const { first, found, dead } = await ask<{ first: unknown; found: number[][][]; dead: unknown }>('bounds')
    expect(first).toEqual([[170, 134, 20, 12], 20, 12])
    for (const [before, after, drawn] of found) expect([before, after]).toEqual([drawn, drawn])
    expect(found.map(([, , [x]]) => x)).toEqual([170, 110, 170, 134, 68])
    expect(dead).toEqual(['disposed', 'disposed'])
  })
})
