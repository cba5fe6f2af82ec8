/** `loadRig`: inputs, resolvers, images and errors. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Warning } from '../../src/base/errors'
import { LENGTHS } from '../../src/base/model/limits'
import { createAssets, createPage, loadRig } from '../../src/load'
import type { LoadOptions } from '../../src/load/request'
import { fakeDecoder, fakeNet } from './fake-net'
import { toyPage, toyReader, toyRegion, toySkeleton, toyText } from './toy'

const ATLAS = 'one.png 64 32\n- head 0 0 8 8\ntwo.png 16 16 pma\n- hand 0 0 4 4\n'
const WEB = 'https://game.test/art/'

function setUp(files: Record<string, string | Uint8Array | number | Error> = {}) {
  const net = fakeNet({
    [`${WEB}hero.json`]: toyText('head', 'hand'),
    [`${WEB}hero.atlas`]: ATLAS,
    [`${WEB}one.png`]: '64x32',
    [`${WEB}two.png`]: '16x16',
    ...files,
  })
  const decoder = fakeDecoder()
  const warnings: Warning[] = []
  const options: LoadOptions = {
    readers: [toyReader],
    base: WEB,
    fetch: net.fetch,
    decode: decoder.decode,
    warn: (warning) => warnings.push(warning),
  }
  return { net, decoder, options, warnings }
}

const refusal = (code: string, message: RegExp = /./) =>
  expect.objectContaining({ name: 'OsteonError', code, message: expect.stringMatching(message) })

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('accepted inputs', () => {
  test('addresses are fetched, and the images beside the atlas decoded as its alpha demands', async () => {
    const { net, decoder, options } = setUp()
    const rig = await loadRig('hero.json', new URL('hero.atlas', WEB), options)
    expect(rig.name).toBe('hero')
    expect(rig.pages.map((page) => [page.name, page.image])).toEqual([
      ['one.png', decoder.images[0]],
      ['two.png', decoder.images[1]],
    ])
    expect(decoder.images.map((image) => image.premultiply)).toEqual([true, false])
    expect(net.asked.slice(0, 2).sort()).toEqual([`${WEB}hero.atlas`, `${WEB}hero.json`])
    expect(net.asked.length).toBe(4)
  })

  test.each([
    ['text', toyText('head')],
    ['text after a byte order mark', `\uFEFF\n${toyText('head')}`],
    ['bytes', new TextEncoder().encode(toyText('head'))],
    ['an ArrayBuffer', new TextEncoder().encode(toyText('head')).buffer],
    ['a parsed object', toySkeleton('head')],
  ])('a skeleton may be %s, an atlas text or bytes: nothing is fetched', async (_, skeleton) => {
    const { net, options } = setUp()
    for (const atlas of [ATLAS, new TextEncoder().encode(ATLAS)]) {
      const rig = await loadRig(skeleton, atlas, { ...options, images: false, name: 'mine' })
      expect(rig.name).toBe('mine')
      expect(rig.slots.names).toEqual(['head'])
    }
    expect(net.asked).toEqual([])
  })

  test('the caller’s objects are not altered, frozen ones are as good', async () => {
    const { options } = setUp()
    const atlas = deepFreeze({
      name: 'mine',
      pages: [toyPage('one.png', 0, 0, false)],
      regions: [toyRegion('head', 0, [0, 0, 8, 8])],
    })
    const skeleton = deepFreeze(toySkeleton('head'))
    const frozen = deepFreeze({ ...options, filter: 'linear' as const, premultiplied: true })
    const rig = await loadRig(skeleton, atlas, frozen)
    expect(rig.pages[0].settings).toMatchObject({ width: 64, height: 32, premultiplied: true })
    expect(atlas.pages[0].width).toBe(0)
  })

  test('an address that is a path stays one where there is no base, for a fetch of one’s own', async () => {
    const { options } = setUp({
      '../rigs/hero.json': toyText('head'),
      '../rigs/hero.atlas': 'my#1.png 8 8\n- head 0 0 8 8\n',
      '../rigs/my#1.png': '8x8',
    })
    const rig = await loadRig('../rigs/hero.json', '../rigs/hero.atlas', { ...options, base: undefined })
    expect(rig.pages[0].image).not.toBeNull()
    expect(rig.name).toBe('hero')
  })

  test('page names are file names: signs that mean something in addresses are escaped', async () => {
    const { net, options } = setUp({
      [`${WEB}hero.atlas`]: 'a/my#1?.png 8 8\n- head 0 0 8 8\n- hand 0 0 8 8\n',
      [`${WEB}a/my%231%3F.png`]: '8x8',
    })
    await loadRig('hero.json', 'hero.atlas?v=3', {
      ...options,
      fetch: (url, init) => net.fetch(url.replace('?v=3', ''), init),
    })
    expect(net.asked).toContain(`${WEB}a/my%231%3F.png`)
  })

  test('relative addresses are relative to the document where there is one', async () => {
    const { options } = setUp()
    vi.stubGlobal('document', { baseURI: `${WEB}index.html` })
    const rig = await loadRig('hero.json', 'hero.atlas', { ...options, base: undefined })
    expect(rig.pages.length).toBe(2)
  })

  test('without an atlas there is a page without an image, if it is needed', async () => {
    const { options } = setUp()
    const rig = await loadRig('hero.json', null, options)
    expect(rig.pages).toEqual([expect.objectContaining({ atlas: `${WEB}hero.json`, name: '', image: null })])
    expect((await loadRig(toyText(), null, options)).pages).toEqual([])
  })

  test('without an atlas, images that the resolver lacks are not drawn in place of others', async () => {
    const { options } = setUp()
    const page = createPage('mine', { width: 4, height: 4, data: new Uint8Array(64) })
    const resolveAttachment = ({ path }: { path: string }) => (path === 'head' ? { page } : null)
    const rig = await loadRig('hero.json', null, { ...options, resolveAttachment })
    const { page: pages, pageStart } = rig.attachments
    const used = rig.attachments.models.map((_, number) => rig.pages[pages[pageStart[number]]])
    expect(used.map(({ image }) => image)).toEqual([page.image, null])
  })

  test('the browser’s own fetch and decoder are used by default, without colour conversion', async () => {
    const { net, decoder, options } = setUp()
    const createImageBitmap = vi.fn((blob: Blob, how: ImageBitmapOptions) =>
      decoder.decode(blob, { premultiply: how.premultiplyAlpha === 'premultiply' }),
    )
    vi.stubGlobal('createImageBitmap', createImageBitmap)
    vi.stubGlobal('WebGLRenderingContext', class {})
    vi.stubGlobal('fetch', net.fetch)
    await loadRig('hero.json', 'hero.atlas', { ...options, fetch: undefined, decode: undefined })
    expect(createImageBitmap.mock.calls.map(([, how]) => how)).toEqual([
      { premultiplyAlpha: 'premultiply', colorSpaceConversion: 'none' },
      { premultiplyAlpha: 'none', colorSpaceConversion: 'none' },
    ])
  })

  test('where images can be decoded and nothing draws, as in Deno, a rig of bytes needs no pages', async () => {
    const { options } = setUp()
    const decode = vi.fn()
    vi.stubGlobal('createImageBitmap', decode)
    vi.stubGlobal('OffscreenCanvas', class {})
    const skeleton = new TextEncoder().encode(toyText('head', 'hand'))
    const atlas = new TextEncoder().encode(ATLAS)
    const rig = await loadRig(skeleton, atlas, { readers: options.readers, warn: options.warn })
    expect(rig.pages.map((page) => page.image)).toEqual([null, null])
    expect(decode).not.toHaveBeenCalled()
    vi.stubGlobal('WebGLRenderingContext', class {})
    await expect(loadRig(skeleton, atlas, { readers: options.readers, warn: options.warn })).rejects.toThrow(
      'missing-page',
    )
  })

  test('where nothing can be decoded, images are neither fetched nor missed', async () => {
    const { net, options } = setUp()
    const rig = await loadRig('hero.json', 'hero.atlas', { ...options, decode: undefined })
    expect(rig.pages.map((page) => page.image)).toEqual([null, null])
    expect(net.asked.length).toBe(2)
  })
})

describe('options', () => {
  test('scale goes to the reader', async () => {
    const { options } = setUp()
    const rig = await loadRig('hero.json', 'hero.atlas', { ...options, scale: 0.5 })
    expect(rig.rows.setup[0]).toBe(5)
  })

  test('premultiplied and filter override the atlas', async () => {
    const { decoder, options } = setUp()
    const rig = await loadRig('hero.json', 'hero.atlas', {
      ...options,
      premultiplied: true,
      filter: 'linear',
    })
    for (const { settings } of rig.pages)
      expect(settings).toMatchObject({ premultiplied: true, minFilter: 'linear', magFilter: 'linear' })
    expect(decoder.images.map((image) => image.premultiply)).toEqual([false, false])
  })

  test('images given are used as they are and not fetched', async () => {
    const { net, options } = setUp()
    const raw = { width: 2, height: 1, data: new Uint8Array(8) }
    const rig = await loadRig('hero.json', 'hero.atlas', { ...options, pages: { 'one.png': raw } })
    expect(rig.pages[0].image).toBe(raw)
    expect(net.asked).not.toContain(`${WEB}one.png`)
    expect(net.asked).toContain(`${WEB}two.png`)
  })

  test.each([
    ['bytes', new TextEncoder().encode('9x7')],
    ['a buffer', new TextEncoder().encode('9x7').buffer],
    ['a blob', new Blob(['9x7'])],
  ])('an encoded image may be given as %s', async (_, file) => {
    const { options } = setUp()
    const pages = new Map([
      ['one.png', file],
      ['two.png', file],
    ])
    const rig = await loadRig(toyText('head'), ATLAS, { ...options, pages })
    expect(rig.pages[0].image).toMatchObject({ width: 9, height: 7 })
  })

  test('a page may have an address of its own, anywhere', async () => {
    const { net, options } = setUp({ 'https://cdn.test/one-5f3.png': '64x32' })
    const pages = { 'one.png': 'https://cdn.test/one-5f3.png', 'two.png': new URL(`${WEB}two.png`) }
    const rig = await loadRig('hero.json', 'hero.atlas', { ...options, pages })
    expect(rig.pages.map(({ name, image }) => [name, image !== null])).toEqual([
      ['one.png', true],
      ['two.png', true],
    ])
    expect(net.asked).not.toContain(`${WEB}one.png`)
    expect(net.asked).toContain('https://cdn.test/one-5f3.png')
    const lost = { ...options, pages: { 'one.png': 'lost/one-5f3.png' } }
    await expect(loadRig('hero.json', 'hero.atlas', lost)).rejects.toThrow(
      refusal('missing-page', /no image at .*one-5f3\.png/),
    )
    expect(net.asked).toContain(`${WEB}lost/one-5f3.png`)
  })

  test('a page of unknown size takes its image’s, decoded or not', async () => {
    const { options } = setUp()
    const atlas = 'one.png 0 0\n- head 0 0 8 8\n'
    const decoded = await loadRig(toyText('head'), atlas, options)
    expect(decoded.pages[0].settings).toMatchObject({ width: 64, height: 32 })
    const pages = { 'one.png': pngHeader(128, 256) }
    const header = await loadRig(toyText('head'), atlas, { ...options, decode: undefined, pages })
    expect(header.pages[0]).toMatchObject({ image: null, settings: { width: 128, height: 256 } })
  })

  test('a page of unknown size without an image is refused once coordinates are needed', async () => {
    const { options } = setUp()
    const load = (...regions: string[]) =>
      loadRig(toyText(...regions), 'one.png 0 0\n- head 0 0 8 8\n', { ...options, images: false })
    await expect(load('head')).rejects.toThrow(/size of page/)
    await expect(load()).resolves.toBeDefined()
  })

  test('images of one’s own come before the atlas’s, each page once', async () => {
    const { options } = setUp()
    const page = createPage('sheet', { width: 32, height: 32, data: new Uint8Array(4096) })
    const asked: string[] = []
    const rig = await loadRig(toyText('head', 'hat', 'cap'), 'hero.atlas', {
      ...options,
      resolveAttachment({ path, slot, skin, key }) {
        asked.push([path, slot, skin, key].join())
        if (path === 'hat') return { page, region: { x: 16, y: 0, width: 8, height: 16 } }
        return path === 'cap' ? { page } : null
      },
    })
    expect(asked).toEqual(['head,head,default,head', 'hat,hat,default,hat', 'cap,cap,default,cap'])
    expect(rig.pages.map(({ name }) => name)).toEqual(['one.png', 'two.png', 'sheet'])
    expect(rig.pages[2]).toBe(page)
    const { page: pages, pageStart } = rig.attachments
    expect([...pageStart].map((first) => pages[first])).toEqual([0, 2, 2])
  })

  test.each([
    ['a place that is not finite', { x: Number.NaN, y: 0, width: 1, height: 1 }, /region\.x/],
    ['an impossible turn', { x: 0, y: 0, width: 1, height: 1, rotate: 45 }, /region\.rotate/],
  ])('an answer with %s is refused', async (_, region, message) => {
    const { options } = setUp()
    const page = createPage('sheet', { width: 1, height: 1, data: new Uint8Array(4) })
    const resolveAttachment = () => ({ page, region: region as never })
    const load = loadRig(toyText('head'), ATLAS, { ...options, resolveAttachment })
    await expect(load).rejects.toThrow(refusal('bad-option', message))
  })

  test('progress counts files fetched and ends with all of them', async () => {
    const { net, options } = setUp()
    const seen: string[] = []
    net.hold(`${WEB}hero.atlas`)
    const load = loadRig('hero.json', 'hero.atlas', {
      ...options,
      onProgress: ({ loaded, total }) => seen.push(`${loaded}/${total}`),
    })
    await expect.poll(() => seen).toEqual(['1/2'])
    net.release(`${WEB}hero.atlas`)
    await load
    expect(seen).toEqual(['1/2', '2/2', '3/4', '4/4'])
  })

  test('each distinct warning is told once, also before an error', async () => {
    const { options, warnings } = setUp()
    await loadRig(toyText('odd', 'head'), 'odd.png 8 8\n- head 0 0 8 8\n', { ...options, images: false })
    expect(warnings.map(({ code }) => code).sort()).toEqual(['atlas-format', 'ignored-key'])
    await expect(loadRig(toyText('odd', 'gone'), ATLAS, options)).rejects.toThrow(refusal('missing-region'))
    expect(warnings.length).toBe(3)
  })

  test('warnings go to the console by default', async () => {
    const { options } = setUp()
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    await loadRig(toyText('odd'), ATLAS, { ...options, warn: undefined })
    expect(warn.mock.calls).toEqual([['osteon: skeleton at toy: odd (ignored-key)']])
  })
})

describe('refusals', () => {
  const png = (width: number) => pngHeader(width, 8)
  test.each<[string, string, RegExp, Record<string, string | Uint8Array | number | Error>]>([
    ['a skeleton that is not there', 'fetch-failed', /hero\.json: .*404 Nope/, { 'hero.json': 404 }],
    ['an atlas the server refuses', 'fetch-failed', /hero\.atlas: .*500/, { 'hero.atlas': 500 }],
    ['a network that is down', 'fetch-failed', /hero\.json.*offline/, { 'hero.json': new Error('offline') }],
    ['an image that is not there', 'missing-page', /two\.png.*art\/two\.png.*404/, { 'two.png': 404 }],
    ['an image the server refuses', 'fetch-failed', /two\.png.*503/, { 'two.png': 503 }],
    ['an image that is none', 'decode-failed', /two\.png.*not an image/, { 'two.png': 'GIF89' }],
    ['an image too large to decode', 'too-large', /two\.png.*20000/, { 'two.png': png(20_000) }],
    ['an image that decodes too large', 'too-large', /two\.png.*99999/, { 'two.png': '99999x1' }],
    ['a web page for an image', 'decode-failed', /two\.png.*web page.*not an/, { 'two.png': '<html>' }],
    ['a format nobody reads', 'unknown-format', /"toy".*web page/, { 'hero.json': '<html>' }],
    ['a web page for an atlas', 'unknown-format', /atlas: .*web page/, { 'hero.atlas': '<html>' }],
    ['an image for an atlas', 'unknown-format', /atlas: .*PNG/, { 'hero.atlas': png(8) }],
    ['a skeleton for an atlas', 'unknown-format', /Spine/, { 'hero.atlas': '{"bones":[],"slots":[]}' }],
    ['a skeleton the reader refuses', 'missing', /toy: broken/, { 'hero.json': toyText('broken') }],
    ['an atlas the reader refuses', 'bad-atlas', /no pages/, { 'hero.atlas': '\n' }],
    ['an atlas without the region', 'missing-region', /"hat".*"default"/, { 'hero.json': toyText('hat') }],
    ['more than is possible', 'too-large', /bones/, { 'hero.json': toyText('head', 'crowd') }],
  ])('%s is refused, and nothing half-built stays', async (_, code, message, files) => {
    const named = Object.entries(files).map(([name, answer]) => [WEB + name, answer])
    const { decoder, options } = setUp(Object.fromEntries(named))
    const assets = createAssets()
    await expect(loadRig('hero.json', 'hero.atlas', { ...options, assets })).rejects.toThrow(
      refusal(code, message),
    )
    await settled()
    expect([assets.rigs, assets.atlases, assets.images, assets.files]).toEqual([[], [], [], []])
    expect(decoder.images.map((image) => image.closed)).toEqual(decoder.images.map(() => 1))
  })

  test.each<[string, string, string | number]>([
    ['a skeleton that is not there', 'fetch-failed', 404],
    ['a format nobody reads', 'unknown-format', '<html>'],
    ['a version that the reader refuses', 'missing', toyText('broken')],
    ['more than is possible', 'too-large', toyText('head', 'crowd')],
  ])('%s is told before anything that is wrong with the atlas or its pages', async (_, code, skeleton) => {
    for (const wrong of [
      { 'hero.atlas': 404 },
      { 'hero.atlas': '\n' },
      { 'one.png': 404 },
      { 'two.png': 'no' },
    ]) {
      const named = Object.entries(wrong).map(([name, answer]) => [WEB + name, answer])
      const files = { ...Object.fromEntries(named), [`${WEB}hero.json`]: skeleton }
      const { options } = setUp(files)
      const assets = createAssets()
      const load = loadRig('hero.json', 'hero.atlas', { ...options, assets })
      await expect(load).rejects.toThrow(
        expect.objectContaining({ code, source: expect.not.stringMatching(/atlas|png/) }),
      )
      await settled()
      expect([assets.rigs, assets.atlases, assets.images, assets.files]).toEqual([[], [], [], []])
    }
  })

  test('a skeleton that is not there is told at once, however long the atlas takes', async () => {
    const { net, options } = setUp({ [`${WEB}hero.json`]: 404 })
    net.hold(`${WEB}hero.atlas`)
    await expect(loadRig('hero.json', 'hero.atlas', options)).rejects.toThrow(
      refusal('fetch-failed', /hero\.json/),
    )
    await settled()
    expect(net.aborted).toEqual([`${WEB}hero.atlas`])
  })

  test('a failed load is not remembered', async () => {
    const { net, options } = setUp({ [`${WEB}two.png`]: 404 })
    const assets = createAssets()
    await expect(loadRig('hero.json', 'hero.atlas', { ...options, assets })).rejects.toThrow()
    net.answers.set(`${WEB}two.png`, '16x16')
    await expect(loadRig('hero.json', 'hero.atlas', { ...options, assets })).resolves.toBeDefined()
  })

  test('images of an atlas without address must be given', async () => {
    const { options } = setUp()
    const load = loadRig(toyText('head'), ATLAS, { ...options, base: undefined })
    await expect(load).rejects.toThrow(refusal('missing-page', /"one\.png"/))
    const inData = loadRig(toyText('head'), `data:,${encodeURIComponent(ATLAS)}`, {
      ...options,
      fetch: async () => new Response(ATLAS),
    })
    await expect(inData).rejects.toThrow(refusal('missing-page'))
  })

  test.each(['//other.example/x.png', '../../x.png', '/x.png', 'data:image/png;base64,AAAA'])(
    'an atlas cannot have %s fetched, unless its folder is allowed',
    async (name) => {
      const { net, options } = setUp({
        [`${WEB}hero.atlas`]: `${name} 8 8\n- head 0 0 8 8\n- hand 0 0 8 8\n`,
      })
      await expect(loadRig('hero.json', 'hero.atlas', options)).rejects.toThrow(refusal('forbidden-page'))
      await expect(loadRig(toyText('head'), `${name} 8 8\n- head 0 0 8 8\n`, options)).rejects.toThrow(
        refusal('forbidden-page'),
      )
      expect(net.asked.filter((url) => url.includes('png'))).toEqual([])
    },
  )

  test('folders that are allowed are relative to the base', async () => {
    const { net, options } = setUp({
      [`${WEB}hero.atlas`]: '../images/x.png 8 8\n- head 0 0 8 8\n- hand 0 0 8 8\n',
      'https://game.test/images/x.png': '8x8',
    })
    const assets = createAssets()
    const load = (pageFolders?: string[]) =>
      loadRig('hero.json', 'hero.atlas', { ...options, assets, pageFolders })
    await expect(load(['/other/'])).rejects.toThrow(refusal('forbidden-page'))
    await expect(load(['../images/'])).resolves.toBeDefined()
    await expect(load()).rejects.toThrow(refusal('forbidden-page'))
    expect(net.asked.filter((url) => url.includes('png'))).toEqual(['https://game.test/images/x.png'])
  })

  test('limits can be raised and lowered, and are part of the key for sharing', async () => {
    const { options } = setUp()
    const assets = createAssets()
    const load = (limits?: LoadOptions['limits']) =>
      loadRig('hero.json', 'hero.atlas', { ...options, assets, limits })
    await expect(load({ skeleton: 10 })).rejects.toThrow(refusal('too-large', /limits\.skeleton/))
    await expect(load({ atlas: 10 })).rejects.toThrow(refusal('too-large', /limits\.atlas/))
    await expect(load({ image: 4 })).rejects.toThrow(refusal('too-large', /limits\.image/))
    await expect(load({ pixels: 64 * 32 })).rejects.toThrow(refusal('too-large', /limits\.pixels/))
    await expect(load({ memory: 100 })).rejects.toThrow(refusal('too-large', /limits\.memory/))
    await expect(load({ pixels: 64 * 32 + 16 * 16 })).resolves.toBeDefined()
    await expect(load({ memory: Number.POSITIVE_INFINITY })).resolves.toBeDefined()
    const text = `${toyText('head').slice(0, -1)}${' '.repeat(LENGTHS.skeleton)}}`
    await expect(loadRig(text, ATLAS, { ...options, limits: { skeleton: 2 ** 25 } })).resolves.toBeDefined()
    for (const wrong of [-1, Number.NaN, '1'])
      await expect(load({ memory: wrong as number })).rejects.toThrow(refusal('bad-option', /memory/))
  })

  test('more than is read is refused before it is kept', async () => {
    const { options } = setUp()
    let pulled = 0
    let cancelled = false
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled++
        controller.enqueue(new Uint8Array(1 << 20))
      },
      cancel() {
        cancelled = true
      },
    })
    const fetch = async (url: string) =>
      url.endsWith('atlas') ? new Response(endless) : new Response(toyText())
    await expect(loadRig('hero.json', 'hero.atlas', { ...options, fetch })).rejects.toThrow(
      refusal('too-large'),
    )
    expect(cancelled).toBe(true)
    expect(pulled).toBeLessThan((LENGTHS.atlas >> 20) + 4)
    const declared = async () => new Response('{}', { headers: { 'content-length': '9999999999' } })
    const load = loadRig('hero.json', null, { ...options, fetch: declared })
    await expect(load).rejects.toThrow(refusal('too-large', /9999999999/))
    const text = `{${' '.repeat(LENGTHS.skeleton)}`
    await expect(loadRig(text, null, options)).rejects.toThrow(refusal('too-large'))
  })

  test.each<[string, Partial<LoadOptions>, RegExp]>([
    ['no readers', { readers: [] }, /readers/],
    ['a scale of zero', { scale: 0 }, /scale/],
    ['a scale that is no number', { scale: Number.NaN }, /scale/],
    ['an unknown filter', { filter: 'blurry' as never }, /filter/],
    ['images where none can be decoded', { images: true, decode: undefined }, /images/],
    ['an image without size', { pages: { 'one.png': { width: 0, height: 0 } as never } }, /one\.png/],
    [
      'too few pixels',
      { pages: { 'one.png': { width: 2, height: 2, data: new Uint8Array(15) } } },
      /need 16 bytes, got 15/,
    ],
    ['a number for an image', { pages: { 'one.png': 1 as never } }, /expected an image/],
  ])('%s is a bad option', async (_, wrong, message) => {
    const { options } = setUp()
    await expect(loadRig('hero.json', 'hero.atlas', { ...options, ...wrong })).rejects.toThrow(
      refusal('bad-option', message),
    )
  })

  test.each([null, undefined, 7, new DataView(new ArrayBuffer(4))])('%s is no skeleton', async (input) => {
    const { options } = setUp()
    await expect(loadRig(input as never, null, options)).rejects.toThrow(refusal('wrong-type'))
    await expect(loadRig(toyText(), (input ?? undefined) as never, options)).rejects.toThrow(
      refusal('wrong-type'),
    )
  })

  test('an empty text is neither address nor skeleton', async () => {
    const { net, options } = setUp()
    await expect(loadRig('', null, options)).rejects.toThrow(refusal('unknown-format'))
    expect(net.asked).toEqual([])
  })

  test('an atlas object must have pages and regions', async () => {
    const { options } = setUp()
    await expect(loadRig(toyText(), {} as never, options)).rejects.toThrow(refusal('wrong-type'))
  })
})

/** Lets everything that has been resolved run to its end. */
function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1))
}

function pngHeader(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(33)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  new DataView(bytes.buffer).setUint32(16, width)
  new DataView(bytes.buffer).setUint32(20, height)
  return bytes
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const member of Object.values(value)) if (typeof member !== 'function') deepFreeze(member)
  }
  return value
}
