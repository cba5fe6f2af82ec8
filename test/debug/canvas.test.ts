/** The debug overlay on Canvas2D. */
import { expect, test } from 'vitest'
import { spawnSkeleton } from '../../src/api/spawn'
import { createDebugShapes, type DebugShapes, debugShapes, drawDebug } from '../../src/joins/debug'
import type { DebugContext } from '../../src/joins/debug/canvas'
import { worldToScreen } from '../../src/render/camera'
import { makeRig, makeWorld, tick } from '../fixtures/play'

type Call = [name: string, ...args: unknown[]]

/** A context that notes its calls. */
function notingContext(): { context: DebugContext; calls: Call[] } {
  const calls: Call[] = []
  const context = new Proxy({ globalAlpha: 1 } as Record<string, unknown>, {
    get: (own, name: string) =>
      name in own ? own[name] : (...args: unknown[]): unknown => calls.push([name, ...args]),
  })
  return { context: context as unknown as DebugContext, calls }
}

/** One mark of each sort, placed by hand. */
function shapesOf(): DebugShapes {
  const world = makeWorld()
  spawnSkeleton(world, makeRig())
  tick(world)
  return debugShapes(world, { bones: true, meshes: true, clips: true, boxes: true, names: true, sleep: true })
}

const VIEW = { x: 12, y: 30, width: 200, height: 150, rotation: 0.4 }
const SIZE = { width: 400, height: 300 }

test('lines and labels are where the renderer draws the same places', () => {
  const shapes = shapesOf()
  const { context, calls } = notingContext()
  drawDebug(context, shapes, VIEW, SIZE)
  const points = calls.filter(([name]) => name === 'moveTo' || name === 'lineTo' || name === 'arc')
  const near = (x: number, y: number): boolean =>
    points.some(([, px, py]) => Math.hypot(Number(px) - x, Number(py) - y) < 1e-3)
  for (let at = 0; at < 4 * shapes.lineCount; at += 4) {
    const [x, y] = worldToScreen(VIEW, shapes.lines[at], shapes.lines[at + 1], SIZE.width, SIZE.height)
    expect(near(x, y)).toBe(true)
  }
  const texts = calls.filter(([name]) => name === 'fillText')
  expect(texts.map(([, text]) => text)).toEqual(shapes.labelTexts)
  const [x, y] = worldToScreen(VIEW, shapes.labelPlaces[0], shapes.labelPlaces[1], SIZE.width, SIZE.height)
  expect(texts[0][2]).toBeCloseTo(x + 6, 3)
  expect(texts[0][3]).toBeCloseTo(y, 3)
})

test('the state is restored after any drawing', () => {
  for (const shapes of [shapesOf(), createDebugShapes()]) {
    const { context, calls } = notingContext()
    drawDebug(context, shapes, VIEW, SIZE)
    const names = calls.map(([name]) => name)
    expect([names[0], names.at(-1)]).toEqual(['save', 'restore'])
    expect(names.filter((name) => name === 'save' || name === 'restore')).toHaveLength(2)
  }
})

test.each([
  [{ ...VIEW, x: Number.NaN }, SIZE],
  [{ ...VIEW, width: 0 }, SIZE],
  [VIEW, { width: 400, height: Number.POSITIVE_INFINITY }],
])('%o on %o is refused, and nothing drawn', (view, size) => {
  const { context, calls } = notingContext()
  expect(() => drawDebug(context, shapesOf(), view, size)).toThrow(
    expect.objectContaining({ code: 'bad-option' }),
  )
  expect(calls).toEqual([])
})
