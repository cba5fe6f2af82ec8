/** Paths and surfaces of DragonBones, at any place of their skeletons and with any kernels. */

import { createWorld } from 'bitecs'
import {
  type AnimationWorld,
  getBone,
  getWorldVertices,
  type InstallOptions,
  installAnimation,
  loadRig,
  play,
  type Rig,
  type SpawnOptions,
  setAttachment,
  setBone,
  spawnSkeleton,
} from 'osteon'
import { boneControls, setBoneOffset } from 'osteon/bone-controls'
import { dragonBones } from 'osteon/formats/dragonbones'
import { plainKernels } from 'osteon/kernels/plain'
import { nesting, putInSlot } from 'osteon/nesting'
import { runPipeline } from 'osteon/systems'
import { beforeAll, describe, expect, test } from 'vitest'
import { poseBits } from '../../../fixtures/play'
import {
  bentArmature,
  flatLattice,
  MESH,
  PATH,
  smallArmature,
  smallAtlas,
} from '../../../fixtures/rigs/dragonbones'
import { validateWorld } from '../../../fixtures/validate-world'
import { figure, verticesOf } from '../../../nesting/kit'

const load = (file: object) =>
  loadRig(file, new TextEncoder().encode(JSON.stringify(smallAtlas())), {
    readers: [dragonBones],
    name: 'bent',
    images: false,
    warn: () => {},
  })

const worldOf = (options: InstallOptions = {}): AnimationWorld =>
  installAnimation(createWorld({}), { use: [boneControls, nesting], ...options })

const TWINS = [
  ['plain', {}],
  ['plain kernels', { kernels: plainKernels }],
] as const

function tick(world: AnimationWorld, seconds = 0.07): void {
  world.time.delta = seconds
  runPipeline(world)
}

/** All visible numbers of a skeleton: its bones' matrices, and the vertices of its slots. */
function seen(world: AnimationWorld, eid: number, { bones, slots }: Rig): number[] {
  return [
    ...bones.names.flatMap((_, bone) => [...getBone(world, eid, bone)]),
    ...Array.from({ length: slots.count }, (_, slot) => [
      ...(getWorldVertices(world, eid, slot) ?? []),
    ]).flat(),
  ]
}

let bent: Rig
beforeAll(async () => {
  bent = await load(bentArmature())
})

function playing(world: AnimationWorld, options: SpawnOptions = {}): number {
  const eid = spawnSkeleton(world, bent, options)
  play(world, eid, 'go')
  for (let i = 0; i < 5; i++) tick(world)
  return eid
}

/** From the space of a skeleton that stands at the origin. */
type Six = readonly [a: number, b: number, c: number, d: number, x: number, y: number]

function carried([a, b, c, d, x, y]: Six, values: readonly number[], bones: number): number[] {
  const moved = (vx: number, vy: number) => [a * vx + b * vy, c * vx + d * vy]
  const found: number[] = []
  for (let i = 0; i < 6 * bones; i += 6) {
    const [ax, ay] = moved(values[i], values[i + 2])
    const [bx, by] = moved(values[i + 1], values[i + 3])
    const [px, py] = moved(values[i + 4], values[i + 5])
    found.push(ax, bx, ay, by, px + x, py + y)
  }
  for (let i = 6 * bones; i < values.length; i += 2) {
    const [px, py] = moved(values[i], values[i + 1])
    found.push(px + x, py + y)
  }
  return found
}

function expectClose(actual: readonly number[], expected: readonly number[]): void {
  expect(actual.length).toBe(expected.length)
  for (const [i, value] of expected.entries())
    expect(Math.abs(actual[i] - value) / Math.max(1, Math.abs(value)), `number ${i}`).toBeLessThan(2e-5)
}

describe.each(TWINS)('paths and surfaces, by kernels in %s', (_, given) => {
  test('are the same with shortcuts and without', () => {
    const [one, other] = [worldOf(given), worldOf({ ...given, shortcuts: false })]
    const [first, second] = [one, other].map((world) => playing(world))
    for (let i = 0; i < 30; i++) {
      tick(one)
      tick(other)
      expect(seen(one, first, bent)).toEqual(seen(other, second, bent))
      expect(verticesOf(one, first)).toEqual(verticesOf(other, second))
    }
  })

  test('are drawn the same while no bones are read, beside any other skeletons', () => {
    const [one, other] = [worldOf(given), worldOf({ ...given, shortcuts: false })]
    const [first, second] = [one, other].map((world) => playing(world))
    for (const [i, hidden] of ['flag', 'cloth', 'badge'].entries()) {
      setAttachment(one, first, hidden, null)
      setAttachment(other, second, hidden, null)
      for (let k = 0; k < 5; k++) {
        tick(one)
        tick(other)
        expect(verticesOf(one, first)).toEqual(verticesOf(other, second))
      }
      expect(verticesOf(one, first)).toHaveLength(8 * (2 - i))
    }
  })

  test.each(['add', 'override'] as const)('offsets of surfaces do nothing (%s)', (mode) => {
    const [world, plain] = [worldOf(given), worldOf(given)]
    const [eid, other] = [playing(world), playing(plain)]
    for (const bone of ['sheet', 'patch']) setBoneOffset(world, eid, bone, { x: 5, rotation: 1, mode })
    tick(world)
    tick(plain)
    expect(seen(world, eid, bent)).toEqual(seen(plain, other, bent))
    validateWorld(world)
  })

  test('a bone on a surface with an overriding offset stands at the offset, with all on it', () => {
    const [one, other] = [worldOf(given), worldOf({ ...given, shortcuts: false })]
    for (const world of [one, other]) {
      const eid = playing(world)
      const before = ['leaf', 'a0', 'patch'].map((bone) => [...getBone(world, eid, bone)])
      setBoneOffset(world, eid, 'pin', { x: 5, y: 6, rotation: 0.3, mode: 'override' })
      tick(world, 0)
      const [cos, sin] = [Math.cos(0.3), Math.sin(0.3)]
      expectClose([...getBone(world, eid, 'pin')], [cos, -sin, sin, cos, 5, 6])
      expectClose([...getBone(world, eid, 'tip')].slice(4), [5 + 20 * cos, 6 + 20 * sin])
      expect(['leaf', 'a0', 'patch'].map((bone) => [...getBone(world, eid, bone)])).toEqual(before)
      validateWorld(world)
    }
    expect(seen(one, 1, bent)).toEqual(seen(other, 1, bent))
  })

  test.each<[string, SpawnOptions]>([
    ['moved', { x: 300, y: -120 }],
    ['turned', { x: 20, rotation: 2 }],
    ['scaled', { scaleX: 2, scaleY: 0.5, y: 40 }],
    ['mirrored', { scaleX: -1.5, rotation: 0.4 }],
  ])('move with their skeleton that is %s', (_, options) => {
    const [still, other] = [worldOf(given), worldOf(given)]
    const expected = seen(still, playing(still), bent)
    const { x = 0, y = 0, rotation = 0, scaleX = 1, scaleY = 1 } = options
    const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)]
    const matrix: Six = [cos * scaleX, -sin * scaleY, sin * scaleX, cos * scaleY, x, y]
    expectClose(seen(other, playing(other, options), bent), carried(matrix, expected, bent.bones.count))
  })

  test('move with the slot that their skeleton is in', () => {
    const [still, other] = [worldOf(given), worldOf(given)]
    const expected = seen(still, playing(still), bent)
    const holder = spawnSkeleton(other, figure(), { x: 7, rotation: 0.3 })
    const held = spawnSkeleton(other, bent)
    putInSlot(other, holder, 'hand', held)
    play(other, held, 'go')
    for (let i = 0; i < 5; i++) tick(other)
    const [a, b, c, d, x, y] = getBone(other, holder, 'arm')
    expectClose(seen(other, held, bent), carried([a, b, c, d, x, y], expected, bent.bones.count))
    const drawn = bent.slots.names.flatMap((_, slot) => [...(getWorldVertices(other, held, slot) ?? [])])
    expect(drawn.length).toBeGreaterThan(24)
  })

  test('are drawn where they are read', () => {
    const world = worldOf(given)
    const eid = playing(world)
    tick(world)
    const read = ['cloth', 'badge', 'flag'].flatMap((slot) => [...(getWorldVertices(world, eid, slot) ?? [])])
    expect(read.length).toBe(24)
    // Streams have them in another order.
    expect(verticesOf(world, eid).sort()).toEqual(read.sort())
  })

  test('leave the same bits alone and among others', () => {
    const [one, many] = [worldOf(given), worldOf(given)]
    const alone = playing(one)
    const all = Array.from({ length: 6 }, (_, i) => {
      const eid = spawnSkeleton(many, bent, i === 3 ? {} : { x: 9 * i, scaleX: -1 })
      play(many, eid, 'go', { timeScale: i === 3 ? 1 : 2 })
      return eid
    })
    for (let i = 0; i < 5; i++) tick(many)
    expect(poseBits(many, all[3])).toBe(poseBits(one, alone))
  })

  test('leave the bits of a pose by hand in the next block alone', () => {
    const [one, many] = [worldOf(given), worldOf(given)]
    const alone = playing(one)
    // One block, then two: the second and the sixth of these stand in the same lane of either.
    const all = Array.from({ length: 12 }, () => spawnSkeleton(many, bent))
    play(many, all[5], 'go')
    for (let i = 0; i < 5; i++) {
      all.forEach((eid, k) => {
        if (k !== 5)
          for (const bone of ['a0', 'a1', 'b0', 'b1']) setBone(many, eid, bone, { rotation: k, scaleX: 2 })
      })
      tick(many)
    }
    expect(poseBits(many, all[5])).toBe(poseBits(one, alone))
  })

  test('a skeleton of no size is nowhere, and comes back', () => {
    const [one, other] = [worldOf(given), worldOf(given)]
    const eid = playing(one, { scaleX: 0, scaleY: 0 })
    expect(seen(one, eid, bent).every(Number.isFinite)).toBe(true)
    one.components.Transform.scaleX[eid] = one.components.Transform.scaleY[eid] = 1
    const twin = playing(other)
    tick(one)
    tick(other)
    expectClose(seen(one, eid, bent), seen(other, twin, bent))
  })
})

describe('a flip of a skeleton with surfaces', () => {
  const degrees = Math.PI / 180
  /** In the words of the format: angles go from x to y, which points down. */
  const axes = (rotation: number, skew: number, scaleX: number, scaleY: number) => [
    Math.cos(rotation) * scaleX,
    Math.sin(rotation) * scaleX,
    -Math.sin(rotation + skew) * scaleY,
    Math.cos(rotation + skew) * scaleY,
  ]
  const axesOf = (world: AnimationWorld, eid: number, bone: string) => {
    const [a, b, c, d] = getBone(world, eid, bone)
    return [a, -c, -b, d]
  }
  const loadSheet = (root: object) => {
    const on = { parent: 'sheet', transform: { x: 40, y: 25, skX: 30, skY: 20, scX: 0.5 } }
    const sheet = { name: 'sheet', type: 'surface', segmentX: 2, segmentY: 2, vertices: flatLattice(2, 2) }
    return load(
      smallArmature({
        bone: [
          { name: 'root', transform: { x: 5, y: 7, skX: 35, skY: 35, scX: 1.5 } },
          { ...sheet, ...root },
          { name: 'pin', ...on },
          { name: 'straight', ...on, inheritRotation: false },
          { name: 'bare', ...on, inheritScale: false },
          { name: 'loose', ...on, inheritScale: false, inheritRotation: false },
        ],
        slot: [],
        skin: [],
      }),
    )
  }
  const flipped = (rig: Rig, flipX: boolean, flipY: boolean, options: SpawnOptions = {}) => {
    const world = worldOf()
    const eid = spawnSkeleton(world, rig, { ...options, flipX, flipY })
    tick(world)
    return { world, eid }
  }
  const FLIPS = [
    [true, false],
    [false, true],
    [true, true],
  ] as const

  test.each(FLIPS)('x: %s, y: %s: bones are put with it, and turned by its flipped axis', async (x, y) => {
    const rig = await loadSheet({ parent: 'root' })
    const { world, eid } = flipped(rig, x, y)
    const still = flipped(rig, false, false)
    const [right, down] = [x ? -1 : 1, y ? -1 : 1]
    const axis = Math.atan2(Math.sin(35 * degrees) * down, Math.cos(35 * degrees) * right)
    expectClose(axesOf(world, eid, 'pin'), axes(20 * degrees + axis, 10 * degrees, 0.75, 1))
    expectClose(axesOf(world, eid, 'straight'), axes(20 * degrees, 10 * degrees, 0.75, 1))
    // A bone that does not inherit scale is on the other side, but for its skew.
    const side = x === y ? 0 : Math.PI
    const own = x === y ? 20 * degrees : -20 * degrees
    expectClose(axesOf(world, eid, 'bare'), axes(axis + own, 10 * degrees + side, 0.5, 1))
    const turn = (x ? Math.PI : 0) + (x === y ? 20 : -20) * degrees
    expectClose(axesOf(world, eid, 'loose'), axes(turn, 10 * degrees + side, 0.5, 1))
    for (const bone of rig.bones.names) {
      const [, , , , toX, toY] = getBone(world, eid, bone)
      const [, , , , fromX, fromY] = getBone(still.world, still.eid, bone)
      expectClose([toX, toY], [fromX * right, fromY * down])
    }
  })

  test.each(FLIPS)('x: %s, y: %s: with a scale below 0, the whole is mirrored once more', async (x, y) => {
    const rig = await loadSheet({ parent: 'root' })
    const [plain, mirrored] = [flipped(rig, x, y), flipped(rig, x, y, { scaleX: -2, y: 30 })]
    expectClose(
      seen(mirrored.world, mirrored.eid, rig),
      carried([-2, 0, 0, 1, 0, 30], seen(plain.world, plain.eid, rig), rig.bones.count),
    )
  })

  test('a surface that hangs on no bone is flipped, too', async () => {
    const rig = await loadSheet({})
    const [still, turned] = [flipped(rig, false, false), flipped(rig, true, true)]
    const bones = seen(still.world, still.eid, rig)
    expectClose(seen(turned.world, turned.eid, rig), carried([-1, 0, 0, -1, 0, 0], bones, rig.bones.count))
  })
})

test('a lattice that nothing bends puts points where they are, however far away', async () => {
  const vertices = [
    0, 0, -199, 60, 30, 199, 300, 20, -20, 999, -700, 10, 5, -300, 400, 400, -2000, 3, 200, -200,
  ]
  const uvs = vertices.map(() => 0)
  const sheet = {
    name: 'sheet',
    type: 'surface',
    parent: 'arm',
    segmentX: 4,
    segmentY: 3,
    vertices: flatLattice(4, 3),
  }
  const arm = { name: 'arm', parent: 'root', transform: { x: 5, y: 7, skX: 30, skY: 20, scY: 2 } }
  const parts = (parent: string, plain: object) => ({
    bone: [{ name: 'root' }, arm, sheet],
    slot: [{ name: 'slot', parent }],
    skin: [
      { slot: [{ name: 'slot', display: [{ ...MESH, ...plain, vertices, uvs, triangles: [0, 1, 2] }] }] },
    ],
  })
  const world = worldOf()
  const [flat, plain] = await Promise.all([
    load(smallArmature(parts('sheet', {}))),
    load(smallArmature(parts('arm', { transform: {} }))),
  ])
  const [first, second] = [flat, plain].map((rig) => spawnSkeleton(world, rig))
  tick(world)
  expectClose([...(getWorldVertices(world, first, 0) ?? [])], [...(getWorldVertices(world, second, 0) ?? [])])
  expect(getWorldVertices(world, first, 0)).toHaveLength(20)
})

describe('a path', () => {
  const bone = [
    { name: 'root' },
    { name: 'a', parent: 'root', length: 30, transform: { x: 3, y: 4 } },
    { name: 'b', parent: 'a', length: 30, transform: { x: 30, skX: 9, skY: 9 } },
  ]
  const led = (path: object, display: object = {}, shown: object[] = []) =>
    load(
      smallArmature({
        bone,
        slot: [{ name: 'way', parent: 'root' }],
        skin: [{ slot: [{ name: 'way', display: [{ ...PATH, ...display }, ...shown] }] }],
        path: [{ target: 'way', bones: ['a', 'b'], rotateMode: 'chain', rotateOffset: 10, ...path }],
      }),
    )
  const placed = (world: AnimationWorld, rig: Rig, setUp: (eid: number) => void = () => {}) => {
    const eid = spawnSkeleton(world, rig)
    tick(world)
    setUp(eid)
    tick(world)
    return ['a', 'b'].map((name) =>
      [...getBone(world, eid, name)].slice(4).map((v) => Math.round(v * 1e3) / 1e3),
    )
  }
  const FREE = [
    [3, -4],
    [33, -4],
  ]

  test('leads bones only while its slot shows it', async () => {
    const world = worldOf()
    const rig = await led({}, {}, [{ ...PATH, name: 'other' }])
    expect(placed(world, rig)[0]).toEqual([0, 0])
    expect(placed(world, rig, (eid) => setAttachment(world, eid, 'way', '1'))).toEqual(FREE)
    expect(placed(world, rig, (eid) => setAttachment(world, eid, 'way', null))).toEqual(FREE)
  })

  test('goes straight on past its ends', async () => {
    // Its first handle points left, its last one down.
    const straight = { vertices: [-9, 0, 0, 0, 10, 0, 90, 0, 100, 0, 110, 0], lengths: [100] }
    const by = { positionMode: 'fixed', spacingMode: 'fixed' }
    const world = worldOf()
    expect(placed(world, await led({ ...by, position: -30, spacing: 10 }, straight))).toEqual([
      [-20, 0],
      [-10, 0],
    ])
    expect(placed(world, await led({ ...by, position: 90, spacing: 15 }, straight))).toEqual([
      [105, 0],
      [120, 0],
    ])
  })

  test('that is closed has no ends', async () => {
    const square = [0, 0, 100, 0, 100, 100, 0, 100].flatMap((_, i, all) =>
      i & 1 ? [] : [0, 1, 2].flatMap(() => [all[i], all[i + 1]]),
    )
    const round = { vertices: square, closed: true, constantSpeed: true, lengths: [] }
    const by = { positionMode: 'percent', spacingMode: 'percent' }
    const world = worldOf()
    const there = placed(world, await led({ ...by, position: 0.1, spacing: 0.25 }, round))
    expect(there).toEqual(placed(world, await led({ ...by, position: -0.9, spacing: 0.25 }, round)))
    expect(there[0][0]).toBeCloseTo(100, 1)
    expect(there[1][1]).toBeCloseTo(-100, 1)
  })

  test('moves nothing with mixes of 0', async () => {
    expect(placed(worldOf(), await led({ rotateMix: 0, translateMix: 0 }))).toEqual(FREE)
  })

  test('that is not there leads nothing, and is warned of', async () => {
    const warnings: unknown[] = []
    const path = [
      { name: 'x', target: 'gone', bones: ['a'] },
      { name: 'y', target: 'way', bones: ['gone'] },
    ]
    const file = smallArmature({ bone, slot: [{ name: 'way', parent: 'root' }], path })
    const model = dragonBones.readSkeleton(file, { source: 'x', warn: (warning) => warnings.push(warning) })
    expect(model.constraints).toEqual([])
    expect(warnings).toMatchObject(
      [0, 1].map((i) => ({ code: 'ignored-key', path: `armature[0].path[${i}]` })),
    )
  })
})
