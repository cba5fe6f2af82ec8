/** Sprites of which only places change are moved without a look at their other columns: nobody may see a difference. */

import { createWorld } from 'bitecs'
import fc from 'fast-check'
import { plainKernels } from 'osteon/kernels/plain'
import { expect, test } from 'vitest'
import { assembleFrame, installAnimation, spawnSkeleton } from '../../src/api'
import { childOf, nesting, putInSlot, takeFromSlot } from '../../src/joins/nesting'
import { restoreState, type SavedState, saveState } from '../../src/joins/save'
import { despawnSprite, registerAtlas, spawnSprite, spawnSprites, sprites } from '../../src/joins/sprites'
import { KEPT, spritedWorld } from '../../src/joins/sprites/state'
import { createLooks, updateLooks } from '../../src/streams/looks'
import { ALL_QUADS } from '../../src/world/streams'
import { runPipeline } from '../../systems'
import { runs } from '../deep'
import { validateWorld } from '../fixtures/validate-world'
import { figure } from '../nesting/kit'
import { drawnOf, positionsOf, sheetOf, vertexOf } from './sprite-kit'

const RIG = figure()
const SHEETS = [sheetOf({ name: 'a', width: 12, offsetX: 3, originalWidth: 20 }), sheetOf({ name: 'b' })]

interface Step {
  kind: 'move' | 'turn' | 'look' | 'region' | 'level' | 'key' | 'pivot' | 'add'
  who: number
  value: number
}
type Op =
  | Step
  | {
      kind: 'spawn' | 'despawn' | 'respawn' | 'attach' | 'detach' | 'register' | 'save' | 'restore'
      who: number
    }

const who = fc.nat(9)
const moveOf: fc.Arbitrary<Op> = fc.record({ kind: fc.constant('move' as const), who, value: fc.nat(5) })
const otherOf: fc.Arbitrary<Op> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('turn', 'look', 'region', 'level', 'key', 'pivot', 'add'),
    who,
    value: fc.nat(3),
  }),
  fc.record({
    kind: fc.constantFrom('spawn', 'despawn', 'respawn', 'attach', 'detach', 'register', 'save', 'restore'),
    who,
  }),
)
const stepOf = fc.oneof(
  { weight: 3, arbitrary: fc.array(moveOf, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.array(fc.oneof(moveOf, otherOf, otherOf), { maxLength: 3 }) },
)

interface Stage {
  world: ReturnType<typeof spritedWorld>
  holder: number
  ids: number[]
  looks: ReturnType<typeof createLooks>
  saved: SavedState | null
}

function raise(options: object): Stage {
  const use = [nesting, sprites]
  const world = spritedWorld(
    installAnimation(createWorld(), { capacity: 24, use, warn: () => {}, ...options }),
  )
  const holder = spawnSkeleton(world, RIG, { x: 5 })
  const ids = [...spawnSprites(world, 6, registerAtlas(world, SHEETS[0]), 'a', { x: 3 })]
  return { world, holder, ids, looks: createLooks(), saved: null }
}

function carryOut(stage: Stage, op: Op): void {
  const { world, holder, ids } = stage
  const { Sprite, SortKey, Transform, Visibility } = world.components
  const eid = ids[op.who % ids.length]
  if (op.kind === 'move') [Transform.x, Transform.y][op.value % 2][eid] += op.value
  else if (op.kind === 'turn')
    [Transform.rotation, Transform.scaleX, Transform.scaleY][op.who % 3][eid] = op.value / 2
  else if (op.kind === 'look')
    [Sprite.red, Sprite.green, Sprite.blue, Sprite.alpha][op.who % 4][eid] = op.value / 3
  else if (op.kind === 'region') Sprite.region[eid] = op.value
  else if (op.kind === 'level') Visibility.level[eid] = op.value
  else if (op.kind === 'key') SortKey.value[eid] = op.value
  else if (op.kind === 'pivot') [Sprite.pivotX, Sprite.pivotY][op.who % 2][eid] = op.value / 2
  else if (op.kind === 'add') Sprite.additive[eid] = op.value % 2
  else if (op.kind === 'spawn') {
    if (ids.length < 12) ids.push(spawnSprite(world, registerAtlas(world, SHEETS[0]), 'a', { y: op.who }))
    stage.saved = null
  } else if (op.kind === 'despawn') {
    if (ids.length > 1) despawnSprite(world, ids.splice(op.who % ids.length, 1)[0])
    stage.saved = null
  } else if (op.kind === 'respawn') {
    despawnSprite(world, eid)
    ids[op.who % ids.length] = spawnSprite(world, registerAtlas(world, SHEETS[0]), 'a', { x: 3 })
    stage.saved = null
  } else if (op.kind === 'attach') {
    const held = childOf(world, holder, 'hand')
    if (held) takeFromSlot(world, held)
    putInSlot(world, holder, 'hand', eid)
  } else if (op.kind === 'detach') {
    takeFromSlot(world, eid)
  } else if (op.kind === 'register') registerAtlas(world, SHEETS[1])
  else if (op.kind === 'save') stage.saved = saveState(world, stage.saved ?? undefined)
  else if (stage.saved) restoreState(world, stage.saved)
}

/**
 * What a renderer sees of a tick, and which pages of positions it would upload.
 *
 * @param keeps whether there are notes of earlier ticks.
 */
function tick({ world, ids, looks }: Stage, keeps = false) {
  const { changes } = world.animation.streams
  if (!keeps) changes.positions.fill(0)
  runPipeline(world)
  assembleFrame(world, true)
  const order = drawnOf(world).map((drawable) => (drawable < 0 ? ids.indexOf(~drawable) : -1))
  const { frame } = assembleFrame(world)
  const noted = changes.positions.join()
  updateLooks(world, looks)
  changes.positions.fill(0)
  const { rows, places } = world.animation.sprites
  const shown = ids.map((eid) => rows.shown[places.columns.row[eid]])
  const seen = ids.filter((_, i) => shown[i] !== 0)
  return {
    noted,
    shown,
    order,
    runs: [frame.indexCount, frame.runPage.subarray(0, frame.runCount).join()],
    corners: seen.map((eid) => positionsOf(world, eid).join()),
    words: seen.map((eid) => {
      const at = vertexOf(world, eid)
      return [looks.lightWords, looks.darkWords, looks.infoWords].map((list) =>
        list.subarray(at, at + 4).join(),
      )
    }),
  }
}

test.each([
  ['WebAssembly', {}],
  ['plain kernels', { kernels: plainKernels }],
])('random scripts leave the same as where all columns are looked at, %s', (_, options) => {
  let moved = 0
  const steps = fc.array(stepOf, { minLength: 8, maxLength: 24 })
  fc.assert(
    fc.property(steps, (script) => {
      const [quick, plain] = [raise(options), raise(options)]
      for (const ops of script) {
        for (const stage of [quick, plain]) for (const op of ops) carryOut(stage, op)
        plain.world.animation.sprites.kept = KEPT.nothing
        plain.world.animation.streams.pools.keysStale = true
        expect(tick(quick)).toEqual(tick(plain))
        if (quick.world.animation.sprites.kept === KEPT.corners) moved++
        validateWorld(quick.world)
      }
    }),
    { numRuns: runs(80) },
  )
  expect(moved).toBeGreaterThan(100)
})

test.each([
  ['WebAssembly', {}],
  ['plain kernels', { kernels: plainKernels }],
])('what waits for a GPU is there when a frame is assembled, %s', (_, options) => {
  let waited = 0
  const steps = fc.array(stepOf, { minLength: 8, maxLength: 24 })
  fc.assert(
    fc.property(steps, fc.infiniteStream(fc.nat(3)), (script, asked) => {
      const [lazy, plain] = [raise(options), raise(options)]
      for (const ops of script) {
        for (const stage of [lazy, plain]) for (const op of ops) carryOut(stage, op)
        const { animation } = lazy.world
        animation.sprites.fills = true
        plain.world.animation.sprites.kept = KEPT.nothing
        plain.world.animation.streams.pools.keysStale = true
        if (asked.next().value === 0) {
          const [{ noted, ...seen }, { noted: other, ...expected }] = [tick(lazy, true), tick(plain, true)]
          expect(seen).toEqual(expected)
          // What differs from the last picture must be among what is uploaded.
          for (const [page, isNoted] of other.split(',').entries())
            if (isNoted === '1') expect(noted.split(',')[page]).toBe('1')
        } else {
          for (const { world } of [lazy, plain]) runPipeline(world)
          if (animation.sprites.behind) waited++
        }
        validateWorld(lazy.world)
      }
    }),
    { numRuns: runs(80) },
  )
  expect(waited).toBeGreaterThan(100)
})

test('what a GPU has made is uploaded again, even where it is as before', () => {
  const stage = raise({})
  const { world, ids } = stage
  const { Sprite, Transform } = world.components
  for (let i = 0; i < 2; i++) tick(stage)
  const before = tick(stage)
  world.animation.sprites.fills = true
  for (const value of [9, 3]) {
    Transform.x[ids[0]] = value
    Sprite.red[ids[0]] = value === 3 ? 1 : 0
    runPipeline(world)
  }
  expect(world.animation.sprites.behind).toBe(true)
  const { looks } = world.animation.streams
  const { next } = looks
  const { noted, ...after } = tick(stage)
  expect(before).toMatchObject(after)
  expect(noted.split(',')[vertexOf(world, ids[0]) >> 6]).toBe('1')
  expect(looks.drawables.subarray(next, looks.next)).toContain(ALL_QUADS)
})

test('the processor places all sprites while one is in a slot, even of a skeleton at rest', () => {
  const stage = raise({})
  const { world, ids } = stage
  const { quads } = world.animation.joins
  carryOut(stage, { kind: 'attach', who: 1 })
  for (let i = 0; i < 4; i++) tick(stage)
  for (const kind of ['move', 'detach'] as const) {
    world.animation.sprites.fills = true
    // A follower that is placed after the tick.
    quads.placeOne(ids[0])
    carryOut(stage, { kind: 'move', who: 2, value: 4 })
    runPipeline(world)
    expect(world.animation.sprites.behind).toBe(false)
    if (kind === 'move') carryOut(stage, { kind: 'detach', who: 1 })
  }
  carryOut(stage, { kind: 'move', who: 2, value: 4 })
  runPipeline(world)
  expect(world.animation.sprites.behind).toBe(true)
})

/** What happens after ticks in which only places change. */
const AFTERWARDS: Record<string, Op[]> = {
  ...Object.fromEntries(
    [0, 1, 2].flatMap((who) => [
      [`turn or scale ${who}`, [{ kind: 'turn', who, value: 3 }]],
      [`pivot ${who}`, [{ kind: 'pivot', who, value: 2 }]],
    ]),
  ),
  ...Object.fromEntries([0, 1, 2, 3].map((who) => [`colour ${who}`, [{ kind: 'look', who, value: 1 }]])),
  additive: [{ kind: 'add', who: 1, value: 1 }],
  region: [{ kind: 'region', who: 1, value: 0 }],
  level: [{ kind: 'level', who: 1, value: 2 }],
  'sort key': [{ kind: 'key', who: 1, value: 2 }],
  'an atlas whose region a sprite already names': [{ kind: 'register', who: 0 }],
  'another sprite with the same entity': [{ kind: 'respawn', who: 1 }],
  'one in a slot': [{ kind: 'attach', who: 1 }],
}

test.each(Object.entries(AFTERWARDS))('a change after others moved is taken over: %s', (_, ops) => {
  const [quick, plain] = [raise({}), raise({})]
  for (const { world, ids } of [quick, plain]) world.components.Sprite.region[ids[5]] = 2
  const pass = () => {
    plain.world.animation.sprites.kept = KEPT.nothing
    expect(tick(quick)).toEqual(tick(plain))
  }
  for (let i = 0; i < 3; i++) pass()
  expect(quick.world.animation.sprites.kept).toBe(KEPT.corners)
  const before = tick(quick)
  for (const stage of [quick, plain]) for (const op of ops) carryOut(stage, op)
  pass()
  expect(ops[0].kind === 'respawn' || JSON.stringify(tick(quick)) !== JSON.stringify(before)).toBe(true)
  pass()
})

test('nothing is sorted while no key changes', () => {
  const stage = raise({})
  tick(stage)
  const { pools } = stage.world.animation.streams
  stage.world.components.Transform.x[stage.ids[0]] = 9
  runPipeline(stage.world)
  expect(pools.keysStale).toBe(false)
  stage.world.components.SortKey.value[stage.ids[0]] = 9
  runPipeline(stage.world)
  expect(pools.keysStale).toBe(true)
  expect(drawnOf(stage.world).at(-1)).toBe(~stage.ids[0])
  stage.world.components.SortKey.value[stage.holder] = 10
  runPipeline(stage.world)
  expect(drawnOf(stage.world).at(-1)).toBe(stage.holder)
})
