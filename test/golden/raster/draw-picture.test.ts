/** `osteon render` draws some of the recorded pictures; in `npm run test:deep` all of them. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { DEEP } from '../../deep'
import { sharedDir } from '../../shared'
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
const shared = sharedDir() ?? ''
const listOf = (folder: string) => join(shared, 'golden', folder, 'cases.json')
const lists = Object.keys(DRAWN).filter((folder) => existsSync(listOf(folder)))

beforeAll(() => {
  for (const [name, stand] of Object.entries(PAGE_FUNCTIONS)) vi.stubGlobal(name, stand)
})
afterAll(() => {
  vi.unstubAllGlobals()
})

describe.skipIf(lists.length === 0)('recorded pictures are matched in plain Node', () => {
  test.each(lists)('of %s', async (list) => {
    const { cases: all, size } = readCases(listOf(list))
    const cases = all.filter(({ id }) => DEEP || DRAWN[list].includes(id))
    expect(cases.length).toBeGreaterThanOrEqual(DRAWN[list].length)
    const far: object[] = []
    for (const which of cases) {
      const drawn = await drawPicture(which, caseFolders(listOf(list), join(shared, 'samples')), size)
      for (const [on, image] of Object.entries(which.images)) {
        const wanted = PNG.sync.read(readFileSync(join(shared, 'golden', list, image)))
        const { share, mae } = comparePixels(on === 'clear' ? drawn.clear : drawn.grey, wanted.data)
        if (!(share <= (which.limits?.share ?? 0) && mae <= (which.limits?.mae ?? 0)))
          far.push({ id: which.id, on, share, mae })
      }
    }
    expect(far).toEqual([])
  })
})
