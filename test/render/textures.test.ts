/** Textures of pages whose images are loaded when they are first drawn. */
import { expect, test } from 'vitest'
import type { Warning } from '../../src/base/errors'
import type { Device, DeviceContext, GpuTexture } from '../../src/render/device'
import { createPageHistory, createPageTextures, pageTexture } from '../../src/render/textures'
import type { RigPage } from '../../src/rig/rig'
import { toyPage } from '../load/toy'

interface FakeTexture extends GpuTexture {
  width: number
  destroyed: number
}

function setUp(load: (page: { image: RigPage['image'] }) => Promise<void>) {
  const warnings: Warning[] = []
  const made: FakeTexture[] = []
  const device = {
    createTexture: ({ width }: { width: number }) => {
      const texture = {
        width,
        handle: null as unknown as WebGLTexture,
        destroyed: 0,
        destroy: () => void texture.destroyed++,
      }
      made.push(texture)
      return texture
    },
  }
  const context = { gl: { getParameter: () => 4096 }, gl2: {} }
  const store = createPageTextures(
    context as unknown as DeviceContext,
    device as unknown as Device,
    null,
    (warning) => warnings.push(warning),
    createPageHistory(),
  )
  let asked = 0
  const page = {
    ...{ name: 'red.png', atlas: 'hero.atlas', settings: toyPage('red.png', 8, 8, true) },
    image: null as RigPage['image'],
    load: () => {
      asked++
      return load(page)
    },
  }
  const draw = () => pageTexture(store, [page], 0) as FakeTexture
  return { asked: () => asked, draw, made, page, store, warnings }
}

const PIXELS = { width: 8, height: 8, data: new Uint8Array(256) }

test('its texture goes when its image leaves, and is made again when it is drawn again', async () => {
  const { asked, draw, made, page, store } = setUp(async (page) => {
    page.image = PIXELS
  })
  const leaving = new Set<() => void>()
  Object.assign(page, { leaving })
  draw()
  await Promise.resolve()
  const texture = draw()
  expect([texture.width, store.count, leaving.size]).toEqual([8, 1, 1])
  for (const leave of leaving) leave()
  page.image = null
  expect([texture.destroyed, store.count]).toEqual([1, 0])
  for (const leave of leaving) leave() // Nothing is left to destroy.
  expect(texture.destroyed).toBe(1)
  expect(draw().width).toBe(1)
  await Promise.resolve()
  expect([draw().width, asked(), made.length]).toEqual([8, 2, 3])
})

test('it is transparent until the image is there, which is asked for once', async () => {
  const { asked, draw, made, store } = setUp(async (page) => {
    page.image = PIXELS
  })
  const { length } = [draw(), draw(), draw()].filter(({ width }) => width === 1)
  // The image came after the first of them.
  expect([length, made.length, store.count]).toEqual([1, 2, 1])
  expect(asked()).toBe(1)
})

test('a failure is a warning, once, and another try brings the image', async () => {
  let fails = true
  const { asked, draw, page, store, warnings } = setUp(async (page) => {
    await Promise.resolve()
    if (fails) throw new Error('gone')
    page.image = PIXELS
  })
  for (let i = 0; i < 3; i++) {
    expect(draw().width).toBe(1)
    await new Promise((resolve) => setTimeout(resolve))
  }
  expect(asked()).toBe(1)
  expect(warnings).toEqual([
    { code: 'page-failed', source: 'hero.atlas', path: 'red.png', message: 'Error: gone' },
  ])
  fails = false
  await page.load()
  expect([draw().width, store.count]).toEqual([8, 1])
})

test('a number that goes to a page that waits loses its texture, and the transparent one stays', () => {
  const { draw, made, page, store } = setUp(() => new Promise(() => {}))
  page.image = PIXELS
  expect(draw().width).toBe(8)
  const waiting = { ...page, image: null }
  const blank = pageTexture(store, [waiting], 0) as FakeTexture
  expect([made[0].destroyed, blank.width, store.count]).toEqual([1, 1, 0])
  expect([draw().width, blank.destroyed, store.count]).toEqual([8, 0, 1])
})
