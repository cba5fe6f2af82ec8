/** The kernel of sprites: in both builds, and with copies of columns by entity and by row, it leaves the same. */
import { addEntity, createWorld } from 'bitecs'
import fc from 'fast-check'
import { plainKernels } from 'osteon/kernels/plain'
import { runPipeline } from 'osteon/systems'
import { expect, test } from 'vitest'
import { installAnimation } from '../../src/api/install'
import { registerAtlas, spawnSprite, sprites } from '../../src/joins/sprites'
import { spritedWorld } from '../../src/joins/sprites/state'
import { createLooks, updateLooks } from '../../src/streams/looks'
import { runs } from '../deep'
import { positionsOf, sheetOf, vertexOf } from './sprite-kit'

const REGIONS = [
  { name: 'a', width: 12, height: 7, originalWidth: 16, originalHeight: 9, offsetX: 3, offsetY: 1 },
  { name: 'b', page: 1 },
]

const number = fc.oneof(
  fc.double({ min: -100, max: 100, noNaN: true }),
  fc.constantFrom(0, -0, 1, 1e6, Number.NaN, Number.POSITIVE_INFINITY),
)
const share = fc.oneof(fc.double({ min: -0.2, max: 1.2, noNaN: true }), fc.constantFrom(0, 0.5, 1))
interface Change {
  who: number
  place: Record<'x' | 'y' | 'rotation' | 'scaleX' | 'scaleY', number>
  look: Record<'red' | 'green' | 'blue' | 'alpha' | 'pivotX' | 'pivotY', number>
  region: number
  additive: number
  level: number
}

const change: fc.Arbitrary<Change> = fc.record({
  who: fc.nat(8),
  place: fc.record({ x: number, y: number, rotation: number, scaleX: number, scaleY: number }),
  look: fc.record({ red: share, green: share, blue: share, alpha: share, pivotX: share, pivotY: share }),
  region: fc.nat(3),
  additive: fc.nat(1),
  level: fc.constantFrom(0, 0, 0, 2),
})

/** A world with nine sprites. @param others entities without a sprite. */
function stage(options: object, others: number) {
  const world = spritedWorld(installAnimation(createWorld(), { use: [sprites], warn: () => {}, ...options }))
  const sheet = registerAtlas(world, sheetOf(...REGIONS))
  for (let i = 0; i < others; i++) addEntity(world)
  const ids = Array.from({ length: 9 }, () => spawnSprite(world, sheet, 'a'))
  return { world, ids, looks: createLooks() }
}

function carryOut(
  { world, ids }: ReturnType<typeof stage>,
  { who, place, look, ...rest }: ReturnType<typeof change.generate>['value'],
) {
  const { Sprite, Transform, Visibility } = world.components
  const eid = ids[who]
  for (const [name, value] of Object.entries(place)) Transform[name as keyof typeof place][eid] = value
  for (const [name, value] of Object.entries(look)) Sprite[name as keyof typeof look][eid] = value
  Sprite.region[eid] = rest.region
  Sprite.additive[eid] = rest.additive
  Visibility.level[eid] = rest.level
}

/** Corners, colours, keys and visibility of each sprite. */
function pictureOf({ world, ids, looks }: ReturnType<typeof stage>) {
  runPipeline(world)
  updateLooks(world, looks)
  const { shown } = world.animation.sprites.rows
  const { row } = world.animation.sprites.places.columns
  return ids.map((eid) => {
    const at = vertexOf(world, eid)
    const words = [looks.lightWords, looks.darkWords, looks.infoWords].map((list) => [
      ...list.subarray(at, at + 4),
    ])
    const uvs = [...looks.uvs.subarray(2 * at, 2 * at + 8)]
    return { corners: positionsOf(world, eid), words, uvs, shown: shown[row[eid]] }
  })
}

test('builds and layouts agree', () => {
  const steps = fc.array(fc.array(change, { maxLength: 4 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(steps, (script) => {
      const stages = [
        stage({ capacity: 16 }, 0),
        stage({ capacity: 16 }, 1),
        stage({ capacity: 16, kernels: plainKernels }, 0),
        stage({ capacity: 500 }, 300),
        stage({ capacity: 500, kernels: plainKernels }, 300),
      ]
      const [first] = stages
      for (const changes of script) {
        for (const each of stages) for (const one of changes) carryOut(each, one)
        const [picture, ...others] = stages.map(pictureOf)
        for (const other of others) expect(other).toEqual(picture)
      }
      const isByEntity = ({ world }: typeof first) =>
        world.animation.sprites.copies.capacity >= world.components.Transform.x.length
      expect(stages.map(isByEntity)).toEqual([true, true, true, false, false])
    }),
    { numRuns: runs(60) },
  )
})

test('corners and colours are those of the formula', () => {
  const stages = stage({}, 0)
  const { world, ids } = stages
  const [eid] = ids
  const place = { x: 30, y: -20, rotation: 0.7, scaleX: 2, scaleY: -0.5 }
  const look = { red: 0.25, green: 1, blue: 0.5, alpha: 0.5, pivotX: 0.25, pivotY: 1 }
  carryOut(stages, { who: 0, place, look, region: 1, additive: 0, level: 0 })
  const [{ corners, words }] = pictureOf(stages)
  const edges = { left: 3 - 4, right: 15 - 4, bottom: 1 - 9, top: 8 - 9 }
  const corner = (px: number, py: number) => {
    const [x, y] = [2 * px, -0.5 * py]
    const [cos, sin] = [Math.cos(0.7), Math.sin(0.7)]
    return [cos * x - sin * y + 30, sin * x + cos * y - 20]
  }
  const { left, right, bottom, top } = edges
  const expected = [corner(left, bottom), corner(left, top), corner(right, top), corner(right, bottom)].flat()
  for (const [i, value] of expected.entries()) expect(corners[i]).toBeCloseTo(value, 4)
  expect(words[0][0]).toBe(32 + 256 * 128 + 65536 * 64 + 128 * 2 ** 24)
  expect(words[1][0]).toBe(0)
  world.components.Sprite.additive[eid] = 1
  const [additive] = pictureOf(stages)
  expect(additive.words.slice(0, 2).map(([word]) => word)).toEqual([
    32 + 256 * 128 + 65536 * 64,
    128 * 2 ** 24,
  ])
})

test('where most sprites change their colours, one note covers all of them', () => {
  const game = { ...stage({ capacity: 256 }, 0), ids: [] as number[] }
  const sheet = registerAtlas(game.world, sheetOf({ name: 'c' }))
  game.ids = Array.from({ length: 200 }, () => spawnSprite(game.world, sheet, 'c'))
  pictureOf(game)
  const { Sprite } = game.world.components
  const { looks: log } = game.world.animation.streams
  for (const [count, notes] of [
    [50, 50],
    [150, 1],
  ]) {
    const from = log.next
    for (const eid of game.ids.slice(0, count)) Sprite.green[eid] = Sprite.green[eid] === 1 ? 0.5 : 1
    const shown = pictureOf(game).map(({ words: [[light]] }) => (light >> 8) & 255)
    expect(shown).toEqual(game.ids.map((eid) => (Sprite.green[eid] === 1 ? 255 : 128)))
    expect(log.next - from).toBe(notes)
  }
})
