/** The viewer page: pictures, files that are opened, and their errors. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createWorld } from 'bitecs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { boxOf, type Stage } from '../../../demo/viewer/stage'
import { choose, createState } from '../../../demo/viewer/state'
import { ROOT } from '../../../scripts/entries'
import { installAnimation, spawnSkeleton } from '../../../src/api'
import { inspectFile } from '../../../src/cli/inspect/report'
import { wordsOf } from '../../../src/cli/inspect/text'
import { nesting } from '../../../src/joins/nesting'
import { readLamplighter } from '../../demo/lamplighter'
import {
  decodePng,
  type Harness,
  type Picture,
  pixelAt,
  serveCast,
  shootElement,
  shootStill,
  startHarness,
} from '../harness'

const { rig } = await readLamplighter()
const world = installAnimation(createWorld(), { capacity: 8, use: [nesting] })
/** The parts of the viewer's stage that measuring needs. */
const stage = { world, eid: spawnSkeleton(world, rig) } as Stage

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

const SIZE = { width: 800, height: 480 }

const FILES = ['json', 'atlas', 'png'].map((end) => `${ROOT}/demo/assets/lamplighter.${end}`)

async function openViewer(): Promise<Page> {
  const page = await harness.openPage('/demo/viewer.html', { ...SIZE, reuse: true })
  await page.getByRole('heading', { name: 'lamplighter' }).waitFor()
  return page
}

/** Opens the lamplighter's files in place of the shown ones, which may have the same name. */
async function openFiles(page: Page): Promise<void> {
  await page.evaluate(() => {
    const title = document.getElementById('title')
    if (title) title.textContent = ''
  })
  await page.locator('#files').setInputFiles(FILES)
  await page.getByRole('heading', { name: 'lamplighter' }).waitFor()
}

/** Stops the clock at a time of an animation. */
async function hold(page: Page, animation: string, time: number): Promise<void> {
  await page.locator('.choice', { hasText: animation }).click()
  await page.locator('#scrub').fill(String(time))
  await page.waitForFunction(
    (text) => document.getElementById('time')?.textContent?.startsWith(text),
    time.toFixed(2),
  )
}

const shoot = (page: Page, selector = '#stage'): Promise<Picture> => shootStill(page, selector, 100)

type Test = (r: number, g: number, b: number) => boolean

function count({ data }: Picture, isSo: Test): number {
  let found = 0
  for (let i = 0; i < data.length; i += 4) if (isSo(data[i], data[i + 1], data[i + 2])) found++
  return found
}

const fur: Test = (r, g, b) => r > 215 && g > 100 && g < 160 && b < 95
const berry: Test = (r, g, b) => r > 95 && r < 165 && g < 70 && b > 70 && b < 115

/** Share of pixels that differ by more than `by` in any channel. */
function difference(a: Picture, b: Picture, by: number): number {
  expect([a.width, a.height]).toEqual([b.width, b.height])
  let found = 0
  for (let i = 0; i < a.data.length; i += 4)
    if ([0, 1, 2].some((c) => Math.abs(a.data[i + c] - b.data[i + c]) > by)) found++
  return (4 * found) / a.data.length
}

/** Clicks a button and returns the file that it saves. */
async function save(page: Page, button: string, name: string): Promise<Buffer> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(name)
  return buffer(await file.createReadStream())
}

/** Decodes the first and the seventh frame of a GIF by the browser, and the milliseconds of all. */
async function decodeGif(page: Page, bytes: Buffer): Promise<{ frames: Picture[]; delays: number[] }> {
  const { frames, delays } = await page.evaluate(async (base64) => {
    const data = await (await fetch(`data:image/gif;base64,${base64}`)).arrayBuffer()
    const decoder = new ImageDecoder({ data, type: 'image/gif' })
    await Promise.all([decoder.tracks.ready, decoder.completed])
    const canvas = document.createElement('canvas')
    const delays: number[] = []
    const frames: { width: number; height: number; data: number[] }[] = []
    for (let frameIndex = 0; frameIndex < (decoder.tracks.selectedTrack?.frameCount ?? 0); frameIndex++) {
      const { image } = await decoder.decode({ frameIndex })
      delays.push((image.duration ?? 0) / 1000)
      const [width, height] = [image.displayWidth, image.displayHeight]
      Object.assign(canvas, { width, height })
      const context = canvas.getContext('2d')
      context?.drawImage(image, 0, 0)
      const pixels = context?.getImageData(0, 0, width, height).data ?? []
      if (frameIndex === 0 || frameIndex === 6) frames.push({ width, height, data: [...pixels] })
      image.close()
    }
    return { frames, delays }
  }, bytes.toString('base64'))
  return { frames: frames.map((frame) => ({ ...frame, data: Uint8Array.from(frame.data) })), delays }
}

/** Messages for the user, and the files (name, content) that bring them about. */
const BROKEN: [message: string, ...files: [name: string, content: string][]][] = [
  ['hero.json at line 1 column 13: not valid JSON', ['hero.json', '{ "bones": [']],
  [
    'hero.json: none of the readers given ("spine-json", "spine-binary", "dragonbones", "cooked", "cooked-dragonbones") reads it: it begins with "{ \\"tiles\\": [] }"',
    ['hero.json', '{ "tiles": [] }'],
  ],
  [
    'hero.json at armature: expected at least one armature',
    ['hero.json', '{ "version": "5.5", "armature": [] }'],
    ['hero.atlas', ''],
  ],
  [
    'hero.json at skeleton.spine: Spine 4.4.01 is not supported',
    ['hero.json', '{"skeleton":{"spine":"4.4.01"},"bones":[{"name":"root"}]}'],
    ['hero.atlas', 'hero.png\nsize: 4, 4\n'],
  ],
  [
    'hero.atlas needs the image hero.png',
    ['hero.json', '{"skeleton":{"spine":"4.2.0"},"bones":[{"name":"root"}]}'],
    ['hero.atlas', 'hero.png\nsize: 4, 4\n'],
  ],
  ['There is no skeleton among these files', ['notes.md', 'hello']],
]

describe('the viewer', () => {
  test('shows the lamplighter, and another pose for another animation', async () => {
    const page = await openViewer()
    await hold(page, 'idle', 0)
    const idle = await shoot(page)
    expect(count(idle, fur)).toBeGreaterThan(2000)
    await hold(page, 'hit', 0.12)
    expect(difference(idle, await shoot(page), 24)).toBeGreaterThan(0.05)
    await hold(page, 'idle', 0)
    expect(difference(idle, await shoot(page), 2)).toBe(0)
  })

  test('changes the skin', async () => {
    const page = await openViewer()
    await hold(page, 'idle', 0)
    expect(count(await shoot(page), berry)).toBeLessThan(200)
    await page.locator('.chip', { hasText: 'frost' }).click()
    const frost = await shoot(page)
    expect(count(frost, berry)).toBeGreaterThan(2000)
    expect(count(frost, fur)).toBeLessThan(300)
  })

  test('draws bones, their names, meshes, clipping and boxes over the picture', async () => {
    const page = await openViewer()
    await hold(page, 'idle', 0)
    const bare = await shoot(page)
    for (const overlay of ['bones', 'names', 'meshes', 'clips', 'boxes']) {
      const toggle = page.locator(`[data-overlay="${overlay}"]`)
      await toggle.check()
      expect(difference(bare, await shoot(page), 24)).toBeGreaterThan(0.0005)
      await toggle.uncheck()
    }
    expect(difference(bare, await shoot(page), 2)).toBe(0)
  })

  test('moves and zooms with the keyboard, the wheel and a drag', async () => {
    const page = await openViewer()
    const level = page.locator('#zoom-fit')
    const fitted = await level.textContent()
    await page.keyboard.press('+')
    await expect.poll(() => level.textContent()).not.toBe(fitted)
    await page.keyboard.press('0')
    await expect.poll(() => level.textContent()).toBe(fitted)
    await page.mouse.move(300, 300)
    await page.mouse.wheel(0, -400)
    await expect.poll(() => level.textContent()).not.toBe(fitted)
    await page.keyboard.press('0')
    await hold(page, 'idle', 0)
    const before = await shoot(page)
    await page.mouse.move(300, 200)
    await page.mouse.down()
    await page.mouse.move(500, 240, { steps: 3 })
    await page.mouse.up()
    expect(difference(before, await shoot(page), 24)).toBeGreaterThan(0.1)
  })

  test('plays once and stops at the end when it does not loop', async () => {
    const page = await openViewer()
    await page.locator('#loop').uncheck()
    await page.locator('.choice', { hasText: 'run' }).click()
    // The clock shows the end a little before it is there: it rounds.
    await expect.poll(() => page.locator('#transport.playing').count()).toBe(0)
    expect(await page.locator('#time').textContent()).toBe('0.54 / 0.54')
  })

  test('opens files of the user from the picker', async () => {
    const page = await openViewer()
    await openFiles(page)
    await hold(page, 'idle', 0)
    expect(count(await shoot(page), fur)).toBeGreaterThan(2000)
  })

  test('offers the characters in a dropped folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'osteon-viewer-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    mkdirSync(join(folder, 'cast/animals'), { recursive: true })
    for (const end of ['json', 'atlas', 'png']) {
      copyFileSync(`${ROOT}/demo/assets/lamplighter.${end}`, join(folder, `cast/lamplighter.${end}`))
      copyFileSync(`${ROOT}/demo/assets/badger.${end}`, join(folder, `cast/animals/badger.${end}`))
    }
    const page = await openViewer()
    const tools = await page.context().newCDPSession(page)
    const data = { items: [], files: [join(folder, 'cast')], dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await tools.send('Input.dispatchDragEvent', { type, x: 300, y: 200, data })
    const list = page.getByLabel('Skeleton')
    await list.waitFor()
    expect(await list.locator('option').allTextContents()).toEqual([
      'cast/lamplighter.json',
      'cast/animals/badger.json',
    ])
    await list.selectOption({ index: 1 })
    await page.getByRole('heading', { name: 'badger' }).waitFor()
    await page.locator('#code', { hasText: "loadRig('cast/animals/badger.json'" }).waitFor()
    expect(await page.getByRole('alert').isVisible()).toBe(false)
  })

  test('shows the character that is chosen, and a link to it shows the same', async () => {
    const page = await openViewer()
    await page.getByLabel('Character').selectOption('octopus')
    await page.getByRole('heading', { name: 'octopus' }).waitFor()
    await page.locator('.choice', { hasText: 'Setup pose' }).click()
    await page.waitForFunction(() => location.hash.includes('show=octopus&animation=&'))
    const before = await shoot(page)
    await page.reload()
    await page.getByRole('heading', { name: 'octopus' }).waitFor()
    expect(difference(before, await shoot(page), 24)).toBeLessThan(0.002)
    expect(await page.locator('#code').textContent()).toContain("loadRig('octopus.json'")
  })

  test('plays files by address, and the address says which pose is shown', async () => {
    const files = (names: object) => `/demo/viewer.html?${new URLSearchParams({ ...names })}`
    const src = `${harness.url}/cast/badger.json`
    const open = async (address: string, expected?: RegExp) => {
      const page = await harness.openPage('/test/browser/pages/smoke.html', { ...SIZE, expected })
      await serveCast(page)
      await page.goto(`${harness.url}${address}`)
      await page.locator('body[data-ready]').waitFor()
      return page
    }
    const page = await open(files({ src }))
    await page.getByRole('heading', { name: 'badger' }).waitFor()
    await hold(page, 'run', 0.2)
    await page.waitForFunction(
      () => location.hash.includes('animation=run') && location.hash.includes('time=0.2&'),
    )
    expect(await page.locator('#code').textContent()).toContain(
      `loadRig('${src}', '${src.replace('json', 'atlas')}'`,
    )
    const before = await shoot(page)
    await page.reload()
    await page.locator('#time', { hasText: /^0.20/ }).waitFor()
    expect(difference(before, await shoot(page), 24)).toBeLessThan(0.002)
    // The page's own characters need no address.
    await page.getByLabel('Character').selectOption('octopus')
    await page.waitForFunction(() => location.search === '' && location.hash.includes('show=octopus'))

    const other = await open(files({ src, atlas: `${harness.url}/cast/mouse.atlas` }), /missing/)
    expect(await other.getByRole('alert').textContent()).toMatch(/badger.*mouse\.atlas/)
    const broken = await open(files({ src: `${harness.url}/test/none.json` }), /404/)
    expect(await broken.getByRole('alert').textContent()).toContain('/test/none.json')
    await broken.getByRole('heading', { name: 'lamplighter' }).waitFor()
    await hold(broken, 'idle', 0)
    expect(count(await shoot(broken), fur)).toBeGreaterThan(2000)
  })

  test('opens the files dialogue by keyboard', async () => {
    const page = await openViewer()
    await page.getByLabel('Character').focus()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('files')
  })

  test('explains errors of dropped files, and goes on playing', async () => {
    const page = await openViewer()
    const problem = page.getByRole('alert')
    for (const [message, ...files] of BROKEN) {
      await page.evaluate((given) => {
        const dataTransfer = new DataTransfer()
        for (const [name, text] of given) dataTransfer.items.add(new File([text], name))
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
      }, files)
      await problem.waitFor()
      expect(await problem.textContent()).toContain(message)
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await problem.waitFor({ state: 'hidden' })
    }
    await hold(page, 'idle', 0)
    expect(count(await shoot(page), fur)).toBeGreaterThan(2000)
  })

  test.each([false, true])(
    'names the missing files of a skeleton without its atlas, and shows its bones (Canvas2D: %s)',
    async (flat) => {
      const page = await openViewer()
      if (flat) await page.locator('#use-canvas2d').check()
      await page.locator('#files').setInputFiles(FILES.filter((path) => path.endsWith('.json')))
      const problem = page.getByRole('alert')
      await problem.waitFor()
      expect(await problem.textContent()).toContain(
        'together with its atlas, lamplighter.atlas as a rule, and with the images',
      )
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await problem.waitFor({ state: 'hidden' })
      await hold(page, 'idle', 0)
      const bare = await shoot(page)
      expect(count(bare, fur)).toBe(0)
      await page.locator('[data-overlay="bones"]').check()
      expect(difference(bare, await shoot(page), 24)).toBeGreaterThan(0.0005)
      expect(await problem.isVisible()).toBe(false)
      // With its files it is drawn.
      await openFiles(page)
      await hold(page, 'idle', 0)
      await expect.poll(async () => count(await shoot(page), fur)).toBeGreaterThan(2000)
    },
  )

  test('saves the pose as a PNG and a loop as a GIF, as large as the figure and transparent', async () => {
    const scale = 0.5
    const address = `/demo/viewer.html#show=lamplighter&animation=hit&view=0,200,${scale}`
    const page = await harness.openPage(address, { ...SIZE, reuse: true })
    await page.locator('body[data-ready]').waitFor()
    await page.locator('#scrub').fill('0.2')
    const state = createState(rig)
    choose(state, 'hit')
    const sizeAt = (times: number[]) =>
      boxOf(stage, state, times)
        .slice(2)
        .map((side) => Math.ceil(side * scale))

    const still = decodePng(await save(page, 'Save a still', 'lamplighter-hit.png'))
    expect([still.width, still.height]).toEqual(sizeAt([0.2]))
    expect(pixelAt(still, 0, 0)).toEqual([0, 0, 0, 0])
    expect(count(still, fur)).toBeGreaterThan(500)

    const gif = await decodeGif(page, await save(page, 'Save a GIF', 'lamplighter-hit.gif'))
    const times = Array.from({ length: 24 }, (_, frame) => frame / 30)
    expect(gif.delays).toEqual(
      times.map((time) => 10 * (Math.round(100 * time + 10 / 3) - Math.round(100 * time))),
    )
    const [first, third] = gif.frames
    expect([first.width, first.height]).toEqual(sizeAt(times))
    for (const frame of [first, third]) {
      expect(pixelAt(frame, 0, 0)[3]).toBe(0)
      expect(count(frame, fur)).toBeGreaterThan(500)
    }
    expect(difference(first, third, 24)).toBeGreaterThan(0.05)
  })

  test('says what a skeleton costs: sizes as `osteon inspect --size` does, and time', async () => {
    const page = await openViewer()
    await page.getByRole('button', { name: 'Measure' }).click()
    const said = page.locator('#measured', { hasText: 'Time: ' })
    expect(await said.textContent()).toMatch(
      /^Time: 200 skeletons playing walk, \d+ ticks, without drawing\.$/,
    )
    const cells = await page.locator('#costs > *').allTextContents()
    const costs = new Map(cells.flatMap((name, i) => (i % 2 === 0 ? [[name, cells[i + 1]]] : [])))
    expect(Number.parseFloat(costs.get('time a skeleton and tick') ?? '')).toBeGreaterThan(0)
    const { facts } = await inspectFile(FILES[0], FILES[1], true)
    for (const fact of ['bytesAnInstance', 'bytesOfWorldRows', 'bytesOfTables', 'bytesOfFile'])
      expect(costs.get(wordsOf(fact))).toBe(`${(Number(facts?.[fact]) / 1000).toFixed(1)} kB`)
    const skins: Record<string, number> = Object(facts?.bytesOfImages)
    expect(costs.get('bytes of images')).toContain((Math.max(...Object.values(skins)) / 1000).toFixed(1))
    expect(costs.get('slots never filled')).toBe('none')
    // Another skeleton has other costs.
    await page.getByLabel('Character').selectOption('octopus')
    await expect.poll(() => page.locator('#costs > *').count()).toBe(0)
  })

  test('fits a telephone', async () => {
    const page = await harness.openPage('/demo/viewer.html', { width: 390, height: 844, reuse: true })
    await page.getByRole('heading', { name: 'lamplighter' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await page.locator('#play').isVisible()).toBe(true)
  })
})

test('Canvas2D draws nearly the same picture as regl', async () => {
  const page = await harness.openPage('/demo/canvas2d.html?still', { width: 900, height: 900, reuse: true })
  await page.locator('body[data-ready]').waitFor()
  const regl = await shoot(page, '#webgl')
  const flat = await shoot(page, '#canvas2d')
  expect(count(regl, fur)).toBeGreaterThan(2000)
  expect(difference(regl, flat, 40)).toBeLessThan(0.02)
})

test('the viewer draws with Canvas2D when asked to', async () => {
  const page = await openViewer()
  await hold(page, 'idle', 0)
  const regl = await shoot(page)
  await page.locator('#use-canvas2d').check()
  expect(difference(regl, await shoot(page), 40)).toBeLessThan(0.02)
})

test('the gallery opens with its parade and links to every page', async () => {
  const page = await harness.openPage('/demo/index.html', { width: 900, height: 700, reuse: true })
  const seen = async () => count(decodePng(await shootElement(page, '#hero')), fur)
  await expect.poll(seen).toBeGreaterThan(300)
  const links = await page
    .locator('.card')
    .evaluateAll((cards) => cards.map((card) => card.getAttribute('href')))
  expect(links).toEqual(
    expect.arrayContaining([
      './crowd.html?count=1000',
      './dress-up.html',
      './viewer.html',
      './canvas2d.html',
    ]),
  )
})

test('the gallery says how to begin, and leads to the guides', async () => {
  const page = await harness.openPage('/demo/index.html', { width: 900, height: 700, reuse: true })
  expect(await page.locator('#install').textContent()).toBe('npm install osteon bitecs')
  expect(await page.locator('.own').getAttribute('href')).toBe('./viewer.html')
  expect(await page.locator('.beside th').allTextContents()).toContain('Rive')
  expect(await page.locator('#example').textContent()).toContain(
    "spawnSkeleton(world, hero, { skin: 'red' })",
  )
  await page.getByRole('link', { name: 'Guides' }).click()
  await page.getByRole('link', { name: 'attaching things' }).click()
  await page.getByRole('heading', { name: 'Attaching things' }).waitFor()
})
