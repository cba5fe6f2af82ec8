/** The tracks page: picture, log, time and scripts. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOOKS } from '../../../demo/tracks/lanes/colors'
import { type Harness, type Picture, passFrames, shootStill, startHarness } from '../harness'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

const SCRIPT =
  '0 play 0 walk loop; 0.5 play 0 run loop mix=0.4; 0.6 play 1 strike mask=upper; 0.7 queue 0 idle'

async function openTracks(query: string, size = { width: 1280, height: 800 }): Promise<Page> {
  const page = await harness.openPage(`/demo/tracks.html?${query}`, { ...size, reuse: true })
  await page.locator('body[data-ready]').waitFor()
  return page
}

const openFixed = (ticks: number): Promise<Page> =>
  openTracks(`paused=1&ticks=${ticks}&script=${encodeURIComponent(SCRIPT)}`)

const shoot = (page: Page, selector: string): Promise<Picture> => shootStill(page, selector, 12)

/** Pixels of a colour, #rrggbb, give or take a little. */
function countOf({ data }: Picture, color: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  let found = 0
  for (let i = 0; i < data.length; i += 4)
    if (Math.abs(data[i] - r) + Math.abs(data[i + 1] - g) + Math.abs(data[i + 2] - b) < 12) found++
  return found
}

function fur({ data }: Picture): number {
  let found = 0
  for (let i = 0; i < data.length; i += 4)
    if (data[i] > 215 && data[i + 1] > 100 && data[i + 1] < 160 && data[i + 2] < 95) found++
  return found
}

/** Names and colours of the lamplighter's animations, in the order of its file. */
const [, WALK, RUN, , , , STRIKE] = LOOKS.light.palette

const log = (page: Page): Promise<string[]> => page.locator('#log li').allInnerTexts()
const words = (text: string): string => text.replace(/\s+/g, ' ').trim()

describe('the tracks page', () => {
  test('draws the character, and each track with its animation', async () => {
    const page = await openFixed(42)
    expect(fur(await shoot(page, '#stage'))).toBeGreaterThan(2000)
    const ground = await shoot(page, '.lane:nth-child(1) canvas')
    expect(countOf(ground, WALK)).toBeGreaterThan(300)
    expect(countOf(ground, RUN)).toBeGreaterThan(50)
    expect(countOf(ground, STRIKE)).toBe(0)
    expect(countOf(await shoot(page, '.lane:nth-child(2) canvas'), STRIKE)).toBeGreaterThan(100)
    expect(countOf(await shoot(page, '.lane:nth-child(3) canvas'), LOOKS.light.ground)).toBeGreaterThan(
      10_000,
    )
    expect(await page.locator('#problem').isVisible()).toBe(false)
  })

  test('logs every event, newest first', async () => {
    const page = await openFixed(42)
    expect((await log(page)).map(words).reverse()).toEqual([
      '0.02 start 0 walk',
      '0.07 event 0 walk footstep @0.05 “front”',
      '0.52 interrupt 0 walk',
      '0.52 start 0 run',
      expect.stringMatching(/^0\.5\d event 0 run footstep @0\.02 “front”$/),
      '0.62 start 1 strike',
    ])
    await page.locator('#log-filters .chip', { hasText: 'event' }).click()
    await page.locator('#log-filters .chip', { hasText: 'start' }).click()
    expect((await log(page)).map(words)).toEqual(['0.52 interrupt 0 walk'])
    await page.locator('#log-clear').click()
    expect(await log(page)).toEqual([])
  })

  test('takes time back, and does something else from there', async () => {
    const page = await openFixed(42)
    const now = await shoot(page, '#stage')
    await page.locator('#scrub').fill('0.3')
    await expect.poll(() => page.locator('#time').textContent()).toBe('0.30 s (-0.40)')
    expect(await page.locator('#log li').count()).toBe(2)
    const then = await shoot(page, '#stage')
    expect(then.data.some((value, i) => Math.abs(value - now.data[i]) > 60)).toBe(true)
    await page.locator('#scrub').press('End')
    await expect.poll(() => page.locator('#time').textContent()).toBe('0.70 s')
    expect(Buffer.compare((await shoot(page, '#stage')).data, now.data)).toBe(0)
    await page.locator('#step-back').click()
    await page.locator('.lane').first().getByRole('button', { name: 'Fade out' }).click()
    await page.locator('#step').click()
    await expect.poll(async () => (await log(page)).map(words)).toContain('0.70 start 0 empty')
  })

  test('chooses an entry of a lane with the arrow keys', async () => {
    const page = await openTracks('paused=1&script=none')
    const lane = page.getByRole('slider', { name: 'Track 1' })
    const head = page.getByRole('group', { name: 'Track 1' })
    const spoken = () => lane.getAttribute('aria-valuetext')
    await head.getByRole('combobox').selectOption('wave')
    await head.getByRole('button', { name: 'Play' }).click()
    await head.getByRole('combobox').selectOption('hit')
    await head.getByRole('button', { name: 'Queue' }).click()
    for (let step = 0; step < 2; step++) await page.locator('#step').click()
    await lane.focus()
    // It is mixed from an empty entry.
    await expect.poll(spoken).toBe('wave, 2 of 3')
    await page.keyboard.press('ArrowRight')
    await expect.poll(spoken).toBe('hit, 3 of 3')
    await expect.poll(() => page.locator('#entry-facts').textContent()).toMatch(/^hit/)
    await page.keyboard.press('ArrowRight')
    await expect.poll(spoken).toBe('hit, 3 of 3')
    await page.keyboard.press('Home')
    await expect.poll(spoken).toBe('empty, 1 of 3')
  })

  test('plays, queues and clears from the lanes, with the fields chosen', async () => {
    const page = await openTracks('paused=1&script=none')
    const lane = page.getByRole('group', { name: 'Track 1' })
    await lane.getByRole('button', { name: 'Look at track 1' }).click()
    await lane.getByRole('combobox').selectOption('wave')
    await page.locator('.chip:has(#target-next)').click()
    await page.getByLabel('Mask').selectOption('lower')
    await page.getByLabel('Alpha').fill('0.5')
    await page.getByLabel('Fade in if vacant').uncheck()
    await lane.getByRole('button', { name: 'Play' }).click()
    await lane.getByRole('button', { name: 'Queue' }).click()
    await page.locator('#step').click()
    await page.locator('.chip:has(#target-now)').click()
    await expect
      .poll(() => page.locator('#entry-facts').textContent())
      .toMatch(/^wave · 0\.02 s · weight 0\.50/)
    expect(await page.getByLabel('Mask').inputValue()).toBe('lower')
    await page.getByLabel('Alpha').fill('1')
    await expect.poll(() => page.locator('#entry-facts').textContent()).toContain('weight 1.00')
    await lane.getByRole('button', { name: 'Clear' }).click()
    await page.locator('#step').click()
    await expect
      .poll(async () => (await log(page)).map(words))
      .toEqual(['0.05 dispose 1 wave', '0.05 dispose 1 wave', '0.05 end 1 wave', '0.03 start 1 wave'])
  })

  test('sets the mix of a pair, and plays it', async () => {
    const page = await openTracks('paused=1&script=none&rig=badger')
    await page.getByRole('tab', { name: 'Crossfades' }).click()
    await page.getByRole('button', { name: 'run to jump' }).click()
    await page.getByLabel('run → jump').fill('0.75')
    await expect.poll(() => page.getByRole('button', { name: 'run to jump' }).textContent()).toBe('.75')
    await page.getByRole('button', { name: 'Play this pair' }).click()
    await expect.poll(async () => (await log(page)).map(words).join()).toContain('start 0 jump')
    await page.getByRole('tab', { name: 'Entry' }).click()
    await expect
      .poll(() => page.locator('#fields .field:has-text("Mix") output').textContent())
      .toBe('0.75 s')
  })

  test('survives the stress test', async () => {
    const page = await openTracks('paused=1&ticks=600&script=stress&seed=3&rig=hare')
    expect(await page.locator('#log li').count()).toBeGreaterThan(60)
    expect(await page.locator('#log li').count()).toBeLessThanOrEqual(120)
    await page.getByRole('button', { name: 'Play or pause' }).click()
    const time = await page.locator('#time').textContent()
    await expect.poll(() => page.locator('#time').textContent()).not.toBe(time)
    await page.locator('#cast .chip', { hasText: 'badger' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('rig')).toBe('badger')
  })

  test('explains the errors of a script', async () => {
    const page = await openTracks('paused=1&script=0+play+0+dance')
    expect(await page.getByRole('alert').textContent()).toContain('"lamplighter" has no animation "dance"')
    const other = await openTracks('paused=1&script=soon')
    expect(await other.getByRole('alert').textContent()).toContain('script step “soon”: expected a second')
  })

  test('stands still for visitors who prefer no motion', async () => {
    const page = await harness.openPage('/test/browser/pages/smoke.html')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(`${harness.url}/demo/tracks.html`)
    await page.locator('body[data-ready]').waitFor()
    const time = await page.locator('#time').textContent()
    await passFrames(page, 20)
    expect(await page.locator('#time').textContent()).toBe(time)
    expect(await page.locator('#transport.playing').count()).toBe(0)
  })

  test('fits a telephone', async () => {
    const page = await openTracks('paused=1&ticks=60', { width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await page.locator('#play').isVisible()).toBe(true)
    expect(await page.locator('.lane').count()).toBe(4)
    const cut = await page
      .locator('#cast .chip')
      .evaluateAll((chips) => chips.filter((chip) => chip.scrollWidth > chip.clientWidth).length)
    expect([await page.locator('#cast .chip').count(), cut]).toEqual([3, 0])
  })
})
