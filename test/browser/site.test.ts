/** The site: it builds, and runs every example page below the guide that names it. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { type PreviewServer, preview } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '../../scripts/entries'
import { DEEP } from '../deep'
import { decodePng } from './harness'
import { launchBrowser } from './harness/chromium'

const EXAMPLES = readdirSync(join(ROOT, 'docs/examples')).filter((name) => name.endsWith('.html'))
let browser: Browser
let server: PreviewServer
let url: string

// It takes a minute, and the example pages are opened from their sources in `npm test`.
describe.runIf(DEEP)('the site', () => {
  beforeAll(async () => {
    execFileSync('npm', ['run', 'docs'], { cwd: ROOT, stdio: 'ignore' })
    server = await preview({
      configFile: false,
      root: ROOT,
      build: { outDir: 'out/site' },
      preview: { port: 0 },
    })
    url = server.resolvedUrls?.local[0] ?? ''
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  test.each(EXAMPLES)('runs %s', async (name) => {
    const page = await browser.newPage({ viewport: { width: 480, height: 360 } })
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await page.goto(`${url}docs/examples/${name}`)
    const colors = async () => {
      const { data } = decodePng(await page.screenshot())
      return new Set(new Uint32Array(data.buffer, data.byteOffset, data.length / 4)).size
    }
    await expect.poll(colors).toBeGreaterThan(50)
    expect(errors).toEqual([])
    await page.close()
  })

  test.each(EXAMPLES)('shows %s below the paragraph that names it', (name) => {
    const guides = readdirSync(join(ROOT, 'out/site/docs/guides')).filter((file) => file.endsWith('.html'))
    const frame = `src="../examples/${name}"`
    const shown = guides.filter((file) =>
      readFileSync(join(ROOT, 'out/site/docs/guides', file), 'utf8').includes(frame),
    )
    expect(shown.length).toBeGreaterThan(0)
  })
})
