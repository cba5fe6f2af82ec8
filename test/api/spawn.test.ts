/** Spawning skeletons, and other ways to make one. */
import {
  addComponent,
  addEntity,
  addPrefab,
  entityExists,
  hasComponent,
  IsA,
  query,
  removeComponent,
  removeEntity,
  set,
} from 'bitecs'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  assembleFrame,
  despawnSkeleton,
  getBone,
  getPages,
  play,
  registerRig,
  setAttachment,
  setSkin,
  spawnSkeleton,
} from '../../src/api'
import { allocate } from '../../src/base/memory/arena'
import { runPipeline } from '../../systems'
import { makeRig, makeWorld, poseBits } from '../fixtures/play'
import { validateWorld } from '../fixtures/validate-world'

const rig = makeRig()

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a rig for which there is no memory leaves nothing behind', () => {
  const world = makeWorld()
  const { arena, pages, pageNumbers, rigs } = world.animation
  while (arena.buffer.byteLength - arena.top > 4096) allocate(arena, 1024)
  const Refusing = class {
    constructor() {
      throw new RangeError('no more')
    }
  }
  vi.stubGlobal('WebAssembly', { Memory: Refusing })
  vi.stubGlobal('ArrayBuffer', Refusing)
  expect(() => registerRig(world, rig)).toThrow(expect.objectContaining({ code: 'out-of-memory' }))
  vi.unstubAllGlobals()
  expect([rigs.length, pages.length, pageNumbers.size]).toEqual([1, 0, 0])
  expect(registerRig(world, rig)).toBe(1)
  expect(pages.length).toBeGreaterThan(0)
})

function tick(world: ReturnType<typeof makeWorld>, delta = 0.1): void {
  world.time.delta = delta
  runPipeline(world)
}

describe('a skeleton made in another way is the same as a spawned one:', () => {
  const look = { skin: 'horned', flipX: true, tint: [1, 0.5, 0.25], alpha: 0.5, timeScale: 2 } as const
  const place = { x: 3, y: 4, rotation: 0.5, scaleX: 2, scaleY: 0.5 }
  const spawned = () => {
    const world = makeWorld()
    const eid = spawnSkeleton(world, rig, { ...look, ...place })
    tick(world)
    return poseBits(world, eid)
  }

  test('set on an entity', () => {
    const world = makeWorld()
    const { Skeleton, Transform } = world.components
    const eid = addEntity(world)
    addComponent(world, eid, set(Skeleton, { rig, ...look }))
    addComponent(world, eid, set(Transform, place))
    tick(world)
    expect(poseBits(world, eid)).toBe(spawned())
  })

  test('an instance of a prefab', () => {
    const world = makeWorld()
    const { Skeleton, Transform } = world.components
    const prefab = addPrefab(world)
    addComponent(world, prefab, set(Skeleton, { rig, ...look }))
    addComponent(world, prefab, set(Transform, place))
    const eid = addEntity(world, IsA(prefab))
    tick(world)
    expect(poseBits(world, eid)).toBe(spawned())
    expect(world.animation.skeletons.serial[prefab]).toBe(0)
    expect(world.animation.alive.count).toBe(1)
  })

  test('columns written behind the setters’ back, as deserialisers do', () => {
    const world = makeWorld()
    const { Skeleton, Transform } = world.components
    const number = registerRig(world, rig)
    const eid = addEntity(world)
    addComponent(world, eid, Skeleton)
    addComponent(world, eid, Transform)
    tick(world)
    expect(world.animation.alive.count).toBe(0)
    Skeleton.rig[eid] = number
    Skeleton.skin[eid] = 1
    Skeleton.flipX[eid] = 1
    Skeleton.alpha[eid] = 0.5
    Skeleton.green[eid] = 0.5
    Skeleton.blue[eid] = 0.25
    Skeleton.timeScale[eid] = 2
    Object.entries(place).forEach(([field, value]) => {
      Transform[field as keyof typeof place][eid] = value
    })
    tick(world)
    expect(poseBits(world, eid)).toBe(spawned())
  })
})

test('a parsed export is no rig', () => {
  const given = { bones: [{ name: 'root' }], animations: {} }
  const world = makeWorld()
  for (const call of [registerRig, spawnSkeleton])
    expect(() => call(world, given as never)).toThrow(expect.objectContaining({ code: 'wrong-type' }))
  expect(query(world, [world.components.Skeleton])).toHaveLength(0)
  expect(world.animation.rigsByRig.size).toBe(0)
})

test('a refused spawn leaves no entity and no rows', () => {
  const world = makeWorld()
  const attempt = () => spawnSkeleton(world, rig, { skin: 'hrned' })
  expect(attempt).toThrow(expect.objectContaining({ code: 'unknown-skin' }))
  expect(attempt).toThrow(/"default", "horned"/)
  expect(() => spawnSkeleton(world, rig, { x: Number.NaN })).toThrow(
    expect.objectContaining({ code: 'not-finite', path: 'Transform.x' }),
  )
  expect(query(world, [world.components.Skeleton])).toHaveLength(0)
  expect(world.animation.alive.count).toBe(0)
})

test('a refused first set leaves the entity bare, a refused later one as it was', () => {
  const world = makeWorld()
  const { Skeleton } = world.components
  const eid = addEntity(world)
  expect(() => addComponent(world, eid, set(Skeleton, { rig: 'nobody' }))).toThrow(
    expect.objectContaining({ code: 'unknown-rig' }),
  )
  expect(hasComponent(world, eid, Skeleton)).toBe(false)
  addComponent(world, eid, set(Skeleton, { rig, alpha: 0.5 }))
  expect(() => addComponent(world, eid, set(Skeleton, { rig, alpha: Number.NaN }))).toThrow(
    expect.objectContaining({ code: 'not-finite' }),
  )
  expect(hasComponent(world, eid, Skeleton)).toBe(true)
  expect(Skeleton.alpha[eid]).toBe(0.5)
})

describe('a skeleton that goes', () => {
  test('takes its rows along whichever way it goes', () => {
    const world = makeWorld()
    const { Skeleton } = world.components
    const [a, b, c] = [0, 1, 2].map((x) => spawnSkeleton(world, rig, { x }))
    despawnSkeleton(world, a)
    removeComponent(world, b, Skeleton)
    removeEntity(world, c)
    tick(world)
    expect(world.animation.alive.count).toBe(0)
    expect(world.animation.blocks.chunks.every((chunk) => chunk === null)).toBe(true)
    expect(entityExists(world, b)).toBe(true)
  })

  test('is not taken for its successor under the same id', () => {
    const world = makeWorld()
    const first = spawnSkeleton(world, rig, { x: 7 })
    play(world, first, 'walk')
    removeEntity(world, first)
    const second = spawnSkeleton(world, rig)
    expect(second).toBe(first)
    tick(world)
    expect([...getBone(world, second, 'root')].slice(4)).toEqual([0, 0])
    expect(world.animation.skeletons.trackCount[second]).toBe(0)
  })

  test('can’t be asked anything any more', () => {
    const world = makeWorld()
    const eid = spawnSkeleton(world, rig)
    despawnSkeleton(world, eid)
    for (const ask of [
      () => getBone(world, eid, 'hip'),
      () => play(world, eid, 'walk'),
      () => despawnSkeleton(world, eid),
      () => getBone(world, 4_000_000, 'hip'),
      () => getBone(world, -1, 'hip'),
      () => play(world, 1.5, 'walk'),
      () => despawnSkeleton(world, -1),
    ])
      expect(ask).toThrow(expect.objectContaining({ code: 'no-skeleton' }))
  })
})

test('a sort key goes with its component, so an entity that takes the id over starts at 0', () => {
  const world = makeWorld()
  const first = spawnSkeleton(world, rig, { sortKey: 7 })
  expect(world.animation.skeletons.sortKey[first]).toBe(7)
  despawnSkeleton(world, first)
  const second = spawnSkeleton(world, rig)
  expect(second).toBe(first)
  tick(world)
  expect(world.animation.skeletons.sortKey[second]).toBe(0)
})

test('public columns grow past the capacity that was asked for', () => {
  const world = makeWorld({ capacity: 2 })
  const ids = Array.from({ length: 40 }, (_, x) => spawnSkeleton(world, rig, { x }))
  tick(world)
  for (const [x, eid] of ids.entries()) expect(getBone(world, eid, 'root')[4]).toBe(x)
})

test('two rigs with one page share its texture: one page of the world, one run where nothing else cuts', () => {
  const world = makeWorld()
  const other = makeRig('4.2', undefined, rig.pages)
  for (const it of [rig, other, rig]) {
    const eid = spawnSkeleton(world, it)
    for (const slot of it.slots.names) if (slot !== 'tail') setAttachment(world, eid, slot, null)
  }
  tick(world)
  expect(getPages(world)).toEqual(rig.pages)
  const { frame } = assembleFrame(world)
  expect(frame.indexCount).toBeGreaterThan(0)
  expect(frame.runCount).toBe(1)
  spawnSkeleton(world, makeRig())
  expect(getPages(world)).toHaveLength(2)
})

test('a rig with a player that plays nothing is refused, and leaves nothing behind', () => {
  const world = makeWorld()
  expect(() => registerRig(world, { ...makeRig(), player: { name: 'mime' } })).toThrow(
    expect.objectContaining({ code: 'bad-option', path: 'player' }),
  )
  expect(world.animation.rigs).toEqual([null])
})

test('a rig has one id in a world', () => {
  const world = makeWorld()
  expect(registerRig(world, rig, 'hero')).toBe(1)
  expect(registerRig(world, rig)).toBe(1)
  expect(() => registerRig(world, makeRig(), 'hero')).toThrow(
    expect.objectContaining({ code: 'duplicate-rig' }),
  )
  const eid = addEntity(world)
  addComponent(world, eid, set(world.components.Skeleton, { rig: 'hero' }))
  tick(world)
  expect(world.animation.alive.count).toBe(1)
})

test('any sequence of structure calls keeps every skeleton in its own rows, and the arena flat', () => {
  const skins = [null, 'horned', ['default', 'horned'], ['horned']]
  const animations = ['walk', '2', 'empty']
  const step = fc.record({
    call: fc.constantFrom('spawn', 'despawn', 'skin', 'play', 'tick'),
    pick: fc.nat(),
    skin: fc.nat(3),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const world = makeWorld({ capacity: 4 })
      const model = new Map<number, number>()
      let place = 0
      for (const { call, pick, skin } of steps) {
        const ids = [...model.keys()]
        const eid = ids[pick % ids.length]
        if (call === 'spawn') model.set(spawnSkeleton(world, rig, { x: ++place, skin: skins[skin] }), place)
        else if (call === 'tick') tick(world)
        else if (eid === undefined) continue
        else if (call === 'skin') setSkin(world, eid, skins[skin])
        else if (call === 'play') play(world, eid, animations[pick % 3], { track: skin, loop: true })
        else {
          despawnSkeleton(world, eid)
          model.delete(eid)
        }
        validateWorld(world)
      }
      tick(world)
      expect(world.animation.alive.count).toBe(model.size)
      for (const [eid, x] of model) expect(getBone(world, eid, 'root')[4]).toBe(x)
      for (const eid of model.keys()) despawnSkeleton(world, eid)
      expect(world.animation.blocks.chunks.filter(Boolean)).toHaveLength(0)
      validateWorld(world)
    }),
    { numRuns: 100 },
  )
})

test('a hundred thousand spawns and despawns leave the arena no larger than its peak need', () => {
  const world = makeWorld()
  const ids: number[] = []
  const churn = (count: number) => {
    for (let i = 0; i < count; i++) {
      if (ids.length < 40) ids.push(spawnSkeleton(world, rig, { skin: i % 3 ? null : 'horned' }))
      else despawnSkeleton(world, ids.splice((i * 7) % ids.length, 1)[0])
    }
  }
  // The rig shows a clip: from the first tick on its world rows are kept.
  churn(100)
  tick(world)
  churn(9900)
  tick(world)
  const { top } = world.animation.arena
  churn(90_000)
  tick(world)
  expect(world.animation.arena.top).toBe(top)
})
