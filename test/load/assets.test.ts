/** Sharing, disposal and progress of loaded files. */
import { describe, expect, test, vi } from 'vitest'
import { createAssets, disposeRig, loadRig } from '../../src/load'
import type { LoadOptions } from '../../src/load/request'
import { fakeDecoder, fakeNet } from './fake-net'
import { toyReader, toyText } from './toy'

const WEB = 'https://game.test/art/'
const [HERO, FOE, ATLAS, PAGE] = ['hero.json', 'foe.json', 'both.atlas', 'both.png'].map((name) => WEB + name)

function setUp() {
  const net = fakeNet({
    [HERO]: toyText('head'),
    [FOE]: toyText('hand'),
    [ATLAS]: 'both.png 64 32\n- head 0 0 8 8\n- hand 0 0 4 4\n',
    [PAGE]: '64x32',
  })
  const decoder = fakeDecoder()
  const assets = createAssets()
  const options: LoadOptions = {
    readers: [toyReader],
    base: WEB,
    fetch: net.fetch,
    decode: decoder.decode,
    assets,
  }
  const load = (name: string, more: Partial<LoadOptions> = {}) =>
    loadRig(name, 'both.atlas', { ...options, ...more })
  const counts = () => [assets.rigs, assets.atlases, assets.images, assets.files].map((list) => list.length)
  return { net, decoder, assets, load, counts }
}

const refusal = (code: string) => expect.objectContaining({ name: 'OsteonError', code })

describe('sharing', () => {
  test('the same address is loaded once, whether at the same time or later', async () => {
    const { net, load } = setUp()
    const [one, two] = await Promise.all([load('hero.json'), load('./hero.json')])
    const three = await load(HERO)
    expect(two).toBe(one)
    expect(three).toBe(one)
    expect(net.asked.sort()).toEqual([ATLAS, PAGE, HERO])
  })

  test('two rigs with one atlas have the same pages', async () => {
    const { net, load } = setUp()
    const [hero, foe] = await Promise.all([load('hero.json'), load('foe.json')])
    expect(hero).not.toBe(foe)
    expect(hero.pages[0]).toBe(foe.pages[0])
    expect(net.asked.filter((url) => url === PAGE || url === ATLAS).length).toBe(2)
  })

  test('other options make another rig, but share common parts', async () => {
    const { net, load } = setUp()
    const hero = await load('hero.json')
    const small = await load('hero.json', { scale: 0.5 })
    const smooth = await load('hero.json', { filter: 'linear' })
    expect(new Set([hero, small, smooth]).size).toBe(3)
    expect(small.pages[0]).toBe(hero.pages[0])
    expect(smooth.pages[0]).not.toBe(hero.pages[0])
    expect(smooth.pages[0].image).toBe(hero.pages[0].image)
    expect(net.asked.filter((url) => url === PAGE).length).toBe(1)
  })

  test('a straight and a premultiplied reading of one image are two images', async () => {
    const { decoder, load } = setUp()
    await load('hero.json')
    await load('hero.json', { premultiplied: true })
    expect(decoder.images.map((image) => image.premultiply)).toEqual([true, false])
  })

  test('files given by value are shared by identity', async () => {
    const { load, assets, decoder } = setUp()
    const bytes = new TextEncoder().encode(toyText('head'))
    const options = { readers: [toyReader], assets, decode: decoder.decode, images: false }
    const one = await loadRig(bytes, null, options)
    expect(await loadRig(bytes, null, options)).toBe(one)
    expect(await loadRig(bytes.slice(), null, options)).not.toBe(one)
    expect(await load('hero.json')).not.toBe(one)
  })

  test('progress of a joined or finished load ends at its end as well', async () => {
    const { net, load } = setUp()
    net.hold(PAGE)
    const seen: string[][] = [[], [], []]
    const report = (who: number) => ({
      onProgress: ({ loaded, total }: { loaded: number; total: number }) =>
        void seen[who].push(`${loaded}/${total}`),
    })
    const first = load('hero.json', report(0))
    await expect.poll(() => seen[0]).toEqual(['1/2', '2/2'])
    const second = load('hero.json', report(1))
    net.release(PAGE)
    await Promise.all([first, second])
    await load('hero.json', report(2))
    expect(seen).toEqual([['1/2', '2/2', '3/3'], ['3/3'], ['3/3']])
  })

  test('a warning is told once to each function that wants to know', async () => {
    const { net, load } = setUp()
    net.answers.set(HERO, toyText('odd', 'head'))
    const told = [vi.fn(), vi.fn()]
    await load('hero.json', { warn: told[0] })
    await load('hero.json', { warn: told[0] })
    await load('hero.json', { warn: told[1] })
    expect(told.map((it) => it.mock.calls.length)).toEqual([1, 1])
  })
})

describe('letting go', () => {
  test('images are closed when the last of all rigs that have them is disposed', async () => {
    const { decoder, assets, load, counts } = setUp()
    const hero = await load('hero.json')
    await load('hero.json')
    const foe = await load('foe.json')
    disposeRig(assets, hero)
    disposeRig(assets, hero)
    expect(counts()).toEqual([1, 1, 1, 1])
    expect(decoder.images[0].closed).toBe(0)
    disposeRig(assets, foe)
    expect(counts()).toEqual([0, 0, 0, 0])
    expect(decoder.images[0].closed).toBe(1)
  })

  test('a rig disposed too often, or never loaded here, is refused', async () => {
    const { assets, load } = setUp()
    const hero = await load('hero.json')
    expect(() => disposeRig(createAssets(), hero)).toThrow(refusal('disposed'))
    disposeRig(assets, hero)
    expect(() => disposeRig(assets, hero)).toThrow(refusal('disposed'))
  })

  test('images that the caller brought are never closed', async () => {
    const { assets, load } = setUp()
    const close = vi.fn()
    const image = { width: 1, height: 1, close }
    const hero = await load('hero.json', { pages: { 'both.png': image } })
    disposeRig(assets, hero)
    expect(close).not.toHaveBeenCalled()
  })

  test('disposing everything closes images, fails loads under way and refuses new ones', async () => {
    const { net, decoder, assets, load, counts } = setUp()
    await load('hero.json')
    net.hold(FOE)
    const late = load('foe.json')
    await expect.poll(() => net.asked).toContain(FOE)
    assets.dispose()
    await expect(late).rejects.toThrow(refusal('disposed'))
    expect(net.aborted).toContain(FOE)
    expect(decoder.images[0].closed).toBe(1)
    expect(counts()).toEqual([0, 0, 0, 0])
    await expect(load('hero.json')).rejects.toThrow(refusal('disposed'))
    expect(() => assets.dispose()).not.toThrow()
  })

  test('a disposed asset can be loaded anew', async () => {
    const { assets, decoder, load } = setUp()
    disposeRig(assets, await load('hero.json'))
    const again = await load('hero.json')
    expect(again.pages[0].image).toBe(decoder.images[1])
    expect(decoder.images.map((image) => image.closed)).toEqual([1, 0])
  })
})

describe('aborting', () => {
  test('a load that is aborted before it begins asks for nothing', async () => {
    const { net, load } = setUp()
    await expect(load('hero.json', { signal: AbortSignal.abort('why') })).rejects.toMatchObject({
      code: 'aborted',
      cause: 'why',
    })
    expect(net.asked).toEqual([])
  })

  test.each([
    ['the skeleton', HERO],
    ['the atlas', ATLAS],
    ['an image', PAGE],
  ])('a load that is aborted while waiting for %s stops its request and leaves nothing', async (_, url) => {
    const { net, decoder, load, counts } = setUp()
    net.hold(url)
    const controller = new AbortController()
    const rig = load('hero.json', { signal: controller.signal })
    await expect.poll(() => net.asked).toContain(url)
    controller.abort()
    await expect(rig).rejects.toThrow(refusal('aborted'))
    expect(net.aborted).toContain(url)
    expect(counts()).toEqual([0, 0, 0, 0])
    expect(decoder.images.every((image) => image.closed === 1)).toBe(true)
  })

  test('an image that is decoded too late is closed', async () => {
    const { decoder, load } = setUp()
    let open = () => {}
    decoder.gate = new Promise((resolve) => {
      open = resolve
    })
    const controller = new AbortController()
    const rig = load('hero.json', { signal: controller.signal })
    await expect.poll(() => decoder.begun).toBe(1)
    controller.abort()
    await expect(rig).rejects.toThrow(refusal('aborted'))
    open()
    await expect.poll(() => decoder.images.map((image) => image.closed)).toEqual([1])
  })

  test('one of two waiting for the same rig may give up alone', async () => {
    const { net, assets, load, counts } = setUp()
    net.hold(PAGE)
    const controller = new AbortController()
    const impatient = load('hero.json', { signal: controller.signal })
    const patient = load('hero.json')
    await expect.poll(() => net.asked).toContain(PAGE)
    controller.abort()
    await expect(impatient).rejects.toThrow(refusal('aborted'))
    net.release(PAGE)
    disposeRig(assets, await patient)
    expect(net.aborted).toEqual([])
    expect(counts()).toEqual([0, 0, 0, 0])
  })

  test('when both give up the request is stopped, and a third starts afresh', async () => {
    const { net, load } = setUp()
    net.hold(PAGE)
    const controller = new AbortController()
    const { signal } = controller
    const both = Promise.allSettled([load('hero.json', { signal }), load('foe.json', { signal })])
    await expect.poll(() => net.asked).toContain(PAGE)
    controller.abort()
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(net.aborted).toContain(PAGE)
    net.held.clear()
    await expect(load('hero.json')).resolves.toBeDefined()
  })

  test('aborting after the end changes nothing', async () => {
    const { load, counts } = setUp()
    const controller = new AbortController()
    await load('hero.json', { signal: controller.signal })
    controller.abort()
    expect(counts()).toEqual([1, 1, 1, 1])
  })

  test.each(['onProgress', 'warn'] as const)('a caller that throws in %s gives up alone', async (hook) => {
    const { net, assets, load, counts } = setUp()
    net.answers.set(HERO, toyText('odd', 'head'))
    const angry = load('hero.json', {
      warn: () => {},
      [hook]: () => {
        throw new Error('enough')
      },
    })
    const calm = load('hero.json', { warn: () => {} })
    await expect(angry).rejects.toThrow('enough')
    disposeRig(assets, await calm)
    expect(counts()).toEqual([0, 0, 0, 0])
  })
})
