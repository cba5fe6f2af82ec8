/** Some of the recorded pictures, drawn with either kernels; `npm run golden:pictures` draws all. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { caseFolders, located, type RecordedCase, readCases } from '../golden/picture-cases'
import { sharedDir } from '../shared'
import { decodePng, type Harness, startHarness } from './harness'

const shared = sharedDir() ?? ''
const list = join(shared, 'golden/render/cases.json')
const folders = caseFolders(list, join(shared, 'samples'))
const present = existsSync(list)
const DRAWN = [
  'spineboy-portal-clipping',
  'owl-deform',
  'crowd-50-spineboys',
  'cloud-pot-moving-90-steps',
  'raptor-roar',
]
const cases = present ? readCases(list).cases.filter(({ id }) => DRAWN.includes(id)) : []

let harness: Harness

beforeAll(async () => {
  harness = await startHarness({ allow: folders.filter((folder) => existsSync(folder)) })
})
afterAll(() => harness?.close())

/** Share of pixels that differ by more than 8 in any channel, and the mean difference of all channels. */
function compare(got: Uint8Array, wanted: Uint8Array): { share: number; mae: number } {
  let [found, sum] = [0, 0]
  for (let i = 0; i < wanted.length; i += 4) {
    const off = [0, 1, 2, 3].map((c) => Math.abs(got[i + c] - wanted[i + c]))
    sum += off[0] + off[1] + off[2] + off[3]
    if (Math.max(...off) > 8) found++
  }
  return { share: (4 * found) / wanted.length, mae: sum / wanted.length }
}

describe.skipIf(!present)('recorded pictures are matched', () => {
  test.each([
    ['typescript', 'regl'],
    ['wasm', 'webgl'],
  ] as const)('with the kernels "%s", drawn with %s', async (kernels, device) => {
    expect(cases.map(({ id }) => id).sort()).toEqual([...DRAWN].sort())
    const page = await harness.openPage('/test/golden/pictures-page/index.html')
    await page.waitForFunction(() => 'drawCase' in window)
    const draw = async (which: RecordedCase) => {
      const drawn = await page.evaluate(([job, loops, device]) => window.drawCase(job, loops, device), [
        located(which, folders),
        kernels,
        device,
      ] as const)
      if ('refused' in drawn) throw new Error(drawn.message)
      return Buffer.from(drawn.clear, 'base64')
    }
    for (const which of cases) {
      const wanted = decodePng(readFileSync(join(shared, 'golden/render', which.images.clear)))
      const { share, mae } = compare(await draw(which), wanted.data)
      expect(which.limits, which.id).toBeDefined()
      expect(share, which.id).toBeLessThanOrEqual(which.limits?.share ?? 0)
      expect(mae, which.id).toBeLessThanOrEqual(which.limits?.mae ?? 0)
    }
  })
})
