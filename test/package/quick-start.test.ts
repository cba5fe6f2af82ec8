/** The README's page in a Vite project that has the packed osteon: built, served and looked at. */
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { build, preview } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { launchChromium } from '../../scripts/chromium'
import { writeReadmeExample } from '../fixtures/readme-example'
import { STEP_PATIENCE } from '../patience'
import { consumerFolder } from './consumer'

/** Share of the picture's pixels that are not white. */
function paintedShare(png: Buffer): number {
  const { data } = PNG.sync.read(png)
  let found = 0
  for (let i = 0; i < data.length; i += 4) if (Math.min(data[i], data[i + 1], data[i + 2]) < 250) found++
  return (4 * found) / data.length
}

test('the README’s page shows its hero, running, from the tarball', async () => {
  const root = join(await consumerFolder(), 'quick-start')
  writeReadmeExample(root, join(root, 'public'))
  const shared = { root, configFile: false as const, logLevel: 'error' as const }
  await build(shared)
  const server = await preview({ ...shared, preview: { host: '127.0.0.1', port: 0 } })
  onTestFinished(() => server.close())
  const address = server.httpServer.address()
  if (!address || typeof address === 'string') throw new Error('the page server has no port')
  const browser = await launchChromium()
  onTestFinished(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 400, height: 300 } })
  page.setDefaultTimeout(STEP_PATIENCE)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  await page.goto(`http://127.0.0.1:${address.port}`)
  await expect.poll(async () => paintedShare(await page.screenshot())).toBeGreaterThan(0.1)
  const first = await page.screenshot()
  await expect.poll(async () => first.equals(await page.screenshot())).toBe(false)
  expect(errors).toEqual([])
})
