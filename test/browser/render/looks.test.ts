/**
 * Looks as pixels: each effect, outlines around whole figures, in every kind of context, and beside recorded pictures.
 * `OSTEON_RECORD=1 npx vitest run --project browser test/browser/render/looks` records them.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LookData } from '../../../src/joins/looks'
import { type Harness, type Picture, startHarness } from '../harness'
import { compareRecorded } from '../harness/recorded'
import type { LookScene } from '../pages/render/looks'
import { DEVICES, labPage, versionsOf } from './lab'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

const SIZE = 256

/** The look of each recorded picture. */
const RECORDED: Readonly<Record<string, LookData>> = {
  grey: { grey: 1 },
  silhouette: { silhouette: 0xc0204080 },
  dissolve: { dissolve: 0.4, rim: 0xffff8020, rimWidth: 0.3, grain: 24 },
  palette: { palette: 1, grey: 0.25 },
  outline: { outline: 0xffd8402a, outlineWidth: 16 },
  all: {
    ...{ grey: 0.5, silhouette: 0x402040ff, dissolve: 0.25, rim: 0xffff8020, rimWidth: 0.3, grain: 24 },
    ...{ outline: 0xffffffff, outlineWidth: 16 },
  },
}

/** A picture of rows from the bottom. */
function flipped(pixels: Buffer): Picture {
  const data = new Uint8Array(pixels.length)
  for (let y = 0; y < SIZE; y++)
    data.set(pixels.subarray(4 * SIZE * y, 4 * SIZE * (y + 1)), 4 * SIZE * (SIZE - 1 - y))
  return { width: SIZE, height: SIZE, data }
}

describe.each(DEVICES)('drawing with %s', (device) => {
  async function openLab(expected?: RegExp) {
    const page = await harness.openPage(labPage(device), { reuse: true, expected })
    await page.waitForFunction(() => 'lab' in window)
    return page
  }

  /** Draws a scene of badgers. */
  async function show(scene: LookScene, rig: 'badger' | 'shade' = 'badger') {
    const page = await openLab()
    const { drawCalls, pixels } = await page.evaluate(
      async ([scene, rig]) => {
        const { drawLooks, loadMixed } = window.lab
        return drawLooks((await loadMixed())[rig], scene)
      },
      [scene, rig] as const,
    )
    return { drawCalls, pixels: Buffer.from(pixels, 'base64') }
  }

  describe.each(versionsOf(device, 0))('WebGL %i', (version) => {
    test.each(Object.entries(RECORDED))('%s is as recorded', async (name, look) => {
      const ground = [0.93, 0.9, 0.85, 1] as const
      const scene = { version, ground, near: true, palette: [255, 200, 60], ramp: true } as const
      const { pixels } = await show({ ...scene, figures: [{ look }] })
      expect(compareRecorded(`looks-${name}`, flipped(pixels))).toBe(null)
    })

    test('looks come back with a lost context', async () => {
      const looks = [
        { outline: 0xffff00ff, outlineWidth: 20 },
        { palette: 1, dissolve: 0.3, grain: 20 },
      ]
      const figures = looks.map((look, i) => ({ look, x: 300 * i - 150 }))
      const scene = { version, palette: [10, 200, 30], figures } as const
      const wanted = await show(scene)
      for (const shared of [false, true]) {
        const page = await openLab(/CONTEXT_LOST_WEBGL/)
        const { pixels, drawCalls } = await page.evaluate(
          async (scene) => {
            const { drawLooksAfterLoss, loadMixed } = window.lab
            return drawLooksAfterLoss((await loadMixed()).badger, scene)
          },
          { ...scene, shared },
        )
        expect(Buffer.from(pixels, 'base64').equals(wanted.pixels)).toBe(true)
        expect(drawCalls).toBe(wanted.drawCalls)
      }
    })

    test('grey has one value in all channels', async () => {
      const plain = await show({ version, figures: [{}] })
      const grey = await show({ version, figures: [{ look: { grey: 1 } }] })
      let shown = 0
      let colored = 0
      for (let i = 0; i < plain.pixels.length; i += 4) {
        const [r, g, b, a] = grey.pixels.subarray(i, i + 4)
        expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThanOrEqual(1)
        expect(a).toBe(plain.pixels[i + 3])
        if (a > 0) shown++
        if (Math.abs(plain.pixels[i] - plain.pixels[i + 2]) > 20) colored++
      }
      expect(shown).toBeGreaterThan(SIZE)
      expect(colored).toBeGreaterThan(SIZE)
      expect(grey.drawCalls).toBe(plain.drawCalls)
    })

    test('a silhouette has one colour, as opaque as the figure', async () => {
      const plain = await show({ version, figures: [{}] })
      const flat = await show({ version, figures: [{ look: { silhouette: 0xff204080 } }], late: true })
      for (let i = 0; i < plain.pixels.length; i += 4) {
        const [r, g, b, a] = flat.pixels.subarray(i, i + 4)
        expect(a).toBe(plain.pixels[i + 3])
        expect(Math.abs(r - (0x20 * a) / 255)).toBeLessThanOrEqual(2)
        expect(Math.abs(g - (0x40 * a) / 255)).toBeLessThanOrEqual(2)
        expect(Math.abs(b - (0x80 * a) / 255)).toBeLessThanOrEqual(2)
      }
      expect(flat.drawCalls).toBe(plain.drawCalls)
    })

    test('dissolves by the share that is given, with a rim', async () => {
      const opaque = ({ pixels }: { pixels: Buffer }) => {
        let count = 0
        for (let i = 3; i < pixels.length; i += 4) if (pixels[i] > 128) count++
        return count
      }
      const whole = opaque(await show({ version, figures: [{}] }))
      const shares: number[] = []
      for (const dissolve of [0, 0.25, 0.5, 0.75, 1])
        shares.push(opaque(await show({ version, figures: [{ look: { dissolve, grain: 24 } }] })) / whole)
      expect(shares[0]).toBe(1)
      expect(shares[4]).toBe(0)
      for (let i = 1; i < 5; i++) expect(shares[i]).toBeLessThan(shares[i - 1] - 0.05)
      expect(Math.abs(shares[2] - 0.5)).toBeLessThan(0.2)
      const rim = { rim: 0xff00ff00, rimWidth: 0.3, dissolve: 0.5, grain: 24 }
      const { pixels } = await show({ version, figures: [{ look: rim }] })
      let green = 0
      for (let i = 0; i < pixels.length; i += 4)
        if (pixels[i] === 0 && pixels[i + 1] === 255 && pixels[i + 2] === 0) green++
      expect(green).toBeGreaterThan(whole / 50)
    })

    test('takes the colours of a palette', async () => {
      const plain = await show({ version, figures: [{}] })
      const scene = { version, palette: [10, 200, 30] } as const
      const swapped = await show({ ...scene, figures: [{ look: { palette: 1 } }] })
      for (let i = 0; i < plain.pixels.length; i += 4) {
        if (plain.pixels[i + 3] !== 255) continue
        expect([...swapped.pixels.subarray(i, i + 4)]).toEqual([10, 200, 30, 255])
      }
      // There is no second row.
      const none = await show({ ...scene, figures: [{ look: { palette: 2 } }] })
      expect(none.pixels.equals(plain.pixels)).toBe(true)
    })

    test('looks without an effect draw the same pixels as none', async () => {
      const plain = await show({ version, figures: [{}, { x: 200, alpha: 0.5 }] })
      const none = await show({ version, figures: [{ look: {} }, { x: 200, alpha: 0.5, look: {} }] })
      expect(none.pixels.equals(plain.pixels)).toBe(true)
    })

    test('draws the same in a context that it shares', async () => {
      const look = { outline: 0xffff00ff, outlineWidth: 20, palette: 1 }
      const scene = { version, palette: [10, 200, 30] as const, figures: [{}, { x: 200, look }] }
      const own = await show(scene)
      const shared = await show({ ...scene, shared: true, late: true })
      expect(shared.pixels.equals(own.pixels)).toBe(true)
    })

    describe.each([[[]], [['WEBGL_multi_draw']]])('without %j', (lacks) => {
      test('an outline surrounds the whole figure, and nothing within', async () => {
        const plain = await show({ version, figures: [{}] })
        const look = { outline: 0xffff00ff, outlineWidth: 20 }
        const { drawCalls, pixels } = await show({ version, lacks, figures: [{ look }] })
        expect(drawCalls).toBe(1)
        const isIn = (at: number) => plain.pixels[4 * at + 3] > 0
        const isOutline = (at: number) =>
          pixels[4 * at] === 255 && pixels[4 * at + 1] === 0 && pixels[4 * at + 2] === 255
        for (let y = 8; y < SIZE - 8; y++)
          for (let x = 8; x < SIZE - 8; x++) {
            const at = y * SIZE + x
            // Opaque pixels of the figure are as they were.
            if (plain.pixels[4 * at + 3] === 255)
              expect([...pixels.subarray(4 * at, 4 * at + 4)]).toEqual([
                ...plain.pixels.subarray(4 * at, 4 * at + 4),
              ])
            // Pixels at its edge are outline, as wide as 20 units are: 4 pixels.
            else if (!isIn(at)) {
              const near = [1, SIZE].some((step) =>
                [2, -2].some((n) => plain.pixels[4 * (at + n * step) + 3] === 255),
              )
              if (near) expect(isOutline(at), `${x}, ${y}`).toBe(true)
              let far = true
              for (let v = -6; v <= 6 && far; v++)
                for (let u = -6; u <= 6; u++) if (isIn(at + v * SIZE + u)) far = false
              if (far) expect(pixels[4 * at + 3]).toBe(0)
            }
          }
      })

      test('it lies under its own figure and over those behind', async () => {
        const look = { outline: 0xffff00ff, outlineWidth: 20 }
        const both = await show({ version, lacks, figures: [{}, { x: 150, look }, { x: 300 }] })
        const back = await show({ version, lacks, figures: [{}] })
        const middle = await show({ version, lacks, figures: [{ x: 150, look }] })
        const front = await show({ version, lacks, figures: [{ x: 300 }] })
        for (let i = 0; i < both.pixels.length; i += 4) {
          const top = [front, middle, back].find(({ pixels }) => pixels[i + 3] > 0)
          if (top?.pixels[i + 3] !== 255) continue
          expect([...both.pixels.subarray(i, i + 4)]).toEqual([...top.pixels.subarray(i, i + 4)])
        }
        if (lacks.length === 0) expect(both.drawCalls).toBe(1)
      })

      test('it lies under all of a figure of several blend states', async () => {
        // In the ground's colour it can't be seen, unless it lies over a part.
        const look = { outline: 0xffff00ff, outlineWidth: 20 }
        const ground = [1, 0, 1, 1] as const
        const plain = await show({ version, ground, figures: [{}] }, 'shade')
        const { drawCalls, pixels } = await show({ version, lacks, ground, figures: [{ look }] }, 'shade')
        expect(plain.drawCalls).toBe(2)
        expect(drawCalls).toBe(3)
        const off = pixels.reduce((most, value, i) => Math.max(most, Math.abs(value - plain.pixels[i])), 0)
        expect(off).toBeLessThanOrEqual(2)
        const seen = await show({ version, lacks, figures: [{ look }] }, 'shade')
        const isOutline = (i: number) =>
          seen.pixels[i] === 255 && seen.pixels[i + 1] === 0 && seen.pixels[i + 2] === 255
        let added = 0
        for (let i = 0; i < pixels.length; i += 4) if (isOutline(i)) added++
        expect(added).toBeGreaterThan(SIZE / 2)
      })
    })
  })
})
