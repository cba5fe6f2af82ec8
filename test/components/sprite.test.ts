/** Sprites: ways to make one, bad input, and removal. */
import {
  addComponent,
  addEntity,
  addPrefab,
  createWorld,
  getAllEntities,
  getComponent,
  hasComponent,
  IsA,
  removeComponent,
  removeEntity,
  resetWorld,
  set,
} from 'bitecs'
import { createSoADeserializer, createSoASerializer } from 'bitecs/serialization'
import { describe, expect, test } from 'vitest'
import { createTransform } from '../../components'
import { installAnimation, spawnSkeleton } from '../../src/api'
import { restoreState, saveState } from '../../src/joins/save'
import { despawnSprite, registerAtlas, spawnSprite, spawnSprites, sprites } from '../../src/joins/sprites'
import { quadRow } from '../../src/world/quads'
import { runPipeline } from '../../systems'
import { type MadeWorld, makeRig, makeWorld } from '../fixtures/play'
import { noWarnings } from '../fixtures/warnings'
import { drawnOf, positionsOf, sheetOf } from '../streams/sprite-kit'

const atlas = sheetOf({ name: 'spark' }, { name: 'smoke', page: 1 })

function stage() {
  const world = makeWorld({ capacity: 4 })
  const sheet = registerAtlas(world, atlas)
  const region = sheet.regions.get('spark') ?? 0
  return { world, sheet, region, ...world.components }
}

test('a world without `sprites` refuses all calls for them', () => {
  const { sheet } = stage()
  const world = installAnimation(createWorld({}), { warn: noWarnings })
  const calls = [
    () => registerAtlas(world, atlas),
    () => spawnSprite(world, sheet, 'spark'),
    () => spawnSprites(world, 2, sheet, 'spark'),
    () => despawnSprite(world, addEntity(world)),
  ]
  for (const call of calls)
    expect(call).toThrow(expect.objectContaining({ code: 'no-extension', path: 'sprites' }))
  expect(Object.keys(world.components)).not.toContain('Sprite')
})

describe('a sprite made in another way is the same as a spawned one:', () => {
  const look = { red: 0.5, alpha: 0.25, additive: true, pivotX: 0, pivotY: 1 }
  const place = { x: 3, y: 4, rotation: 0.5, scaleX: 2, scaleY: -1 }
  const spawned = () => {
    const { world, sheet } = stage()
    const eid = spawnSprite(world, sheet, 'spark', { ...look, ...place })
    runPipeline(world)
    return positionsOf(world, eid)
  }

  test('set on an entity', () => {
    const { world, region, Sprite, Transform } = stage()
    const eid = addEntity(world)
    addComponent(world, eid, set(Sprite, { region, ...look }))
    addComponent(world, eid, set(Transform, place))
    runPipeline(world)
    expect(positionsOf(world, eid)).toEqual(spawned())
    expect(getComponent(world, eid, Sprite)).toEqual({ region, green: 1, blue: 1, ...look })
  })

  test.each([
    ['and ticked', (world: MadeWorld) => runPipeline(world)],
    ['and saved and restored', (world: MadeWorld) => restoreState(world, saveState(world))],
    ['behind one that a reset removed', (world: MadeWorld, eid: number) => resetWith(world, eid)],
  ])('set before its atlas was registered, %s', (_, between) => {
    const world = makeWorld({ capacity: 4 })
    const { Sprite, Transform } = world.components
    const eid = addEntity(world)
    addComponent(world, eid, set(Sprite, look))
    addComponent(world, eid, set(Transform, place))
    between(world, eid)
    const region = registerAtlas(world, atlas).regions.get('spark') ?? 0
    Sprite.region[eid] = region
    runPipeline(world)
    expect(positionsOf(world, eid)).toEqual(spawned())
    expect(drawnOf(world)).toEqual([~eid])
  })

  /** The reset world has an entity of the same id with the same components, and one that lost its sprite. */
  function resetWith(world: MadeWorld, eid: number): void {
    const { Sprite, Transform } = world.components
    addComponent(world, addEntity(world), set(Sprite, {}))
    resetWorld(world)
    runPipeline(world)
    expect(addEntity(world)).toBe(eid)
    addComponent(world, eid, set(Sprite, look))
    addComponent(world, eid, set(Transform, place))
  }

  test('set and saved before its atlas was registered, and then removed', () => {
    const world = makeWorld({ capacity: 4 })
    const eid = addEntity(world)
    addComponent(world, eid, world.components.Sprite)
    saveState(world)
    removeComponent(world, eid, world.components.Sprite)
    runPipeline(world)
    expect(quadRow(world.animation.joins.quads, eid)).toBe(0)
  })

  test('an instance of a prefab, which has no row itself', () => {
    const { world, region, Sprite, Transform } = stage()
    const prefab = addPrefab(world)
    addComponent(world, prefab, set(Sprite, { region, ...look }))
    addComponent(world, prefab, set(Transform, place))
    const eid = addEntity(world, IsA(prefab))
    runPipeline(world)
    expect(positionsOf(world, eid)).toEqual(spawned())
    expect(quadRow(world.animation.joins.quads, prefab)).toBe(0)
    expect(drawnOf(world)).toEqual([~eid])
  })

  test('columns written by bitECS’s own deserialiser', () => {
    const from = stage()
    const eid = spawnSprite(from.world, from.sheet, 'spark', { ...look, ...place })
    const bytes = createSoASerializer([from.Sprite, from.Transform])([eid])
    const { world, Sprite, Transform } = stage()
    const copy = addEntity(world)
    expect(copy).toBe(eid)
    addComponent(world, copy, Sprite)
    addComponent(world, copy, Transform)
    createSoADeserializer([Sprite, Transform])(bytes)
    runPipeline(world)
    expect(positionsOf(world, copy)).toEqual(spawned())
  })
})

describe('bad input:', () => {
  test.each([
    ['a region that is not registered', { region: 99 }, 'missing-region'],
    ['half a region', { region: 0.5 }, 'missing-region'],
    ['a negative region', { region: -1 }, 'missing-region'],
    ['a colour that is no number', { red: Number.NaN }, 'not-finite'],
    ['a pivot without end', { pivotX: Number.POSITIVE_INFINITY }, 'not-finite'],
  ])('%s is refused and leaves the entity bare', (_, wrong, code) => {
    const { world, region, Sprite } = stage()
    const eid = addEntity(world)
    const attempt = () => addComponent(world, eid, set(Sprite, { region, ...wrong }))
    expect(attempt).toThrow(expect.objectContaining({ code, source: `entity ${eid}` }))
    expect(hasComponent(world, eid, Sprite)).toBe(false)
    runPipeline(world)
    expect(drawnOf(world)).toEqual([])
  })

  test('a refused later set leaves the sprite as it was', () => {
    const { world, region, Sprite } = stage()
    const eid = addEntity(world)
    addComponent(world, eid, set(Sprite, { region, alpha: 0.5 }))
    expect(() => addComponent(world, eid, set(Sprite, { region, alpha: Number.NaN }))).toThrow('not-finite')
    expect(hasComponent(world, eid, Sprite)).toBe(true)
    expect(Sprite.alpha[eid]).toBe(0.5)
  })

  test('a name that the sheet has not, another world’s sheet, and an atlas without sizes are refused', () => {
    const { world, sheet } = stage()
    const entities = world.components.Sprite.region.filter((region) => region !== 0).length
    expect(() => spawnSprite(world, sheet, 'sprak')).toThrow(/"spark", "smoke".*missing-region/)
    expect(() => spawnSprite(world, stage().sheet, 'spark', {})).toThrow('bad-option')
    expect(() => registerAtlas(world, sheetOf({ name: 'flat', width: 0 }))).toThrow('bad-atlas')
    expect(() => registerAtlas(world, sheetOf({ name: 'gone', page: 7 }))).toThrow('missing-page')
    expect(() => spawnSprite(world, sheet, 'spark', { x: Number.NaN })).toThrow('not-finite')
    expect(world.components.Sprite.region.filter((region) => region !== 0)).toHaveLength(entities)
    expect(world.animation.sprites.regionCount).toBe(3)
  })

  test('a region number that no atlas has, written into the column, draws nothing', () => {
    const { world, sheet, Sprite } = stage()
    const eid = spawnSprite(world, sheet, 'spark')
    Sprite.region[eid] = 4_000_000_000
    runPipeline(world)
    expect(drawnOf(world)).toEqual([])
    Sprite.region[eid] = 1
    runPipeline(world)
    expect(drawnOf(world)).toEqual([~eid])
  })
})

describe('many sprites at once', () => {
  const place = { x: 3, sortKey: 2, red: 0.5 }

  test('are those that single calls make, and are drawn by age', () => {
    const { world, sheet } = stage()
    const eids = spawnSprites(world, 5, sheet, 'smoke', place)
    expect(eids).toBeInstanceOf(Uint32Array)
    expect([...spawnSprites(world, 0, sheet, 'smoke')]).toEqual([])
    const single = stage()
    const expected = [0, 1, 2, 3, 4].map(() => spawnSprite(single.world, single.sheet, 'smoke', place))
    for (const stage of [world, single.world]) runPipeline(stage)
    expect([...eids]).toEqual(expected)
    expect(drawnOf(world)).toEqual(expected.map((eid) => ~eid))
    for (const eid of eids) {
      expect(positionsOf(world, eid)).toEqual(positionsOf(single.world, eid))
      expect(getComponent(world, eid, world.components.Sprite)).toEqual(
        getComponent(single.world, eid, single.Sprite),
      )
      expect(world.components.SortKey.value[eid]).toBe(2)
    }
  })

  test.each([
    ['bad-option', -1, 'spark', {}],
    ['bad-option', 1.5, 'spark', {}],
    ['bad-option', Number.NaN, 'spark', {}],
    ['bad-option', '3' as never, 'spark', {}],
    ['missing-region', 3, 'sprak', {}],
    ['not-finite', 3, 'spark', { x: Number.NaN }],
    ['not-finite', 3, 'spark', { sortKey: Number.POSITIVE_INFINITY }],
    ['bad-option', 3, 'spark', { colour: 1 } as never],
  ])('are refused with %s for %s of %s with %o', (code, count, name, options) => {
    const { world, sheet } = stage()
    const call = () => spawnSprites(world, count, sheet, name, options)
    expect(call).toThrow(expect.objectContaining({ code }))
    runPipeline(world)
    expect([...getAllEntities(world)]).toEqual([])
    expect(world.animation.sprites.alive.count).toBe(0)
  })

  test('leave none behind where a component of the game is too short', () => {
    const Transform = createTransform(4)
    const world = installAnimation(createWorld({}), { use: [sprites], Transform, warn: noWarnings })
    const sheet = registerAtlas(world, atlas)
    expect(() => spawnSprites(world, 4, sheet, 'spark')).toThrow(
      expect.objectContaining({ code: 'capacity' }),
    )
    runPipeline(world)
    expect([...getAllEntities(world)]).toEqual([])
    expect(world.animation.joins.quads.alive.count).toBe(0)
    expect(spawnSprites(world, 3, sheet, 'spark')).toHaveLength(3)
  })
})

describe('a sprite that goes', () => {
  test('takes its row along whichever way it goes', () => {
    const { world, sheet, Sprite } = stage()
    const [a, b, c] = [0, 1, 2].map((x) => spawnSprite(world, sheet, 'spark', { x }))
    runPipeline(world)
    despawnSprite(world, a)
    removeComponent(world, b, Sprite)
    removeEntity(world, c)
    expect(drawnOf(world)).toEqual([])
    runPipeline(world)
    expect(world.animation.sprites.alive.count).toBe(0)
    expect(world.animation.streams.pools.vertices.used).toBe(0)
    expect(() => despawnSprite(world, b)).toThrow(expect.objectContaining({ code: 'no-sprite' }))
    for (const eid of [4_000_000, -1, 1.5])
      expect(() => despawnSprite(world, eid)).toThrow(expect.objectContaining({ code: 'no-sprite' }))
  })

  test('is not taken for its successor under the same id, nor is its sort key', () => {
    const { world, sheet } = stage()
    const first = spawnSprite(world, sheet, 'spark', { x: 7 })
    world.components.SortKey.value[first] = 5
    runPipeline(world)
    removeEntity(world, first)
    const second = spawnSprite(world, sheet, 'smoke')
    expect(second).toBe(first)
    runPipeline(world)
    expect(positionsOf(world, second)).toEqual([-5, -5, -5, 5, 5, 5, 5, -5])
    expect(world.components.SortKey.value[second]).toBe(0)
  })

  test('may leave its entity, and its skeleton, behind', () => {
    const { world, sheet, Sprite } = stage()
    const eid = spawnSkeleton(world, makeRig())
    addComponent(world, eid, set(Sprite, { region: sheet.regions.get('spark') }))
    runPipeline(world)
    expect(drawnOf(world)).toEqual([eid, ~eid])
    despawnSprite(world, eid, { keepEntity: true })
    runPipeline(world)
    expect(drawnOf(world)).toEqual([eid])
  })
})

test('registering an atlas again gives the same sheet, and shares pages with rigs that have them', () => {
  const { world, sheet } = stage()
  expect(registerAtlas(world, atlas)).toBe(sheet)
  const other = registerAtlas(world, { model: atlas.model, pages: [...atlas.pages] })
  expect(other).not.toBe(sheet)
  expect(world.animation.pages).toHaveLength(2)
})
