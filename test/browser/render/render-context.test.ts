/** Lost, shared and refused WebGL contexts. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Harness, startHarness } from '../harness'
import { DEVICES, labPage, versionsOf } from './lab'

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

  describe.each(versionsOf(device, 2))('WebGL %i', (version) => {
    test.each([false, true])(
      'comes back after two lost contexts (shared: %s), with skeletons that were added meanwhile',
      async (shared) => {
        const page = await openLab(/CONTEXT_LOST_WEBGL/)
        const { seen, whileLost } = await page.evaluate(
          async ({ version, shared }) => {
            const { createStage, loseAndRestore, paintedPage, pixel, quadStreams } = window.lab
            const stage = createStage(version, [paintedPage(1, 1, [[255, 0, 0, 255]])], { shared })
            const quad = { x: 0, y: 0, width: 8, height: 8 }
            stage.show([quad])
            const seen = [[pixel(stage.gl, 4, 4)]]
            const whileLost: number[] = []
            for (let round = 1; round <= 2; round++) {
              await loseAndRestore(stage.gl, () => {
                stage.pages.push(paintedPage(2, 2, [[0, round * 100, 0, 255]]))
                const quads = stage.pages.map((_, page) => ({ ...quad, x: page * 8, page }))
                stage.streams = quadStreams([...quads, { ...quad, y: 16, tail: true }])
                stage.draw()
                whileLost.push(stage.renderer.stats.drawCalls)
              })
              stage.draw()
              seen.push([
                ...stage.pages.map((_, page) => pixel(stage.gl, page * 8 + 4, 4)),
                pixel(stage.gl, 4, 20),
              ])
              stage.draw()
              seen.push([pixel(stage.gl, 12, 4)])
            }
            stage.dispose()
            return { seen, whileLost }
          },
          { version, shared },
        )
        const [red, one, two] = [
          [255, 0, 0, 255],
          [0, 100, 0, 255],
          [0, 200, 0, 255],
        ]
        expect(whileLost).toEqual([0, 0, 0, 0])
        expect(seen).toEqual([[red], [red, one, one, red], [one], [red, one, one, two, two, red], [one]])
      },
    )

    test.each([false, true])(
      'a shared context is as it was (own vertex array: %s)',
      async (ownVertexArray) => {
        const page = await openLab()
        const { states, host, drawn, own, errors } = await page.evaluate(
          ({ version, ownVertexArray }) => {
            const { contextOfVersion, createHost, createStage, paintedPage, pixel, clear, VIEW } = window.lab
            const gl = contextOfVersion(version)
            const host = createHost(gl, ownVertexArray)
            const before = host.read()
            const states: [string, unknown][] = []
            const compare = (step: string) => {
              const now = host.read()
              for (const name of Object.keys(before))
                if (JSON.stringify(now[name]) !== JSON.stringify(before[name]))
                  states.push([`${step}: ${name}`, now[name]])
            }
            const pages = Array.from({ length: 20 }, (_, i) =>
              paintedPage(2, 2, [[255, i, 200, 255]], { minFilter: 'mipmapLinearLinear', repeatX: true }),
            )
            const stage = createStage(version, pages, { shared: true }, gl)
            compare('install')
            const quads = pages.map((_, page) => ({ x: page * 3, y: 0, width: 3, height: 30, page }))
            stage.show(quads)
            compare('first draw')
            stage.show([...quads, { x: 0, y: 40, width: 64, height: 10, blend: 'multiply', tail: true }])
            compare('second draw')
            stage.draw({ ...VIEW, viewport: [0, 0, 32, 32] })
            compare('viewport')
            gl.disable(gl.SCISSOR_TEST)
            clear(gl, [0, 0, 0, 0])
            gl.clearColor(0.5, 0.25, 0.125, 1)
            stage.draw()
            const drawn = [
              pixel(gl, 1, 10),
              pixel(gl, 31, 10),
              pixel(gl, 58, 10),
              pixel(gl, 63, 10),
              pixel(gl, 1, 62),
            ]
            gl.enable(gl.SCISSOR_TEST)
            compare('another draw')
            stage.dispose()
            compare('dispose')
            const errors = gl.getError()
            // The host's objects are not only bound but whole.
            for (const flag of [gl.BLEND, gl.DEPTH_TEST, gl.STENCIL_TEST, gl.CULL_FACE, gl.SAMPLE_COVERAGE])
              gl.disable(flag)
            gl.colorMask(true, true, true, true)
            host.drawOwn()
            return { states, host: Object.keys(before).length, drawn, own: pixel(gl, 20, 20), errors }
          },
          { version, ownVertexArray },
        )
        expect(states).toEqual([])
        expect(host).toBeGreaterThan(200)
        // The host's colour mask does not hold for us, its viewport (60 high) does.
        expect(drawn).toEqual([
          [255, 0, 200, 255],
          [255, 10, 200, 255],
          [255, 19, 200, 255],
          [0, 0, 0, 0],
          [0, 0, 0, 0],
        ])
        expect(own).toEqual([0, 255, 0, 255])
        expect(errors).toBe(0)
      },
    )

    test('a host that binds other textures between draws does not disturb them', async () => {
      const page = await openLab()
      const seen = await page.evaluate((version) => {
        const { contextOfVersion, createStage, paintedPage, pixel } = window.lab
        const gl = contextOfVersion(version)
        const pages = [paintedPage(1, 1, [[255, 0, 0, 255]]), paintedPage(1, 1, [[0, 0, 255, 255]])]
        const stage = createStage(version, pages, { shared: true }, gl)
        const quads = pages.map((_, page) => ({ x: page * 8, y: 0, width: 8, height: 8, page }))
        const seen: number[][] = []
        for (let round = 0; round < 3; round++) {
          stage.show(quads)
          seen.push(pixel(gl, 4, 4), pixel(gl, 12, 4))
          for (let unit = 0; unit < 8; unit++) {
            gl.activeTexture(gl.TEXTURE0 + unit)
            gl.bindTexture(gl.TEXTURE_2D, unit % 2 ? gl.createTexture() : null)
          }
          gl.useProgram(null)
          gl.bindBuffer(gl.ARRAY_BUFFER, null)
          gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer())
          for (let i = 0; i < 8; i++) gl.disableVertexAttribArray(i)
        }
        return seen
      }, version)
      expect(seen).toEqual(
        [0, 1, 2].flatMap(() => [
          [255, 0, 0, 255],
          [0, 0, 255, 255],
        ]),
      )
    })
  })

  test('a context without a feature that drawing needs is refused', async () => {
    const page = await openLab(/CONTEXT_LOST_WEBGL/)
    const codes = await page.evaluate(() => {
      const { codeOf, contextOfVersion, createRenderer } = window.lab
      const warn = () => {}
      const without = (name: string) => {
        const gl = contextOfVersion(1)
        const original = gl.getExtension.bind(gl)
        gl.getExtension = ((asked: string) =>
          asked === name ? null : original(asked)) as typeof gl.getExtension
        return gl
      }
      const lost = contextOfVersion(2)
      lost.getExtension('WEBGL_lose_context')?.loseContext()
      const taken = document.createElement('canvas')
      taken.getContext('2d')
      return [
        codeOf(() => createRenderer({}, warn)),
        codeOf(() => createRenderer({ canvas: taken, gl: contextOfVersion(1) }, warn)),
        codeOf(() => createRenderer({ canvas: taken }, warn)),
        codeOf(() => createRenderer({ gl: lost }, warn)),
        codeOf(() => createRenderer({ gl: without('OES_element_index_uint') }, warn)),
        codeOf(() => createRenderer({ gl: without('OES_vertex_array_object'), shared: true }, warn)),
        codeOf(() => createRenderer({ gl: without('OES_vertex_array_object') }, warn)),
      ]
    })
    expect(codes).toEqual([
      'bad-option',
      'bad-option',
      'no-canvas',
      'no-canvas',
      'unsupported-feature',
      'unsupported-feature',
      'nothing was thrown',
    ])
  })

  test.runIf(device === 'regl')('a policy without unsafe-eval is named', async () => {
    const page = await openLab(/unsafe-eval|Content Security Policy/)
    const message = await page.evaluate(() => {
      const { contextOfVersion, createRenderer } = window.lab
      const policy = document.createElement('meta')
      policy.httpEquiv = 'Content-Security-Policy'
      policy.content = "script-src 'self'"
      document.head.append(policy)
      try {
        createRenderer({ gl: contextOfVersion(1) }, () => {})
      } catch (error) {
        return String(error)
      }
      return ''
    })
    expect(message).toMatch(/unsafe-eval.*unsupported-feature/)
  })
})
