/** The viewer with recordings of worlds: the strip of time, its controls, comparison, and files that are missing. */
import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { createWorld } from 'bitecs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '../../../scripts/entries'
import { type AnimationWorld, installAnimation, play, setBone, spawnSkeleton } from '../../../src/api'
import { nesting } from '../../../src/joins/nesting'
import { record } from '../../../src/joins/replay'
import { seal } from '../../../src/joins/save/bytes/envelope'
import { runPipeline } from '../../../systems'
import { readLamplighter } from '../../demo/lamplighter'
import { cookOne } from '../../formats/cooked/models'
import { checkKeyboard, checkRules } from '../access'
import { type Harness, type Picture, shootStill, startHarness } from '../harness'

const { atlas, model, rig: nameless } = await readLamplighter()
const rig = { ...nameless, name: 'lamplighter' }
let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

const TICKS = 90

/** Three figures walk; something happens before a tick. */
function recorded(at: number, happens: (world: AnimationWorld, eids: number[]) => void): Uint8Array {
  const world = installAnimation(createWorld(), { capacity: 8, use: [nesting] })
  const recording = record(world, { hash: 'every' })
  const eids = [0, 1, 2].map((i) => spawnSkeleton(world, rig, { x: 600 * i }))
  for (const eid of eids) play(world, eid, 'walk', { loop: true })
  for (let i = 0; i < TICKS; i++) {
    if (i === 20) play(world, eids[1], 'jump', { mix: 0.1 })
    if (i === at) happens(world, eids)
    world.time.delta = 1 / 30
    runPipeline(world)
  }
  return recording.save()
}

interface NamedFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

const fileOf = (name: string, bytes: Uint8Array): NamedFile => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(bytes),
})
const asset = (name: string, as = name): NamedFile => fileOf(as, readFileSync(`${ROOT}/demo/assets/${name}`))

/** The recorded rig under another name: the demo doesn't know it by that. */
const stranger = { ...rig, name: 'stranger' }
const plain = recorded(50, () => {})
/** A number that no other entry has. */
const SWING = 0.987654321
const swinging = recorded(50, (world, eids) => setBone(world, eids[2], 'lantern', { rotation: SWING }))

async function openViewer(): Promise<Page> {
  const page = await harness.openPage('/test/browser/pages/smoke.html', { width: 1200, height: 760 })
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await page.goto(`${harness.url}/demo/viewer.html`)
  await page.locator('body[data-ready]').waitFor()
  return page
}

async function openReplay(...files: NamedFile[]): Promise<Page> {
  const page = await openViewer()
  await page.locator('#files').setInputFiles(files)
  await page.locator('#replay-bar').waitFor()
  return page
}

const textOf = (page: Page, id: string): Promise<string> => page.locator(`#${id}`).innerText()
const waitFor = (page: Page, id: string, text: string): Promise<void> =>
  page.locator(`#${id}`, { hasText: text }).waitFor()

/** Goes to a tick by the slider, and waits until it is shown. */
async function goTo(page: Page, tick: number): Promise<Picture> {
  await page.locator('#replay-scrub').fill(String(tick))
  return shown(page, tick)
}

async function shown(page: Page, tick: number): Promise<Picture> {
  await page.waitForFunction(
    (text) => document.getElementById('replay-time')?.textContent?.startsWith(text),
    `${tick} `,
  )
  return shootStill(page, '#stage', 100)
}

const isSame = (one: Picture, other: Picture): boolean => Buffer.compare(one.data, other.data) === 0

const isRed = (r: number, g: number, b: number): boolean =>
  r > 230 && g > 120 && g < 170 && b > 130 && b < 180

function redIn({ data, height, width }: Picture): { count: number; x: number; y: number } {
  let [count, x, y] = [0, 0, 0]
  for (let i = 0; i < data.length; i += 4)
    if (isRed(data[i], data[i + 1], data[i + 2])) {
      count++
      x += (i / 4) % width
      y += Math.floor(i / 4 / width)
    }
  return { count, x: x / count / width, y: y / count / height }
}

test('a recording of the demo: its calls and hashes, step, back, scrub, keys and play', async () => {
  const page = await openReplay(fileOf('walk.osteon', plain))
  await waitFor(page, 'replay-summary', `${TICKS} ticks, 3.00 s, 7 calls. All hashes are the same here.`)
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('walk.osteon')
  const twenty = await goTo(page, 20)
  expect(await textOf(page, 'replay-calls')).toMatch(/^20 play\(2, "jump", { mix: 0.1 }\)\n0 play/)
  const hash = () => page.locator('#replay-tick dd').nth(1).innerText()
  const first = await hash()
  expect(first).toMatch(/^[0-9a-f]{8}$/)
  await page.locator('#replay-step').click()
  const next = await shown(page, 21)
  expect(isSame(next, twenty)).toBe(false)
  expect(await hash()).not.toBe(first)
  await page.locator('#replay-back').click()
  expect(isSame(await shown(page, 20), twenty)).toBe(true)
  expect(await hash()).toBe(first)
  await page.locator('body').press('.')
  await page.locator('body').press('.')
  await shown(page, 22)
  await page.locator('body').press(',')
  expect(isSame(await shown(page, 21), next)).toBe(true)
  await page.getByRole('button', { name: 'Earlier call' }).click()
  await shown(page, 20)
  await page.getByRole('button', { name: 'Earlier call' }).click()
  await shown(page, 0)
  await page.getByRole('button', { name: 'Later call' }).click()
  await shown(page, 20)
  // Space would press the focused button.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await page.keyboard.press(' ')
  await shown(page, TICKS - 1)
})

test('the camera follows a skeleton', async () => {
  const moving = recorded(0, () => {})
  const page = await openReplay(fileOf('walk.osteon', moving))
  await goTo(page, 10)
  const names = await page.locator('#replay-follow option').allInnerTexts()
  expect(names).toEqual(['Nobody', '1 lamplighter', '2 lamplighter', '3 lamplighter'])
  const zoom = await textOf(page, 'zoom-fit')
  await page.locator('#replay-follow').selectOption('2')
  await expect.poll(() => textOf(page, 'zoom-fit')).not.toBe(zoom)
})

describe('two recordings', () => {
  test('the first difference: tick, skeleton and bone, marked in the picture', async () => {
    const page = await openReplay(fileOf('a.osteon', plain), fileOf('b.osteon', swinging))
    await waitFor(
      page,
      'replay-difference',
      'First difference: tick 50: the pose of entity 3 ("lamplighter") differs, first bone "lantern".',
    )
    expect(redIn(await goTo(page, 49)).count).toBeLessThan(20)
    const before = redIn(await goTo(page, 50))
    expect(before.count).toBeGreaterThan(200)
    // The third of three is on the right.
    expect(before.x).toBeGreaterThan(0.6)
    await page.getByRole('button', { name: 'Show the difference' }).click()
    const one = await shown(page, 50)
    expect(redIn(one).x).toBeGreaterThan(0.3)
    expect(redIn(one).x).toBeLessThan(0.7)
    await page.getByText('Second', { exact: true }).click()
    await expect.poll(async () => isSame(await shown(page, 50), one)).toBe(false)
  })

  test('the same ones, the second opened later', async () => {
    const page = await openReplay(fileOf('a.osteon', plain))
    await page.locator('#replay-other').setInputFiles([fileOf('a.osteon', plain)])
    await waitFor(page, 'replay-difference', `Ticks 0 to ${TICKS - 1} are the same.`)
    expect(await page.getByRole('button', { name: 'Show the difference' }).isHidden()).toBe(true)
  })
})

test('a replay that goes another way than its recording says so, and marks where', async () => {
  const bytes = Uint8Array.from(swinging)
  const view = new DataView(bytes.buffer)
  const place = bytes.findIndex((_, at) => at + 8 <= bytes.length && view.getFloat64(at, true) === SWING)
  expect(place).toBeGreaterThan(0)
  view.setFloat64(place, SWING + 1, true)
  seal(bytes)
  const page = await openReplay(fileOf('bug.osteon', bytes))
  await waitFor(
    page,
    'replay-summary',
    'It goes another way here: tick 50: the pose of entity 3 ("lamplighter") differs, first bone "lantern".',
  )
  expect(redIn(await goTo(page, 50)).count).toBeGreaterThan(200)
})

describe.each([
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 1920, height: 1080, colorScheme: 'dark' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const)('at $width × $height, $colorScheme', ({ colorScheme, ...size }) => {
  test.each(['a figure', 'two recordings'])(
    '%s: worked by keyboard, nothing serious for axe',
    async (what) => {
      const page = await openViewer()
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
      await page.setViewportSize(size)
      if (what === 'two recordings') {
        await page.locator('#files').setInputFiles([fileOf('a.osteon', plain), fileOf('b.osteon', swinging)])
        await waitFor(page, 'replay-difference', 'First difference')
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
      await checkKeyboard(page)
      await page.evaluate(
        () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
      )
      await checkRules(page)
    },
  )
})

describe('the last seconds of a page', () => {
  test.each([
    ['tracks', 'paused=1&ticks=100', '100 ticks', 'lamplighter'],
    ['crowd', 'paused=1&ticks=90&count=12&sprites=50&hud=0', '\\d+ ticks', 'badger of DragonBones'],
  ])('%s: saved as a file that plays here with the same hashes', async (name, query, ticks, rigName) => {
    const page = await harness.openPage(`/demo/${name}.html?${query}`, { width: 1200, height: 760 })
    await page.locator('body[data-ready]').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save the last 30 s' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe(`${name}.osteon`)
    const bytes = await buffer(await file.createReadStream())
    const viewer = await openReplay(fileOf(`${name}.osteon`, bytes))
    const summary = viewer.locator('#replay-summary', { hasText: 'hashes are the same' })
    await summary.waitFor()
    expect(await summary.innerText()).toMatch(new RegExp(`^${ticks}`))
    expect(await textOf(viewer, 'replay-facts')).toContain(rigName)
  })

  test('a large crowd is not recorded, and says so', async () => {
    const page = await harness.openPage('/demo/crowd.html?paused=1&count=501&sprites=0', {
      width: 800,
      height: 600,
    })
    await page.locator('body[data-ready]').waitFor()
    await page.getByRole('button', { name: 'Save the last 30 s' }).click()
    await page.locator('#problem-text', { hasText: 'Crowds of more than 500 are not recorded' }).waitFor()
  })
})

describe('files of a recording', () => {
  const world = installAnimation(createWorld(), { capacity: 8 })
  const recording = record(world)
  spawnSkeleton(world, stranger)
  world.time.delta = 1 / 30
  runPipeline(world)
  const strange = recording.save()

  test('what is missing is named, and may come later', async () => {
    const page = await openViewer()
    await page.locator('#files').setInputFiles([fileOf('bug.osteon', strange)])
    await waitFor(page, 'problem-text', `bug.osteon can't be played yet: rig "stranger" is missing. Now drop`)
    expect(await page.locator('#replay-bar').isHidden()).toBe(true)
    const [json, text] = ['json', 'atlas'].map((end) => asset(`lamplighter.${end}`, `stranger.${end}`))
    await page.locator('#files').setInputFiles([json, text, asset('lamplighter.png')])
    await waitFor(page, 'replay-summary', '1 ticks')
    expect(await page.locator('#problem').isHidden()).toBe(true)
    await page.getByRole('button', { name: 'Close' }).click()
    await page.locator('#transport').waitFor()
    await page.getByRole('heading', { name: 'lamplighter' }).waitFor()
  })

  test('a cooked rig will do', async () => {
    const rigFile = fileOf('stranger.rig', cookOne({ skeleton: model, atlas }))
    const page = await openReplay(fileOf('bug.osteon', strange), rigFile, asset('lamplighter.png'))
    await waitFor(page, 'replay-summary', 'All hashes are the same here.')
  })

  test('a damaged one is refused', async () => {
    const page = await openViewer()
    await page.locator('#files').setInputFiles([fileOf('bug.osteon', strange.subarray(0, 200))])
    await page.locator('#problem-text', { hasText: 'openReplay' }).waitFor()
    await page.getByRole('heading', { name: 'lamplighter' }).waitFor()
  })
})
