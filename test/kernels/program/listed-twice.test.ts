/** A transform constraint that lists a bone more than once moves it as often: numbers of the official web runtime, 4.2. */
import { createWorld } from 'bitecs'
import { describe, expect, test } from 'vitest'
import { getBone, installAnimation, spawnSkeleton } from '../../../src/api'
import { readSpineJson } from '../../../src/formats/spine/json'
import { plainKernels } from '../../../src/kernels/plain'
import { wasmKernels } from '../../../src/kernels/wasm'
import { compileRig } from '../../../src/rig/compile'
import { runPipeline } from '../../../systems'
import type { Json } from '../../fixtures/rigs/rich-rig'
import { noWarnings } from '../../fixtures/warnings'

function rigOf(more: Json) {
  const bones = [
    { name: 'root' },
    { name: 'a', parent: 'root', x: 3, y: 1, rotation: 10, scaleX: 1.1 },
    { name: 'b', parent: 'a', x: 5 },
    { name: 'goal', parent: 'root', x: 7, y: 2, rotation: 30, scaleX: 1.3 },
  ]
  const json = { skeleton: { spine: '4.2.43' }, bones, transform: [{ name: 't', target: 'goal', ...more }] }
  const model = readSpineJson(json, { source: 'twice.json', warn: noWarnings })
  return compileRig(model, null, { source: 'twice.json', pages: [], warn: noWarnings })
}

const mixed = { bones: ['a', 'a'], mixRotate: 0.5, mixX: 0.3 }
const local = { bones: ['a', 'b', 'a'], local: true, relative: true, mixRotate: 0.5, mixScaleX: 0.4 }
const target = { bones: ['a', 'a', 'goal'], relative: true, mixScaleX: 0.2 }

/** a, b, c, d, x, y of bone `a`, then of bone `b`. */
const RECORDED: [string, Json, number[]][] = [
  [
    'towards the target',
    mixed,
    [1.1782, -0.4226, 0.5494, 0.9063, 5.04, 1.51, 1.1782, -0.4226, 0.5494, 0.9063, 10.931, 4.257],
  ],
  [
    'added in local space',
    local,
    [1.057, -0.6428, 0.8869, 0.766, 17, 5, 1.0854, -0.6972, 0.826, 0.7407, 22.5536, 11.0606],
  ],
  [
    'added, the target too',
    target,
    [0.4227, -0.9397, 1.1614, 0.342, 17, 5, 0.4227, -0.9397, 1.1614, 0.342, 19.1136, 10.8071],
  ],
]

describe.each(RECORDED)('%s', (_, more, wanted) => {
  test.each([wasmKernels, plainKernels])('$name', (kernels) => {
    const world = installAnimation(createWorld({}), { kernels })
    const eid = spawnSkeleton(world, rigOf(more))
    runPipeline(world)
    const got = ['a', 'b'].flatMap((bone) => Object.values(getBone(world, eid, bone)).map(Number))
    got.forEach((value, i) => {
      expect(value).toBeCloseTo(wanted[i], 3)
    })
  })
})
