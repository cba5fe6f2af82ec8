/** The debug overlay as sprites. */
import { expect, test } from 'vitest'
import { spawnSkeleton } from '../../src/api/spawn'
import {
  createDebugLines,
  DEBUG_KIND,
  type DebugLines,
  debugShapes,
  placeDebugLines,
} from '../../src/joins/debug'
import { assembleFrame } from '../../src/streams/frame/frame'
import { createLooks, updateLooks } from '../../src/streams/looks'
import { makeRig, makeWorld, tick } from '../fixtures/play'

/** The quads that are drawn: the middles of their left and right edges, and their widths. */
function quadsOf({ world }: DebugLines): { ends: number[]; width: number; light: number[] }[] {
  const { positions, frame } = assembleFrame(world)
  const looks = createLooks()
  updateLooks(world, looks)
  return Array.from({ length: frame.indexCount / 6 }, (_, quad) => {
    const vertex = frame.indices[6 * quad]
    const [x0, y0, x1, y1, x2, y2, x3, y3] = positions.subarray(2 * vertex, 2 * vertex + 8)
    return {
      ends: [(x0 + x1) / 2, (y0 + y1) / 2, (x2 + x3) / 2, (y2 + y3) / 2],
      width: Math.hypot(x1 - x0, y1 - y0),
      light: [...looks.light.subarray(4 * vertex, 4 * vertex + 4)],
    }
  })
}

test('every line is a quad of its colour, of the width asked for', () => {
  const world = makeWorld()
  spawnSkeleton(world, makeRig())
  tick(world)
  const shapes = debugShapes(world, { meshes: true, boxes: true, bones: true })
  const lines = createDebugLines()
  placeDebugLines(lines, shapes, 0.5)
  const quads = quadsOf(lines)
  expect(quads).toHaveLength(shapes.lineCount)
  let run = 0
  for (const [line, { ends, width, light }] of quads.entries()) {
    while (run + 1 < shapes.runCount && shapes.runStarts[run + 1] <= line) run++
    const [x1, y1, x2, y2] = shapes.lines.subarray(4 * line, 4 * line + 4)
    const { alpha } = { alpha: shapes.colors[4 * line + 3] }
    expect(light[3]).toBe(alpha)
    expect(light[0]).toBe(Math.round((shapes.colors[4 * line] * alpha) / 255))
    if (shapes.runKinds[run] === DEBUG_KIND.point) continue
    if (x1 === x2 && y1 === y2) {
      expect(width).toBeCloseTo(2, 4)
      expect((ends[0] + ends[2]) / 2).toBeCloseTo(x1, 3)
      continue
    }
    expect(width).toBeCloseTo(0.5, 4)
    for (const [i, value] of [x1, y1, x2, y2].entries()) expect(ends[i]).toBeCloseTo(value, 2)
  }
})

test('sprites are used again; surplus ones are not drawn', () => {
  const world = makeWorld()
  const rig = makeRig()
  const ids = [0, 1].map((n) => spawnSkeleton(world, rig, { x: 50 * n }))
  tick(world)
  const lines = createDebugLines()
  const shapes = debugShapes(world, { bones: true, meshes: true })
  const many = shapes.lineCount
  placeDebugLines(lines, shapes, 1)
  expect(quadsOf(lines)).toHaveLength(many)
  placeDebugLines(lines, debugShapes(world, { bones: true, meshes: true, entities: [ids[0]] }, shapes), 1)
  expect(shapes.lineCount).toBe(many / 2)
  expect(quadsOf(lines)).toHaveLength(many / 2)
  const { alive } = lines.world.animation.joins.quads
  expect(alive.count).toBe(many)
  placeDebugLines(lines, debugShapes(world, { bones: true, meshes: true }, shapes), 1)
  expect(quadsOf(lines)).toHaveLength(many)
  expect(alive.count).toBe(many)
})

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('a width of %s is refused', (width) => {
  const lines = createDebugLines()
  const world = makeWorld()
  spawnSkeleton(world, makeRig())
  tick(world)
  const shapes = debugShapes(world, { bones: true })
  expect(() => placeDebugLines(lines, shapes, width)).toThrow(expect.objectContaining({ code: 'bad-option' }))
  expect(quadsOf(lines)).toEqual([])
})
