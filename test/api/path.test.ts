/** Path constraints in a world: the shown path, values by hand, files that ask for too much. */

import { plainKernels } from 'osteon/kernels/plain'
import { describe, expect, test } from 'vitest'
import { setAttachment, setSkin } from '../../src/api/dress/skins'
import { addAttachment } from '../../src/api/dress/wardrobe'
import { getBone } from '../../src/api/pose/read-pose'
import { setPath } from '../../src/api/pose/write-pose'
import { registerRig, spawnSkeleton } from '../../src/api/spawn'
import { findReach } from '../../src/rig/reach'
import type { Rig } from '../../src/rig/rig'
import type { AnimationWorld } from '../../src/world/world-type'
import { makeRig, makeWorld, tick } from '../fixtures/play'
import type { Json } from '../fixtures/rigs/rich-rig'
import { sheetOf } from '../streams/sprite-kit'

const POINTS = [-20, -10, 0, 0, 20, 30, 60, 40, 80, 10, 110, -20, 120, 40, 100, 80, 60, 90]
const LINE = { type: 'path', vertexCount: 9, lengths: [90, 180, 330], vertices: POINTS }
const BOX = { type: 'boundingbox', vertexCount: 3, vertices: [0, 0, 10, 0, 5, 10] }

/** The skeleton of the reference vectors, whose slot may show a path, a larger one, or a box. */
function railJson(more: Json = {}, rail: Json = {}): Json {
  return {
    skeleton: { spine: '4.2.40' },
    bones: [
      { name: 'root' },
      { name: 'path', parent: 'root', x: 5, y: -5, rotation: 10 },
      { name: 'b1', parent: 'root', x: 3, y: 4, rotation: 5, length: 30 },
      { name: 'b2', parent: 'b1', x: 30, rotation: 10, length: 40 },
      { name: 'b3', parent: 'b2', x: 40, rotation: -20, length: 25 },
    ],
    slots: [{ name: 'line', bone: 'path', attachment: 'line' }],
    path: [
      {
        ...{ name: 'rail', bones: ['b1', 'b2', 'b3'], target: 'line', position: 0.1, rotateMode: 'chain' },
        ...rail,
      },
    ],
    skins: [
      { name: 'default', attachments: { line: { line: LINE, box: BOX } } },
      {
        name: 'large',
        attachments: { line: { line: { ...LINE, vertices: POINTS.map((value) => 2 * value) } } },
      },
    ],
    ...more,
  }
}

function spawn(rig: Rig, plain = false): { world: AnimationWorld; eid: number } {
  const world = makeWorld(plain ? { kernels: plainKernels } : {})
  registerRig(world, rig)
  return { world, eid: spawnSkeleton(world, rig) }
}

const LED = [0.9318, 0.3629, -0.3629, 0.9318, 79.3844, 22.3829]

describe.each([
  ['plain', false],
  ['wasm', true],
])('%s', (_, plain) => {
  const rig = makeRig('4.2', railJson())

  function b3(world: AnimationWorld, eid: number): number[] {
    const [a, b, c, d, x, y] = getBone(world, eid, 'b3')
    return [a, b, c, d, x, y]
  }

  test('bones do not follow attachments that a world has added to the slot', () => {
    const { world, eid } = spawn(rig, plain)
    const atlas = sheetOf({ name: 'box', width: 10, height: 20 })
    // Their numbers lie behind the rig's own numbers.
    const added = Array.from({ length: 40 }, (_, x) =>
      addAttachment(world, rig, 'line', atlas, { region: 'box', x }),
    )
    setAttachment(world, eid, 'line', null)
    tick(world)
    const free = b3(world, eid)
    for (const attachment of added) {
      setAttachment(world, eid, 'line', attachment)
      tick(world)
      expect(b3(world, eid)).toEqual(free)
    }
  })

  test('bones follow the shown attachment of the slot', () => {
    const { world, eid } = spawn(rig, plain)
    tick(world)
    const led = b3(world, eid)
    led.forEach((value, i) => {
      expect(value).toBeCloseTo(LED[i], 3)
    })
    setAttachment(world, eid, 'line', 'box')
    tick(world)
    const free = b3(world, eid)
    expect(free[4]).not.toBeCloseTo(led[4], 0)
    setAttachment(world, eid, 'line', null)
    tick(world)
    expect(b3(world, eid)).toEqual(free)
    setAttachment(world, eid, 'line', 'line')
    tick(world)
    expect(b3(world, eid)).toEqual(led)
    setSkin(world, eid, 'large')
    tick(world)
    expect(b3(world, eid)[5]).not.toBeCloseTo(led[5], 0)
  })

  test('values by hand lead bones elsewhere, and stay', () => {
    const { world, eid } = spawn(rig, plain)
    tick(world)
    const before = b3(world, eid)
    setPath(world, eid, 'rail', { mixRotate: 0, mixX: 0, mixY: 0 })
    tick(world)
    tick(world)
    const free = b3(world, eid)
    expect(free).not.toEqual(before)
    setPath(world, eid, 'rail', { position: 0.1, spacing: 0, mixRotate: 1, mixX: 1, mixY: 1 })
    tick(world)
    expect(b3(world, eid)).toEqual(before)
    for (const wrong of [{ position: Number.NaN }, { mixX: 1e39 }])
      expect(() => setPath(world, eid, 'rail', wrong)).toThrow(
        expect.objectContaining({ code: 'not-finite' }),
      )
    expect(() => setPath(world, eid, 'road', {})).toThrow(
      expect.objectContaining({ code: 'unknown-constraint' }),
    )
    tick(world)
    expect(b3(world, eid)).toEqual(before)
  })

  test('at any position all numbers are finite', () => {
    const { world, eid } = spawn(
      makeRig('4.2', railJson({}, { spacing: -37, rotateMode: 'chainScale' })),
      plain,
    )
    for (const position of [-1e37, 1e37, 3e38, -0.3, 0.7]) {
      setPath(world, eid, 'rail', { position })
      tick(world)
      for (const bone of ['b1', 'b2', 'b3'])
        for (const value of getBone(world, eid, bone)) expect(value).toSatisfy(Number.isFinite)
    }
  })

  test('bones stay within the bounds that culling goes by', () => {
    for (const spacingMode of ['length', 'fixed', 'percent', 'proportional'])
      for (const rotateMode of ['tangent', 'chain', 'chainScale']) {
        const led = makeRig('4.2', railJson({}, { spacingMode, rotateMode, position: 1.4, spacing: 0.8 }))
        const { world, eid } = spawn(led, plain)
        tick(world)
        // Hung with nothing, bones count for nothing: a picture of no size hangs on the last one.
        const { radius } = findReach(
          makeRig(
            '4.2',
            railJson(
              {
                slots: [
                  { name: 'line', bone: 'path', attachment: 'line' },
                  { name: 'tip', bone: 'b3', attachment: 'tip' },
                ],
                skins: [
                  {
                    name: 'default',
                    attachments: {
                      line: { line: LINE },
                      tip: { tip: { path: 'body', width: 1, height: 1 } },
                    },
                  },
                ],
              },
              { spacingMode, rotateMode, position: 1.4, spacing: 0.8 },
            ),
          ),
          [],
        )
        const [, , , , x, y] = getBone(world, eid, 'b3')
        expect(Math.hypot(x, y)).toBeLessThan(radius)
        expect(radius).toBeLessThan(10_000)
      }
  })
})

test('all that hangs on bones along a path may overflow, and nothing else', () => {
  const { boundless, bones } = makeRig('4.2', railJson())
  const flags = boundless()
  expect(bones.names.filter((_, bone) => flags[bone] === 1)).toEqual(['b1', 'b2', 'b3'])
})

test.each([
  ['bones times points', { bones: Array.from({ length: 30_000 }, () => 'b1') }, 900],
  ['constraints on one long path', {}, 90_000],
])('a file that has too many %s is refused', (_, rail, count) => {
  const vertices = Array.from({ length: 2 * count }, (_value, i) => i)
  const lengths = Array.from({ length: count / 3 }, (_value, i) => i)
  const long = { ...LINE, vertexCount: count, lengths, vertices }
  const json = railJson({ skins: [{ name: 'default', attachments: { line: { line: long } } }] }, rail)
  const [one] = json.path as Json[]
  json.path = Array.from({ length: 60 }, (_value, order) => ({ ...one, name: `rail${order}`, order }))
  expect(() => makeRig('4.2', json)).toThrow(
    expect.objectContaining({ code: 'too-large', message: expect.stringMatching(/path constraints/) }),
  )
})
