/** Premultiplying raw pixels. */
import { expect, test } from 'vitest'
import { premultipliedPixels } from '../../src/render/textures'
import type { RigPage } from '../../src/rig/rig'

function page(premultiplied: boolean): RigPage {
  return {
    name: 'page.png',
    atlas: 'a.atlas',
    image: null,
    settings: {
      name: 'page.png',
      width: 2,
      height: 1,
      format: 'RGBA8888',
      minFilter: 'linear',
      magFilter: 'linear',
      repeatX: false,
      repeatY: false,
      premultiplied,
      scale: 1,
    },
  }
}

const data = Uint8ClampedArray.from([255, 100, 3, 128, 9, 8, 7, 0])

test('straight pixels are multiplied by their alpha and rounded', () => {
  const pixels = premultipliedPixels(page(false), { width: 2, height: 1, data })
  expect([...pixels]).toEqual([128, 50, 2, 128, 0, 0, 0, 0])
  expect([...data]).toEqual([255, 100, 3, 128, 9, 8, 7, 0])
})

test('premultiplied pixels are taken as they are, without a copy', () => {
  const pixels = premultipliedPixels(page(true), { width: 2, height: 1, data })
  expect([...pixels]).toEqual([...data])
  expect(pixels.buffer).toBe(data.buffer)
})

test('too few pixels are refused by page', () => {
  const attempt = () => premultipliedPixels(page(true), { width: 2, height: 2, data })
  expect(attempt).toThrow(
    expect.objectContaining({ code: 'out-of-range', source: 'a.atlas', path: 'page.png' }),
  )
})
