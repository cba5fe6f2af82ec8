/** Pages in compressed textures, drawn by a canvas of our own. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Harness, startHarness } from '../harness'
import { DEVICES, labPage, versionsOf } from './lab'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

describe.each(DEVICES)('drawing with %s', (device) => {
  describe.each(versionsOf(device, 0))('WebGL %i', (version) => {
    test('a red page of blocks, with mipmaps and without, and a format that the GPU lacks', async () => {
      const page = await harness.openPage(labPage(device))
      await page.waitForFunction(() => 'lab' in window)
      const seen = await page.evaluate(async (version) => {
        const { ATLAS, SKELETON, api, clear, codeOf, contextOfVersion, pixel } = window.lab
        /** Opaque red, in 4 × 4 pixels of S3TC: alphas, then colours. */
        const BLOCK = [255, 255, 0, 0, 0, 0, 0, 0, 0, 0xf8, 0, 0, 0, 0, 0, 0]
        const blocks = (count: number) => new Uint8Array(Array.from({ length: count }, () => BLOCK).flat())
        const show = async (format: number, levels: Uint8Array[], filter: string) => {
          const world = api.installAnimation(api.createWorld())
          const gl = contextOfVersion(version)
          gl.canvas.width = gl.canvas.height = 64
          api.installRenderer(world, { gl })
          const rig = await api.loadRig(SKELETON, ATLAS.replace('Nearest, Nearest', filter), {
            name: 'square',
            readers: [api.spineJson],
            pages: { 'square.png': new Blob(['a file for a transcoder']) },
            decode: async () => api.compressedImage({ width: 8, height: 8, format, levels }),
          })
          api.spawnSkeleton(world, rig)
          api.runPipeline(world)
          clear(gl, [0, 0, 0, 0])
          const code = codeOf(() => api.draw(world, { x: 0, y: 0, width: 16, height: 16 }))
          return { code, pixel: pixel(gl, 32, 32) }
        }
        return [
          await show(0x83f3, [blocks(4)], 'Nearest, Nearest'),
          await show(0x83f3, [blocks(4)], 'MipMapLinearLinear, Linear'),
          await show(0x83f3, [blocks(4), blocks(1), blocks(1), blocks(1)], 'MipMapLinearLinear, Linear'),
          await show(0x12345, [blocks(4)], 'Nearest, Nearest'),
        ]
      }, version)
      const red = { code: 'nothing was thrown', pixel: [255, 0, 0, 255] }
      expect(seen).toEqual([red, red, red, { code: 'unsupported-feature', pixel: [0, 0, 0, 0] }])
    })
  })
})
