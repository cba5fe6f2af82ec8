/** `osteon render` draws some of the recorded pictures; in `npm run test:deep` all of them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DEEP } from '../../deep'
import { describeShared } from '../../shared'
import { caseFolders, readCases } from '../picture-cases'
import { comparePixels } from './compare-pixels'
import { drawPicture, PAGE_FUNCTIONS } from './draw-picture'

/** What `npm test` draws, by the folder of the recorded pictures. */
const DRAWN: Readonly<Record<string, readonly string[]>> = {
  render: [
    'spineboy-portal-clipping',
    'spineboy-shoot-additive',
    'spineboy-tint',
    'crowd-50-mixed',
    'tank-drive-path',
  ],
  'dragonbones-render': [
    'dragon-23',
    'syn-mesh',
    'proof-modes-all',
    'proof-colours-timeline',
    'proof-nested',
  ],
}

beforeAll(() => {
  for (const [name, stand] of Object.entries(PAGE_FUNCTIONS)) vi.stubGlobal(name, stand)
})
afterAll(() => {
  vi.unstubAllGlobals()
})

describeShared('recorded pictures are matched in plain Node', ['golden', 'samples'], (goldens, samples) => {
  test.each(Object.keys(DRAWN))('of %s', async (list) => {
    const cased = join(goldens, list, 'cases.json')
    const { cases: all, size } = readCases(cased)
    const cases = all.filter(({ id }) => DEEP || DRAWN[list].includes(id))
    expect(cases.length).toBeGreaterThanOrEqual(DRAWN[list].length)
    const far: object[] = []
    for (const which of cases) {
      const drawn = await drawPicture(which, caseFolders(cased, samples), size)
      for (const [on, image] of Object.entries(which.images)) {
        const wanted = PNG.sync.read(readFileSync(join(goldens, list, image)))
        const { share, mae } = comparePixels(on === 'clear' ? drawn.clear : drawn.grey, wanted.data)
        if (!(share <= (which.limits?.share ?? 0) && mae <= (which.limits?.mae ?? 0)))
          far.push({ id: which.id, on, share, mae })
      }
    }
    expect(far).toEqual([])
  })
})
