/** Some of the recorded pictures; in `npm run test:deep` all of them, with both kernels. `npm run golden:pictures` writes them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEEP, sampleOf } from '../../deep'
import { caseFolders, located, type RecordedCase, readCases } from '../../golden/picture-cases'
import type { PictureWay } from '../../golden/pictures-page/main'
import { comparePixels } from '../../golden/raster/compare-pixels'
import { describeShared } from '../../shared'
import { decodePng, type Harness, startHarness } from '../harness'

/** What `npm test` draws, by the folder of the recorded pictures. */
const DRAWN: Readonly<Record<string, readonly string[]>> = {
  render: [
    'spineboy-portal-clipping',
    'owl-deform',
    'crowd-50-spineboys',
    'cloud-pot-moving-90-steps',
    'raptor-roar',
  ],
  'dragonbones-render': [
    'mecha-flip-y-dbbin',
    'syn-mesh',
    'syn-zorder-late',
    'proof-modes-exact',
    'proof-colours-timeline',
    'proof-turned-flipped',
    'proof-nested',
  ],
}
/** Drawn by figures of tables, too; in `npm run test:deep` all pictures of one animation. */
const BAKED: readonly string[] = ['raptor-roar', 'mix-and-match-combined']

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

describeShared('recorded pictures are matched', ['golden', 'samples'], (goldens, samples) => {
  const listOf = (folder: string) => join(goldens, folder, 'cases.json')
  const ways = [
    { kernels: 'plain' as const, device: 'regl' as const },
    { kernels: 'wasm' as const, device: 'webgl' as const },
  ]
  test.each(
    Object.keys(DRAWN).flatMap((list, turn) => sampleOf(ways, 2, turn).map((way) => ({ list, ...way }))),
  )('of $list, with the kernels "$kernels", drawn with $device', async ({ list, kernels, device }) => {
    const all = readCases(listOf(list)).cases
    const some = all.filter(({ id }) => DRAWN[list].includes(id))
    expect(some.map(({ id }) => id).sort()).toEqual([...DRAWN[list]].sort())
    const cases = DEEP ? all : some
    const page = await openPictures()
    const far: { id: string; share: number; mae: number }[] = []
    for (const which of cases) {
      const { share, mae } = await compare(page, which, list, { kernels, device })
      if (!isWithin(which, share, mae)) far.push({ id: which.id, share, mae })
    }
    expect(far).toEqual([])
  })

  test('by figures of tables, unless the tables lost a part', async () => {
    const cases = readCases(listOf('render')).cases.filter(({ id }) => DEEP || BAKED.includes(id))
    const page = await openPictures()
    const far: string[] = []
    let within = 0
    for (const which of cases) {
      const result = await compare(page, which, 'render', { kernels: 'wasm', device: 'webgl', baked: true })
      if (isWithin(which, result.share, result.mae)) within++
      else if (result.lost.length === 0) far.push(which.id)
    }
    expect(far).toEqual([])
    expect(within).toBeGreaterThanOrEqual(DEEP ? 26 : BAKED.length)
  })

  /** Draws a case, and compares it with the recorded picture. */
  async function compare(page: Page, which: RecordedCase, list: string, way: PictureWay) {
    const job = located(which, caseFolders(listOf(list), samples))
    const drawn = await page.evaluate(([job, way]) => window.drawCase(job, way), [job, way] as const)
    if ('refused' in drawn) {
      if (way.baked) return { share: Number.POSITIVE_INFINITY, mae: Number.POSITIVE_INFINITY, lost: ['all'] }
      throw new Error(drawn.message)
    }
    const { grey, clear } = which.images
    const got = Buffer.from(clear === undefined ? drawn.grey : drawn.clear, 'base64')
    const wanted = decodePng(readFileSync(join(goldens, list, clear ?? grey)))
    return { ...comparePixels(got, wanted.data), lost: drawn.lost }
  }
})

async function openPictures(): Promise<Page> {
  const page = await harness.openPage('/test/golden/pictures-page/index.html')
  await page.waitForFunction(() => 'drawCase' in window)
  return page
}

function isWithin({ id, limits }: RecordedCase, share: number, mae: number): boolean {
  expect(limits, id).toBeDefined()
  return share <= (limits?.share ?? 0) && mae <= (limits?.mae ?? 0)
}
