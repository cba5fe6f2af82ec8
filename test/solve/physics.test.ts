/** Physics constraints as games see them: by the systems, in both kinds of kernels. */
import { addComponent } from 'bitecs'
import { plainKernels } from 'osteon/kernels/plain'
import { describe, expect, test } from 'vitest'
import {
  createMask,
  getBone,
  kernelsOf,
  play,
  resetPhysics,
  setBone,
  setPhysics,
  setPhysicsForces,
  setPhysicsInheritance,
  setPhysicsMode,
  setSkin,
  spawnSkeleton,
  teleport,
} from '../../src/api'
import { restoreState, saveState } from '../../src/joins/save'
import { MOST_SLIDE, PHYSICS_MOST_STEPS } from '../../src/rig/constraints/physics'
import type { Rig } from '../../src/rig/rig'
import type { AnimationWorld } from '../../src/world/world-type'
import { constraints, culling, worldTransform } from '../../systems'
import { costOf } from '../fixtures/cost'
import { makeRig, makeWorld, poseBits, tick } from '../fixtures/play'
import type { Json } from '../fixtures/rigs/rich-rig'
import { swayJson, swayRig } from '../fixtures/rigs/sway-rig'

const BOTH = [
  ['plain kernels', { kernels: plainKernels }],
  ['WebAssembly', {}],
] as const
const FRAME = 1 / 60
const rig = swayRig()

/** The rig of the recorded trace. */
function traceRig(dialect: '4.2' | '4.3', more: Json = {}): Rig {
  const swaying = {
    ...{ name: 'p', bone: 'b', x: 1, y: 0.5, rotate: 1, scaleX: 0.5, inertia: 0.8, strength: 120 },
    ...{ damping: 0.9, mass: 2, wind: 3, gravity: 5 },
  }
  return makeRig(dialect, {
    skeleton: { spine: dialect === '4.2' ? '4.2.43' : '4.3.13' },
    bones: [{ name: 'root' }, { name: 'b', parent: 'root', x: 10, y: 20, rotation: 30, length: 60 }],
    ...(dialect === '4.2' ? { physics: [swaying] } : { constraints: [{ type: 'physics', ...swaying }] }),
    ...more,
  })
}

/** Seconds, the skeleton's x, then the matrix of the bone. */
type TraceRow = [dt: number, x: number, ...matrix: number[]]
const TRACES: Record<'4.2' | '4.3', TraceRow[]> = {
  '4.2': [
    [1 / 60, 0, 0.866, -0.5, 0.5, 0.866, 10, 20],
    [1 / 60, 0, 0.8655, -0.5004, 0.5002, 0.8658, 10.1201, 19.8999],
    [1 / 60, 12, 0.8439, -0.5158, 0.5081, 0.8567, 12.7904, 19.808],
    [0.01, 24, 0.8234, -0.5306, 0.5155, 0.8476, 15.1904, 19.808],
    [0.04, 24, 0.8098, -0.5409, 0.5207, 0.8411, 17.7985, 19.4147],
    [1 / 60, 18, 0.814, -0.5377, 0.5192, 0.8431, 17.8434, 19.2578],
    [0.005, 18, 0.814, -0.5377, 0.5192, 0.8431, 17.8434, 19.2578],
  ],
  '4.3': [
    [1 / 60, 0, 0.866, -0.5, 0.5, 0.866, 10, 20],
    [1 / 60, 0, 0.866, -0.5, 0.5, 0.866, 10, 20],
    [1 / 60, 12, 0.8453, -0.5148, 0.5076, 0.8573, 12.5201, 19.8999],
    [0.01, 24, 0.8239, -0.5304, 0.5154, 0.8478, 15.0823, 19.8447],
    [0.04, 24, 0.8233, -0.5309, 0.5157, 0.8475, 15.1904, 19.808],
    [1 / 60, 18, 0.8178, -0.5353, 0.5183, 0.8446, 16.5985, 19.4147],
    [0.005, 18, 0.8156, -0.5369, 0.5191, 0.8436, 16.9719, 19.3676],
  ],
}

/** The same bones without physics. */
function bareRig(): Rig {
  return swayRig((json) => {
    delete json.physics
    delete (json.skins as Json[])[1].physics
    for (const animation of Object.values(json.animations as Record<string, Json>)) delete animation.physics
  })
}

/** a, b, c, d, x, y of a bone. */
function matrixOf(world: AnimationWorld, eid: number, bone: string): number[] {
  return Array.from(getBone(world, eid, bone))
}

function ticks(world: AnimationWorld, count: number, seconds = FRAME): void {
  for (let i = 0; i < count; i++) tick(world, seconds)
}

/** Whether the last tick left the skeleton alone. */
function sleeps({ animation: { skeletons, tick } }: AnimationWorld, eid: number): boolean {
  return skeletons.lastMarked[eid] < tick.number - 1
}

function untilAsleep(world: AnimationWorld, eid: number): number {
  for (let count = 1; count < 2000; count++) {
    tick(world, FRAME)
    if (sleeps(world, eid)) return count
  }
  throw new Error('it never comes to rest')
}

test.each(
  BOTH.flatMap(([name, options]) => (['4.2', '4.3'] as const).map((it) => [name, it, options] as const)),
)('the recorded trace, %s, %s', (name, dialect, options) => {
  const world = makeWorld(options)
  expect(kernelsOf(world)).toBe(name === 'plain kernels' ? 'plain' : 'wasm')
  const eid = spawnSkeleton(world, traceRig(dialect))
  tick(world, 0)
  resetPhysics(world, eid)
  for (const [dt, x, a, b, c, d, wx, wy] of TRACES[dialect]) {
    world.components.Transform.x[eid] = x
    tick(world, dt)
    const got = matrixOf(world, eid, 'b')
    ;[a, b, c, d, wx, wy].forEach((value, i) => {
      expect(got[i]).toBeCloseTo(value, i < 4 ? 3.7 : 3)
    })
  }
})

const JOLT = { animations: { jolt: { physics: { p: { reset: [{ time: 0 }] } } } } }

describe.each(BOTH)(
  'a reset that is keyed eats the seconds of its tick, as the mode does, %s',
  (_, options) => {
    /** A skeleton that starts anew by its animation, and one by its mode, from tick `at` on. */
    function drive(dialect: '4.2' | '4.3', at: number, pace: number): number[][][] {
      return [true, false].map((byKey) => {
        const world = makeWorld(options)
        const eid = spawnSkeleton(world, traceRig(dialect, JOLT))
        return [0.04, 0.02, 0.02, 0.05, 0.02].map((seconds, number) => {
          if (number === at) world.components.Skeleton.timeScale[eid] = pace
          if (number === at && byKey) play(world, eid, 'jolt')
          if (!byKey) setPhysicsMode(world, eid, number === at ? 'reset' : 'update')
          tick(world, seconds)
          return matrixOf(world, eid, 'b')
        })
      })
    }

    test.each([
      ['4.2', 'in its first tick', 0, 1],
      ['4.3', 'in its first tick', 0, 1],
      ['4.2', 'in its first tick, at half its pace', 0, 0.5],
      ['4.3', 'in a tick in which its pace changes', 2, 3],
    ] as const)('%s, %s', (dialect, _when, at, pace) => {
      const [byKey, byMode] = drive(dialect, at, pace)
      expect(byKey).toEqual(byMode)
      const [without] = drive(dialect, -1, pace)
      expect(byKey).not.toEqual(without)
    })
  },
)

test('the clock of physics goes by the pace that the skeleton had, seen or not, forwards and back', () => {
  const [one, other] = [0, 1].map(() => {
    const world = makeWorld()
    return { world, eid: spawnSkeleton(world, traceRig('4.2')) }
  })
  // Seconds that no constraint takes are made up for with the next update, except seconds in which time went back.
  for (const { world, eid } of [one, other]) {
    tick(world, 0.1)
    setPhysicsMode(world, eid, 'none')
  }
  for (const seconds of [0.5, -0.3, 0.2]) tick(one.world, seconds)
  tick(other.world, 0.4)
  for (const { world, eid } of [one, other]) {
    setPhysicsMode(world, eid, 'update')
    tick(world, 1 / 64)
  }
  const [first, second] = [one, other].map(({ world, eid }) => matrixOf(world, eid, 'b'))
  first.forEach((value, i) => {
    expect(value).toBeCloseTo(second[i], 5)
  })
})

test.each(BOTH)('wind that blows upwards has the effect of gravity that draws up, %s', (_, options) => {
  const [blown, drawn] = [0, 1].map(() => {
    const world = makeWorld(options)
    return { world, eid: spawnSkeleton(world, traceRig('4.3')) }
  })
  for (const { world } of [blown, drawn]) tick(world, 0)
  setPhysicsForces(blown.world, blown.eid, { windX: 0, windY: -2, gravityY: 0 })
  setPhysics(blown.world, blown.eid, 'p', { wind: 3 })
  setPhysics(drawn.world, drawn.eid, 'p', { wind: 0, gravity: -6 })
  for (const { world } of [blown, drawn]) ticks(world, 20, 0.0171)
  const matrix = matrixOf(blown.world, blown.eid, 'b')
  matrixOf(drawn.world, drawn.eid, 'b').forEach((value, i) => {
    expect(matrix[i]).toBeCloseTo(value, 4)
  })
  expect(matrix[5]).toBeGreaterThan(20.5)
  expect(() => setPhysicsForces(blown.world, blown.eid, { windX: Number.NaN })).toThrow(/finite/)
})

/** The actions of a skeleton in all worlds below: moves, plays and waits. */
function act(world: AnimationWorld, eid: number, frame: number): void {
  const { Transform } = world.components
  if (frame === 0) play(world, eid, 'storm', { loop: true })
  if (frame > 20 && frame < 50) Transform.x[eid] += 7
  if (frame === 60) Transform.rotation[eid] += 0.7
  if (frame === 70) setBone(world, eid, 'root', { y: 12 })
  if (frame === 90) play(world, eid, 'still')
  if (frame === 300) Transform.y[eid] -= 30
}

test.each(BOTH)(
  'a skeleton moves the same alone, among others and whenever it is looked at, %s',
  (_, options) => {
    const bits = [0, 50, -1].map((others) => {
      const world = makeWorld({ ...options, shortcuts: others >= 0 })
      // Clocks of other ages.
      if (others > 0) ticks(world, 7, 0.013)
      for (let i = 0; i < others; i++)
        play(world, spawnSkeleton(world, rig, { x: i }), i % 2 ? 'storm' : 'nod', { loop: true })
      const eid = spawnSkeleton(world, rig)
      const found: string[] = []
      for (let frame = 0; frame < 400; frame++) {
        act(world, eid, frame)
        tick(world, frame % 3 === 0 ? 1 / 144 : 0.0171)
        if (others > 0 && frame % 5 === 0) for (let bone = 0; bone < 5; bone++) getBone(world, eid, bone)
        if (frame % 10 === 0) found.push(poseBits(world, eid))
      }
      return found
    })
    expect(bits[1]).toEqual(bits[0])
    expect(bits[2]).toEqual(bits[0])
  },
)

test.each(BOTH)('a skeleton at rest sleeps, and wakes as if it had not slept, %s', (_, options) => {
  const [quick, plain] = [true, false].map((shortcuts) => makeWorld({ ...options, shortcuts }))
  const [one, other] = [quick, plain].map((world) => spawnSkeleton(world, rig))
  const woken = untilAsleep(quick, one)
  ticks(plain, woken)
  expect(woken).toBeGreaterThan(20)
  // Uneven ones, so that the rest of an inner step differs.
  for (const world of [quick, plain]) for (let i = 0; i < 50; i++) tick(world, 0.0071 + i * 0.001)
  expect(sleeps(quick, one)).toBe(true)
  expect(poseBits(quick, one)).toBe(poseBits(plain, other))
  for (let i = 0; i < 30; i++) {
    if (i === 0)
      for (const [world, eid] of [
        [quick, one],
        [plain, other],
      ] as const)
        world.components.Transform.x[eid] += 40
    tick(quick, 0.009)
    tick(plain, 0.009)
    expect(poseBits(quick, one)).toBe(poseBits(plain, other))
  }
  expect(sleeps(quick, one)).toBe(false)
  untilAsleep(quick, one)
})

test('a skeleton at rest hangs where its forces leave it', () => {
  const world = makeWorld()
  const eid = spawnSkeleton(world, traceRig('4.2'))
  untilAsleep(world, eid)
  // x: wind × reference scale = offset × strength; y: the same with half of it shown.
  const [, , , , x, y] = matrixOf(world, eid, 'b')
  expect(x).toBeCloseTo(10 + (3 * 100) / 120, 2)
  expect(y).toBeCloseTo(20 - (0.5 * 5 * 100) / 120, 2)
})

/** Chains of bones sum what each is off. */
test.each(BOTH)('a swing of any strength does not rest before it hangs straight, %s', (_, options) => {
  for (const strength of [20, 60, 150]) {
    const world = makeWorld(options)
    const swinging = { rotate: 1, inertia: 1, strength, damping: 0.6, mass: 2, wind: 0, gravity: 0 }
    const eid = spawnSkeleton(world, traceRig('4.2', { physics: [{ name: 'p', bone: 'b', ...swinging }] }))
    tick(world, FRAME)
    world.components.Transform.x[eid] += 30
    const before = angleOf(world, eid)
    ticks(world, 2)
    expect(Math.abs(angleOf(world, eid) - before)).toBeGreaterThan(0.1)
    untilAsleep(world, eid)
    const [push, step] = [strength / 2 / 60, 1 / 60]
    expect(Math.abs(angleOf(world, eid) - before)).toBeLessThan(2e-7 / (push * step))
  }
})

function angleOf(world: AnimationWorld, eid: number): number {
  const [a, , c] = matrixOf(world, eid, 'b')
  return Math.atan2(c, a)
}

test.each(BOTH)(
  'an endless fall comes to rest far away, and comes back when it is started anew, %s',
  (_, options) => {
    const world = makeWorld(options)
    const falling = swayRig((json) => {
      for (const physics of json.physics as Json[])
        Object.assign(physics, {
          strength: 0,
          damping: 1,
          wind: 0,
          gravity: 70,
          rotate: 0,
          shearX: 0,
          scaleX: 0,
        })
    })
    const eid = spawnSkeleton(world, falling)
    untilAsleep(world, eid)
    const y = () => matrixOf(world, eid, 'stem')[5]
    expect(y()).toBeCloseTo(5 - 0.5 * MOST_SLIDE * 100, -1)
    resetPhysics(world, eid)
    ticks(world, 2)
    expect(Math.abs(y())).toBeLessThan(50)
  },
)

test('culling finds bones that hang far out, and leaves out nothing in sight', () => {
  const world = makeWorld()
  const eid = spawnSkeleton(world, rig)
  addComponent(world, eid, world.components.Visibility)
  const view = { x: 0, y: 0, width: 200, height: 200 }
  const { level } = world.components.Visibility
  for (let frame = 0; frame < 120; frame++) {
    world.components.Transform.x[eid] += frame < 60 ? 30 : -30
    culling(world, view, { margin: 60 })
    tick(world, FRAME)
    const bones = ['stem', 'twig', 'leaf', 'lamp'].map((bone) => matrixOf(world, eid, bone))
    if (bones.some(([, , , , x, y]) => Math.abs(x) < 100 && Math.abs(y) < 100)) expect(level[eid]).toBe(0)
  }
})

test.each(BOTH)('far from the origin it looks as it does there, %s', (_, options) => {
  const SIZE = 150
  const [near, far] = [0, 1e5].map((x) => {
    const world = makeWorld(options)
    const eid = spawnSkeleton(world, rig, { x, y: -x })
    const found: number[][] = []
    for (let frame = 0; frame < 200; frame++) {
      act(world, eid, frame)
      tick(world, 0.0171)
      const { Transform } = world.components
      for (const bone of ['stem', 'twig', 'leaf', 'lamp']) {
        const [a, b, c, d, wx, wy] = matrixOf(world, eid, bone)
        found.push([SIZE * a, SIZE * b, SIZE * c, SIZE * d, wx - Transform.x[eid], wy - Transform.y[eid]])
      }
    }
    return found
  })
  near.forEach((numbers, i) => {
    numbers.forEach((value, k) => {
      expect(Math.abs(value - far[i][k])).toBeLessThan(1e-3 * SIZE)
    })
  })
})

test.each(BOTH)(
  'a rotation of the entity equals a rotation of its root, and wind and gravity blow on as before, %s',
  (_, options) => {
    const made = makeWorld(options)
    const [byEntity, byRoot] = [0, 1].map(() => spawnSkeleton(made, rig))
    for (let frame = 0; frame < 200; frame++) {
      const angle = frame < 60 ? frame / 25 : frame < 120 ? 2.4 - (frame - 60) / 10 : -3.6
      made.components.Transform.rotation[byEntity] = angle
      setBone(made, byRoot, 'root', { rotation: angle })
      tick(made, FRAME)
      for (const bone of ['stem', 'twig', 'lamp']) {
        const [one, other] = [byEntity, byRoot].map((eid) => matrixOf(made, eid, bone))
        one.forEach((value, i) => {
          expect(value).toBeCloseTo(other[i], 2)
        })
      }
    }
  },
)

test.each(BOTH)('physics ignore teleports and motion that is not inherited, %s', (_, options) => {
  const world = makeWorld(options)
  const [still, thrown, jumping, turning, carried] = Array.from({ length: 5 }, () =>
    spawnSkeleton(world, rig),
  )
  setPhysicsInheritance(world, carried, { movement: 0, rotation: 0 })
  ticks(world, 240)
  const { x, rotation } = world.components.Transform
  const offBy = (eid: number, angle: number): number => {
    const { Transform } = world.components
    const cos = Math.cos(angle)
    const sin = Math.sin(angle)
    return Math.max(
      ...['stem', 'twig', 'leaf', 'lamp'].map((bone) => {
        const [a, , c, , wx, wy] = matrixOf(world, eid, bone)
        const [sa, , sc, , sx, sy] = matrixOf(world, still, bone)
        const dx = wx - Transform.x[eid] - (cos * sx - sin * sy)
        const dy = wy - Transform.y[eid] - (sin * sx + cos * sy)
        return Math.hypot(dx, dy) + Math.hypot(a - (cos * sa - sin * sc), c - (sin * sa + cos * sc))
      }),
    )
  }
  teleport(world, thrown)
  x[thrown] += 500
  x[carried] += 500
  x[jumping] += 500
  rotation[turning] += 0.5
  tick(world, FRAME)
  expect(offBy(thrown, 0)).toBeLessThan(1e-3)
  expect(offBy(carried, 0)).toBeLessThan(1e-3)
  expect(offBy(jumping, 0)).toBeGreaterThan(5)
  expect(offBy(turning, 0.5)).toBeGreaterThan(1)
  // It holds once.
  x[thrown] += 500
  tick(world, FRAME)
  expect(offBy(thrown, 0)).toBeGreaterThan(5)
})

test('turned without inheritance, it is carried along rigidly', () => {
  const world = makeWorld()
  const windless = swayRig((json) => {
    for (const physics of json.physics as Json[]) Object.assign(physics, { wind: 0, gravity: 0 })
  })
  const [still, turned] = [0, 1].map(() => spawnSkeleton(world, windless))
  setPhysicsInheritance(world, turned, { rotation: 0 })
  for (const eid of [still, turned]) setBone(world, eid, 'stem', { x: 40 })
  for (let frame = 0; frame < 40; frame++) {
    world.components.Transform.rotation[turned] = frame / 10
    tick(world, FRAME)
    const [a, , c] = matrixOf(world, turned, 'lamp')
    const [sa, , sc] = matrixOf(world, still, 'lamp')
    expect(
      Math.atan2(c, a) -
        Math.atan2(sc, sa) -
        frame / 10 -
        2 * Math.PI * Math.round((Math.atan2(c, a) - Math.atan2(sc, sa) - frame / 10) / 2 / Math.PI),
    ).toBeCloseTo(0, 3)
  }
})

test('time goes at the pace of the skeleton, or of the world', () => {
  const world = makeWorld()
  const [half, whole, apart] = [0.5, 1, 0.5].map((timeScale) => spawnSkeleton(world, rig, { timeScale }))
  setPhysicsInheritance(world, apart, { time: 0 })
  const shapes: Record<number, string[]> = { [half]: [], [whole]: [], [apart]: [] }
  for (let frame = 0; frame < 60; frame++) {
    tick(world, 2 * FRAME)
    for (const eid of [half, whole, apart]) shapes[eid].push(matrixOf(world, eid, 'stem').join())
  }
  expect(shapes[apart]).toEqual(shapes[whole])
  expect(shapes[half]).not.toEqual(shapes[whole])
  const slow = spawnSkeleton(world, rig)
  const found: string[] = []
  for (let frame = 0; frame < 60; frame++) {
    tick(world, FRAME)
    found.push(matrixOf(world, slow, 'stem').join())
  }
  expect(shapes[half]).toEqual(found)
})

test('a restored state goes on as the saved one', () => {
  const world = makeWorld()
  const eid = spawnSkeleton(world, rig, { skin: 'horned' })
  play(world, eid, 'storm', { loop: true })
  ticks(world, 20)
  world.components.Transform.x[eid] += 50
  tick(world, FRAME)
  const saved = saveState(world)
  const step = () => {
    tick(world, 0.0171)
    return poseBits(world, eid)
  }
  const run = () => Array.from({ length: 30 }, step)
  const first = run()
  setPhysics(world, eid, 'stem', { strength: 3 })
  ticks(world, 33)
  restoreState(world, saved)
  expect(run()).toEqual(first)
})

test('a skeleton that was hidden begins anew', () => {
  const world = makeWorld()
  const [hidden, fresh] = [0, 1].map(() => spawnSkeleton(world, rig))
  ticks(world, 5)
  for (const level of [2, 3]) {
    world.components.Transform.x[hidden] += 90
    tick(world, FRAME)
    world.components.Visibility.level[hidden] = level
    ticks(world, 40)
    world.components.Visibility.level[hidden] = 0
    world.components.Transform.x[hidden] = 0
    resetPhysics(world, fresh)
    for (let i = 0; i < 10; i++) {
      tick(world, FRAME)
      expect(matrixOf(world, hidden, 'twig')).toEqual(matrixOf(world, fresh, 'twig'))
    }
  }
})

test('modes: left out, shown as it is, started anew', () => {
  const world = makeWorld()
  const eid = spawnSkeleton(world, rig)
  const plain = makeWorld()
  const bare = spawnSkeleton(plain, bareRig())
  tick(plain, FRAME)
  ticks(world, 30)
  const swayed = matrixOf(world, eid, 'stem')
  setPhysicsMode(world, eid, 'none')
  ticks(world, 5)
  expect(matrixOf(world, eid, 'stem')).toEqual(matrixOf(plain, bare, 'stem'))
  expect(sleeps(world, eid)).toBe(true)
  setPhysicsMode(world, eid, 'pose')
  ticks(world, 3)
  expect(matrixOf(world, eid, 'stem')).toEqual(swayed)
  setPhysicsMode(world, eid, 'reset')
  ticks(world, 3)
  matrixOf(world, eid, 'stem').forEach((value, i) => {
    expect(value).toBeCloseTo(matrixOf(plain, bare, 'stem')[i], 5)
  })
  expect(() => setPhysicsMode(world, eid, 'swing' as 'pose')).toThrow(
    expect.objectContaining({ code: 'bad-option' }),
  )
})

test('bad values are refused, or do no harm', () => {
  const world = makeWorld()
  const eid = spawnSkeleton(world, rig)
  const before = poseBits(world, eid)
  const refusals: [() => void, string][] = [
    [() => setPhysics(world, eid, 'stem', { mass: 0 }), 'bad-option'],
    [() => setPhysics(world, eid, 'stem', { mass: 1e-60 }), 'bad-option'],
    [() => setPhysics(world, eid, 'stem', { wind: Number.NaN }), 'not-finite'],
    [() => setPhysics(world, eid, 'stem', { inertia: Number.POSITIVE_INFINITY }), 'not-finite'],
    [() => setPhysics(world, eid, 'stern', {}), 'unknown-constraint'],
    [() => resetPhysics(world, eid, 'stern'), 'unknown-constraint'],
    [() => setPhysicsInheritance(world, eid, { movement: 2 }), 'bad-option'],
    [() => setPhysicsInheritance(world, eid, { rotation: Number.NaN }), 'bad-option'],
    [() => teleport(world, 4000), 'no-skeleton'],
  ]
  for (const [call, code] of refusals) expect(call).toThrow(expect.objectContaining({ code }))
  expect(poseBits(world, eid)).toBe(before)
})

test.each(BOTH)('nothing hangs and all numbers are finite, for any values in files, %s', (_, options) => {
  const world = makeWorld(options)
  const wild: Json[] = [
    { fps: 100_000 },
    { fps: 0.001 },
    { strength: -500, damping: 1 },
    { strength: 1e18, mass: 1e-15 },
    { damping: -3, fps: 37 },
    { damping: 40 },
    { wind: 1e18, gravity: -1e18 },
    { inertia: 1e18, limit: 1e18 },
    { mass: -1 },
    { mix: -1e6 },
  ]
  const ids = wild.map((values) =>
    spawnSkeleton(
      world,
      swayRig((json) => {
        for (const physics of json.physics as Json[]) Object.assign(physics, values)
        // Masses that pass 0 on their way.
        const { storm } = json.animations as Record<string, { physics: Record<string, Json> }>
        storm.physics.lamp = { mass: [{ value: 1 }, { time: 0.7, value: -1 }] }
      }),
    ),
  )
  for (const eid of ids) play(world, eid, 'storm', { loop: true })
  const { Transform } = world.components
  for (const seconds of [FRAME, FRAME, 3600, FRAME, 1e6, 0.3, FRAME, -5, FRAME]) {
    for (const eid of ids) {
      Transform.x[eid] += 1000
      Transform.rotation[eid] += 3
    }
    tick(world, seconds)
    for (const eid of ids)
      for (let bone = 0; bone < 5; bone++)
        for (const value of matrixOf(world, eid, `${rig.bones.names[bone]}`))
          expect(Number.isFinite(value)).toBe(true)
  }
  // However long a tick is, it takes a limited number of steps.
  const longest = () => tick(world, 1e6)
  const limit = () => tick(world, PHYSICS_MOST_STEPS / 60)
  expect(costOf(longest, limit)).toBeLessThan(20)
  // They are themselves again once forces are.
  for (const eid of ids) {
    play(world, eid, 'still')
    for (const name of ['stem', 'twig', 'leaf', 'lamp'])
      setPhysics(world, eid, name, {
        inertia: 0.5,
        strength: 100,
        damping: 0.8,
        mass: 1,
        wind: 0,
        gravity: 0,
        mix: 1,
      })
  }
  ticks(world, 600)
  const [a, , c] = matrixOf(world, ids[3], 'lamp')
  expect(Math.hypot(a, c)).toBeCloseTo(1, 3)
})

test.each([
  [30, 2],
  [20, 3],
  [15, 4],
])('at 60 ticks a second, %i steps are one in every %ith tick', (fps, every) => {
  const world = makeWorld()
  const slow = swayRig((json) => {
    for (const physics of json.physics as Json[]) Object.assign(physics, { fps })
  })
  const eid = spawnSkeleton(world, slow)
  tick(world, FRAME)
  const moved: number[] = []
  for (let number = 2; number <= 24; number++) {
    const before = matrixOf(world, eid, 'stem')
    tick(world, FRAME)
    const after = matrixOf(world, eid, 'stem')
    // Else the last bits of turning there and back.
    if (after.some((value, i) => Math.abs(value - before[i]) > 1e-3)) moved.push(number)
  }
  expect(moved).toEqual(Array.from({ length: 24 / every }, (_, i) => every * (i + 1)))
})

test('of a long time only so many steps are simulated', () => {
  const world = makeWorld()
  const undamped = swayRig((json) => {
    for (const physics of json.physics as Json[]) Object.assign(physics, { damping: 1, fps: 64 })
  })
  const [long, short] = [0, 1].map(() => spawnSkeleton(world, undamped))
  ticks(world, 2, 0)
  const other = makeWorld()
  const twin = spawnSkeleton(other, undamped)
  ticks(other, 2, 0)
  tick(world, 3600)
  tick(other, PHYSICS_MOST_STEPS / 64)
  expect(matrixOf(world, long, 'lamp')).toEqual(matrixOf(other, twin, 'lamp'))
  expect(matrixOf(world, short, 'lamp')).toEqual(matrixOf(world, long, 'lamp'))
})

test('a skin that brings a constraint starts it, one without leaves it', () => {
  const world = makeWorld()
  const eid = spawnSkeleton(world, rig)
  ticks(world, 10)
  setSkin(world, eid, 'horned')
  ticks(world, 2)
  const length = () => Math.hypot(...matrixOf(world, eid, 'bell').filter((_, i) => i === 0 || i === 2))
  expect(length()).toBeCloseTo(1, 6)
  world.components.Transform.y[eid] += 30
  ticks(world, 2)
  expect(length()).toBeGreaterThan(1.1)
  setSkin(world, eid, null)
  untilAsleep(world, eid)
})

/** A skeleton whose bell rings, or does not, by its skin or by its mix. */
function ringers(options: object, begin: 'on' | 'off') {
  const world = makeWorld(options)
  const bySkin = spawnSkeleton(world, rig, { skin: begin === 'on' ? 'horned' : null })
  const byMix = spawnSkeleton(world, rig, { skin: 'horned' })
  const ring = (on: boolean) => {
    setSkin(world, bySkin, on ? 'horned' : null)
    setPhysics(world, byMix, 'ring', { mix: on ? 1 : 0 })
  }
  ring(begin === 'on')
  return { world, both: [bySkin, byMix], ring }
}

test.each(BOTH)(
  'time passes and the entity moves on while a skin leaves a constraint out, %s',
  (_, options) => {
    for (const begin of ['on', 'off'] as const) {
      const { world, both, ring } = ringers(options, begin)
      const { Transform } = world.components
      for (const eid of both) setPhysicsInheritance(world, eid, { movement: 0.5, rotation: 0 })
      for (let frame = 0; frame < 400; frame++) {
        if (frame === 200) ring(begin === 'off')
        if (frame === 260) ring(true)
        for (const eid of both) {
          if (frame % 50 < 5) Transform.x[eid] += 4
          if (frame === 215) Transform.rotation[eid] += 0.5
          if (frame === 225) setBone(world, eid, 'lamp', { rotation: -1 })
        }
        tick(world, 0.0171)
        if (frame >= 260 || (begin === 'on') === frame < 200)
          expect(matrixOf(world, both[0], 'bell')).toEqual(matrixOf(world, both[1], 'bell'))
      }
    }
  },
)

test.each(BOTH)('a resting constraint simulates the time that it missed, %s', (_, options) => {
  const world = makeWorld(options)
  const eids = [spawnSkeleton(world, rig), spawnSkeleton(world, rig)]
  for (let i = 0; i < 2000 && !eids.every((eid) => sleeps(world, eid)); i++) tick(world, FRAME)
  for (const eid of eids) setBone(world, eid, 'root', { y: 12 })
  // One shows it all the time.
  setPhysics(world, eids[1], 'stem', { mix: 0 })
  ticks(world, 60)
  setPhysics(world, eids[1], 'stem', { mix: 1 })
  tick(world, FRAME)
  const shown = matrixOf(world, eids[0], 'stem')
  matrixOf(world, eids[1], 'stem').forEach((value, i) => {
    expect(value).toBeCloseTo(shown[i], 2)
  })
})

test('a second run in a tick swallows movement and leaves all else', () => {
  const world = makeWorld()
  const eid = spawnSkeleton(world, rig)
  ticks(world, 20)
  const before = matrixOf(world, eid, 'stem')
  for (let i = 0; i < 3; i++) {
    world.components.Transform.x[eid] += 30
    constraints(world)
    worldTransform(world)
  }
  matrixOf(world, eid, 'stem').forEach((value, i) => {
    expect(value).toBeCloseTo(before[i] + (i === 4 ? 90 : 0), 4)
  })
})

test('physics of a bone that is not there are refused', () => {
  const json = swayJson()
  Object.assign((json.physics as Json[])[0], { bone: 'nowhere' })
  expect(() => makeRig('4.2', json)).toThrow(
    expect.objectContaining({ code: 'unknown-bone', path: 'physics[0].bone' }),
  )
})

test('a mask lets resets of a constraint through if its bone is in it, and resets of all never', () => {
  const rig = swayRig((json) => {
    for (const constraint of json.physics as Json[]) constraint.gravity = 40
    const animations = json.animations as Record<string, Json>
    animations.one = { physics: { leaf: { reset: [{ time: 0.3 }] } } }
    animations.all = { physics: { '': { reset: [{ time: 0.3 }] } } }
  })
  const world = makeWorld()
  const leafOf = (animation: string | null, bone = 'leaf') => {
    const eid = spawnSkeleton(world, rig)
    if (animation !== null) play(world, eid, animation, { mask: createMask(rig, { bones: [bone] }) })
    return eid
  }
  const [free, within, outside, all] = [leafOf(null), leafOf('one'), leafOf('one', 'twig'), leafOf('all')]
  ticks(world, 19)
  const heights = [within, outside, all].map((eid) => matrixOf(world, eid, 'leaf')[5])
  const unmasked = matrixOf(world, free, 'leaf')[5]
  expect(heights.map((height) => height === unmasked)).toEqual([false, true, true])
})
