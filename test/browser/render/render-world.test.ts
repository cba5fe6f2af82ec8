/** Drawing worlds: loaded skeletons, lost contexts, errors. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Harness, startHarness } from '../harness'
import { DEVICES, labPage } from './lab'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

describe.each(DEVICES)('drawing with %s', (device) => {
  async function openLab(expected?: RegExp) {
    const page = await harness.openPage(labPage(device), { expected, reuse: true })
    await page.waitForFunction(() => 'lab' in window)
    return page
  }

  test('a loaded skeleton is drawn where it stands, from any view, and only its positions are uploaded again', async () => {
    const page = await openLab()
    const { seen, bytes, vertices, calls } = await page.evaluate(async () => {
      const { api, contextOfVersion, loadSquare, pixel, clear } = window.lab
      const rig = await loadSquare([255, 0, 0, 255])
      const world = api.installAnimation(api.createWorld())
      const gl = contextOfVersion(2)
      const renderer = api.installRenderer(world, { gl })
      for (let i = 0; i < 30; i++)
        api.play(world, api.spawnSkeleton(world, rig, { x: i * 10 - 150 }), 'slide', { loop: true })
      const bytes: number[] = []
      const view = { x: 0, y: 0, width: 320, height: 320 }
      const shot = (dt: number) => {
        world.time.delta = dt
        api.runPipeline(world)
        clear(gl, [0, 0, 0, 0])
        api.draw(world, view)
        bytes.push(renderer.stats.bytesUploaded)
      }
      shot(0)
      // 5 pixels a unit of the canvas's 64: squares of 8 units stand at multiples of 10.
      const seen = [pixel(gl, 32, 32), pixel(gl, 32, 40)]
      shot(0.5)
      seen.push(pixel(gl, 32, 32), pixel(gl, 32, 42))
      api.draw(world, { ...view, viewport: [0, 0, 16, 16] })
      bytes.push(renderer.stats.bytesUploaded)
      return { seen, bytes, vertices: 30 * 4, calls: renderer.stats.drawCalls }
    })
    const [red, none] = [
      [255, 0, 0, 255],
      [0, 0, 0, 0],
    ]
    expect(seen).toEqual([red, none, none, red])
    expect(calls).toBe(1)
    expect(bytes[0]).toBeGreaterThan(vertices * 28)
    expect(bytes[1]).toBe(vertices * 8)
    expect(bytes[2]).toBe(0)
  })

  test('a rig loaded and spawned while the context is lost is there when it comes back', async () => {
    const page = await openLab(/CONTEXT_LOST_WEBGL/)
    const seen = await page.evaluate(async () => {
      const { api, contextOfVersion, loadSquare, loseAndRestore, pixel, clear, VIEW } = window.lab
      const [red, blue] = await Promise.all([loadSquare([255, 0, 0, 255]), loadSquare([0, 0, 255, 255])])
      const world = api.installAnimation(api.createWorld())
      const gl = contextOfVersion(1)
      api.installRenderer(world, { gl })
      api.spawnSkeleton(world, red, { x: 10, y: 10 })
      const shot = () => {
        api.runPipeline(world)
        if (!gl.isContextLost()) clear(gl, [0, 0, 0, 0])
        api.draw(world, VIEW)
        return gl.isContextLost() ? [] : [10, 30, 50].map((x) => pixel(gl, x, 10).join())
      }
      const seen = [shot()]
      for (const x of [30, 50]) {
        let spawned = false
        await loseAndRestore(gl, () => {
          if (!spawned) api.spawnSkeleton(world, blue, { x, y: 10 })
          spawned = true
          shot()
        })
        seen.push(shot(), shot())
      }
      api.disposeRenderer(world)
      return seen
    })
    const [red, blue, none] = ['255,0,0,255', '0,0,255,255', '0,0,0,0']
    expect(seen).toEqual([
      [red, none, none],
      [red, blue, none],
      [red, blue, none],
      [red, blue, blue],
      [red, blue, blue],
    ])
  })

  test('errors of a world, a renderer or a page have codes', async () => {
    const page = await openLab()
    const codes = await page.evaluate(async () => {
      const { api, codeOf, contextOfVersion, loadSquare } = window.lab
      const world = api.installAnimation(api.createWorld())
      const gl = contextOfVersion(2)
      const codes = [
        codeOf(() => api.draw(world)),
        codeOf(() => api.installRenderer(api.createWorld() as typeof world, { gl })),
        codeOf(() => api.installRenderer(world, {})),
      ]
      api.installRenderer(world, { gl })
      codes.push(codeOf(() => api.installRenderer(world, { gl })))
      codes.push(codeOf(() => api.draw(world, { x: 0, y: 0, width: 0, height: 1 })))
      codes.push(codeOf(() => api.draw(world, [1, 0, 0, 0, Number.NaN, 0, 0, 0, 1])))
      api.spawnSkeleton(world, await loadSquare([255, 0, 0, 255], false))
      api.runPipeline(world)
      codes.push(codeOf(() => api.draw(world)))
      api.disposeRenderer(world)
      api.disposeRenderer(world)
      codes.push(codeOf(() => api.draw(world)))
      codes.push(codeOf(() => api.installRenderer(world, { gl })))
      return codes
    })
    expect(codes).toEqual([
      'no-renderer',
      'no-animation',
      'bad-option',
      'bad-option',
      'bad-option',
      'bad-option',
      'missing-page',
      'no-renderer',
      'nothing was thrown',
    ])
  })
})
