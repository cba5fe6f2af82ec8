/** Bones that no bound holds for do not overflow, whichever kernels run. */
import { createWorld } from 'bitecs'
import { describe, expect, test } from 'vitest'
import { getBone, installAnimation, play, spawnSkeleton } from '../../src/api'
import { LANES, WORLD_RECORD } from '../../src/base/memory/lanes'
import { readSpineJson } from '../../src/formats/spine/json'
import { plainKernels } from '../../src/kernels/plain'
import { wasmKernels } from '../../src/kernels/wasm'
import { compileRig } from '../../src/rig/compile'
import { MOST_WORLD, OP } from '../../src/rig/program/ops'
import { runPipeline } from '../../systems'
import type { Json } from '../fixtures/rigs/rich-rig'
import { noWarnings } from '../fixtures/warnings'
import { PROGRAM, run, rigOf as small, stageOf } from './program/stage'

function rigOf(more: Json, names: string[]) {
  const bones = [
    { name: 'root' },
    ...names.map((name, i) => ({ name, parent: names[i - 1] ?? 'root', x: 3, rotation: 20 })),
  ]
  const region = { width: 4, height: 4 }
  const json = {
    skeleton: { spine: '4.2.43' },
    bones,
    slots: [{ name: 's', bone: names.at(-1), attachment: 'r' }],
    skins: [{ name: 'default', attachments: { s: { r: region } } }],
    ...more,
  }
  const model = readSpineJson(json, { source: 'limit.json', warn: noWarnings })
  return compileRig(model, null, { source: 'limit.json', pages: [], warn: noWarnings })
}

const local = { name: 't', target: 'a', local: true, relative: true }
const growing = {
  grow: { bones: { b: { scale: [{ x: 1e9, y: 1e9 }] }, c: { scale: [{ x: 1e9, y: -1e9 }] } } },
}
const WILD: [string, Json, string[]][] = [
  [
    'a bone that a transform constraint lists 5,001 times',
    { transform: [{ ...local, bones: new Array(5001).fill('a') }] },
    ['a', 'b'],
  ],
  [
    'a chain of great scales',
    {
      animations: {
        grow: {
          bones: Object.fromEntries(
            ['a', 'b', 'c', 'd'].map((name) => [name, { scale: [{ x: 1e12, y: 1e12 }] }]),
          ),
        },
      },
    },
    ['a', 'b', 'c', 'd'],
  ],
  [
    'scales that a constraint multiplies',
    {
      animations: growing,
      transform: [
        { ...local, local: false, bones: ['b', 'c'] },
        { ...local, name: 'u', order: 1, bones: ['c', 'c', 'c'] },
      ],
    },
    ['a', 'b', 'c'],
  ],
  [
    'IK that stretches under a scale of nearly nothing',
    {
      bones: [
        { name: 'root' },
        { name: 'a', parent: 'root', scaleX: 1e-17, scaleY: 1e-17 },
        { name: 'b', parent: 'a', length: 1e-3 },
        { name: 'goal', parent: 'root', x: 1e17, y: 1e17 },
      ],
      ik: [{ name: 'i', bones: ['b'], target: 'goal', stretch: true }],
    },
    ['a', 'b'],
  ],
]

describe.each(WILD)('%s', (_, more, names) => {
  test.each([wasmKernels, plainKernels])('leaves numbers: $name', (kernels) => {
    const rig = rigOf(more, names)
    expect(rig.boundless()).toContain(1)
    const world = installAnimation(createWorld({}), { kernels, warn: noWarnings })
    const eid = spawnSkeleton(world, rig)
    for (const { name } of rig.animations) play(world, eid, name)
    for (world.time.delta of [0, 0.1, 0.1]) runPipeline(world)
    const { skeletons, streams } = world.animation
    const first = 2 * skeletons.vertexStart[eid]
    const vertices = [...streams.positions.subarray(first, first + 2 * skeletons.vertexCount[eid])]
    expect(vertices).toHaveLength(8)
    expect(vertices.filter((value) => !Number.isFinite(value))).toEqual([])
    for (const name of names)
      for (const value of Object.values(getBone(world, eid, name)))
        expect(Math.abs(Number(value))).toBeLessThanOrEqual(MOST_WORLD)
  })
})

test('bones that have a bound are not looked at', () => {
  const rig = rigOf({ transform: [{ name: 't', bones: ['b'], target: 'root' }] }, ['a', 'b'])
  expect([...rig.boundless()]).toEqual([0, 0, 0])
  const { words } = rig.program([], [])
  const codes: number[] = []
  for (let at = 0; words[at] !== OP.end; at += words[at + 1]) codes.push(words[at])
  expect(codes).not.toContain(OP.limit)
})

test('the op clamps numbers to their limit, turns NaN into 0, and leaves other lanes and bones alone', () => {
  const stage = stageOf(small('4.2', [{ name: 'a' }, { name: 'b' }, { name: 'c' }]))
  const { f32, i32, world } = stage
  i32.set([OP.limit, 5, 1, WORLD_RECORD, 1, OP.end], PROGRAM)
  i32[stage.masks] = 0b0101
  f32.fill(Number.NaN, world, world + 3 * WORLD_RECORD)
  const own = world + WORLD_RECORD
  const wild = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN, 3e38, -5, MOST_WORLD]
  wild.forEach((value, row) => {
    f32.fill(value, own + row * LANES, own + (row + 1) * LANES)
  })
  run(stage)
  const ended = [MOST_WORLD, -MOST_WORLD, 0, MOST_WORLD, -5, MOST_WORLD].map(Math.fround)
  const left = wild.map(Math.fround)
  for (const [lane, wanted] of [ended, left, ended, left].entries())
    expect(wild.map((_, row) => f32[own + row * LANES + lane])).toEqual(wanted)
  expect(f32[world]).toBeNaN()
  expect(f32[world + 2 * WORLD_RECORD]).toBeNaN()
})
