/** Hits of what is in slots come at the places of these, whatever sort keys the children have. */
import { expect, test } from 'vitest'
import {
  type HitOptions,
  hitTest,
  putInSlot,
  registerAtlas,
  spawnSkeleton,
  spawnSprite,
  takeFromSlot,
} from '../../src/api'
import { kernels } from '../../src/kernels'
import { makeWorld, tick } from '../fixtures/play'
import { figure } from '../nesting/kit'
import { region } from '../streams/fixture'
import { sheetOf } from '../streams/sprite-kit'

/** Three regions about the root, and a smaller figure for what is held. */
const RIG = figure(['back', 'hand', 'front'].map((name) => ({ name, attachments: { [name]: region(name) } })))

test.each([
  ['TypeScript', {}],
  ['compiled kernels', { kernels }],
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
