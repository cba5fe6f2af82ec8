/** Slot children are hit in the order of their slots, with any sort keys. */

import { plainKernels } from 'osteon/kernels/plain'
import { expect, test } from 'vitest'
import { type HitOptions, hitTest, play, spawnSkeleton } from '../../../src/api'
import { meetsPolygon } from '../../../src/base/math/probe'
import { putInSlot, takeFromSlot } from '../../../src/joins/nesting'
import { registerAtlas, spawnSprite } from '../../../src/joins/sprites'
import { makeWorld, tick } from '../../fixtures/play'
import { figure, verticesOf } from '../../nesting/kit'
import { region } from '../../streams/fixture'
import { sheetOf } from '../../streams/sprite-kit'

/** Three regions about the root, and a smaller figure for children. */
const RIG = figure(['back', 'hand', 'front'].map((name) => ({ name, attachments: { [name]: region(name) } })))

test.each([
  ['WebAssembly', {}],
  ['plain kernels', { kernels: plainKernels }],
])('front to back through slots of slots (%s)', (_, options) => {
  const world = makeWorld(options)
  const [outer, middle, inner, other] = [9, 99, 1, 5].map((sortKey) => spawnSkeleton(world, RIG, { sortKey }))
  const names = new Map([
    [outer, 'outer'],
    [middle, 'middle'],
    [inner, 'inner'],
    [other, 'other'],
  ])
  const seen = (hit: HitOptions = {}) =>
    hitTest(world, { x: 0, y: 0 }, { by: 'shapes', ...hit }).map(
      ({ eid, name }) => `${names.get(eid)} ${name}`,
    )
  const own = (name: string) => ['front', 'hand', 'back'].map((slot) => `${name} ${slot}`)
  tick(world)
  expect(seen()).toEqual(['middle', 'outer', 'other', 'inner'].flatMap(own))
  putInSlot(world, outer, 'hand', middle)
  putInSlot(world, middle, 'back', inner)
  putInSlot(world, inner, 'front', spawnSprite(world, registerAtlas(world, sheetOf({ name: 'gem' })), 'gem'))
  const nested = [
    'outer front',
    ...['middle front', 'middle hand', ...own('inner'), 'middle back'],
    ...['outer hand', 'outer back', ...own('other')],
  ]
  for (let i = 0; i < 3; i++) {
    tick(world)
    expect(seen()).toEqual(nested)
  }
  for (let limit = 1; limit <= nested.length; limit++) expect(seen({ limit })).toEqual(nested.slice(0, limit))
  expect(seen({ filter: (eid) => eid !== middle })).toEqual(
    nested.filter((text) => !text.startsWith('middle')),
  )
  expect(seen({ filter: (eid) => eid === inner })).toEqual(own('inner'))
  expect(seen({ eid: middle })).toEqual(own('middle'))
  takeFromSlot(world, middle)
  tick(world)
  expect(seen().slice(0, 3)).toEqual(['middle front', 'middle hand', 'inner front'])
})

test.each([
  ['WebAssembly', {}],
  ['plain kernels', { kernels: plainKernels }],
])('a slot child is hit at the place where it is drawn (%s)', (_, options) => {
  const world = makeWorld(options)
  const rig = figure()
  const [outer, middle, inner] = [4, -3, 2].map((x) => spawnSkeleton(world, rig, { x, scaleX: 0.8 }))
  putInSlot(world, outer, 'hand', middle)
  putInSlot(world, middle, 'hand', inner)
  play(world, outer, 'wave', { loop: true })
  play(world, inner, 'wave', { loop: true })
  let [inside, outside] = [0, 0]
  for (let i = 0; i < 20; i++) {
    tick(world, 0.07)
    for (let k = 0; k < 25; k++) {
      const [x, y] = [((k * 17 + i * 5) % 50) - 5, ((k * 31 + i * 11) % 40) - 10]
      const found = hitTest(world, { x, y }, { by: 'shapes' }).map(({ eid, name }) => `${eid} ${name}`)
      const wanted = [outer, middle, inner].flatMap((eid) =>
        ['back', 'hand', 'front']
          .filter((_, at) => {
            // Of a region four points, slot by slot. Nobody wants bones here, so that they are not kept.
            const points = Float32Array.from(verticesOf(world, eid).slice(8 * at, 8 * at + 8))
            return meetsPolygon({ kind: 'point', x0: x, y0: y, x1: x, y1: y }, points, 4)
          })
          .map((slot) => `${eid} ${slot}`),
      )
      expect(found.sort()).toEqual(wanted.sort())
      inside += found.length
      if (found.length === 0) outside++
    }
  }
  expect([inside > 100, outside > 100]).toEqual([true, true])
})
