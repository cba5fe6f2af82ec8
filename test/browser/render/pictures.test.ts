/** Some of the recorded pictures; in `npm run test:deep` all of them, with both kernels. `npm run golden:pictures` writes them. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEEP, sampleOf } from '../../deep'
import { caseFolders, located, type RecordedCase, readCases } from '../../golden/picture-cases'
import { comparePixels } from '../../golden/raster/compare-pixels'
import { sharedDir } from '../../shared'
import { decodePng, type Harness, startHarness } from '../harness'

const shared = sharedDir() ?? ''
const samples = join(shared, 'samples')

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
const lists = Object.keys(DRAWN).filter((folder) => existsSync(listOf(folder)))

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

function listOf(folder: string): string {
  return join(shared, 'golden', folder, 'cases.json')
}

describe.skipIf(lists.length === 0)('recorded pictures are matched', () => {
  const ways = [
    { kernels: 'plain' as const, device: 'regl' as const },
    { kernels: 'wasm' as const, device: 'webgl' as const },
  ]
  test.each(lists.flatMap((list, turn) => sampleOf(ways, 2, turn).map((way) => ({ list, ...way }))))(
    'of $list, with the kernels "$kernels", drawn with $device',
    async ({ list, kernels, device }) => {
      const all = readCases(listOf(list)).cases
      const some = all.filter(({ id }) => DRAWN[list].includes(id))
      expect(some.map(({ id }) => id).sort()).toEqual([...DRAWN[list]].sort())
      const cases = DEEP ? all : some
      const page = await harness.openPage('/test/golden/pictures-page/index.html')
      await page.waitForFunction(() => 'drawCase' in window)
      const draw = async (which: RecordedCase) => {
        const drawn = await page.evaluate(([job, loops, device]) => window.drawCase(job, loops, device), [
          located(which, caseFolders(listOf(list), samples)),
          kernels,
          device,
        ] as const)
        if ('refused' in drawn) throw new Error(drawn.message)
        return Buffer.from(which.images.clear === undefined ? drawn.grey : drawn.clear, 'base64')
      }
      const far: { id: string; share: number; mae: number }[] = []
      for (const which of cases) {
        const { grey, clear } = which.images
        const wanted = decodePng(readFileSync(join(shared, 'golden', list, clear ?? grey)))
        const { share, mae } = comparePixels(await draw(which), wanted.data)
        expect(which.limits, which.id).toBeDefined()
        if (!(share <= (which.limits?.share ?? 0) && mae <= (which.limits?.mae ?? 0)))
          far.push({ id: which.id, share, mae })
      }
      expect(far).toEqual([])
    },
  )
})
