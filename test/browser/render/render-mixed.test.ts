/** Spine skeletons and DragonBones armatures in one scene: few draw calls, and the pixels of one drawn after the other. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleOf } from '../../deep'
import { type Harness, startHarness } from '../harness'
import { DEVICES, labPage } from './lab'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

describe.each(DEVICES)('drawing with %s', (device) => {
  const crowds = [
    // Two pages fit one call, and additive shares its blend state with normal.
    { shadeEvery: 0, expected: 1 },
    // The skeleton behind a multiplying one, its slot, and so on; the last of all does not multiply.
    { shadeEvery: 25, expected: 2 * 20 + 1 },
  ]
  test.each(sampleOf(crowds, 2, DEVICES.indexOf(device)))(
    '500 skeletons of each format, by turns behind each other, take $expected draw calls',
    async ({ shadeEvery, expected }) => {
      const page = await harness.openPage(labPage(device), { reuse: true })
      await page.waitForFunction(() => 'lab' in window)
      const found = await page.evaluate(async (shadeEvery) => {
        const { api, clear, countedContext, loadMixed, mixedCrowd, pixelsOf, showAlone, showCrowd } =
          window.lab
        const view = window.lab.MIXED_VIEW
        const rigs = await loadMixed()
        const crowd = mixedCrowd(500, shadeEvery)
        const together = countedContext()
        const world = api.installAnimation(api.createWorld())
        const renderer = api.installRenderer(world, { gl: together.gl })
        showCrowd(world, rigs, crowd)
        clear(together.gl, [90, 120, 150, 255])
        api.draw(world, view)
        const { drawCalls } = renderer.stats
        const alone = countedContext()
        const other = api.installAnimation(api.createWorld())
        api.installRenderer(other, { gl: alone.gl })
        clear(alone.gl, [90, 120, 150, 255])
        showAlone(other, rigs, crowd, () => api.draw(other, view))
        const [one, many] = [pixelsOf(together.gl), pixelsOf(alone.gl)]
        let [differ, most, drawn] = [0, 0, 0]
        for (let i = 0; i < one.length; i += 4) {
          const off = Math.max(...[0, 1, 2, 3].map((c) => Math.abs(one[i + c] - many[i + c])))
          if (off > 0) differ++
          most = Math.max(most, off)
          if (one[i] !== 90 || one[i + 1] !== 120 || one[i + 2] !== 150) drawn++
        }
        api.disposeRenderer(world)
        api.disposeRenderer(other)
        return {
          drawCalls,
          calls: together.calls(),
          callsAlone: alone.calls(),
          differ,
          most,
          drawn,
          all: one.length / 4,
        }
      }, shadeEvery)
      expect(found.drawCalls).toBe(expected)
      expect(found.calls).toBe(expected)
      expect(found.callsAlone).toBeGreaterThanOrEqual(1000)
      expect(found.drawn).toBeGreaterThan(found.all / 2)
      expect(found).toMatchObject({ differ: 0, most: 0 })
    },
  )
})
