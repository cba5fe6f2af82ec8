/** `loadAtlas`: loads atlases with their pages. */
import { describe, expect, test, vi } from 'vitest'
import type { Reader } from '../../src/base/model/reader'
import { dragonBones } from '../../src/formats/dragonbones'
import { spineBinary } from '../../src/formats/spine-binary'
import { spineJson } from '../../src/formats/spine-json'
import { createAssets, disposeAtlas, disposeRig, loadAtlas, loadRig } from '../../src/load'
import type { LoadOptions } from '../../src/load/request'
import { fakeDecoder, fakeNet } from './fake-net'
import { toyReader, toyText } from './toy'

const WEB = 'https://game.test/art/'
const ATLAS = `${WEB}both.atlas`
const TEXT = 'both.png 64 32\n- head 0 0 8 8\n- hand 0 0 4 4\n'

function setUp() {
  const net = fakeNet({ [`${WEB}hero.json`]: toyText('head'), [ATLAS]: TEXT, [`${WEB}both.png`]: '64x32' })
  const decoder = fakeDecoder()
  const assets = createAssets()
  const options: LoadOptions = {
    readers: [toyReader],
    base: WEB,
    fetch: net.fetch,
    decode: decoder.decode,
    assets,
  }
  return { net, decoder, assets, options }
}

const refusal = (code: string) => expect.objectContaining({ name: 'OsteonError', code })

test('an atlas is loaded with its pages', async () => {
  const { options } = setUp()
  const { model, pages } = await loadAtlas('both.atlas', options)
  expect(model.regions.map(({ name }) => name)).toEqual(['head', 'hand'])
  expect(pages.map(({ name, settings }) => [name, settings.width, settings.height])).toEqual([
    ['both.png', 64, 32],
  ])
  expect(pages[0].image).not.toBeNull()
})

test('a rig and an atlas loaded by the same address share pages, in either order', async () => {
  const { net, options } = setUp()
  const [rig, atlas, again] = await Promise.all([
    loadRig('hero.json', 'both.atlas', options),
    loadAtlas('both.atlas', options),
    loadAtlas(new URL(ATLAS), options),
  ])
  expect(again).toBe(atlas)
  expect(atlas.pages[0]).toBe(rig.pages[0])
  expect(net.asked.filter((url) => url === ATLAS)).toHaveLength(1)
  expect((await loadAtlas('both.atlas', { ...options, filter: 'nearest' })).pages[0]).not.toBe(atlas.pages[0])
})

test('overrides are applied, images left out or given', async () => {
  const { options } = setUp()
  const { pages } = await loadAtlas(TEXT, {
    ...options,
    images: false,
    premultiplied: true,
    filter: 'nearest',
  })
  expect(pages[0].image).toBeNull()
  expect(pages[0].settings).toMatchObject({ premultiplied: true, minFilter: 'nearest', magFilter: 'nearest' })
  const image = { width: 64, height: 32, data: new Uint8Array(4 * 64 * 32) }
  expect((await loadAtlas(TEXT, { ...options, pages: { 'both.png': image } })).pages[0].image).toBe(image)
})

test('the last one to give it back closes the images, and no sooner', async () => {
  const { assets, options } = setUp()
  const rig = await loadRig('hero.json', 'both.atlas', options)
  const atlas = await loadAtlas('both.atlas', options)
  await loadAtlas('both.atlas', options)
  disposeRig(assets, rig)
  disposeAtlas(assets, atlas)
  expect(assets.images).toHaveLength(1)
  disposeAtlas(assets, atlas)
  expect([assets.sheets, assets.atlases, assets.images, assets.files].map((list) => list.length)).toEqual([
    0, 0, 0, 0,
  ])
  expect(() => disposeAtlas(assets, atlas)).toThrow(refusal('disposed'))
})

test('of several readers, the first that can read the file does', async () => {
  const { options } = setUp()
  const readAtlas = vi.fn(() => {
    throw new Error('not mine')
  })
  const other: Reader = { ...toyReader, name: 'other', readAtlas }
  const { model } = await loadAtlas('both.atlas', { ...options, readers: [other, toyReader] })
  expect(model.regions).toHaveLength(2)
  expect(readAtlas).toHaveBeenCalledTimes(1)
})

const SPINE_ATLAS = 'both.png\nsize: 64, 32\nhead\nbounds: 0, 0, 8, 8\n'
const DRAGON_BONES_ATLAS = '{"imagePath":"both.png","SubTexture":[{"name":"head","width":8,"height":8}]}'
const EMBEDDED = `{"version":"5.5","textureAtlas":[${DRAGON_BONES_ATLAS}],"armature":[]}`

test.each([
  ['of Spine', SPINE_ATLAS],
  ['of DragonBones', DRAGON_BONES_ATLAS],
  ['in a skeleton of DragonBones', EMBEDDED],
])('an atlas %s is read by its own reader, whichever comes first', async (_, text) => {
  for (const readers of [
    [spineJson, dragonBones],
    [dragonBones, spineBinary],
  ]) {
    const { model } = await loadAtlas(text, { readers, images: false })
    expect([model.pages[0].name, model.regions.map(({ name }) => name)]).toEqual(['both.png', ['head']])
  }
})

test.each<[string, Reader, string, RegExp]>([
  [
    'an atlas of DragonBones',
    spineJson,
    DRAGON_BONES_ATLAS,
    /"spine-json" reads: .* a DragonBones texture atlas/,
  ],
  ['one in a skeleton of DragonBones', spineBinary, EMBEDDED, /a DragonBones skeleton, version 5\.5/],
  ['other JSON', spineJson, ' {"tiles": []}', /JSON of another kind/],
  ['other JSON, of which lines look like regions', spineJson, '{\n"tiles": [\n{\n"name": "a"\n}]}', /JSON/],
  ['an atlas of Spine', dragonBones, SPINE_ATLAS, /"dragonbones" reads: it looks like a texture atlas/],
  ['a sprite sheet in JSON', spineJson, '{"frames":{},"meta":{}}', /TexturePacker/],
  ['a sprite sheet in JSON', dragonBones, '{"frames":[],"meta":{}}', /TexturePacker/],
  [
    'a sprite sheet in XML',
    spineJson,
    '<TextureAtlas imagePath="a.png">\n<SubTexture name="a"/>',
    /Starling/,
  ],
  [
    'a sprite sheet in XML',
    dragonBones,
    '<TextureAtlas imagePath="a.png">\n<SubTexture name="a"/>',
    /Starling/,
  ],
  ['other XML', spineJson, '<?xml version="1.0"?>\n<map/>', /looks like XML/],
])('%s given to %o is refused with a guess of its kind', async (_, reader, text, message) => {
  for (const atlas of [new TextEncoder().encode(text), `${text}\n`]) {
    const load = loadAtlas(atlas, { readers: [reader], images: false })
    await expect(load).rejects.toThrow(
      expect.objectContaining({ code: 'unknown-format', message: expect.stringMatching(message) }),
    )
  }
})

describe('refused, with nothing left behind:', () => {
  test.each([
    ['no readers', 'both.atlas', { readers: [] }, 'bad-option'],
    ['a filter that is none', 'both.atlas', { filter: 'blurry' }, 'bad-option'],
    ['nothing', null, {}, 'wrong-type'],
    ['a number', 7, {}, 'wrong-type'],
    ['an object that is no atlas', { regions: [] }, {}, 'wrong-type'],
    ['a file that is not there', 'gone.atlas', {}, 'fetch-failed'],
    ['a page that is not there', 'lost.png 8 8\n- a 0 0 8 8\n', {}, 'missing-page'],
    ['an aborted load', 'both.atlas', { signal: AbortSignal.abort() }, 'aborted'],
  ])('%s', async (_, atlas, more, code) => {
    const { assets, options } = setUp()
    await expect(loadAtlas(atlas as string, { ...options, ...more } as LoadOptions)).rejects.toThrow(
      refusal(code),
    )
    expect([assets.sheets, assets.atlases, assets.images, assets.files].map((list) => list.length)).toEqual([
      0, 0, 0, 0,
    ])
  })

  test('assets that were disposed', async () => {
    const { assets, options } = setUp()
    const pending = loadAtlas('both.atlas', options)
    assets.dispose()
    await expect(pending).rejects.toThrow(refusal('disposed'))
    await expect(loadAtlas('both.atlas', options)).rejects.toThrow(refusal('disposed'))
  })
})
