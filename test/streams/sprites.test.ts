/** Sprites in the streams. */
import { removeEntity } from 'bitecs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { despawnSprite, registerAtlas, spawnSprite } from '../../src/joins/sprites'
import { spritePage, writeSpriteLooks } from '../../src/joins/sprites/place'
import { lookArrays } from '../../src/streams/looks'
import { quadRow } from '../../src/world/quads'
import { LOOK } from '../../src/world/streams'
import { runPipeline } from '../../systems'
import { worldOf } from './fixture'
import { drawnOf, positionsOf, sheetOf, vertexOf } from './sprite-kit'

function looksOf(world: ReturnType<typeof worldOf>, eid: number) {
  const looks = lookArrays(6)
  looks.dark.fill(9)
  looks.info.fill(9)
  writeSpriteLooks(world.animation, eid, LOOK.all, looks, 1)
  return {
    uvs: [...looks.uvs.subarray(2, 10)],
    light: [...looks.light.subarray(4, 8)],
    last: [...looks.light.subarray(16, 20)],
    dark: [...looks.dark.subarray(4, 20)],
    page: looks.info[4] + 256 * looks.info[5],
    untouched: [looks.info[3], looks.info[20], looks.uvs[0], looks.uvs[10]],
  }
}

describe('the corners of a sprite', () => {
  const trimmed = {
    name: 'leaf',
    width: 4,
    height: 6,
    offsetX: 1,
    offsetY: 2,
    originalWidth: 10,
    originalHeight: 20,
  }
  const place = (options: object) => {
    const world = worldOf()
    const eid = spawnSprite(world, registerAtlas(world, sheetOf(trimmed)), 'leaf', options)
    runPipeline(world)
    return positionsOf(world, eid).map((value) => Math.round(value * 1e4) / 1e4)
  }

  test('lie about the middle of the untrimmed image', () => {
    expect(place({})).toEqual([-4, -8, -4, -2, 0, -2, 0, -8])
  })

  test('hang from the pivot, are scaled, turned and moved', () => {
    expect(place({ pivotX: 0, pivotY: 0 })).toEqual([1, 2, 1, 8, 5, 8, 5, 2])
    expect(place({ pivotX: 0, pivotY: 0, scaleX: -2, scaleY: 0.5 })).toEqual([-2, 1, -2, 4, -10, 4, -10, 1])
    expect(place({ pivotX: 0, pivotY: 0, rotation: Math.PI / 2, x: 100, y: 50 })).toEqual([
      98, 51, 92, 51, 92, 55, 98, 55,
    ])
    expect(place({ scaleX: 0, scaleY: 0, x: 3, y: 4 })).toEqual([3, 4, 3, 4, 3, 4, 3, 4])
  })
})

// A region of 20 × 10 pixels at (30, 40) on a page of 100 × 100: bottom left, top left, top right, bottom right.
test.each([
  [0, [0.3, 0.5, 0.3, 0.4, 0.5, 0.4, 0.5, 0.5]],
  [90, [0.4, 0.6, 0.3, 0.6, 0.3, 0.4, 0.4, 0.4]],
  [180, [0.5, 0.4, 0.5, 0.5, 0.3, 0.5, 0.3, 0.4]],
  [270, [0.3, 0.4, 0.4, 0.4, 0.4, 0.6, 0.3, 0.6]],
] as const)('a region turned by %i degrees on its page is shown upright', (rotate, uvs) => {
  const world = worldOf()
  const sheet = registerAtlas(
    world,
    sheetOf({
      name: 'bar',
      x: 30,
      y: 40,
      width: 20,
      height: 10,
      originalWidth: 20,
      originalHeight: 10,
      rotate,
    }),
  )
  const eid = spawnSprite(world, sheet, 'bar')
  runPipeline(world)
  expect(looksOf(world, eid).uvs.map((value) => Math.round(value * 1e6) / 1e6)).toEqual(uvs)
  expect(positionsOf(world, eid)).toEqual([-10, -5, -10, 5, 10, 5, 10, -5])
})

test('colours are premultiplied, additive ones have no alpha, and nothing beside is written', () => {
  const world = worldOf()
  const sheet = registerAtlas(world, sheetOf({ name: 'a' }, { name: 'b', page: 1 }))
  const eid = spawnSprite(world, sheet, 'b', { red: 1, green: 0.5, blue: 0, alpha: 0.5 })
  const glow = spawnSprite(world, sheet, 'b', { alpha: 0.5, additive: true })
  runPipeline(world)
  const looks = looksOf(world, eid)
  expect(looks.light).toEqual([128, 64, 0, 128])
  expect(looks.last).toEqual(looks.light)
  expect(looks.dark).toEqual(new Array(16).fill(0))
  expect(looks.page).toBe(spritePage(world.animation, eid))
  expect(world.animation.pages[looks.page].name).toBe('two.png')
  expect(looks.untouched).toEqual([9, 9, 0, 0])
  expect(looksOf(world, glow).light).toEqual([128, 128, 128, 0])
  const bright = spawnSprite(world, sheet, 'b', { red: 0.5, green: 0.25, blue: 0, alpha: 2 })
  runPipeline(world)
  expect(looksOf(world, bright).light).toEqual([255, 128, 0, 255])
})

test('only changes are noted', () => {
  const world = worldOf()
  const { Sprite, Transform } = world.components
  const sheet = registerAtlas(world, sheetOf({ name: 'a' }, { name: 'b', page: 1 }))
  const [a, b] = [spawnSprite(world, sheet, 'a'), spawnSprite(world, sheet, 'a')]
  const { looks } = world.animation.streams
  const noted = (write: () => void): number[] => {
    const from = looks.next
    write()
    runPipeline(world)
    return [...looks.drawables.subarray(from, looks.next)]
  }
  expect(noted(() => {})).toEqual([~a, ~b])
  expect(noted(() => {})).toEqual([])
  Transform.x[a] = 5
  expect(noted(() => {})).toEqual([])
  expect(positionsOf(world, a)[0]).toBe(0)
  expect(noted(() => (Sprite.additive[b] = 1))).toEqual([~b])
  expect(noted(() => (Sprite.green[a] = 0))).toEqual([~a])
  expect(noted(() => (Sprite.region[b] = 2))).toEqual([~b])
  expect(noted(() => (Sprite.pivotX[b] = 0))).toEqual([])
  expect(positionsOf(world, b)).toEqual([0, -5, 0, 5, 10, 5, 10, -5])
})

test('another region of another size has other corners at once', () => {
  const world = worldOf()
  const sheet = registerAtlas(world, sheetOf({ name: 'a' }, { name: 'b', width: 20, originalWidth: 20 }))
  const eid = spawnSprite(world, sheet, 'a')
  runPipeline(world)
  world.components.Sprite.region[eid] = 2
  runPipeline(world)
  expect(positionsOf(world, eid)).toEqual([-10, -5, -10, 5, 10, 5, 10, -5])
})

test('a sprite in the row and vertices of one that left has its looks noted, though they are the same', () => {
  const world = worldOf()
  const sheet = registerAtlas(world, sheetOf({ name: 'a' }))
  despawnSprite(world, spawnSprite(world, sheet, 'a'))
  const first = spawnSprite(world, sheet, 'a')
  runPipeline(world)
  const row = quadRow(world.animation.joins.quads, first)
  despawnSprite(world, first)
  runPipeline(world)
  const eids = [spawnSprite(world, sheet, 'a'), spawnSprite(world, sheet, 'a')]
  expect(eids.map((eid) => quadRow(world.animation.joins.quads, eid))).toContain(row)
  const { looks } = world.animation.streams
  const from = looks.next
  runPipeline(world)
  expect(new Set(looks.drawables.subarray(from, looks.next))).toEqual(new Set(eids.map((eid) => ~eid)))
})

test('after any spawns, changes and despawns, the stream equals a naive model', () => {
  const operation = fc.record({
    kind: fc.constantFrom('spawn', 'despawn', 'remove', 'move', 'region', 'hide', 'tick'),
    which: fc.nat(20),
    value: fc.integer({ min: -50, max: 50 }),
  })
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 60 }), (operations) => {
      const world = worldOf()
      const { Sprite, Transform, Visibility } = world.components
      const sheet = registerAtlas(world, sheetOf({ name: 'a' }, { name: 'b', width: 20, originalWidth: 20 }))
      const model: { eid: number; x: number; wide: boolean; hidden: boolean }[] = []
      const check = () => {
        runPipeline(world)
        const shown = model.filter(({ hidden }) => !hidden)
        expect(drawnOf(world)).toEqual(shown.map(({ eid }) => ~eid))
        for (const { eid, x, wide } of shown) expect(positionsOf(world, eid)[0]).toBe(x - (wide ? 10 : 5))
        const { joins, sprites, streams } = world.animation
        expect(sprites.alive.count).toBe(model.length)
        expect(streams.pools.vertices.used).toBe(4 * model.length)
        expect(sprites.free.length + sprites.alive.count).toBe(sprites.top - 1)
        expect(new Set(model.map(({ eid }) => quadRow(joins.quads, eid))).size).toBe(model.length)
        expect(new Set(model.map(({ eid }) => vertexOf(world, eid))).size).toBe(model.length)
      }
      for (const { kind, which, value } of operations) {
        const one = model[which % Math.max(1, model.length)]
        if (kind === 'spawn') {
          const eid = spawnSprite(world, sheet, value > 0 ? 'b' : 'a', { x: value })
          Visibility.level[eid] = 0
          model.push({ eid, x: value, wide: value > 0, hidden: false })
        } else if (kind === 'tick') check()
        else if (!one) continue
        else if (kind === 'despawn' || kind === 'remove') {
          if (kind === 'remove') removeEntity(world, one.eid)
          else despawnSprite(world, one.eid)
          model.splice(model.indexOf(one), 1)
        } else if (kind === 'move') Transform.x[one.eid] = one.x = value
        else if (kind === 'hide') {
          one.hidden = value > 0
          Visibility.level[one.eid] = value > 0 ? 2 : 0
        } else {
          one.wide = value > 0
          Sprite.region[one.eid] = value > 0 ? 2 : 1
        }
      }
      check()
    }),
    { numRuns: 60 },
  )
})

test('sprites that come and go within a tick take only the room of sprites alive at once', () => {
  const world = worldOf()
  const sheet = registerAtlas(world, sheetOf({ name: 'a' }))
  const round = (count: number) => {
    for (let i = 0; i < count; i++) despawnSprite(world, spawnSprite(world, sheet, 'a'))
  }
  const stay = Array.from({ length: 20 }, () => spawnSprite(world, sheet, 'a'))
  round(200)
  runPipeline(world)
  const { used } = world.animation.arena
  round(5000)
  runPipeline(world)
  expect(world.animation.arena.used).toBe(used)
  expect(drawnOf(world)).toEqual(stay.map((eid) => ~eid))
})
