/** `npm run bench -- --what elements`: `<osteon-figure>`s on a page, beside the official web player. See README.md. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Command } from 'commander'
import { transformSync } from 'esbuild'
import type { Page, Route } from 'playwright-core'
import { ROOT } from '../../scripts/entries'
import { installPlugin, PLAYER, PLAYER_VERSION } from '../kit/host-plugin'
import { numberOption } from '../kit/options'
import { bundlePage, ISOLATED, inPage } from '../kit/page'
import { recordOption, reportTable } from '../kit/record'
import { median, minimum } from '../kit/statistics'
import { digits } from '../kit/table'
import type { PageResult } from '../programs/figure-page'

const { count, seen, frames, runs, record } = recordOption(new Command('bench --what elements'))
  .description('Shows elements, most of them out of view, and ten figures beside the official web player.')
  .addOption(numberOption('--count <n>', 'elements', 200))
  .addOption(numberOption('--seen <n>', 'elements in view, in rows of five', 20))
  .addOption(numberOption('--frames <n>', 'frames that are timed', 200))
  .addOption(numberOption('--runs <n>', 'pages opened one after another', 3))
  .parse()
  .opts<{ count: number; seen: number; frames: number; runs: number; record?: boolean }>()

const SIZE = 200
const TEN = 10
const FILE = { skeleton: '/badger.json', atlas: '/badger.atlas', animation: 'walk', size: SIZE }

interface TabResult extends PageResult {
  /** Megabytes of the page's JavaScript heap, after a collection. */
  heap: number
}

const folder = mkdtempSync(join(tmpdir(), 'osteon-elements-'))
try {
  installPlugin(folder, PLAYER, PLAYER_VERSION)
  const ours = await bundlePage(new URL('../programs/elements-page.ts', import.meta.url), folder, 'ours')
  const theirs = await bundlePage(new URL('../programs/player-page.ts', import.meta.url), folder, 'theirs')
  const many = await measure(ours, count, seen)
  const ten = { ours: await measure(ours, TEN, TEN), theirs: await measure(theirs, TEN, TEN) }
  const sides = [many, ten.ours, ten.theirs]
  const style = readFileSync(join(folder, 'node_modules', PLAYER, 'dist/spine-player.css'))
  const rows = [
    ['', `${count} elements, ${seen} in view`, `${TEN} elements`, `${TEN} of the official web player`],
    ['all figures are drawn after, ms', ...sides.map(firstOf)],
    ['main thread, ms a frame: minimum (median)', ...sides.map((side) => timesOf(side, 'undrawn'))],
    ['the same with draws and copies, by software', ...sides.map((side) => timesOf(side, 'frames'))],
    ['WebGL contexts', ...sides.map(([{ contexts }]) => String(contexts))],
    ['JavaScript heap, MB', ...sides.map(heapOf)],
    ['script and styles, kB gzip', ...[sizeOf(ours), sizeOf(ours), sizeOf(theirs, style)]],
  ]
  reportTable('elements', rows, { record, peers: [`${PLAYER} ${PLAYER_VERSION}`] })
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Opens fresh pages one after another. @param inView sets the height of the window. */
async function measure(page: string, figures: number, inView: number): Promise<TabResult[]> {
  const found: TabResult[] = []
  for (let run = 0; run < runs; run++)
    found.push(await inPage(page, (tab) => measureTab(tab, figures, inView), answer))
  return found
}

async function measureTab(tab: Page, figures: number, inView: number): Promise<TabResult> {
  await tab.setViewportSize({ width: 5 * SIZE + 20, height: Math.ceil(inView / 5) * SIZE - 20 })
  await tab.reload()
  await tab.waitForFunction(() => window.figurePage !== undefined)
  const result = await tab.evaluate(([many, file, timed]) => window.figurePage?.(many, file, timed), [
    figures,
    FILE,
    frames,
  ] as const)
  if (!result) throw new Error('the page measured nothing')
  const cdp = await tab.context().newCDPSession(tab)
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return { ...result, heap: usedSize / 1e6 }
}

function answer(route: Route): Promise<void> {
  const { pathname } = new URL(route.request().url())
  return route.fulfill({ path: join(ROOT, 'demo/assets', pathname), headers: ISOLATED })
}

function firstOf(found: readonly TabResult[]): string {
  return digits(median(found.map(({ first }) => first)))
}

function heapOf(found: readonly TabResult[]): string {
  return digits(median(found.map(({ heap }) => heap)))
}

function timesOf(found: readonly TabResult[], which: 'frames' | 'undrawn'): string {
  const all = found.flatMap((result) => result[which])
  return `${digits(minimum(all))} (${digits(median(all))})`
}

function sizeOf(page: string, ...more: Buffer[]): string {
  const { code } = transformSync(readFileSync(page, 'utf8'), { minify: true, format: 'esm' })
  const bytes = [Buffer.from(code), ...more].reduce(
    (sum, text) => sum + gzipSync(text, { level: 9 }).length,
    0,
  )
  return digits(bytes / 1000)
}
