/** `npm run pages:firefox`: opens every page of the demo in an installed Firefox, by WebDriver BiDi, and compares poses with Node's. */
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Command } from 'commander'
import { PNG } from 'pngjs'
import { type Browser, launch } from 'puppeteer-core'
import { ROOT } from '../../scripts/entries'
import { STEP_PATIENCE } from '../patience'
import { ownTable } from '../poses/rigs'
import { serveBuiltPages } from './harness/built-pages'

/** Frames that a page plays before it is judged. */
const PLAYS = 30

/** A picture of fewer colours shows no characters. */
const LEAST_COLORS = 60

const COMMANDS = ['firefox', 'firefox-esr', 'firefox.exe']
const PLACES = [
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
  '/snap/bin/firefox',
]

function findFirefox(): string | undefined {
  const given = process.env.OSTEON_FIREFOX
  if (given && !existsSync(given))
    throw new Error(`OSTEON_FIREFOX is set to '${given}', which does not exist.`)
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const inPath = COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command)))
  return given || [...inPath, ...PLACES].find((path) => existsSync(path))
}

interface Outcome {
  problems: string[]
  /** The page said that there is no WebGL. */
  flat: boolean
}

async function openPage(browser: Browser, url: string): Promise<Outcome> {
  const problems: string[] = []
  const page = await browser.newPage()
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  await page.setViewport({ width: 390, height: 844 })
  let flat = false
  try {
    await page.goto(url)
    await page.waitForSelector('body[data-ready]', { timeout: STEP_PATIENCE })
    await page.evaluate(async (frames) => {
      for (let frame = 0; frame < frames; frame++) await new Promise(requestAnimationFrame)
    }, PLAYS)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    if (width > 390) problems.push(`${width} px wide on a screen of 390`)
    flat = (await page.$('#flat')) !== null
    const colors = countColors(await page.screenshot())
    if (colors < LEAST_COLORS) problems.push(`shows ${colors} colours`)
  } catch (error) {
    problems.push(String(error))
  }
  await page.close()
  return { problems, flat }
}

function countColors(png: Uint8Array): number {
  const { data } = PNG.sync.read(Buffer.from(png))
  const found = new Set<number>()
  for (let i = 0; i < data.length; i += 4)
    found.add((data[i] >> 3) | ((data[i + 1] >> 3) << 5) | ((data[i + 2] >> 3) << 10))
  return found.size
}

/** Compares poses of the project's own rigs with the table. @returns the number of differences. */
async function comparePoses(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage()
  await page.goto(`${url}/test/browser/pages/poses.html`)
  await page.waitForSelector('body[data-ready]', { timeout: STEP_PATIENCE })
  const wanted = Object.entries(ownTable())
  let failed = 0
  for (const build of ['wasm', 'plain'] as const) {
    const found = await page.evaluate((name) => window.posesOf(name), build)
    const differ = wanted.filter(([name, hash]) => found[name] !== hash).map(([name]) => name)
    failed += differ.length
    const verdict =
      differ.length > 0 ? `${differ.join(', ')} differ` : `${wanted.length} rigs have the same bits`
    console.log(`poses (${build}): ${verdict}`)
  }
  await page.close()
  return failed
}

/** Compares poses with threads and without, in a page that is isolated. @returns 1 if they differ. */
async function compareThreads(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage()
  await page.goto(`${url}/test/browser/pages/threads.html?isolated`)
  await page.waitForSelector('body[data-ready]', { timeout: STEP_PATIENCE })
  const { count, hashes } = await page.evaluate(() => window.compareThreads(2))
  const good = count === 3 && hashes[0] === hashes[1]
  console.log(`threads: ${count}, poses ${good ? 'have the same bits' : 'differ'}`)
  await page.close()
  return good ? 0 : 1
}

async function openAll(executablePath: string, url: string, webgl: boolean): Promise<number> {
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: webgl ? { 'webgl.force-enabled': true } : { 'webgl.disabled': true },
  })
  let failed = 0
  let drewWebgl = false
  try {
    console.log(`${await browser.version()}, WebGL ${webgl ? 'wanted' : 'off'}`)
    if (webgl) failed += (await comparePoses(browser, url)) + (await compareThreads(browser, url))
    for (const name of readdirSync(`${ROOT}/demo`).filter((file) => file.endsWith('.html'))) {
      const { problems, flat } = await openPage(browser, `${url}/demo/${name}?count=200`)
      if (!webgl && !flat) problems.push('does not say that there is no WebGL')
      if (problems.length > 0) failed++
      drewWebgl ||= !flat
      const drawn = flat ? 'Canvas2D' : 'WebGL'
      console.log(`${name} (${drawn}): ${problems.length > 0 ? problems.join('\n  ') : 'fine'}`)
    }
  } finally {
    await browser.close()
  }
  if (webgl && !drewWebgl)
    console.log('Firefox has no WebGL here. On Linux it needs a display: xvfb-run npm run pages:firefox.')
  return failed
}

new Command('pages:firefox')
  .description(
    'Opens every page of the demo in Firefox, with and without WebGL: no errors, a picture, no wider than a telephone; that poses have the bits of test/poses/table.json, and with threads those of one thread. Exits 1 if one fails, and 0 where no Firefox is installed. OSTEON_FIREFOX is the path of one.',
  )
  .parse()

const firefox = findFirefox()
if (!firefox) console.log('No Firefox is installed: nothing was checked.')
else {
  const pages = await serveBuiltPages(null)
  try {
    const failed = (await openAll(firefox, pages.url, true)) + (await openAll(firefox, pages.url, false))
    if (failed > 0) process.exitCode = 1
  } finally {
    await pages.close()
  }
}
