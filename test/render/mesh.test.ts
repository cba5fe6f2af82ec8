/** Meshes for other engines. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { setAttachment } from '../../src/api/dress/skins'
import { setSlotColor } from '../../src/api/pose/write-pose'
import { despawnSkeleton, spawnSkeleton } from '../../src/api/spawn'
import { createBatches, cutBatches } from '../../src/render/batches'
import { createMesh, type Mesh, updateMesh } from '../../src/render/mesh'
import { assembleFrame } from '../../src/streams/frame/frame'
import { createLooks, updateLooks } from '../../src/streams/looks'
import type { VertexArrays } from '../../src/world/streams'
import type { AnimationWorld } from '../../src/world/world-type'
import { skinning } from '../../systems/skinning'
import { worldTransform } from '../../systems/world-transform'
import { runs } from '../deep'
import { atlasOf, clipping, region, rigOf, worldOf } from '../streams/fixture'

const PLAIN = rigOf(
  { slots: [{ name: 'a', attachments: { a: region('a'), b: region('b') } }] },
  atlasOf('a', 'b'),
)
const CLIPPED = rigOf(
  {
    slots: [
      { name: 'clip', attachments: { clip: clipping([-5, -5, 3, -5, 3, 5]) } },
      { name: 'a', attachments: { a: region('a') }, blend: 'multiply' },
    ],
  },
  atlasOf('a'),
)

/** Every vertex of every triangle, in order: place, texture coordinates, colours and page. */
function cornersOf(arrays: VertexArrays, vertex: number): number[] {
  const { positions, uvs, light, dark, info } = arrays
  const two = [positions, uvs].flatMap((array) => [array[2 * vertex], array[2 * vertex + 1]])
  const four = [light, dark, info].flatMap((array) => [...array.subarray(4 * vertex, 4 * vertex + 4)])
  return [...two, ...four]
}

function meshCorners(mesh: Mesh): number[][] {
  return [...mesh.indices.subarray(0, mesh.indexCount)].map((vertex) => cornersOf(mesh, vertex))
}

/** The same from the streams, with looks that were read all at once. */
function streamCorners(world: AnimationWorld): number[][] {
  const { capacity, positions, tail, frame } = assembleFrame(world)
  const looks = createLooks()
  updateLooks(world, looks)
  return [...frame.indices.subarray(0, frame.indexCount)].map((vertex) =>
    vertex < capacity ? cornersOf({ positions, ...looks }, vertex) : cornersOf(tail, vertex - capacity),
  )
}

type Act = (world: AnimationWorld, alive: number[], n: number) => void

const ACTS: Record<string, Act> = {
  spawn: (world, alive, n) => alive.push(spawnSkeleton(world, PLAIN, { x: n, sortKey: n % 5 })),
  clip: (world, alive, n) => alive.push(spawnSkeleton(world, CLIPPED, { x: n })),
  leave: (world, alive, n) => {
    for (const eid of alive.splice(n % alive.length, 1)) despawnSkeleton(world, eid)
  },
  move: (world, alive, n) => {
    world.components.Transform.x[alive[n % alive.length]] += n
  },
  sort: (world, alive, n) => {
    world.components.SortKey.value[alive[n % alive.length]] = n
  },
  show: (world, alive, n) => setAttachment(world, alive[n % alive.length], 'a', n % 2 ? 'a' : null),
  color: (world, alive, n) => setSlotColor(world, alive[n % alive.length], 'a', { color: [n / 99, 1, 0, 1] }),
  rest: () => {},
}

test('an updated mesh equals the streams, after any operations', () => {
  const act = fc.tuple(fc.constantFrom(...Object.keys(ACTS)), fc.nat(99))
  fc.assert(
    fc.property(fc.array(fc.array(act, { maxLength: 3 }), { minLength: 1, maxLength: 12 }), (ticks) => {
      const world = worldOf()
      const mesh = createMesh(4)
      const alive: number[] = []
      for (const tick of ticks) {
        for (const [name, n] of tick)
          if (alive.length > 0 || name === 'spawn' || name === 'clip') ACTS[name](world, alive, n)
        worldTransform(world)
        skinning(world)
        updateMesh(world, mesh)
        expect(meshCorners(mesh)).toEqual(streamCorners(world))
        const batches = createBatches(4)
        cutBatches(batches, assembleFrame(world).frame)
        expect(mesh.batches.count).toBe(batches.count)
        for (const field of ['start', 'length', 'blend'] as const)
          expect(mesh.batches[field].subarray(0, batches.count)).toEqual(
            batches[field].subarray(0, batches.count),
          )
        expect(mesh.batches.pages.subarray(0, 4 * batches.count)).toEqual(
          batches.pages.subarray(0, 4 * batches.count),
        )
      }
    }),
    { numRuns: runs(150) },
  )
})

test('unchanged parts are not to be uploaded', () => {
  const world = worldOf()
  const mesh = createMesh()
  const tick = () => {
    worldTransform(world)
    skinning(world)
    updateMesh(world, mesh)
    return { ...mesh.changed }
  }
  const nothing = { arrays: false, indexArray: false, positions: false, looks: false, indices: false }
  const eid = spawnSkeleton(world, PLAIN)
  expect(tick()).toMatchObject({ arrays: true, positions: true, looks: true, indices: true })
  tick()
  expect(tick()).toEqual(nothing)
  world.components.Transform.x[eid] = 3
  expect(tick()).toEqual({ ...nothing, positions: true })
})

test.each([0, 3, -4, 4.5, Number.NaN])('%s texture units are refused', (units) => {
  expect(() => createMesh(units)).toThrow(expect.objectContaining({ code: 'bad-option' }))
})
