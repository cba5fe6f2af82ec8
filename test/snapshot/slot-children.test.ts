/** Slot children of a saved state are there again when it is restored, here and in other worlds. */
import { addEntity, entityExists, removeEntity } from 'bitecs'
import { plainKernels } from 'osteon/kernels/plain'
import { describe, expect, test } from 'vitest'
import { play, registerRig, spawnSkeleton } from '../../src/api'
import type { InstallOptions } from '../../src/api/install'
import { childOf, holderOf, nesting, putInSlot, takeFromSlot } from '../../src/joins/nesting'
import { decodeState, encodeState, restoreState, saveState } from '../../src/joins/save'
import { registerAtlas, spawnSprite } from '../../src/joins/sprites'
import type { AnimationWorld } from '../../src/world/world-type'
import { makeWorld, tick } from '../fixtures/play'
import { digestOf } from '../fixtures/state-graph'
import { validateWorld } from '../fixtures/validate-world'
import { drawnOf, figure, verticesOf } from '../nesting/kit'
import { positionsOf, sheetOf } from '../streams/sprite-kit'

const RIG = figure()
const SHEET = sheetOf({ name: 'gem' })

function know(options: InstallOptions = {}) {
  const world = makeWorld(options)
  registerRig(world, RIG, 'figure')
  return { world, sheet: registerAtlas(world, SHEET) }
}

/** A skeleton that holds one that holds a sprite, and one that holds nobody any more. */
function stage(options: InstallOptions = {}) {
  const { world, sheet } = know(options)
  const [inner, outer, bare] = [0, 1, 2].map((i) => spawnSkeleton(world, RIG, { x: 9 * i }))
  const gem = spawnSprite(world, sheet, 'gem', { x: 2 })
  putInSlot(world, outer, 'hand', inner)
  putInSlot(world, inner, 'hand', gem)
  putInSlot(world, bare, 'hand', spawnSkeleton(world, RIG))
  takeFromSlot(world, childOf(world, bare, 'hand') ?? 0)
  for (const eid of [outer, inner]) play(world, eid, 'wave', { loop: true })
  for (let i = 0; i < 3; i++) tick(world)
  return { world, ids: { inner, outer, bare, gem } }
}
type Ids = ReturnType<typeof stage>['ids']

/** The visible state in some ticks. */
function goOn(world: AnimationWorld, ids: Ids): unknown[] {
  const seen: unknown[] = []
  const names = new Map(Object.entries(ids).map(([name, eid]) => [eid, name]))
  for (let i = 0; i < 4; i++) {
    tick(world, 0.1)
    seen.push(verticesOf(world, ids.inner), verticesOf(world, ids.outer), positionsOf(world, ids.gem))
    seen.push(drawnOf(world).map((eid) => names.get(eid) ?? 'other'))
  }
  return seen
}

const refusal = (code: string) => expect.objectContaining({ name: 'OsteonError', code })

describe('a state that was saved with something in slots', () => {
  test('comes back after all of it was taken out, put elsewhere or removed', () => {
    const { world, ids } = stage()
    const saved = saveState(world)
    const first = goOn(world, ids)
    const changes = [
      () => takeFromSlot(world, ids.inner),
      () => putInSlot(world, ids.bare, 'front', ids.gem),
      () => removeEntity(world, ids.outer),
      () => removeEntity(world, ids.gem),
      () => putInSlot(world, ids.inner, 'back', spawnSkeleton(world, RIG)),
    ]
    for (const change of changes) {
      change()
      goOn(world, ids)
      expect(restoreState(world, saved).size).toBe(0)
      validateWorld(world)
      expect([holderOf(world, ids.inner), holderOf(world, ids.gem)]).toEqual([ids.outer, ids.inner])
      expect(goOn(world, ids)).toEqual(first)
    }
  })

  test('comes back without later children', () => {
    const { world, ids } = stage()
    takeFromSlot(world, ids.inner)
    takeFromSlot(world, ids.gem)
    const saved = saveState(world)
    const first = goOn(world, ids)
    restoreState(world, saved)
    putInSlot(world, ids.bare, 'hand', ids.outer)
    putInSlot(world, ids.outer, 'back', ids.inner)
    goOn(world, ids)
    restoreState(world, saved)
    validateWorld(world)
    expect(holderOf(world, ids.inner)).toBe(null)
    expect(goOn(world, ids)).toEqual(first)
  })

  test('comes back under other ids where theirs were taken', () => {
    const { world, ids } = stage()
    const saved = saveState(world)
    const first = goOn(world, ids)
    removeEntity(world, ids.outer)
    goOn(world, { ...ids, inner: ids.bare, outer: ids.bare, gem: ids.gem })
    for (const gone of [ids.outer, ids.inner, ids.gem]) expect(entityExists(world, gone)).toBe(false)
    const taken = [addEntity(world), addEntity(world)]
    const places = restoreState(world, saved)
    expect([...places.keys()].sort()).toEqual(taken.sort())
    validateWorld(world)
    const here = Object.fromEntries(
      Object.entries(ids).map(([name, eid]) => [name, places.get(eid) ?? eid]),
    ) as Ids
    expect(childOf(world, here.outer, 'hand')).toBe(here.inner)
    expect(holderOf(world, here.gem)).toBe(here.inner)
    expect(goOn(world, here)).toEqual(first)
    removeEntity(world, here.outer)
    tick(world)
    for (const gone of [here.outer, here.inner, here.gem]) expect(entityExists(world, gone)).toBe(false)
  })

  test.each([
    ['WebAssembly', {}],
    ['plain kernels', { kernels: plainKernels }],
  ])('is encoded, and goes on in another world that can nest (%s)', (_, options) => {
    const { world, ids } = stage(options)
    const bytes = encodeState(world)
    const first = goOn(world, ids)
    const { world: other } = know({ ...options, use: [nesting] })
    const decoded = decodeState(other, bytes)
    for (let again = 0; again < 2; again++) {
      expect(restoreState(other, decoded).size).toBe(0)
      validateWorld(other)
      expect(encodeState(other)).toEqual(bytes)
      expect(goOn(other, ids)).toEqual(first)
    }
    takeFromSlot(other, ids.inner)
    tick(other)
    validateWorld(other)
  })

  test('is refused by a world that cannot nest, with nothing changed', () => {
    const bytes = encodeState(stage().world)
    const { world } = know({ use: [] })
    const eid = spawnSkeleton(world, RIG)
    const before = digestOf(world, [eid])
    expect(() => decodeState(world, bytes)).toThrow(refusal('unsupported-feature'))
    expect(digestOf(world, [eid])).toEqual(before)
  })
})
