/** Skeletons have the same bits in any lane and beside any others. */
import { expect, test } from 'vitest'
import { despawnSkeleton, play, spawnSkeleton } from '../../src/api'
import { runPipeline } from '../../systems'
import { makeRig, makeWorld, poseBits } from '../fixtures/play'

const rig = makeRig()
const animations = ['walk', '2', '__proto__', 'empty']

/** A skeleton's bits after some ticks, alone or among others; its actions depend only on `seed`. */
function actor(world: ReturnType<typeof makeWorld>, seed: number): number {
  const eid = spawnSkeleton(world, rig, {
    x: seed * 3,
    rotation: seed % 2 ? 0.3 : 0,
    scaleX: seed % 3 ? 1 : -1.5,
    skin: seed % 2 ? 'horned' : null,
  })
  play(world, eid, animations[seed % 4], { loop: true, timeScale: 1 + seed / 10 })
  if (seed % 5 === 0) play(world, eid, 'walk', { track: 1, alpha: 0.3 })
  return eid
}

function run(world: ReturnType<typeof makeWorld>, ticks: number): void {
  world.time.delta = 1 / 30
  for (let i = 0; i < ticks; i++) runPipeline(world)
}

function alone(seed: number, ticks: number): string {
  const world = makeWorld()
  const eid = actor(world, seed)
  run(world, ticks)
  return poseBits(world, eid)
}

test('three idle lanes beside a skeleton leave the same bits as four that move', () => {
  const four = makeWorld()
  const moving = [0, 1, 2, 3].map((seed) => actor(four, seed * 2))
  run(four, 40)
  for (const [place, eid] of moving.entries()) {
    const idle = makeWorld()
    const beside = [0, 1, 2, 3].map((seat) =>
      seat === place ? actor(idle, place * 2) : spawnSkeleton(idle, rig),
    )
    run(idle, 40)
    expect(poseBits(idle, beside[place])).toBe(poseBits(four, eid))
  }
})

test('a skeleton has the same bits alone and among others, in any order of creation', () => {
  const seeds = Array.from({ length: 41 }, (_, i) => i)
  const forward = makeWorld()
  const backward = makeWorld()
  const first = seeds.map((seed) => actor(forward, seed))
  const second = [...seeds].reverse().map((seed) => actor(backward, seed))
  run(forward, 25)
  run(backward, 25)
  for (const seed of seeds) {
    const bits = poseBits(forward, first[seed])
    expect(poseBits(backward, second[seeds.length - 1 - seed])).toBe(bits)
    if (seed % 8 === 0) expect(alone(seed, 25)).toBe(bits)
  }
})

test('despawning a skeleton does not change the bits of others', () => {
  const world = makeWorld()
  const ids = Array.from({ length: 23 }, (_, seed) => actor(world, seed))
  run(world, 10)
  for (const eid of ids.filter((_, seed) => seed % 3 === 0)) despawnSkeleton(world, eid)
  run(world, 10)
  for (const [seed, eid] of ids.entries())
    if (seed % 3 !== 0) expect(poseBits(world, eid)).toBe(alone(seed, 20))
})

test('the same build gives the same pose on every run', () => {
  const world = makeWorld()
  const ids = Array.from({ length: 8 }, (_, seed) => actor(world, seed))
  run(world, 120)
  expect(ids.map((eid) => hash(poseBits(world, eid)))).toMatchInlineSnapshot(`
    [
      "3af5512e",
      "af5a7485",
      "9e1fd35a",
      "1495bd27",
      "50543ea3",
      "98b1c49d",
      "fc23dddd",
      "33815f0e",
    ]
  `)
})

/** FNV-1a. */
function hash(text: string): string {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return (h >>> 0).toString(16)
}
