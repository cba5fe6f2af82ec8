/**
 * Figures of `<osteon-figure>` beside recorded pictures, which were looked at. `OSTEON_RECORD=1 npx vitest run --project
 * browser test/browser/element-pictures` records them.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodePng, type Harness, passFrames, serveCast, startHarness } from './harness'
import { compareRecorded } from './harness/recorded'

/** Attributes of each figure by the name of its picture. `still` is the time of the pose. */
const FIGURES: Readonly<Record<string, string>> = {
  'spine-json': 'src="/cast/badger.json" skin="rust" animation="run" still="0.2"',
  dragonbones: 'src="/cast/badger_ske.json" animation="walk" still="0.3"',
  'additive-light': 'src="/cast/lamplighter.json" skin="frost" animation="walk" still="0.5"',
  cover: 'src="/cast/hare.json" skin="snow" animation="jump" still="0.3" fit="cover"',
  'setup-pose': 'src="/cast/octopus.json"',
}

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

test('figures look as recorded', async () => {
  const page = await harness.openPage('/test/browser/pages/smoke.html', { height: 480 })
  await serveCast(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${harness.url}/test/browser/pages/element.html`)
  await page.waitForFunction(() => window.elementPage !== undefined)
  const tags = Object.entries(FIGURES).map(
    ([name, attributes]) => `<osteon-figure id="${name}" ${attributes}></osteon-figure>`,
  )
  await page.evaluate(async (html) => {
    document.body.insertAdjacentHTML('beforeend', html)
    await Promise.all([...document.querySelectorAll('osteon-figure')].map((element) => element.ready))
  }, tags.join(''))
  await passFrames(page, 3)
  expect(
    await page.evaluate(() => window.elementPage?.happened.filter((line) => line.includes('error'))),
  ).toEqual([])
  const far: string[] = []
  for (const name of Object.keys(FIGURES)) {
    const address = await page.evaluate(
      (id) => document.getElementById(id)?.shadowRoot?.querySelector('canvas')?.toDataURL() ?? '',
      name,
    )
    const picture = decodePng(Buffer.from(address.replace(/^.*,/, ''), 'base64'))
    const off = compareRecorded(`element-${name}`, picture)
    if (off) far.push(off)
  }
  expect(far).toEqual([])
})
