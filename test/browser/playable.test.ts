/** The page of docs/guides/playable-ads.md: built from its own blocks, opened as the one file that an ad is. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { build, createServer } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT, sourceAliases } from '../../scripts/entries'
import { osteon } from '../../src/cli/vite'
import { decodePng, type Harness, startHarness } from './harness'

const FOLDER = join(ROOT, 'out/playable')
const MOST_BYTES = 2_000_000
const place = (name: string) => join(FOLDER, name)

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

/** The guide's first block of a kind. */
function block(kind: string): string {
  const text = readFileSync(join(ROOT, 'docs/guides/playable-ads.md'), 'utf8')
  return text.split(`\`\`\`${kind}\n`)[1].split('```')[0]
}

/** Writes the guide's project, with the hare as its hero. @param page encodes the image. */
async function writeProject(page: Page): Promise<void> {
  const asset = (name: string) => readFileSync(join(ROOT, 'demo/assets', name))
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(place('art'), { recursive: true })
  mkdirSync(place('src'))
  writeFileSync(place('index.html'), block('html'))
  writeFileSync(place('main.ts'), block('ts'))
  writeFileSync(place('vite.config.js'), block('js'))
  writeFileSync(place('art/hero.json'), asset('hare.json'))
  writeFileSync(place('art/hero.atlas'), asset('hare.atlas').toString().replace('hare.png', 'hero.webp'))
  writeFileSync(place('art/hero.webp'), await webpOf(page, asset('hare.png')))
}

async function webpOf(page: Page, png: Buffer): Promise<Buffer> {
  const address = await page.evaluate(
    async (source) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.width
      canvas.height = image.height
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', 0.9)
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  const [kind, text] = address.split(',')
  expect(kind).toBe('data:image/webp;base64')
  return Buffer.from(text, 'base64')
}

/** The hare's doublet: how much of it is seen, and the picture's bytes. */
async function doublet(page: Page) {
  const { data } = decodePng(await page.screenshot())
  let count = 0
  for (let i = 0; i < data.length; i += 4)
    if (data[i] < 90 && data[i + 1] > 100 && data[i + 1] < 150 && data[i + 2] < 110) count++
  return { count, bytes: Buffer.from(data).toString('base64') }
}

test('the ad is one file below 2 MB that plays under its policy, and fetches nothing', async () => {
  const page = await harness.openPage('/test/browser/pages/smoke.html')
  await writeProject(page)
  const { default: config } = await import(/* @vite-ignore */ place('vite.config.js'))
  const aliases = { resolve: { alias: sourceAliases() } }
  await build({ ...config, ...aliases, root: FOLDER, configFile: false, logLevel: 'warn' })
  expect(readdirSync(place('dist'), { recursive: true })).toEqual(['index.html'])
  const html = readFileSync(place('dist/index.html'))
  expect(html.length).toBeLessThan(MOST_BYTES)
  // A script before the policy would not be held to it.
  const [before] = html.toString().split('<script')
  expect(before).toMatch(/<meta http-equiv="Content-Security-Policy"\s+content="default-src 'none'; /)
  expect(before).not.toContain('unsafe-eval')

  const address = pathToFileURL(place('dist/index.html')).href
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(address)
  await expect.poll(async () => (await doublet(page)).count).toBeGreaterThan(500)
  const first = await doublet(page)
  await expect.poll(async () => (await doublet(page)).bytes).not.toBe(first.bytes)
  expect(requests).toEqual([address])
  if (process.env.OSTEON_SHOT) await page.screenshot({ path: process.env.OSTEON_SHOT })
})

test('the dev server cooks what a page imports, and the page draws and moves it', async () => {
  const page = await harness.openPage('/test/browser/pages/smoke.html', { expected: /404/ })
  await writeProject(page)
  // The ad's policy forbids what a dev server sends.
  writeFileSync(place('index.html'), block('html').replace(/<meta\s+http-equiv[^>]*>/, ''))
  const server = await createServer({
    plugins: [osteon()],
    resolve: { alias: sourceAliases() },
    root: FOLDER,
    configFile: false,
    logLevel: 'warn',
    server: { port: 0 },
  })
  try {
    await server.listen()
    const [address] = server.resolvedUrls?.local ?? []
    const files: string[] = []
    page.on('response', (response) => files.push(response.url()))
    await page.goto(address)
    await expect.poll(async () => (await doublet(page)).count).toBeGreaterThan(500)
    const first = await doublet(page)
    await expect.poll(async () => (await doublet(page)).bytes).not.toBe(first.bytes)
    expect(files.filter((file) => /hero\.(json|atlas)$/.test(file))).toEqual([])
  } finally {
    await server.close()
  }
})
