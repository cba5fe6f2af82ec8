/** Inherit flags and IK of DragonBones: both builds of the kernels agree, under the skeleton's own scale and flips. */
import { createWorld } from 'bitecs'
import { expect, test } from 'vitest'
import { getBone, installAnimation, loadRig, play, spawnSkeleton } from '../../../src/api'
import { dragonBones } from '../../../src/formats/dragonbones'
import { plainKernels } from '../../../src/kernels/plain'
import { wasmKernels } from '../../../src/kernels/wasm'
import type { Rig } from '../../../src/rig/rig'
import type { KernelSource } from '../../../src/world/kernels'
import { runPipeline } from '../../../systems'
import { smallArmature } from '../../fixtures/rigs/dragonbones'
import type { Json } from '../../fixtures/rigs/rich-rig'

/** Bones of all sixteen sets under a plain parent and a mirrored one, with a child each, and two IK constraints. */
function everySet(): Json {
  const bone: Json[] = [
    { name: 'root', transform: { x: 2, y: 1, skX: 12, skY: 12 } },
    { name: 'goal', parent: 'root', transform: { x: 30, y: -12 } },
  ]
  for (const [at, transform] of [
    { x: 4, y: 9, skX: 40, skY: -20, scX: 0.8, scY: 1.2 },
    { x: -4, y: 3, skX: 10, skY: 25, scX: -0.9, scY: 1.1 },
  ].entries()) {
    bone.push({ name: `p${at}`, parent: 'root', transform })
    for (let set = 0; set < 16; set++) {
      const flags = {
        inheritTranslation: (set & 1) === 0,
        inheritRotation: (set & 2) === 0,
        inheritScale: (set & 4) === 0,
        inheritReflection: (set & 8) === 0,
      }
      const own = { x: 5 - set, y: set, skX: 20 + set, skY: 5 * set, scX: set % 3 === 0 ? -1.3 : 0.7 }
      bone.push({ name: `b${at}.${set}`, parent: `p${at}`, ...flags, transform: own })
      bone.push({
        name: `c${at}.${set}`,
        parent: `b${at}.${set}`,
        inheritRotation: false,
        transform: { x: 1 },
      })
    }
  }
  bone.push(
    { name: 'upper', parent: 'root', length: 14, transform: { x: 3, y: 3, skX: 60, skY: 60 } },
    { name: 'lower', parent: 'upper', length: 12, transform: { x: 14, skX: 30, skY: 30 } },
    { name: 'eye', parent: 'p1', transform: { x: 7, y: 7 } },
  )
  const ik = [
    { name: 'limb', bone: 'lower', target: 'goal', chain: 1, weight: 0.7 },
    { name: 'look', bone: 'eye', target: 'goal', weight: 0.6 },
  ]
  return smallArmature({ bone, ik, slot: [], skin: [] })
}

function posed(rig: Rig, kernels: KernelSource, scaleX: number, scaleY = 1): Float64Array[] {
  const world = installAnimation(createWorld({}), { capacity: 8, kernels })
  // Neighbours stand in other lanes.
  const [, eid] = [1, scaleX].map((scale, i) => {
    const one = spawnSkeleton(world, rig)
    world.components.Transform.scaleX[one] = scale
    world.components.Transform.scaleY[one] = i === 0 ? 1 : scaleY
    return one
  })
  world.time.delta = 0
  runPipeline(world)
  return rig.bones.names.map((name) => getBone(world, eid, name).slice())
}

const load = (data: Json) => loadRig(data, null, { readers: [dragonBones], name: 'flags', warn: () => {} })

test('both builds pose alike, bit for bit', async () => {
  const rig = await load(everySet())
  for (const scale of [1.5, -1, 0])
    expect(posed(rig, plainKernels, scale)).toEqual(posed(rig, wasmKernels, scale))
})

test("the skeleton's scale acts on all bones, with any inherit flags", async () => {
  const rig = await load(everySet())
  const plain = posed(rig, wasmKernels, 1.0001)
  const wide = posed(rig, wasmKernels, 2, 3)
  plain.forEach(([a, b, c, d, x, y], bone) => {
    const expected = [2 * a, 2 * b, 3 * c, 3 * d, 2 * x, 3 * y]
    expected.forEach((value, i) => {
      expect(Math.abs(wide[bone][i] - value), `${rig.bones.names[bone]} ${i}`).toBeLessThan(0.02)
    })
  })
})

interface Placed {
  /** a, b, c, d, x, y as DragonBones has them: (a, b) is the x axis, y points down. */
  matrix: number[]
  rotation: number
  scaleX: number
}

interface PlainBone {
  name: string
  parent?: string
  transform?: Record<string, number>
  inheritTranslation?: boolean
  inheritRotation?: boolean
  inheritScale?: boolean
  inheritReflection?: boolean
}

function matrixOf(x: number, y: number, rotation: number, skew: number, scaleX: number, scaleY: number) {
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)]
  const angle = rotation + skew
  return [cos * scaleX, sin * scaleX, -Math.sin(angle) * scaleY, Math.cos(angle) * scaleY, x, y]
}

/** The rules of DragonBones, step by step. */
function flipped(bones: readonly PlainBone[], flipX: boolean, flipY: boolean): Map<string, Placed> {
  const placed = new Map<string, Placed>()
  for (const bone of bones) {
    const { x = 0, y = 0, skX = 0, skY = 0, scX = 1, scY = 1 } = bone.transform ?? {}
    const {
      inheritTranslation: moves = true,
      inheritRotation: turns = true,
      inheritScale: scales = true,
    } = bone
    const above = placed.get(bone.parent ?? '')
    let rotation = (skY * Math.PI) / 180
    let skew = ((skX - skY) * Math.PI) / 180
    const at = [flipX ? -x : x, flipY ? -y : y]
    const [a, b, c, d, e, f] = above?.matrix ?? []
    const through = [a * x + c * y + e, b * x + d * y + f]
    if (above && scales) {
      if (!turns && flipX === flipY) rotation -= above.rotation + (flipX ? Math.PI : 0)
      else if (!turns) rotation += above.rotation + (flipX ? Math.PI : 0)
      const own = matrixOf(0, 0, rotation, skew, scX, scY)
      const axes = [0, 2].flatMap((i) => [a * own[i] + c * own[i + 1], b * own[i] + d * own[i + 1]])
      const matrix = [...axes, ...(moves ? through : [x, y])]
      rotation = Math.atan(matrix[1] / matrix[0])
      if (scX >= 0 && matrix[0] < 0) rotation -= Math.PI
      const scaleX = Math.abs(matrix[0] / Math.cos(rotation)) * (scX < 0 && matrix[0] < 0 ? -1 : 1)
      placed.set(bone.name, { matrix, rotation, scaleX })
      continue
    }
    if (above && turns) {
      const mirrored = a * d - b * c < 0
      rotation = above.rotation + (above.scaleX < 0 ? Math.PI : 0) + (mirrored ? -rotation : rotation)
      if (mirrored && ((bone.inheritReflection ?? true) || flipX !== flipY)) skew += Math.PI
    } else if (flipX || flipY) {
      rotation = flipX && flipY ? rotation + Math.PI : flipX ? Math.PI - rotation : -rotation
      if (flipX !== flipY) skew += Math.PI
    }
    const [px, py] = above && moves ? through : at
    placed.set(bone.name, { matrix: matrixOf(px, py, rotation, skew, scX, scY), rotation, scaleX: scX })
  }
  return placed
}

test.each([
  [1, 1],
  [-1, 1],
  [1, -1],
  [-1, -1],
])('flips by (%d, %d) keep the skew of roots and of bones without inherited scale', async (x, y) => {
  const { armature } = everySet() as unknown as { armature: { bone: PlainBone[]; ik: unknown }[] }
  const bone = armature[0].bone.map((plain) => ({ ...plain }))
  bone[0].transform = { x: 2, y: 1, skX: 30, skY: 12 }
  const rig = await load(smallArmature({ bone, slot: [], skin: [] } as unknown as Json))
  const expected = flipped(bone, x < 0, y < 0)
  for (const kernels of [wasmKernels, plainKernels])
    posed(rig, kernels, x, y).forEach(([a, b, c, d, atX, atY], index) => {
      const name = rig.bones.names[index]
      const found = [a, -c, -b, d, atX, -atY]
      expected.get(name)?.matrix.forEach((value, i) => {
        expect(found[i], `${name} ${i}`).toBeCloseTo(value, 3)
      })
    })
})

test('bones of old data that take no rotation keep their own, under mirrored parents, too', async () => {
  const transform = (x: number, angle: number, scX = 1, scY = 1) => ({
    x,
    y: 3,
    skX: angle,
    skY: angle,
    scX,
    scY,
  })
  const bone: Json[] = [{ name: 'root', transform: transform(2, 20) }]
  for (const [at, [scX, scY]] of [
    [1.5, 0.5],
    [-1.5, 0.5],
    [1.5, -0.5],
  ].entries())
    for (const inheritRotation of [true, false]) {
      const name = `${at}${inheritRotation}`
      bone.push({ name, parent: 'root', transform: transform(5, 50, scX, scY) })
      bone.push({ name: `c${name}`, parent: name, inheritRotation, transform: transform(4, 30, 2) })
    }
  const rig = await load(smallArmature({ bone, skin: [] }, { version: '3.0', isGlobal: 0 }))
  const one = posed(rig, wasmKernels, 1.5)
  expect(posed(rig, plainKernels, 1.5)).toEqual(one)
  const angle = ([a, , c]: ArrayLike<number> & Iterable<number>) => (Math.atan2(c, a / 1.5) * 180) / Math.PI
  for (const name of ['c0true', 'c1true', 'c2true'])
    expect(angle(one[rig.bones.index.get(name) ?? 0]), name).toBeCloseTo(-100, 3)
})

test('an IK constraint of full weight puts the tip at the target', async () => {
  const file = smallArmature({
    bone: [
      { name: 'root' },
      { name: 'goal', parent: 'root', transform: { x: 12, y: 9 } },
      { name: 'upper', parent: 'root', length: 10 },
      { name: 'lower', parent: 'upper', length: 10, transform: { x: 10 } },
    ],
    ik: [{ name: 'limb', bone: 'lower', target: 'goal', chain: 1 }],
    ...{ slot: [], skin: [] },
    animation: [
      {
        name: 'off',
        duration: 4,
        ik: [{ name: 'limb', frame: [{ duration: 4, tweenEasing: 0, weight: 0 }, { duration: 0 }] }],
      },
    ],
  })
  const rig = await load(file)
  const tip = ([a, , c, , x, y]: ArrayLike<number> & Iterable<number>) => [x + 10 * a, y + 10 * c]
  const [, , , lower] = posed(rig, wasmKernels, 1)
  expect(tip(lower)[0]).toBeCloseTo(12, 4)
  expect(tip(lower)[1]).toBeCloseTo(-9, 4)
  const world = installAnimation(createWorld({}), { capacity: 4 })
  const eid = spawnSkeleton(world, rig)
  play(world, eid, 'off')
  world.time.delta = 0
  runPipeline(world)
  expect(tip(getBone(world, eid, 'lower'))[0]).toBeCloseTo(20, 4)
})
