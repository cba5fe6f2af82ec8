/** Prints, per dialect, the bytes that a window of runs left on the heap. Needs `--expose-gc`. */
import type { Dialect } from '../../../src/formats/spine/maths'
import { localWord, placeSkeleton, rigOf, run, setConstraint, stageOf, type TestBone } from './stage'

const SKELETONS = 40
const WARM_UP = 1000
const RUNS = 300
const WINDOWS = 20
const ENOUGH = 16 * 1024

const BONES: TestBone[] = [
  { name: 'root' },
  { name: 'hip', parent: 'root', x: 10, y: 5, rotation: 20 },
  { name: 'thigh', parent: 'hip', x: 15, rotation: 30, length: 50 },
  { name: 'shin', parent: 'thigh', x: 50, y: 3, rotation: -25, length: 40, shearX: 4 },
  { name: 'goal', parent: 'root', x: 70, y: 60, keyed: true },
  { name: 'arm', parent: 'hip', x: 15, scaleX: 1.2, scaleY: 0.7, length: 50 },
  { name: 'hand', parent: 'arm', x: 50, length: 40, shearY: 9 },
  { name: 'eye', parent: 'hip', x: 9, inherit: 'noScale', length: 8 },
  { name: 'lid', parent: 'eye', y: 2, inherit: 'noRotationOrReflection' },
  { name: 'ear', parent: 'hip', y: 9, inherit: 'onlyTranslation' },
  { name: 'tip', parent: 'ear', x: 4, inherit: 'noScaleOrReflection' },
]

function garbageOf(dialect: Dialect): number {
  const rig = rigOf(dialect, BONES, [
    { type: 'ik', bones: ['thigh', 'shin'], target: 'goal', stretch: true, softness: 10 },
    { type: 'ik', bones: ['arm', 'hand'], target: 'goal' },
    { type: 'ik', bones: ['eye'], target: 'goal', compress: true, stretch: true },
    { type: 'transform', bones: ['lid', 'ear', 'tip'], target: 'shin', mixX: 0.5 },
    { type: 'transform', bones: ['hip', 'lid'], target: 'shin', relative: true, mixY: 0.5 },
    { type: 'transform', bones: ['tip', 'ear'], target: 'shin', local: true, mixRotate: 0.1 },
    { type: 'transform', bones: ['tip', 'lid'], target: 'hip', local: true, relative: true },
  ])
  const stage = stageOf(rig, SKELETONS / 4)
  for (let seat = 0; seat < SKELETONS; seat++) {
    placeSkeleton(stage, { x: seat, rotation: seat }, seat)
    for (const row of [7 * 2 + 2, 7 * 4, 7 * 5 + 2]) stage.f32[localWord(stage, row, seat)] += seat * 0.7
    setConstraint(stage, 1, 2, seat % 2 === 0 ? 1 : -1, seat)
  }
  for (let i = 0; i < WARM_UP; i++) run(stage)

  // Compilers work in the background and take their time on a busy machine; numbers that are boxed for good
  // show in every window.
  let least = Number.POSITIVE_INFINITY
  for (let window = 0; window < WINDOWS && least > ENOUGH; window++) {
    globalThis.gc?.()
    const before = process.memoryUsage().heapUsed
    for (let i = 0; i < RUNS; i++) run(stage)
    least = Math.min(least, process.memoryUsage().heapUsed - before)
  }
  return least
}

console.log(JSON.stringify({ '3.8': garbageOf('3.8'), '4.2': garbageOf('4.2') }))
