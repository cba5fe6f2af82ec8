/** The hands page: its picture, scrubbing, orbiting, recording and saving, files that are no recordings. */
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readMrtk } from 'osteon/formats/mrtk'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodePng, type Harness, type Picture, passFrames, shootElement, startHarness } from '../harness'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

async function openHands(query: string): Promise<Page> {
  const page = await harness.openPage(`/demo/hands.html?${query}`, { width: 1000, height: 560, reuse: true })
  await page.locator('body[data-ready]').waitFor()
  return page
}

/** The three-dimensional picture, some frames later. */
async function shoot(page: Page, selector = '#webgl'): Promise<Picture> {
  for (let i = 0; i < 3; i++) await passFrames(page)
  return decodePng(await shootElement(page, selector))
}

function count({ data }: Picture, isSo: (r: number, g: number, b: number) => boolean): number {
  let found = 0
  for (let i = 0; i < data.length; i += 4) if (isSo(data[i], data[i + 1], data[i + 2])) found++
  return found
}

const isRight = (r: number, g: number, b: number): boolean => r > 190 && g > 110 && r - b > 100
const isLeft = (r: number, _: number, b: number): boolean => b > 190 && b - r > 70
/** The fox's fur, beside the three-dimensional picture. */
const isFur = (r: number, g: number, b: number): boolean => r > 215 && g > 100 && g < 160 && b < 95

describe('the hands page', () => {
  test('shows both hands, and the fox beside them', async () => {
    const page = await openHands('time=2.6')
    const picture = await shoot(page)
    expect(count(picture, isRight)).toBeGreaterThan(1500)
    expect(count(picture, isLeft)).toBeGreaterThan(500)
    expect(count(await shoot(page, '#skeleton'), isFur)).toBeGreaterThan(1000)
    expect(await page.locator('.state.on').count()).toBe(3)
  })

  test('hides a hand while it is not tracked, and says so', async () => {
    const page = await openHands('time=14.4')
    expect(count(await shoot(page), isLeft)).toBeLessThan(200)
    expect(await page.locator('[data-state="left-tracked"]').getAttribute('class')).not.toContain('on')
  })

  test('goes to a marker, and looks round by keys', async () => {
    const page = await openHands('time=2.6')
    await page.getByRole('button', { name: 'count' }).click()
    await page.waitForFunction(() => document.getElementById('time')?.textContent?.startsWith('4.2'))
    const before = count(await shoot(page), isRight)
    for (let i = 0; i < 4; i++) await page.keyboard.press('-')
    const after = count(await shoot(page), isRight)
    expect(after).toBeGreaterThan(100)
    expect(after).toBeLessThan(0.5 * before)
  })

  test('records the pointer as a hand, saves a file, and opens it again', async () => {
    const page = await openHands('time=1')
    await page.keyboard.press('r')
    for (let i = 0; i < 24; i++) {
      if (i === 8) await page.mouse.down()
      if (i === 16) await page.mouse.up()
      await page.mouse.move(260 + 8 * i, 380 - 4 * i)
      for (let frame = 0; frame < 2; frame++)
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
    }
    await page.keyboard.press('r')
    await page.locator('#facts', { hasText: 'pointer' }).waitFor()
    const waiting = page.waitForEvent('download')
    await page.locator('#save').click()
    const download = await waiting
    expect(download.suggestedFilename()).toBe('pointer.bin')
    const path = join(mkdtempSync(join(tmpdir(), 'osteon-hands-')), 'pointer.bin')
    await download.saveAs(path)
    const { start, values, duration } = readMrtk(new Uint8Array(readFileSync(path)), {
      source: 'pointer.bin',
    })
    expect(duration).toBeGreaterThan(0.5)
    // The right hand came, and pinched once.
    expect([...values.subarray(start[8], start[9])]).toContain(1)
    expect([...values.subarray(start[10], start[11])]).toEqual([0, 1, 0])
    await page.locator('#files').setInputFiles({
      name: 'again.bin',
      mimeType: 'application/octet-stream',
      buffer: readFileSync(path),
    })
    await page.locator('#facts', { hasText: 'again' }).waitFor()
  })

  test('scrolls its events by keyboard', async () => {
    const page = await openHands('time=1')
    const log = page.locator('#log')
    await log.evaluate((list) => {
      for (let i = 0; i < 60; i++) list.append(document.createElement('li'))
    })
    await log.focus()
    await page.keyboard.press('End')
    await expect.poll(() => log.evaluate((list) => list.scrollTop)).toBeGreaterThan(0)
  })

  test('explains the errors of a file, and keeps its picture', async () => {
    const page = await openHands('time=2.6')
    await page.locator('#files').setInputFiles({
      name: 'cut.bin',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from('c6429e0f6eaf8f6a0100000001000000', 'hex'),
    })
    await page.getByRole('alert').getByText('cut at flags').waitFor()
    expect(await page.locator('#facts').textContent()).toContain('performance')
    await page.locator('#problem-close').click()
    expect(await page.locator('#problem').isHidden()).toBe(true)
  })

  test('plays ghosts', async () => {
    const page = await openHands('time=2.6')
    await page.locator('#ghosts').fill('40')
    await page.locator('#cost', { hasText: '41 recordings' }).waitFor()
  })
})
