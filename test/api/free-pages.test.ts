/** Images that leave when nobody wears them. */
import { removeEntity } from 'bitecs'
import { spineJson } from 'osteon/formats/spine-json'
import { describe, expect, test } from 'vitest'
import {
  createAssets,
  disposeRig,
  type Extension,
  freePages,
  loadAtlas,
  loadPages,
  loadRig,
  type Rig,
  registerRig,
  setAttachment,
  setSkin,
  spawnSkeleton,
} from '../../src/api'
import { bakeTables, type CrowdWorld, crowds, registerTable } from '../../src/joins/crowd'
import { registerAtlas, spawnSprite } from '../../src/joins/sprites'
import { type MadeWorld, makeWorld, tick } from '../fixtures/play'
import { fakeDecoder, fakeNet } from '../load/fake-net'

const WEB = 'https://game.test/art/'
const page = (name: string) => `${name}.png\nsize: 8,8\n${name}\nbounds: 0,0,4,4\n`
const hat = (path: string) => ({ hat: { hat: { path, width: 4, height: 4 } } })
const SKELETON = {
  skeleton: { spine: '4.2.0' },
  bones: [{ name: 'root' }],
  slots: [
    { name: 'head', bone: 'root', attachment: 'face' },
    { name: 'hat', bone: 'root', attachment: 'hat' },
  ],
  skins: [
    { name: 'default', attachments: { head: { face: { width: 4, height: 4 } } } },
    { name: 'red', attachments: hat('red') },
    { name: 'blue', attachments: hat('blue') },
  ],
  animations: { idle: {} },
}

async function setUp(pages: 'worn' | null = 'worn', use: readonly Extension[] = []) {
  const net = fakeNet({
    [`${WEB}hero.json`]: JSON.stringify(SKELETON),
    [`${WEB}hero.atlas`]: ['face', 'red', 'blue'].map(page).join('\n'),
    ...Object.fromEntries(['face', 'red', 'blue'].map((name) => [`${WEB}${name}.png`, '8x8'])),
  })
  const decoder = fakeDecoder()
  const options = {
    ...{ readers: [spineJson], base: WEB, fetch: net.fetch, decode: decoder.decode, assets: createAssets() },
    ...(pages && { pages }),
  }
  const rig = await loadRig('hero.json', 'hero.atlas', options)
  await loadPages(rig, ['red', 'blue'])
  await loadPages(rig, 'red')
  const world = makeWorld({ use }) as MadeWorld & CrowdWorld
  registerRig(world, rig)
  const wait = (seconds: number) => {
    freePages(world)
    tick(world, seconds)
    return freePages(world)
  }
  return { decoder, net, options, rig, wait, world }
}

const there = ({ pages }: Rig) =>
  pages.filter(({ image }) => image !== null).map(({ name }) => name.slice(0, -4))

describe('an image', () => {
  test('leaves some seconds after its last wearer changed clothes', async () => {
    const { decoder, rig, wait, world } = await setUp()
    const eid = spawnSkeleton(world, rig, { skin: 'red' })
    const other = spawnSkeleton(world, rig, { skin: 'blue' })
    expect(wait(100)).toEqual({ freed: 0, loaded: 3, bytes: 3 * 256 })
    setSkin(world, eid, 'blue', { reset: true })
    expect(wait(4)).toMatchObject({ freed: 0 })
    tick(world, 1)
    expect(freePages(world)).toEqual({ freed: 1, loaded: 2, bytes: 2 * 256 })
    expect(there(rig)).toEqual(['face', 'blue'])
    expect(decoder.images.filter(({ closed }) => closed === 1).length).toBe(1)
    expect(other).not.toBe(eid)
  })

  test('leaves when its last wearer left the world', async () => {
    const { rig, wait, world } = await setUp()
    const eid = spawnSkeleton(world, rig, { skin: 'red' })
    tick(world)
    expect(wait(6).freed).toBe(1) // blue
    removeEntity(world, eid)
    expect(wait(6).freed).toBe(2)
    expect(there(rig)).toEqual([])
  })

  test('is loaded again when it is asked for', async () => {
    const { net, rig, wait } = await setUp()
    expect(wait(6).freed).toBe(3)
    const asked = net.asked.length
    await loadPages(rig, 'red')
    expect(net.asked.length).toBe(asked + 2)
    expect(there(rig)).toEqual(['face', 'red'])
    for (let i = 0; i < 50; i++) {
      wait(6)
      await loadPages(rig, 'red')
    }
    expect(there(rig)).toEqual(['face', 'red'])
  })

  test('that is worn again in time stays', async () => {
    const { rig, wait, world } = await setUp()
    wait(4)
    const eid = spawnSkeleton(world, rig, { skin: 'red' })
    tick(world, 1)
    expect(freePages(world).freed).toBe(1) // blue
    removeEntity(world, eid)
    expect(wait(4).freed).toBe(0)
    tick(world, 1)
    expect(freePages(world).freed).toBe(2)
  })

  test('of a rig that was loaded whole stays', async () => {
    const { rig, wait } = await setUp(null)
    expect(wait(100)).toMatchObject({ freed: 0, loaded: 3 })
    expect(there(rig)).toHaveLength(3)
  })

  test('that fills a texture itself is counted as it says', async () => {
    const { options } = await setUp()
    const filler = { width: 8, height: 8, mipmapped: false, fillTexture: () => {} }
    const sizes = [{ bytes: 64 }, { bytes: 0 }, {}]
    const decode = async () => ({ ...filler, ...sizes.shift() })
    const rig = await loadRig('hero.json', 'hero.atlas', { ...options, assets: createAssets(), decode })
    const world = makeWorld()
    registerRig(world, rig)
    expect(freePages(world)).toEqual({ freed: 0, loaded: 0, bytes: 0 })
    await loadPages(rig, ['red', 'blue'])
    await loadPages(rig, 'red')
    expect(freePages(world)).toEqual({ freed: 0, loaded: 3, bytes: 64 + 0 + 256 })
  })

  test('that a slot shows without a skin stays', async () => {
    const { rig, wait, world } = await setUp()
    const eid = spawnSkeleton(world, rig, { skin: 'red' })
    setSkin(world, eid, 'blue')
    tick(world)
    expect(wait(6).freed).toBe(1)
    expect(there(rig)).toContain('blue')
    setAttachment(world, eid, 'hat', null)
    tick(world)
    expect(wait(6).freed).toBe(0)
  })

  test('that another world wears stays if that is named', async () => {
    const { rig, world } = await setUp()
    const other = makeWorld()
    spawnSkeleton(other, rig, { skin: 'red' })
    tick(other)
    freePages(world, { others: [other] })
    tick(world, 10)
    expect(freePages(world, { others: [other] }).freed).toBe(1)
    expect(there(rig)).toEqual(['face', 'red'])
  })

  test('that a sprite shows stays', async () => {
    const { options, wait, world } = await setUp()
    const atlas = await loadAtlas('hero.atlas', options)
    await Promise.all(atlas.pages.map((one) => one.load?.()))
    spawnSprite(world, registerAtlas(world, atlas), 'blue')
    tick(world)
    wait(6)
    expect(atlas.pages.filter(({ image }) => image !== null).map(({ name }) => name)).toEqual(['blue.png'])
  })

  test('that a table of a crowd has stays', async () => {
    const { rig, wait, world } = await setUp('worn', [crowds])
    const [table] = bakeTables(rig, { animations: ['idle'], skins: ['red'] })
    registerTable(world, rig, table)
    expect(wait(6).freed).toBe(1)
    expect(there(rig)).toEqual(['face', 'red'])
  })

  test('of a disposed rig is closed once', async () => {
    const { decoder, options, rig, wait } = await setUp()
    wait(6)
    await loadPages(rig, 'red')
    disposeRig(options.assets, rig)
    expect(decoder.images.map(({ closed }) => closed)).toEqual([1, 1, 1, 1, 1])
  })
})

test.each<[string, object, string]>([
  ['seconds below 0', { after: -1 }, 'after'],
  ['no number', { after: Number.NaN }, 'after'],
  ['one world instead of a list', { others: {} }, 'others'],
  ['an unknown option', { seconds: 3 }, 'seconds'],
])('%s is refused', async (_, options, path) => {
  const { rig, world } = await setUp()
  expect(() => freePages(world, options)).toThrow(expect.objectContaining({ code: 'bad-option', path }))
  expect(there(rig)).toHaveLength(3)
})
