/** `npm run golden:pictures`: draws picture cases in headless Chromium, to be compared by another program. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Command, Option } from 'commander'
import type { Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { launchChromium } from '../../scripts/chromium'
import { servePages } from '../../scripts/serve'
import { isAsked } from './files'
import { caseFolders, located, type RecordedCase, readCases } from './picture-cases'
import type { PictureResult, PictureWay } from './pictures-page/main'

interface Arguments extends PictureWay {
  cases: string
  samples: string
  out: string
  only?: string[]
}

const command = new Command('golden:pictures')
  .description(
    'Draws picture cases on grey, and on a transparent background where there is such a picture. Exits 1 if one fails; refused ones are listed and not drawn.',
  )
  .requiredOption('--cases <file>', 'the case list')
  .requiredOption('--samples <dir>', 'folder of the exports that it names')
  .requiredOption('--out <dir>', 'where pictures are written, named as the list has them')
  .option('--only <glob...>', 'only these cases: `spineboy-*`, `*-{pma,clip}*`; a `!` excludes')
  .addOption(
    new Option('--kernels <kind>', 'which inner loops play').choices(['plain', 'wasm']).default('plain'),
  )
  .addOption(new Option('--device <kind>', 'the device').choices(['regl', 'webgl']).default('regl'))
  .option('--baked', 'draw baked figures of Spine skeletons; cases that no table can show are refused')

async function main({ cases, samples, out, only, kernels, device, baked }: Arguments): Promise<void> {
  const list = readCases(cases)
  const asked = list.cases.filter(({ id }) => isAsked(id, only))
  const folders = caseFolders(cases, samples)
  mkdirSync(out, { recursive: true })
  const server = await servePages(folders.filter(existsSync))
  const browser = await launchChromium()
  const counts = { drawn: 0, refused: 0, failed: 0 }
  try {
    const page = await browser.newPage()
    await page.goto(`${server.url}/test/golden/pictures-page/index.html`)
    await page.waitForFunction(() => 'drawCase' in window)
    console.log(row('case', 'skeletons', 'calls', 'triangles', 'ms', 'verdict'))
    const how = { kernels, device, baked }
    for (const which of asked) counts[await drawCase(page, which, how, folders, out, list.size)]++
  } finally {
    await Promise.all([browser.close(), server.close()])
  }
  const { drawn, refused, failed } = counts
  console.log(`${drawn} drawn, ${refused} refused, ${failed} failed`)
  if (asked.length === 0) console.log('nothing matched')
  process.exitCode = failed > 0 || asked.length === 0 ? 1 : 0
}

/** Draws, writes and prints one case. */
async function drawCase(
  page: Page,
  which: RecordedCase,
  how: PictureWay,
  folders: readonly string[],
  out: string,
  size: number,
): Promise<'drawn' | 'refused' | 'failed'> {
  const { id, items } = which
  const started = performance.now()
  const tell = (calls: number | string, triangles: number | string, verdict: string) =>
    console.log(row(id, items.length, calls, triangles, Math.round(performance.now() - started), verdict))
  try {
    const result: PictureResult = await page.evaluate(([job, way]) => window.drawCase(job, way), [
      located(which, folders),
      how,
    ] as const)
    if ('refused' in result) {
      tell('', '', `refused (${result.refused}: ${result.message})`)
      return 'refused'
    }
    const { grey, clear } = which.images
    writeFileSync(join(out, basename(grey)), encode(result.grey, size))
    if (clear !== undefined) writeFileSync(join(out, basename(clear)), encode(result.clear, size))
    tell(result.drawCalls, result.triangles, ['drawn', ...result.lost].join(', without '))
    return 'drawn'
  } catch (error) {
    tell('', '', `FAILED (${error instanceof Error ? error.message.split('\n')[0] : error})`)
    return 'failed'
  }
}

/** The bytes as they are, without any alpha arithmetic: the target holds premultiplied colour. */
function encode(base64: string, size: number): Buffer {
  const data = Buffer.from(base64, 'base64')
  if (data.length !== size * size * 4)
    throw new Error(`expected ${size} × ${size} pixels, got ${data.length / 4} in all`)
  const picture = new PNG({ width: size, height: size })
  picture.data = data
  return PNG.sync.write(picture, { colorType: 6, inputColorType: 6, inputHasAlpha: true })
}

function row(id: string, ...cells: (string | number)[]): string {
  const widths = [9, 6, 9, 6]
  return `${id.padEnd(32)}${cells.map((cell, i) => String(cell).padStart(widths[i] ?? 0)).join(' ')}`
}

await main(command.parse().opts<Arguments>())
