/** Loaders of PixiJS and of Three.js, and what a server may send them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from './harness'
import type {} from './pages/loaders' // Types what its window has.

let harness: Harness
let found: Record<string, Record<string, unknown>>

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

const NO_FILE = 'no such file?'
const THERE_ARE = expect.stringContaining(
  'there is no such option; there are scale, armature, filter, mipmaps, worker',
)
/** The same in both. */
const BOTH = {
  plain: 'rig',
  pro: 'rig',
  alone: 'rig',
  lost: ['fetch-failed', 'lost.atlas', expect.stringContaining('the server answered 404')],
  atlas: ['unknown-format', 'web.atlas', NO_FILE],
  page: ['unknown-format', 'page.json', NO_FILE],
  image: ['decode-failed', 'blob', NO_FILE],
  worker: ['rig', ['read'], ['hero.atlas', 'hero.json']],
  workerFails: [expect.anything(), ['failed'], ['bad.json', 'hero.atlas']],
  cooked: ['rig', [], ['hero.rig']],
  inline: 'rig',
}

test('loaders find atlases of all editions, name what was sent, and refuse unknown options', async () => {
  const expected = /status of 404/
  const page = await harness.openPage('/test/browser/pages/loaders.html', { expected })
  await page.waitForFunction(() => window.loaders !== undefined)
  found = (await page.evaluate(() => window.loaders)) as typeof found
  expect(found.pixi).toMatchObject({ ...BOTH, unknown: ['bad-option', 'hero.json', THERE_ARE] })
  expect(found.three).toMatchObject({ ...BOTH, unknown: ['bad-option', 'FigureLoader', THERE_ARE] })
  expect(found.asked).not.toContain('hero-pro.atlas')
})

test('the parser of PixiJS leaves other JSON, other parsers and another plug-in theirs', () => {
  const { other, named, rival, unknownBeside } = found.pixi
  expect({ other, named }).toEqual({ other: { level: 3 }, named: 'json' })
  expect(unknownBeside).toEqual(['bad-option', 'hero.json', THERE_ARE])
  // By its name it is asked for; the server has no image beside the atlas.
  expect(rival).toEqual(['json', 'rig', ['missing-page', 'page.png', expect.anything()], 'theirs'])
})

test('a page of PixiJS goes with the last of the rigs that share it', () => {
  expect(found.pixi.shared).toEqual([false, true])
})
