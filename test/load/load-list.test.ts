/** `loadList`: rigs side by side, with one progress. */
import { expect, test, vi } from 'vitest'
import { spineJson } from '../../src/formats/spine-json'
import { createAssets, loadList, type Progress } from '../../src/load'
import { fakeDecoder, fakeNet } from './fake-net'

const WEB = 'https://game.test/art/'
const skeleton = (name: string) =>
  JSON.stringify({
    skeleton: { spine: '4.2.0' },
    bones: [{ name }],
    slots: [{ name: 'body', bone: name, attachment: 'body' }],
    skins: [{ name: 'default', attachments: { body: { body: { width: 4, height: 4 } } } }],
  })
const FILES = {
  [`${WEB}cat.json`]: skeleton('cat'),
  [`${WEB}dog.json`]: skeleton('dog'),
  [`${WEB}pets.atlas`]: 'pets.png\nsize: 8,8\nbody\nbounds: 0,0,4,4\n',
  [`${WEB}pets.png`]: '8x8',
}
const CAT = { skeleton: 'cat.json', atlas: 'pets.atlas' }
const DOG = { skeleton: 'dog.json', atlas: 'pets.atlas' }

function setUp() {
  const net = fakeNet(FILES)
  const assets = createAssets()
  const { decode } = fakeDecoder()
  return { assets, net, options: { readers: [spineJson], base: WEB, fetch: net.fetch, decode, assets } }
}

test('rigs come in the order of the list, with options of their own, and share files', async () => {
  const { net, options } = setUp()
  const rigs = await loadList([CAT, { ...DOG, name: 'Rex', scale: 2 }], options)
  expect(rigs.map(({ name }) => name)).toEqual(['cat', 'Rex'])
  expect(rigs[0].pages[0]).toBe(rigs[1].pages[0])
  expect([...net.asked].sort()).toEqual(Object.keys(FILES).sort())
})

test('all are asked for before one has arrived', async () => {
  const { net, options } = setUp()
  const loading = loadList([CAT, DOG], options)
  await Promise.resolve()
  expect(net.asked).toEqual(expect.arrayContaining([`${WEB}cat.json`, `${WEB}dog.json`]))
  await loading
})

test('progress is the sum of all rigs', async () => {
  const { options } = setUp()
  const seen: Progress[] = []
  await loadList([CAT, DOG], { ...options, onProgress: (progress) => seen.push(progress) })
  const loaded = seen.map((one) => one.loaded)
  expect(loaded).toEqual([...loaded].sort((a, b) => a - b))
  expect(seen.at(-1)).toEqual({ loaded: 6, total: 6 })
})

test('if one fails, none is kept', async () => {
  const { assets, options } = setUp()
  const list = [CAT, { skeleton: 'cow.json', atlas: 'pets.atlas' }, DOG]
  // The first is there by then; the last never comes.
  const fetch: typeof options.fetch = async (url, init) => {
    if (url.endsWith('cow.json')) await vi.waitUntil(() => assets.rigs[0].value)
    if (url.endsWith('dog.json'))
      await new Promise((_, reject) => init.signal.addEventListener('abort', reject))
    return options.fetch(url, init)
  }
  await expect(loadList(list, { ...options, fetch })).rejects.toMatchObject({
    code: 'fetch-failed',
    source: `${WEB}cow.json`,
  })
  expect([assets.rigs, assets.atlases, assets.images]).toEqual([[], [], []])
})

test('it can be aborted', async () => {
  const { assets, options } = setUp()
  const controller = new AbortController()
  const loading = loadList([CAT, DOG], { ...options, signal: controller.signal })
  controller.abort()
  await expect(loading).rejects.toMatchObject({ code: 'aborted' })
  expect(assets.rigs).toEqual([])
})

test('an empty list is no work; what is no list is refused', async () => {
  const { options } = setUp()
  expect(await loadList([], options)).toEqual([])
  await expect(loadList(CAT as never, options)).rejects.toMatchObject({ code: 'bad-option' })
})
