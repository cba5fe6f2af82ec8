/** All skeletons of a file at once. */
import { expect, test } from 'vitest'
import { dragonBones } from '../../src/formats/dragonbones'
import { createAssets, disposeRigs, type LoadOptions, loadRig, loadRigs } from '../../src/load'
import { smallArmature, smallAtlas } from '../fixtures/rigs/dragonbones'
import type { Json } from '../fixtures/rigs/rich-rig'
import { fakeDecoder, fakeNet } from './fake-net'
import { toyReader, toyText } from './toy'

const WEB = 'https://game.test/art/'
const [one] = smallArmature().armature as Json[]
const FILES = {
  [`${WEB}two_ske.json`]: JSON.stringify(smallArmature({}, { armature: [one, { ...one, name: 'two' }] })),
  [`${WEB}small_tex.json`]: JSON.stringify(smallAtlas()),
  [`${WEB}small.png`]: '64x64',
  [`${WEB}hero.json`]: toyText('head'),
  [`${WEB}hero.atlas`]: 'small.png 64 64\n- head 0 0 8 8\n',
}

function setUp(more: Partial<LoadOptions> = {}) {
  const net = fakeNet(FILES)
  const decoder = fakeDecoder()
  const assets = createAssets()
  const readers = [dragonBones, toyReader]
  const options = { readers, base: WEB, fetch: net.fetch, decode: decoder.decode, assets, ...more }
  const load = () => loadRigs('two_ske.json', 'small_tex.json', options)
  return { net, decoder, assets, options, load }
}

test('each has its name in the file, and they share their images', async () => {
  const { net, load } = setUp()
  const rigs = await load()
  expect([...rigs.keys()]).toEqual(['small', 'two'])
  expect([...rigs.values()].map(({ name }) => name)).toEqual(['two_ske/small', 'two_ske/two'])
  expect(rigs.get('small')?.pages[0]).toBe(rigs.get('two')?.pages[0])
  expect(net.asked).toHaveLength(3)
})

test('they are loaded once, and are forgotten together', async () => {
  const { assets, load, decoder } = setUp()
  const rigs = await load()
  expect(await load()).toBe(rigs)
  disposeRigs(assets, rigs)
  expect(assets.families).toHaveLength(1)
  disposeRigs(assets, rigs)
  expect([assets.families, assets.atlases, assets.images].map(({ length }) => length)).toEqual([0, 0, 0])
  expect(decoder.images.map(({ closed }) => closed)).toEqual([1])
  expect(() => disposeRigs(assets, rigs)).toThrow(expect.objectContaining({ code: 'disposed' }))
})

test('of other files there is one', async () => {
  const { options } = setUp()
  const rigs = await loadRigs('hero.json', 'hero.atlas', options)
  expect([...rigs.keys()]).toEqual(['hero'])
})

test('a name for all is refused, and so is a choice', async () => {
  const { options } = setUp()
  for (const more of [{ name: 'x' }, { armature: 'two' }])
    await expect(loadRigs('two_ske.json', 'small_tex.json', { ...options, ...more })).rejects.toThrow(
      expect.objectContaining({ code: 'bad-option', path: Object.keys(more)[0] }),
    )
  expect((await loadRig('two_ske.json', 'small_tex.json', { ...options, armature: 'two' })).name).toBe(
    'two_ske',
  )
})

test('several atlases are searched in their order, each by its own scale', async () => {
  const { options } = setUp()
  const [box, plain] = ['box', 'plain'].map((name) => ({
    ...smallAtlas(),
    ...{ name: 'small', imagePath: `${name}.png`, scale: name === 'box' ? 1 : 0.5 },
    SubTexture: [
      { name, width: 10, height: 10 },
      { name: 'both', width: name === 'box' ? 1 : 2, height: 1 },
    ],
  }))
  const file = smallArmature({
    skin: [{ slot: [{ name: 'slot', display: ['box', 'plain', 'both'].map((name) => ({ name })) }] }],
  })
  const load = (atlas: Parameters<typeof loadRig>[1]) => loadRig(file, atlas, { ...options, images: false })
  const rig = await load([JSON.stringify(box), JSON.stringify(plain)])
  expect(rig.pages.map(({ name }) => name)).toEqual(['box.png', 'plain.png'])
  const { attachments } = rig
  expect(Array.from(attachments.pageStart, (start) => attachments.page[start])).toEqual([0, 1, 0])
  expect(await load([JSON.stringify(box), JSON.stringify(plain)])).not.toBe(null)
  await expect(load([JSON.stringify(box), '{}'])).rejects.toThrow(
    expect.objectContaining({ code: 'bad-atlas' }),
  )
  expect((await load([])).pages.length).toBe((await load(null)).pages.length)
})

test('atlases that a skeleton file has in it are read from it', async () => {
  const { options } = setUp()
  const other = {
    ...smallAtlas(),
    imagePath: 'other.png',
    SubTexture: [{ name: 'mine', width: 3, height: 4 }],
  }
  const text = JSON.stringify(smallArmature({}, { textureAtlas: [smallAtlas(), other] }))
  const rig = await loadRig(text, text, { ...options, images: false })
  expect(rig.pages.map(({ name }) => name)).toEqual(['small.png', 'other.png'])
})
