/** `loadRig` with `pages: 'worn'`, and `loadPages`. */
import { expect, test } from 'vitest'
import { spineJson } from '../../src/formats/spine-json'
import { createAssets, disposeRig, loadPages, loadRig, type PageSource } from '../../src/load'
import { fakeDecoder, fakeNet } from './fake-net'

const WEB = 'https://game.test/art/'
const page = (name: string) => `${name}.png\nsize: 8,8\n${name}\nbounds: 0,0,4,4\n`
const SKELETON = {
  skeleton: { spine: '4.2.0' },
  bones: [{ name: 'root' }],
  slots: [
    { name: 'head', bone: 'root', attachment: 'face' },
    { name: 'hat', bone: 'root', attachment: 'hat' },
  ],
  skins: [
    { name: 'default', attachments: { head: { face: { width: 4, height: 4 } } } },
    { name: 'red', attachments: { hat: { hat: { path: 'red', width: 4, height: 4 } } } },
    { name: 'blue', attachments: { hat: { hat: { path: 'blue', width: 4, height: 4 } } } },
  ],
}

function setUp(files: Record<string, string | number> = {}) {
  const net = fakeNet({
    [`${WEB}hero.json`]: JSON.stringify(SKELETON),
    [`${WEB}hero.atlas`]: ['face', 'red', 'blue'].map(page).join('\n'),
    ...Object.fromEntries(['face', 'red', 'blue'].map((name) => [`${WEB}${name}.png`, '8x8'])),
    ...files,
  })
  const decoder = fakeDecoder()
  const assets = createAssets()
  const options = { readers: [spineJson], base: WEB, fetch: net.fetch, decode: decoder.decode, assets }
  const load = () => loadRig('hero.json', 'hero.atlas', { ...options, pages: 'worn' })
  const images = () => net.asked.filter((url) => url.endsWith('.png')).map((url) => url.slice(WEB.length))
  return { assets, decoder, images, load, net, options }
}

const there = (pages: readonly { image: unknown }[]) => pages.map(({ image }) => image !== null)

test('images are fetched when a skin asks for them, each once', async () => {
  const { decoder, images, load } = setUp()
  const rig = await load()
  expect(images()).toEqual([])
  await Promise.all([loadPages(rig), loadPages(rig)])
  expect(images()).toEqual(['face.png'])
  await loadPages(rig, 'red')
  await loadPages(rig, ['red'])
  expect(images()).toEqual(['face.png', 'red.png'])
  expect(there(rig.pages)).toEqual([true, true, false])
  expect(rig.pages[1].image).toBe(decoder.images[1])
})

test('pages of a rig that is loaded otherwise are there already', async () => {
  const { images, options } = setUp()
  const rig = await loadRig('hero.json', 'hero.atlas', options)
  await loadPages(rig, 'red')
  expect(images()).toHaveLength(3)
})

test('a failure can be tried again', async () => {
  const { load, net } = setUp({ [`${WEB}red.png`]: 404 })
  const rig = await load()
  await expect(loadPages(rig, 'red')).rejects.toMatchObject({ code: 'missing-page', path: 'red.png' })
  net.answers.set(`${WEB}red.png`, '8x8')
  await loadPages(rig, 'red')
  expect(there(rig.pages)).toEqual([true, true, false])
})

test('unknown skins are refused, and nothing is fetched', async () => {
  const { images, load } = setUp()
  const rig = await load()
  await expect(loadPages(rig, ['red', 'green'])).rejects.toMatchObject({ code: 'unknown-skin', path: 'skin' })
  expect(images()).toEqual([])
})

test('a rig that goes meanwhile aborts, and its images are closed', async () => {
  const { assets, decoder, load, net } = setUp()
  const rig = await load()
  await loadPages(rig)
  net.hold(`${WEB}red.png`)
  const waiting = loadPages(rig, 'red')
  disposeRig(assets, rig)
  await expect(waiting).rejects.toMatchObject({ code: 'aborted' })
  expect(decoder.images.map(({ closed }) => closed)).toEqual([1])
  expect(net.aborted).toEqual([`${WEB}red.png`])
  await expect(loadPages(rig, 'blue')).rejects.toMatchObject({ code: 'aborted' })
})

test('all pages together keep to the limit of pixels', async () => {
  const { load, options } = setUp()
  await load()
  const rig = await loadRig('hero.json', 'hero.atlas', { ...options, pages: 'worn', limits: { pixels: 100 } })
  await loadPages(rig)
  await expect(loadPages(rig, 'red')).rejects.toMatchObject({ code: 'too-large' })
})

test('other words for pages are refused', async () => {
  const { options } = setUp()
  const pages = 'lazy' as unknown as Record<string, PageSource>
  await expect(loadRig('hero.json', 'hero.atlas', { ...options, pages })).rejects.toMatchObject({
    code: 'bad-option',
    path: 'pages',
  })
})
