/** Drawing streams: blending, batches, pages and uploads. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BlendName } from '../../../src/base/model/values'
import { type Harness, startHarness } from '../harness'
import type { Rgba } from '../pages/render/quads'
import { DEVICES, labPage, versionsOf } from './lab'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

/** The result of a fragment over `behind`, 0…255 each. */
function blended(blend: BlendName, behind: Rgba, texel: Rgba, light: Rgba, dark: Rgba): number[] {
  const t = texel.map((v) => v / 255)
  const a = (t[3] * (blend === 'additive' ? 0 : light[3])) / 255
  const color = [0, 1, 2].map((i) => (t[i] * light[i]) / 255 + ((t[3] - t[i]) * dark[i]) / 255)
  const out = [...color, a].map((source, i) => {
    const d = behind[i] / 255
    if (blend === 'multiply') return (i < 3 ? source * d : source) + d * (1 - a)
    if (blend === 'screen') return source + d * (1 - (i < 3 ? color[i] : a))
    return source + d * (1 - a)
  })
  return out.map((v) => Math.min(255, v * 255))
}

describe.each(DEVICES)('drawing with %s', (device) => {
  async function openLab(expected?: RegExp) {
    const page = await harness.openPage(labPage(device), { expected, reuse: true })
    await page.waitForFunction(() => 'lab' in window)
    return page
  }

  describe.each(versionsOf(device, 0))('WebGL %i', (version) => {
    test.each(['normal', 'additive', 'multiply', 'screen'] as const)(
      'blends %s with one and two colours as the formula says',
      async (blend) => {
        const page = await openLab()
        const behind: Rgba[] = [
          [128, 128, 128, 255],
          [0, 0, 0, 0],
          [40, 90, 20, 100],
        ]
        const fragments: { texel: Rgba; light: Rgba; dark: Rgba }[] = [
          { texel: [120, 60, 30, 150], light: [255, 255, 255, 255], dark: [0, 0, 0, 0] },
          { texel: [200, 100, 50, 255], light: [90, 120, 30, 128], dark: [0, 0, 0, 0] },
          { texel: [120, 60, 0, 180], light: [100, 50, 200, 200], dark: [60, 120, 180, 0] },
        ]
        const pixels = await page.evaluate(
          ({ version, blend, behind, fragments }) => {
            const { createStage, paintedPage, clear, pixel } = window.lab
            const stage = createStage(version, [])
            return behind.flatMap((background) =>
              fragments.map(({ texel, light, dark }) => {
                stage.pages = [paintedPage(1, 1, [texel])]
                clear(stage.gl, background)
                stage.show([{ x: 8, y: 8, width: 16, height: 16, light, dark, blend }])
                return [pixel(stage.gl, 8, 8), pixel(stage.gl, 23, 23), pixel(stage.gl, 24, 23)]
              }),
            )
          },
          { version, blend, behind, fragments },
        )
        behind.forEach((background, i) => {
          fragments.forEach(({ texel, light, dark }, j) => {
            const [corner, opposite, outside] = pixels[i * fragments.length + j]
            const expected = blended(blend, background, texel, light, dark)
            for (let c = 0; c < 4; c++) expect(Math.abs(corner[c] - expected[c])).toBeLessThanOrEqual(1)
            expect(opposite).toEqual(corner)
            expect(outside).toEqual(background)
          })
        })
      },
    )

    test('draws eight pages and both normal and additive in one call, in order', async () => {
      const page = await openLab()
      const { calls, row, top } = await page.evaluate((version) => {
        const { createStage, paintedPage, clear, pixel } = window.lab
        const pages = Array.from({ length: 8 }, (_, i) =>
          paintedPage(1, 1, [[10 + i * 20, 255 - i * 20, i, 255]]),
        )
        const stage = createStage(version, pages)
        clear(stage.gl, [0, 0, 0, 0])
        stage.show([
          ...pages.map((_, i) => ({ x: i * 8, y: 0, width: 8, height: 8, page: i })),
          { x: 0, y: 0, width: 8, height: 8, page: 3, blend: 'additive' as const },
        ])
        return {
          calls: stage.renderer.stats.drawCalls,
          row: pages.map((_, i) => pixel(stage.gl, i * 8 + 4, 4)),
          top: pixel(stage.gl, 4, 20),
        }
      }, version)
      expect(calls).toBe(1)
      expect(row[0]).toEqual([80, 255, 3, 255])
      for (let i = 1; i < 8; i++) expect(row[i]).toEqual([10 + i * 20, 255 - i * 20, i, 255])
      expect(top).toEqual([0, 0, 0, 0])
    })

    test('cuts a batch where the blend state changes and where the texture units are full', async () => {
      const page = await openLab()
      const { units, calls, row } = await page.evaluate((version) => {
        const { createStage, paintedPage, pixel } = window.lab
        const pages = Array.from({ length: 300 }, (_, i) => paintedPage(1, 1, [[i & 255, i >> 8, 7, 255]]))
        const stage = createStage(version, pages)
        const units = stage.renderer.textureUnits
        const quad = (page: number) => ({ x: page % 64, y: page >> 6, width: 1, height: 1, page })
        const calls: number[] = []
        stage.show(Array.from({ length: units }, (_, i) => quad(i)))
        calls.push(stage.renderer.stats.drawCalls)
        stage.show(Array.from({ length: units + 1 }, (_, i) => quad(i)))
        calls.push(stage.renderer.stats.drawCalls)
        stage.show([quad(0), { ...quad(1), blend: 'multiply' }, { ...quad(2), blend: 'screen' }, quad(3)])
        calls.push(stage.renderer.stats.drawCalls)
        stage.show(pages.map((_, i) => quad(i)))
        calls.push(stage.renderer.stats.drawCalls)
        return { units, calls, row: pages.map((_, i) => pixel(stage.gl, i % 64, i >> 6)) }
      }, version)
      expect(units).toBeGreaterThanOrEqual(8)
      expect(calls).toEqual([1, 2, 4, Math.ceil(300 / units)])
      row.forEach((seen, i) => {
        expect(seen).toEqual([i & 255, i >> 8, 7, 255])
      })
    })

    test('shows a page upright, from any kind of image, straight alpha premultiplied', async () => {
      const page = await openLab()
      const seen = await page.evaluate(async (version) => {
        const { createStage, pageOf, paintedPage, pixel, clear } = window.lab
        const straight = new ImageData(new Uint8ClampedArray([255, 0, 0, 128, 0, 255, 0, 255]), 1, 2)
        const canvas = document.createElement('canvas')
        canvas.width = 1
        canvas.height = 2
        canvas.getContext('2d')?.putImageData(straight, 0, 0)
        const offscreen = new OffscreenCanvas(1, 2)
        offscreen.getContext('2d')?.putImageData(straight, 0, 0)
        const element = new Image()
        element.src = canvas.toDataURL()
        await element.decode()
        const raw = { width: 1, height: 2, data: straight.data }
        const [none, premultiply] = await Promise.all(
          (['none', 'premultiply'] as const).map((premultiplyAlpha) =>
            createImageBitmap(straight, { premultiplyAlpha, colorSpaceConversion: 'none' }),
          ),
        )
        const pages = [
          pageOf(raw, { premultiplied: false }),
          pageOf(canvas, { premultiplied: false }),
          pageOf(offscreen, { premultiplied: false }),
          pageOf(element, { premultiplied: false }),
          pageOf(premultiply, { premultiplied: false }),
          // Bytes that are taken as they are: straight ones come out too bright, which is how one sees it.
          pageOf(none, { premultiplied: true }),
          pageOf(element, { premultiplied: true }),
          paintedPage(1, 2, [
            [255, 0, 0, 128],
            [0, 255, 0, 255],
          ]),
        ]
        const stage = createStage(version, pages)
        clear(stage.gl, [0, 0, 0, 0])
        stage.show(pages.map((_, i) => ({ x: i * 8, y: 0, width: 8, height: 16, page: i })))
        return pages.map((_, i) => [pixel(stage.gl, i * 8 + 4, 12), pixel(stage.gl, i * 8 + 4, 4)])
      }, version)
      const upper = [128, 128, 128, 128, 128, 255, 255, 255]
      seen.forEach(([top, bottom], i) => {
        expect(Math.abs(top[0] - upper[i]), `page ${i}`).toBeLessThanOrEqual(1)
        expect(top.slice(1), `page ${i}`).toEqual([0, 0, 128])
        expect(bottom, `page ${i}`).toEqual([0, 255, 0, 255])
      })
    })

    test('uploads only changes: nothing for another view, 8 bytes a moved vertex, a new tail', async () => {
      const page = await openLab()
      const { bytes, moved, before, tail } = await page.evaluate((version) => {
        const { createStage, paintedPage, pixel, writeQuad, clear } = window.lab
        const stage = createStage(version, [paintedPage(1, 1, [[255, 0, 0, 255]])])
        const bytes: number[] = []
        const count = () => bytes.push(stage.renderer.stats.bytesUploaded)
        const quad = { x: 0, y: 0, width: 8, height: 8 }
        stage.show([quad, { ...quad, x: 16 }, { ...quad, x: 40, tail: true, light: [0, 0, 0, 255] }])
        count()
        stage.draw({ x: 0, y: 0, width: 10, height: 10 })
        count()
        writeQuad(stage.streams, 4, { ...quad, x: 20, y: 30 })
        stage.streams.changes.positions[0] = 1
        clear(stage.gl, [0, 0, 0, 0])
        stage.draw()
        count()
        const before = pixel(stage.gl, 17, 4)
        const moved = pixel(stage.gl, 21, 34)
        writeQuad(stage.streams.tail, 0, { ...quad, x: 50 })
        stage.streams.changes.tail = true
        clear(stage.gl, [0, 0, 0, 0])
        stage.draw()
        count()
        return { bytes, moved, before, tail: [pixel(stage.gl, 44, 4), pixel(stage.gl, 54, 4)] }
      }, version)
      const vertex = 8 + 8 + 4 + 4 + 4
      expect(bytes).toEqual([12 * vertex + 18 * 4, 0, 8 * 8, 4 * vertex])
      expect(moved).toEqual([255, 0, 0, 255])
      expect(before).toEqual([0, 0, 0, 0])
      expect(tail).toEqual([
        [0, 0, 0, 0],
        [255, 0, 0, 255],
      ])
    })

    test('follows streams and tails that grow', async () => {
      const page = await openLab()
      const seen = await page.evaluate((version) => {
        const { createStage, paintedPage, pixel, clear } = window.lab
        const stage = createStage(version, [paintedPage(1, 1, [[255, 255, 255, 255]])])
        const seen: number[][] = []
        for (const count of [1, 5, 40, 3, 200]) {
          clear(stage.gl, [0, 0, 0, 0])
          const quads = Array.from({ length: count * 2 }, (_, i) => ({
            x: i % 64,
            y: i >> 6,
            width: 1,
            height: 1,
            light: [i & 255, i >> 8, 0, 255] as [number, number, number, number],
            tail: i % 2 === 1,
          }))
          stage.show(quads)
          for (const { x, y, light } of quads) {
            const found = pixel(stage.gl, x, y)
            if (found.join() !== light.join()) seen.push([count, x, y, ...found])
          }
        }
        return seen
      }, version)
      expect(seen).toEqual([])
    })

    test('a view places, turns and scales the world; a viewport limits it to a part of the canvas', async () => {
      const page = await openLab()
      const { turned, mini, matrix, plain } = await page.evaluate((version) => {
        const { createStage, paintedPage, pixel, clear, SIZE, drawStreams, uploadQuads } = window.lab
        const stage = createStage(version, [paintedPage(1, 1, [[255, 255, 255, 255]])])
        // A bar to the right of (100, 50).
        stage.show([{ x: 100, y: 49, width: 10, height: 2 }])
        const shot = (draw: () => void, points: [number, number][]) => {
          clear(stage.gl, [0, 0, 0, 0])
          draw()
          return points.map(([x, y]) => pixel(stage.gl, x, y)[0])
        }
        const view = { x: 100, y: 50, width: 32, height: 32 }
        return {
          // Camera turned counter-clockwise by a quarter: the bar points down.
          turned: shot(
            () => stage.draw({ ...view, rotation: Math.PI / 2 }),
            [
              [40, 32],
              [32, 20],
              [32, 44],
            ],
          ),
          mini: shot(
            () => stage.draw({ ...view, viewport: [32, 32, 32, 32] }),
            [
              [40, 32],
              [51, 48],
              [10, 48],
            ],
          ),
          matrix: shot(
            () =>
              drawStreams(stage.renderer, stage, uploadQuads, [0.1, 0, 0, 0, 0.1, 0, -10, -5, 1] as never),
            [
              [36, 32],
              [28, 32],
            ],
          ),
          plain: shot(() => {
            stage.show([{ x: 0, y: 0, width: SIZE, height: SIZE }])
            clear(stage.gl, [0, 0, 0, 0])
            drawStreams(stage.renderer, stage, uploadQuads)
          }, [
            [33, 33],
            [31, 33],
            [33, 31],
          ]),
        }
      }, version)
      expect(turned).toEqual([0, 255, 0])
      expect(mini).toEqual([0, 255, 0])
      expect(matrix).toEqual([255, 0])
      expect(plain).toEqual([255, 0, 0])
    })

    test('pages that repeat or have mipmaps are never black, at any size', async () => {
      const page = await openLab()
      const { seen, warnings } = await page.evaluate((version) => {
        const { createStage, paintedPage, pixel, clear } = window.lab
        const colors: [number, number, number, number][] = [
          [255, 0, 0, 255],
          [0, 0, 255, 255],
          [0, 255, 0, 255],
        ]
        const pages = [
          paintedPage(3, 1, colors, { repeatX: true }, 'odd-repeat'),
          paintedPage(3, 5, [[255, 255, 255, 255]], { minFilter: 'mipmapLinearLinear' }, 'odd-mipmap'),
          paintedPage(2, 1, colors, { repeatX: true }, 'even-repeat'),
          paintedPage(2, 2, [colors[0], colors[1]], { minFilter: 'mipmapNearestNearest' }, 'even-mipmap'),
        ]
        const stage = createStage(version, pages)
        clear(stage.gl, [0, 0, 0, 0])
        const quads = pages.map((_, i) => ({ x: i * 16, y: 0, width: 12, height: 12, page: i }))
        quads[0] = Object.assign(quads[0], { uv: [0, 0, 2, 1] })
        quads[2] = Object.assign(quads[2], { uv: [0, 0, 3, 1] })
        // One pixel for a whole page: its smallest level.
        quads[3] = Object.assign(quads[3], { width: 1, height: 1 })
        stage.show(quads)
        stage.show(quads)
        return {
          seen: [
            [1, 7, 11].map((x) => pixel(stage.gl, x, 4)),
            [pixel(stage.gl, 20, 4)],
            [33, 35, 37, 41].map((x) => pixel(stage.gl, x, 4)),
            [pixel(stage.gl, 48, 0)],
          ],
          warnings: stage.warnings.map(({ code, path }) => [code, path]),
        }
      }, version)
      const [red, blue, green, white] = [
        [255, 0, 0, 255],
        [0, 0, 255, 255],
        [0, 255, 0, 255],
        [255, 255, 255, 255],
      ]
      const clamped = version === 1
      expect(seen[0]).toEqual(clamped ? [red, green, green] : [red, red, green])
      expect(seen[1]).toEqual([white])
      expect(seen[2]).toEqual([red, blue, red, red])
      expect(seen[3][0][0]).toBeGreaterThan(100)
      expect(seen[3][0][2]).toBeGreaterThan(100)
      expect(warnings).toEqual(
        clamped
          ? [
              ['npot-page', 'odd-repeat'],
              ['npot-page', 'odd-mipmap'],
            ]
          : [],
      )
    })

    test('a page without a drawable image is refused by name, only when it is seen, and nothing is drawn', async () => {
      const page = await openLab()
      const { codes, untouched, unseen } = await page.evaluate((version) => {
        const { createStage, pageOf, paintedPage, codeOf, clear, pixel } = window.lab
        const good = paintedPage(1, 1, [[255, 0, 0, 255]])
        const most = 1 << 20
        const bad = [
          pageOf(null),
          pageOf({ width: 0, height: 0, data: new Uint8Array() }),
          pageOf({ width: 2, height: 2, data: new Uint8Array(15) }),
          pageOf({ width: most, height: 1, data: new Uint8Array(most * 4) }),
        ]
        const quad = { x: 0, y: 0, width: 64, height: 64 }
        const stage = createStage(version, [])
        clear(stage.gl, [1, 2, 3, 4])
        const codes = bad.map((page) => {
          stage.pages = [good, page]
          return codeOf(() => stage.show([quad, { ...quad, page: 1 }]))
        })
        const untouched = pixel(stage.gl, 5, 5)
        return { codes, untouched, unseen: codeOf(() => stage.show([quad])) }
      }, version)
      expect(codes).toEqual(['missing-page', 'missing-page', 'out-of-range', 'too-large'])
      expect(untouched).toEqual([1, 2, 3, 4])
      expect(unseen).toBe('nothing was thrown')
    })

    test('a page number that is used again shows its new page', async () => {
      const page = await openLab()
      const seen = await page.evaluate((version) => {
        const { createStage, paintedPage, pixel } = window.lab
        const stage = createStage(version, [paintedPage(1, 1, [[255, 0, 0, 255]])])
        const quad = { x: 0, y: 0, width: 64, height: 64 }
        stage.show([quad])
        stage.pages = [paintedPage(1, 1, [[0, 0, 255, 255]])]
        stage.show([quad])
        return [pixel(stage.gl, 5, 5), stage.renderer.stats.textures]
      }, version)
      expect(seen).toEqual([[0, 0, 255, 255], 1])
    })

    test('dispose deletes everything that was made', async () => {
      const page = await openLab()
      const { created, ...live } = await page.evaluate((version) => {
        const { contextOfVersion, countObjects, createStage, paintedPage } = window.lab
        const gl = contextOfVersion(version)
        const live = countObjects(gl)
        const quad = { x: 0, y: 0, width: 8, height: 8 }
        for (const shared of [false, true]) {
          const pages = Array.from({ length: 20 }, () => paintedPage(2, 2, [[255, 0, 0, 255]]))
          const stage = createStage(version, pages, { shared }, gl)
          stage.show(
            pages.map((_, i) => ({ ...quad, page: i, blend: i % 2 ? ('screen' as const) : undefined })),
          )
          stage.pages = [paintedPage(1, 1, [[0, 0, 255, 255]])]
          stage.show([quad, { ...quad, tail: true }])
          stage.dispose()
          stage.dispose()
        }
        return live
      }, version)
      expect(created).toBeGreaterThan(50)
      expect(Object.keys(live).length).toBeGreaterThanOrEqual(7)
      expect(
        Object.values(live).every((count) => count === 0),
        JSON.stringify(live),
      ).toBe(true)
    })
  })
})
