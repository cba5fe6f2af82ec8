/** Figures of hosts between two ticks: their poses are blended, and they are where their objects are. */
import fc from 'fast-check'
import * as THREE from 'three'
import { expect, test } from 'vitest'
import { setBone, setSlotColor, spawnSkeleton } from '../../src/api'
import { createMatrix, ownMatrix } from '../../src/hosts/figures/place'
import { createRuns, readRuns } from '../../src/hosts/figures/runs'
import { endWith, refreshScene, type Scene, sceneOf } from '../../src/hosts/figures/scene'
import { fixTicks, unfixTicks } from '../../src/hosts/figures/tick'
import { Figure, updateFigures } from '../../src/hosts/three'
import { putInSlot } from '../../src/joins/nesting'
import type { AnimationWorld } from '../../src/world/world-type'
import { runPipeline } from '../../systems'
import { runs } from '../deep'
import { atlasOf, clipping, mesh, region, rigOf, type SlotPlan, worldOf } from '../streams/fixture'
import { betweenWorld } from './kit'

const BONES = [{ name: 'root' }, { name: 'arm' }]
const SLOTS: SlotPlan[] = [
  { name: 'body', attachments: { body: mesh('body', [0, 0, 9, 0, 9, 9, 4, 12, 0, 9]) } },
  { name: 'hand', bone: 1, attachments: { hand: region('hand') } },
]
const CLIP = { name: 'clip', attachments: { clip: clipping([-30, -30, 30, -30, 30, 30, -30, 30]) } }
const ATLAS = atlasOf('body', 'hand')
const PLAIN = rigOf({ bones: BONES, slots: SLOTS }, ATLAS)
/** Its clip leaves everything, so it has the same triangles at any time. */
const CLIPPED = rigOf({ bones: BONES, slots: [CLIP, ...SLOTS] }, ATLAS)

interface Pose {
  x: number
  turn: number
  wide: number
  arm: number
  red: number
}

/** Vertices of a figure in its own space, and their colours, in the order in which they are drawn. */
function drawn(scene: Scene, eid: number): number[] {
  refreshScene(scene)
  const { a, b, c, d, x, y } = ownMatrix(scene, eid, false, createMatrix())
  const { indices, light, positions } = scene.mesh
  const found = createRuns()
  readRuns(scene, eid, found)
  const numbers: number[] = []
  for (let run = 0; run < found.count; run++)
    for (let i = found.start[run]; i < found.start[run] + found.length[run]; i++) {
      const at = indices[i]
      const [u, v] = positions.subarray(2 * at, 2 * at + 2)
      numbers.push(a * u + c * v + x, b * u + d * v + y, light[4 * at])
    }
  return numbers
}

/** A figure, or a skeleton of a crowd, with another in a slot, in a scene that ticks once a second. */
function stage(rig: typeof PLAIN, isFigure = true) {
  const world = betweenWorld()
  const [eid, child] = [spawnSkeleton(world, rig), spawnSkeleton(world, PLAIN)]
  putInSlot(world, eid, 'hand', child)
  const scene = sceneOf(world)
  if (isFigure) endWith(scene, eid, () => {})
  let next: Pose | null = null
  const advance = fixTicks(scene, 1, (seconds) => {
    if (next) {
      const { rotation, scaleX, x } = world.components.Transform
      x[eid] = next.x
      rotation[eid] = next.turn
      scaleX[eid] = next.wide
      setBone(world, eid, 'arm', { x: next.arm })
      if (next.red >= 0) setSlotColor(world, child, 'hand', { color: [next.red, 1, 1, 1] })
    }
    world.time.delta = seconds
    runPipeline(world)
  })
  return {
    scene,
    eid,
    /** Ticks at once, and shows what is a share of a tick later. */
    show(pose: Pose, share = 0) {
      next = pose
      advance(1 - scene.share)
      advance(share)
      return drawn(scene, eid)
    },
  }
}

const pose = fc.record({
  x: fc.integer({ min: -99, max: 99 }),
  turn: fc.constantFrom(0, 1, 2, -3),
  wide: fc.constantFrom(1, -1, 0.5),
  arm: fc.integer({ min: -9, max: 9 }),
  // Below 0: it stays.
  red: fc.constantFrom(-1, 0, 0.5, 1),
})

test.each([
  ['a figure', PLAIN],
  ['what clips leave', CLIPPED],
])('%s is blended in its own space, and later as without blends', (_, rig) => {
  fc.assert(
    fc.property(
      fc.array(pose, { minLength: 2, maxLength: 6 }),
      fc.double({ min: 0, max: 0.99, noNaN: true }),
      (poses, share) => {
        const shown = stage(rig)
        const exact = stage(rig)
        const still = { ...poses[0] }
        shown.show(still)
        let before = exact.show(still)
        exact.show(still)
        before = drawn(exact.scene, exact.eid)
        for (const pose of poses) {
          const blended = shown.show(pose, share)
          // The same pose in two ticks: nothing is between them.
          exact.show(pose)
          const now = exact.show(pose)
          expect(blended).toHaveLength(now.length)
          for (let i = 0; i < now.length; i++) {
            const off = Math.abs(blended[i] - (1 - share) * before[i] - share * now[i])
            expect(off).toBeLessThan(i % 3 === 2 ? 1.01 : 1e-3)
          }
          before = now
        }
        unfixTicks(shown.scene)
        const last = drawn(shown.scene, shown.eid)
        for (let i = 0; i < last.length; i++) expect(Math.abs(last[i] - before[i])).toBeLessThan(1e-3)
      },
    ),
    { numRuns: runs(100) },
  )
})

test('a skeleton that no object of the host shows is blended where it is in the world', () => {
  const { scene, eid, show } = stage(PLAIN, false)
  const at = { x: 0, turn: 0, wide: 1, arm: 0, red: 1 }
  const [start] = show(at)
  show(at)
  // Drawn as from the place of the last tick.
  expect(show({ ...at, x: 20 }, 0.25)[0]).toBeCloseTo(start - 15, 4)
  expect(scene.world.components.Transform.x[eid]).toBe(20)
})

test('only what moves is changed between ticks', () => {
  const world = betweenWorld()
  const [rests, moves] = [spawnSkeleton(world, PLAIN), spawnSkeleton(world, PLAIN)]
  for (let i = 0; i < 20; i++) spawnSkeleton(world, PLAIN)
  const scene = sceneOf(world)
  const far = spawnSkeleton(world, PLAIN)
  let arm = 0
  const advance = fixTicks(scene, 1, () => {
    setBone(world, moves, 'arm', { x: arm++ })
    runPipeline(world)
  })
  for (let i = 0; i < 4; i++) {
    advance(1)
    refreshScene(scene)
  }
  advance(0.25)
  const { stamp } = scene
  refreshScene(scene)
  expect(scene.moved[moves]).toBe(stamp + 1)
  expect(scene.moved[far]).toBeLessThanOrEqual(stamp)
  expect(scene.looked[rests]).toBeLessThanOrEqual(stamp)
  refreshScene(scene)
  expect(scene.stamp).toBe(stamp + 1)
})

function threeWorld(): { world: AnimationWorld; figure: Figure; firstX: () => number } {
  const world = betweenWorld()
  const image = { width: 64, height: 64 } as HTMLCanvasElement
  const figure = new Figure({
    world,
    rig: { ...PLAIN, pages: PLAIN.pages.map((page) => ({ ...page, image })) },
  })
  new THREE.Scene().add(figure)
  return { world, figure, firstX: () => figure.geometry.getAttribute('position').getX(5) }
}

test('Three.js: figures tick at a rate, and are drawn between', () => {
  const { world, figure, firstX } = threeWorld()
  const options = { rate: 10 }
  const seen: number[] = []
  updateFigures(world, 0.1, options)
  const start = firstX()
  let ticks = 0
  for (let frame = 0; frame < 8; frame++) {
    if (frame % 4 === 0) setBone(world, figure.eid, 'arm', { x: 4 * ++ticks })
    updateFigures(world, 0.025, options)
    seen.push(firstX() - start)
  }
  const at = [0, 0, 0, 0, 1, 2, 3, 4]
  for (const [frame, x] of at.entries()) expect(seen[frame]).toBeCloseTo(x, 4)
  // Without a rate, each call is a tick again.
  setBone(world, figure.eid, 'arm', { x: 20 })
  updateFigures(world, 0.025)
  expect(firstX() - start).toBeCloseTo(20, 4)
})

test('a rate is refused without betweenTicks, and if it is wrong', () => {
  const codeOf = (call: () => unknown) => {
    try {
      call()
    } catch (error) {
      return (error as { code: string }).code
    }
    return null
  }
  expect(codeOf(() => updateFigures(worldOf(), 0.1, { rate: 10 }))).toBe('no-extension')
  const { world } = threeWorld()
  for (const rate of [0, -1, Number.NaN, Infinity])
    expect(codeOf(() => updateFigures(world, 0.1, { rate }))).toBe('bad-option')
  expect(codeOf(() => updateFigures(world, 0.1, { speed: 2 } as object))).toBe('bad-option')
  expect(codeOf(() => updateFigures(world, -0.1, { rate: 10 }))).toBe('not-finite')
})
