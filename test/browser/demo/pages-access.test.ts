/** Every page of the demo with the rules of axe, by keyboard, and at the width of a telephone. */
import { readdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '../../../scripts/entries'
import { sampleOf } from '../../deep'
import { checkKeyboard, checkRules } from '../access'
import { type Harness, startHarness } from '../harness'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

const pages = readdirSync(`${ROOT}/demo`).filter((name) => name.endsWith('.html'))
const sizes = [
  { width: 1200, height: 760, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const
type Size = (typeof sizes)[number]

/** Few figures, and no motion where a page does not take that from the visitor's settings. */
const CALM = 'paused=1&count=12&sprites=0'

/** Opens a page for a visitor who prefers no motion, and waits until it shows its figures. */
async function openCalm(name: string, { colorScheme, ...size }: Size): Promise<Page> {
  const page = await harness.openPage('/test/browser/pages/smoke.html', size)
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
  await page.goto(`${harness.url}/demo/${name}?${CALM}`)
  await page.locator('body[data-ready]').waitFor()
  return page
}

describe.each(pages.map((name, turn) => [name, turn] as const))('%s', (name, turn) => {
  // Opening a page takes most of the time: all that is looked at in one size is looked at in one window.
  test.each(sampleOf(sizes, 2, turn))(
    'is no wider, worked by keyboard, and nothing serious for axe at $width × $height',
    async (size) => {
      const page = await openCalm(name, size)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
      await checkKeyboard(page)
      // The focused element looks different.
      await page.evaluate(
        () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
      )
      await checkRules(page)
    },
  )
})
