/** Canvases without pixels, contexts in several hands, and images that are gone. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Harness, startHarness } from '../harness'
import { DEVICES, labPage, versionsOf } from './lab'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

const [RED, BLUE, GREEN, NONE] = [
  [255, 0, 0, 255],
  [0, 0, 255, 255],
  [0, 255, 0, 255],
  [0, 0, 0, 0],
]

describe.each(DEVICES)('drawing with %s', (device) => {
  async function openLab(expected?: RegExp) {
    const page = await harness.openPage(labPage(device), { expected, reuse: true })
    await page.waitForFunction(() => 'lab' in window)
    return page
  }

  describe.each(versionsOf(device, 1))('WebGL %i', (version) => {
    test.each([false, true])('a canvas without pixels is no error (shared: %s)', async (shared) => {
      const page = await openLab()
      const { outcomes, calls, seen, errors } = await page.evaluate(
        async ({ version, shared }) => {
          const { api, clear, codeOf, contextOfVersion, loadSquare, pixel } = window.lab
          const world = api.installAnimation(api.createWorld())
          const gl = contextOfVersion(version)
          const { canvas } = gl
          const { stats } = api.installRenderer(world, { gl, shared })
          const rig = await loadSquare([255, 0, 0, 255])
          api.spawnSkeleton(world, rig)
          const view = { x: 0, y: 0, width: 0, height: 0 }
          const outcomes: string[] = []
          const calls: number[] = []
          const seen: number[][] = []
          const frame = (width: number, height: number) => {
            canvas.width = width
            canvas.height = height
            if (shared) gl.viewport(0, 0, width, height)
            Object.assign(view, { width, height })
            api.runPipeline(world)
            outcomes.push(codeOf(() => api.culling(world, view)))
            outcomes.push(codeOf(() => api.draw(world, view)))
            calls.push(stats.drawCalls)
          }
          frame(64, 64)
          seen.push(pixel(gl, 32, 32), pixel(gl, 40, 32))
          for (const [width, height] of [
            [0, 0],
            [0, 64],
            [64, 0],
          ]) {
            frame(width, height)
            outcomes.push(codeOf(() => api.draw(world)))
            outcomes.push(
              codeOf(() => api.draw(world, { ...view, width: width / height, height: height / height })),
            )
          }
          // Somebody came meanwhile.
          api.spawnSkeleton(world, rig, { x: 8 })
          frame(0, 0)
          frame(64, 64)
          seen.push(pixel(gl, 32, 32), pixel(gl, 40, 32))
          clear(gl, [0, 0, 0, 0])
          outcomes.push(codeOf(() => api.draw(world, { ...view, viewport: [0, 0, 0, 9] })))
          calls.push(stats.drawCalls)
          const wrong = codeOf(() => api.draw(world, { ...view, width: 0 }))
          seen.push(pixel(gl, 32, 32))
          return { outcomes: [...new Set(outcomes), wrong], calls, seen, errors: gl.getError() }
        },
        { version, shared },
      )
      expect(outcomes).toEqual(['nothing was thrown', 'bad-option'])
      expect(calls).toEqual([1, 0, 0, 0, 0, 1, 0])
      expect(seen).toEqual([RED, NONE, RED, RED, NONE])
      expect(errors).toBe(0)
    })

    test('a context has one renderer of its own at most, and any number that share it', async () => {
      const page = await openLab()
      const { codes, seen } = await page.evaluate(async (version) => {
        const { api, clear, codeOf, contextOfVersion, loadSquare, pixel, VIEW } = window.lab
        const gl = contextOfVersion(version)
        const canvas = gl.canvas as HTMLCanvasElement
        const colors = [
          [255, 0, 0, 255],
          [0, 0, 255, 255],
          [0, 255, 0, 255],
        ] as const
        const worlds = await Promise.all(
          colors.map(async (color, i) => {
            const world = api.installAnimation(api.createWorld())
            api.spawnSkeleton(world, await loadSquare([...color]), { x: 10 + 20 * i, y: 10 })
            api.runPipeline(world)
            return world
          }),
        )
        const [first, second, third] = worlds
        const seen: number[][][] = []
        const frames = () => {
          for (let i = 0; i < 2; i++) {
            clear(gl, [0, 0, 0, 0])
            for (const world of worlds) api.draw(world, VIEW)
            seen.push([10, 30, 50].map((x) => pixel(gl, x, 10)))
          }
        }
        api.installRenderer(first, { gl })
        const codes = [
          codeOf(() => api.installRenderer(second, { gl })),
          codeOf(() => api.installRenderer(second, { canvas })),
          codeOf(() => api.draw(second)),
        ]
        api.installRenderer(second, { gl, shared: true })
        api.installRenderer(third, { canvas, shared: true })
        frames()
        api.disposeRenderer(first)
        api.disposeRenderer(second)
        api.disposeRenderer(first)
        // Now the first one shares a context that another one owns.
        api.installRenderer(first, { gl, shared: true })
        api.installRenderer(second, { canvas })
        codes.push(codeOf(() => api.disposeRenderer(third)))
        codes.push(codeOf(() => api.installRenderer(third, { gl })))
        api.installRenderer(third, { gl, shared: true })
        frames()
        return { codes, seen }
      }, version)
      expect(codes).toEqual([
        'context-in-use',
        'context-in-use',
        'no-renderer',
        'nothing was thrown',
        'context-in-use',
      ])
      expect(seen).toEqual(Array(4).fill([RED, BLUE, GREEN]))
    })

    test('a renderer that was refused has not taken the context', async () => {
      const page = await openLab()
      const codes = await page.evaluate((version) => {
        const { api, codeOf, contextOfVersion } = window.lab
        const gl = contextOfVersion(version)
        const world = api.installAnimation(api.createWorld())
        const create = gl.createProgram.bind(gl)
        gl.createProgram = () => {
          throw new Error('no more')
        }
        const refused = codeOf(() => api.installRenderer(world, { gl }))
        gl.createProgram = create
        return [refused, codeOf(() => api.installRenderer(world, { gl }))]
      }, version)
      expect(codes).toEqual(['Error: no more', 'nothing was thrown'])
    })

    test('an image that was closed while its texture was there is missed once, and the rest is drawn', async () => {
      const page = await openLab(/CONTEXT_LOST_WEBGL/)
      const { seen, warnings, code } = await page.evaluate(async (version) => {
        const { clear, codeOf, createStage, loseAndRestore, pageOf, paintedPage, pixel } = window.lab
        const bitmap = await createImageBitmap(new ImageData(new Uint8ClampedArray([0, 0, 255, 255]), 1, 1))
        const pages = [paintedPage(1, 1, [[255, 0, 0, 255]]), pageOf(bitmap, {}, 'closed')]
        const stage = createStage(version, pages)
        const blends = ['normal', 'additive', 'multiply', 'screen'] as const
        const quads = [
          { x: 0, y: 0, width: 8, height: 8 },
          ...blends.map((blend, i) => ({ x: 8 + 8 * i, y: 0, width: 8, height: 8, page: 1, blend })),
          {
            x: 8,
            y: 8,
            width: 8,
            height: 8,
            page: 1,
            dark: [200, 200, 200, 0] as [number, number, number, number],
          },
        ]
        const seen: number[][][] = []
        const shot = () => {
          clear(stage.gl, [0, 255, 0, 255])
          stage.show(quads)
          seen.push([0, 8, 16, 24, 32].map((x) => pixel(stage.gl, x + 4, 4)))
        }
        shot()
        bitmap.close()
        shot()
        for (let losses = 0; losses < 2; losses++) {
          await loseAndRestore(stage.gl)
          for (let frame = 0; frame < 3; frame++) shot()
          seen.push([pixel(stage.gl, 12, 12)])
        }
        // One that was never drawn is a mistake, as before.
        stage.pages.push(pageOf(bitmap, {}, 'never'))
        const code = codeOf(() => stage.show([...quads, { x: 0, y: 16, width: 8, height: 8, page: 2 }]))
        const warnings = stage.warnings.map(({ code, path }) => [code, path])
        return { seen, warnings, code }
      }, version)
      const [cyan, black] = [
        [0, 255, 255, 255],
        [0, 0, 0, 255],
      ]
      const before = [RED, BLUE, cyan, black, cyan]
      const after = [RED, GREEN, GREEN, GREEN, GREEN]
      const round = [after, after, after, [GREEN]]
      expect(seen).toEqual([before, before, ...round, ...round])
      expect(warnings).toEqual([['closed-page', 'closed']])
      expect(code).toBe('missing-page')
    })
  })

  test('a WebGL1 context with methods of WebGL2 from a library is drawn on as WebGL1', async () => {
    const page = await openLab()
    const { seen, errors } = await page.evaluate(async () => {
      const { api, clear, contextOfVersion, loadSquare, pixel, VIEW } = window.lab
      const found: number[][] = []
      const errors: number[] = []
      for (const shared of [false, true]) {
        const gl = contextOfVersion(1)
        const arrays = gl.getExtension('OES_vertex_array_object')
        const instances = gl.getExtension('ANGLE_instanced_arrays')
        // As Phaser 4 does with its own.
        Object.assign(gl, {
          createVertexArray: () => arrays?.createVertexArrayOES(),
          bindVertexArray: (array: WebGLVertexArrayObject | null) => arrays?.bindVertexArrayOES(array),
          deleteVertexArray: (array: WebGLVertexArrayObject | null) => arrays?.deleteVertexArrayOES(array),
          isVertexArray: (array: WebGLVertexArrayObject | null) => arrays?.isVertexArrayOES(array),
          drawArraysInstanced: instances?.drawArraysInstancedANGLE.bind(instances),
          drawElementsInstanced: instances?.drawElementsInstancedANGLE.bind(instances),
          vertexAttribDivisor: instances?.vertexAttribDivisorANGLE.bind(instances),
        })
        const world = api.installAnimation(api.createWorld())
        api.installRenderer(world, { gl, shared })
        api.play(
          world,
          api.spawnSkeleton(world, await loadSquare([255, 0, 0, 255]), { x: 10, y: 0 }),
          'slide',
        )
        for (let frame = 0; frame < 3; frame++) {
          world.time.delta = frame / 10
          api.runPipeline(world)
          clear(gl, [0, 0, 0, 0])
          api.draw(world, VIEW)
        }
        found.push(pixel(gl, 10, 30), pixel(gl, 10, 8))
        errors.push(gl.getError())
      }
      return { seen: found, errors }
    })
    expect(seen).toEqual([RED, NONE, RED, NONE])
    expect(errors).toEqual([0, 0])
  })

  test('a context of another window is WebGL2, too', async () => {
    const page = await openLab()
    const seen = await page.evaluate(async () => {
      const { api, clear, loadSquare, pixel, VIEW } = window.lab
      const frame = document.createElement('iframe')
      document.body.append(frame)
      const canvas = frame.contentDocument?.createElement('canvas')
      const gl = canvas?.getContext('webgl2', { preserveDrawingBuffer: true })
      if (!canvas || !gl) throw new Error('no context')
      canvas.width = canvas.height = 64
      const world = api.installAnimation(api.createWorld())
      api.installRenderer(world, { gl, shared: true })
      gl.viewport(0, 0, 64, 64)
      api.spawnSkeleton(world, await loadSquare([255, 0, 0, 255]), { x: 10, y: 10 })
      api.runPipeline(world)
      clear(gl, [0, 0, 0, 0])
      api.draw(world, VIEW)
      return [gl instanceof WebGL2RenderingContext, pixel(gl, 10, 10), gl.getError()]
    })
    expect(seen).toEqual([false, RED, 0])
  })

  test('a skeleton without an atlas is refused by name where it is drawn', async () => {
    const page = await openLab()
    const { codes, message } = await page.evaluate(async () => {
      const { api, codeOf, contextOfVersion, SKELETON } = window.lab
      const rig = await api.loadRig(SKELETON, null, { readers: [api.spineJson], name: 'lonely' })
      const world = api.installAnimation(api.createWorld())
      api.installRenderer(world, { gl: contextOfVersion(2) })
      api.spawnSkeleton(world, rig)
      api.runPipeline(world)
      const codes = [codeOf(() => api.draw(world)), codeOf(() => api.draw(world))]
      let message = ''
      try {
        api.draw(world)
      } catch (error) {
        message = String(error)
      }
      return { codes, message }
    })
    expect(codes).toEqual(['missing-page', 'missing-page'])
    expect(message).toMatch(/lonely: the rig was loaded without images/)
  })
})
