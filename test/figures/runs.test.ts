import { expect, test } from 'vitest'
import { getClipped } from '../../src/api/pose/read-vertices'
import { setBone } from '../../src/api/pose/write-pose'
import { despawnSkeleton, spawnSkeleton } from '../../src/api/spawn'
import { figureBounds, hitsFigure } from '../../src/hosts/figures/bounds'
import { createMatrix, ownMatrix, placeFigure, worldMatrix } from '../../src/hosts/figures/place'
import { createRuns, readRuns } from '../../src/hosts/figures/runs'
import { endWith, refreshScene, type Scene, sceneOf } from '../../src/hosts/figures/scene'
import { createSlotPlace, holdSlot, readSlot, releaseSlot } from '../../src/hosts/figures/slots'
import { putInSlot } from '../../src/joins/nesting/slot-children'
import type { AnimationWorld } from '../../src/world/world-type'
import { runPipeline } from '../../systems/pipeline'
import { figure } from '../nesting/kit'
import { atlasOf, clipping, region, rigOf, worldOf } from '../streams/fixture'

const PLAIN = rigOf(
  {
    slots: ['a', 'b', 'c'].map((name, i) => ({
      name,
      attachments: { a: region(name) },
      ...(i === 1 ? { blend: 'multiply' as const } : {}),
    })),
  },
  atlasOf('a', 'b', 'c'),
)
const CLIPPED = rigOf(
  {
    slots: [
      { name: 'clip', attachments: { clip: clipping([-5, -5, 3, -5, 3, 5]) } },
      { name: 'a', attachments: { a: region('a') } },
      { name: 'b', attachments: { b: region('b') } },
    ],
  },
  atlasOf('a', 'b'),
)

/** Triangles of each run, without padding; slots of hosts by their number. */
function piecesOf(scene: Scene, eid: number): (number[][] | number)[] {
  refreshScene(scene)
  const runs = createRuns()
  readRuns(scene, eid, runs)
  return Array.from({ length: runs.count }, (_, run) =>
    runs.slot[run] >= 0 ? runs.slot[run] : trianglesOf(scene, runs.start[run], runs.length[run]),
  )
}

function trianglesOf({ mesh }: Scene, start: number, length: number): number[][] {
  const found: number[][] = []
  for (let i = start; i < start + length; i += 3) {
    const triangle = [...mesh.indices.subarray(i, i + 3)]
    if (triangle[0] !== triangle[1]) found.push(triangle)
  }
  return found
}

function counts(pieces: (number[][] | number)[]): (number | string)[] {
  return pieces.map((piece) => (typeof piece === 'number' ? `slot ${piece}` : piece.length))
}

function drawnTriangles(world: AnimationWorld): number[][] {
  const scene = sceneOf(world)
  return trianglesOf(scene, 0, scene.mesh.indexCount)
}

test('a figure is cut where its blend state changes, whatever its neighbours are', () => {
  const world = worldOf()
  const scene = sceneOf(world)
  const [one, two] = [spawnSkeleton(world, PLAIN), spawnSkeleton(world, PLAIN)]
  runPipeline(world)
  expect(counts(piecesOf(scene, one))).toEqual([2, 2, 2])
  expect(counts(piecesOf(scene, two))).toEqual([2, 2, 2])
  expect([one, two].flatMap((eid) => piecesOf(scene, eid)).flat()).toEqual(drawnTriangles(world))
})

test('a figure is cut behind slots in which the host draws, and whole again afterwards', () => {
  const world = worldOf()
  const scene = sceneOf(world)
  spawnSkeleton(world, PLAIN)
  const eid = spawnSkeleton(world, PLAIN)
  runPipeline(world)
  holdSlot(scene, eid, 'c')
  holdSlot(scene, eid, 'a')
  expect(counts(piecesOf(scene, eid))).toEqual([2, 'slot 0', 2, 2, 'slot 2'])
  releaseSlot(scene, eid, 0)
  expect(counts(piecesOf(scene, eid))).toEqual([2, 2, 2, 'slot 2'])
  releaseSlot(scene, eid, -1)
  expect(counts(piecesOf(scene, eid))).toEqual([2, 2, 2])
})

test('clipped triangles are cut behind slots in which the host draws, before the next tick', () => {
  const world = worldOf()
  const scene = sceneOf(world)
  const eid = spawnSkeleton(world, CLIPPED)
  runPipeline(world)
  const clipped = getClipped(world, eid).map(({ triangles }) => triangles.length / 3)
  expect(clipped).toHaveLength(2)
  holdSlot(scene, eid, 'a')
  expect(counts(piecesOf(scene, eid))).toEqual([clipped[0], 'slot 1', clipped[1]])
})

test('a skeleton in a slot of another is among the runs of that one', () => {
  const world = worldOf()
  const scene = sceneOf(world)
  const holder = spawnSkeleton(world, PLAIN)
  const child = spawnSkeleton(world, PLAIN)
  putInSlot(world, holder, 'c', child)
  runPipeline(world)
  expect(piecesOf(scene, child)).toEqual([])
  expect(piecesOf(scene, holder).flat()).toHaveLength(12)
})

test('notes tell which figures changed', () => {
  const world = worldOf()
  const scene = sceneOf(world)
  const [still, moving] = [spawnSkeleton(world, figure()), spawnSkeleton(world, figure())]
  // Both fall asleep.
  for (let i = 0; i < 8; i++) {
    runPipeline(world)
    refreshScene(scene)
  }
  const before = scene.stamp
  setBone(world, moving, 'arm', { rotation: 1 })
  runPipeline(world)
  refreshScene(scene)
  expect(scene.moved[moving]).toBe(scene.stamp)
  expect(scene.stamp).toBe(before + 1)
  expect(scene.shaped[moving]).toBeLessThan(scene.stamp)
  expect(scene.moved[still]).toBeLessThan(before)
})

test('the own space of a figure is that of its vertices without its Transform', () => {
  const world = worldOf()
  const scene = sceneOf(world)
  const [at, away] = [spawnSkeleton(world, PLAIN), spawnSkeleton(world, PLAIN)]
  placeFigure(scene, away, true, 30, 40, 0.7, -2, 3)
  runPipeline(world)
  refreshScene(scene)
  const box = { minX: 0, minY: 0, maxX: 0, maxY: 0 }
  const other = { ...box }
  const runs = createRuns()
  expect(figureBounds(scene, at, true, runs, box)).toBe(true)
  expect(figureBounds(scene, away, true, runs, other)).toBe(true)
  for (const side of ['minX', 'minY', 'maxX', 'maxY'] as const) expect(other[side]).toBeCloseTo(box[side], 3)
  expect(hitsFigure(scene, away, true, (box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2, 'shapes')).toBe(
    true,
  )
  expect(hitsFigure(scene, away, true, box.maxX + 1, box.maxY + 1, 'shapes')).toBe(false)
  const there = ownMatrix(scene, away, true, createMatrix())
  const back = worldMatrix(scene, away, true, createMatrix())
  expect(there.a * back.a + there.c * back.b).toBeCloseTo(1, 6)
  expect(world.components.Transform.y[away]).toBe(-40)
})

test('a hidden figure has the box of its pose, wherever it moves', () => {
  const world = worldOf()
  const scene = sceneOf(world)
  spawnSkeleton(world, PLAIN)
  runPipeline(world)
  const eid = spawnSkeleton(world, PLAIN)
  const read = () => {
    const box = { minX: 0, minY: 0, maxX: 0, maxY: 0 }
    refreshScene(scene)
    expect(figureBounds(scene, eid, true, createRuns(), box)).toBe(true)
    return Object.values(box).map((side) => Math.round(1000 * side) / 1000)
  }
  const unposed = read()
  runPipeline(world)
  expect(read()).toEqual(unposed)
  world.components.Visibility.level[eid] = 2
  for (const x of [100, 200]) {
    placeFigure(scene, eid, true, x, x, 0, 1, 1)
    runPipeline(world)
    expect(read()).toEqual(unposed)
  }
})

test('a slot tells its bone, its colour and the clip that is in force', () => {
  const world = worldOf()
  const scene = sceneOf(world)
  const eid = spawnSkeleton(world, CLIPPED, { alpha: 0.5 })
  runPipeline(world)
  const place = readSlot(scene, eid, 1, true, createSlotPlace())
  expect(place).toMatchObject({ active: true, filled: true, alpha: 0.5 })
  expect(place.clip).toMatchObject({ isOn: true, count: 1, outside: false })
  const corners = [...place.clip.points.subarray(0, 2 * place.clip.starts[1])]
  expect(Math.min(...corners)).toBe(-5)
  expect(readSlot(scene, eid, 0, true, createSlotPlace()).clip.isOn).toBe(true)
})

test('what ends with an entity is told when its skeleton goes', () => {
  const world = worldOf()
  const scene = sceneOf(world)
  const eid = spawnSkeleton(world, PLAIN)
  const ended: number[] = []
  endWith(scene, eid, () => ended.push(eid))
  despawnSkeleton(world, eid)
  expect(ended).toEqual([eid])
})
