/** Mini rigs for tests of compiled animations: the context, and memory to run kernels in. */
import { degreesOf } from '../../../src/base/math/angles'
import { RESERVED } from '../../../src/base/memory/arena'
import { KEYED_FIELDS, LANES, LOCAL, LOCAL_FIELDS } from '../../../src/base/memory/lanes'
import { CURVE, type CurveKeys, type TimelineModel } from '../../../src/base/model/animation'
import type { ConstraintModel } from '../../../src/base/model/constraint'
import type { Maths } from '../../../src/base/model/maths'
import type { AnimationContext } from '../../../src/rig/animation/compile'
import type { AnimationImage } from '../../../src/rig/animation/image'
import type { VertexOrder } from '../../../src/rig/attachments/vertices'
import { kindOf } from '../../../src/rig/constraints'
import type { PoseRows } from '../../../src/rig/tables'

export const BONES = 3
export const SLOTS = 2
/** Constraints of the mini rig, by index; the path one has no rows. */
export const IK = 0
export const TRANSFORM = 1
const KEYS = ['sword', 'shield', '__proto__']
const NAMED = { name: 'one', skinRequired: false, bones: [1] }
const MIXES = { mixRotate: 1, mixX: 1, mixY: 1 }
const CONSTRAINTS: readonly ConstraintModel[] = [
  {
    ...{ type: 'ik', ...NAMED, target: 2, mix: 1, softness: 0, bend: 1 },
    ...{ compress: false, stretch: false, scaleY: 'none' },
  },
  {
    ...{ type: 'transform', ...NAMED, target: 2, local: false, relative: false },
    ...{ offsetRotation: 0, offsetX: 0, offsetY: 0, offsetScaleX: 0, offsetScaleY: 0, offsetShearY: 0 },
    ...{ ...MIXES, mixScaleX: 1, mixScaleY: 1, mixShearY: 1 },
  },
  {
    ...{ type: 'path', ...NAMED, slot: 0, positionMode: 'fixed', spacingMode: 'fixed', rotateMode: 'chain' },
    ...{ offsetRotation: 0, position: 0, spacing: 0, ...MIXES },
  },
]

export const MODERN = mathsOf({})
export const LEGACY = mathsOf({ rotation: 'wrapped', scaleAdd: 'signed', colorClamp: 'all' })
export const KEYED = mathsOf({ colorClamp: 'keyed' })

function mathsOf(changes: Partial<Maths>): Maths {
  return {
    rotation: 'plain',
    scaleAdd: 'plain',
    colorClamp: 'light',
    keepDeform: true,
    lastDeformAdds: false,
    recompose: 'applied',
    decompose: '4.2',
    noRotation: 'scale-free',
    tinyAxes: false,
    ik: {
      knowsModes: true,
      atMixZero: false,
      signedOnlyTranslation: true,
      singularGuard: true,
      compressGuard: true,
      needsNormal: true,
      stretchZeroesY: true,
      uniformTwoBone: true,
      clearsShear: true,
      tiny: 1e-4,
    },
    transform: { gate: 'all', nearestAngle: true, legacy: false },
    path: { legacy: false, nudged: false, bounded: false },
    physics: { lags: false },
    clipping: 'parametric',
    clipsEndClips: false,
    sequenceCount: 'own',
    sequenceOut: 'ignored',
    exactCornerPi: false,
    tracks: {
      bases: false,
      keepsUnapplied: false,
      appliedGuard: true,
      holdsAll: false,
      setsOut: false,
      negativeHides: true,
      lowestAddedKeys: false,
      delays: 'clamped',
      countsCycles: true,
      turns: 'new',
      reversedEvents: false,
    },
    ...changes,
  }
}

/** Of points that hang on no bone: keys hold nothing but their offsets and differences. */
export function orderOf(influences: number[]): VertexOrder {
  const sorted = Uint32Array.from(influences)
  const count = sorted.length
  const data = { count, bones: null, vertices: new Float32Array(2 * count) }
  return { vertices: sorted, isOfFile: true, influences: sorted, passes: new Uint32Array(0), data }
}

/** Three bones, two slots (both with a dark colour) of bones 1 and 2, ik, transform and path constraints. */
export function miniContext(maths = MODERN, changes: Partial<AnimationContext> = {}): AnimationContext {
  const rows = miniRows()
  const degrees = Float64Array.from({ length: BONES }, (_, bone) =>
    degreesOf(rows.setup[bone * LOCAL_FIELDS + LOCAL.ROTATION]),
  )
  return {
    rows,
    maths,
    bones: { count: BONES, degrees },
    slots: { count: SLOTS, bone: Uint16Array.of(1, 2) },
    constraints: { count: CONSTRAINTS.length, models: CONSTRAINTS },
    keyIndex: new Map(KEYS.map((key, index) => [key, index])),
    attachments: { count: 2 },
    attachmentOf: (_skin, slot, key) => (key === 'sword' ? slot : -1),
    linkedSlots: () => [],
    orderOf: (attachment) => (attachment < 0 ? null : orderOf([0, 1, 2, 3])),
    ...changes,
  }
}

function miniRows(): PoseRows {
  let local = BONES * LOCAL_FIELDS
  const take = (count: number): number => {
    local += count
    return local - count
  }
  const takeRows = (constraint: number) =>
    take(kindOf(CONSTRAINTS[constraint]).setup(CONSTRAINTS[constraint]).length)
  const inherit = Int32Array.of(-1, take(1), -1)
  const constraint = Int32Array.of(takeRows(IK), takeRows(TRANSFORM), -1)
  const firstSlotRow = local
  const color = Int32Array.of(take(4), take(4))
  const dark = Int32Array.of(take(3), take(3))
  const setup = new Float32Array(local)
  for (let row = 0; row < local; row++) setup[row] = Math.sin(row * 12.9898) * 2
  for (const first of [...color, ...dark]) for (let i = 0; i < 3; i++) setup[first + i] = 0.2 + 0.25 * i
  const none = Int32Array.of(-1, -1, -1)
  return {
    local,
    setup,
    inherit,
    constraint,
    firstSlotRow,
    order: 0,
    color,
    dark,
    keyedColors: Int32Array.of(0, 1),
    fixed: new Float32Array(0),
    fixedOf: Int32Array.of(-1, -1),
    looks: null,
    applied: 0,
    appliedOf: none,
    state: 0,
    stateOf: Int32Array.of(0, 0, 0),
    deform: KEYED_FIELDS + 8,
    keyedOf: Int32Array.of(0, -1),
    deformOf: Int32Array.of(KEYED_FIELDS, -1),
    deformSize: Int32Array.of(8, 0),
  }
}

export interface Bench {
  f32: Float32Array
  i32: Int32Array
  u16: Uint16Array
  image: number
  /** Row 0 of lane 0. */
  base: number
  /** Free words after the rows, for channel lists and modes. */
  spare: number
}

/** The image somewhere in a buffer, and rows of a block after it. */
export function bench(image: AnimationImage, rows: number): Bench {
  // Where kernels may be run over it.
  const start = RESERVED / Int32Array.BYTES_PER_ELEMENT
  const base = start + image.words.length
  const spare = base + rows * LANES
  const i32 = new Int32Array(spare + 256)
  i32.set(image.words, start)
  const f32 = new Float32Array(i32.buffer)
  const u16 = new Uint16Array(i32.buffer)
  return { f32, i32, u16, image: start, base, spare }
}

/** Keys with linear interpolation, `values` key by key. */
export function linear(times: number[], values: number[]): CurveKeys {
  return {
    times: Float64Array.from(times),
    values: Float64Array.from(values),
    curves: new Uint8Array(times.length).fill(CURVE.linear),
    handles: null,
  }
}

export function animation(timelines: TimelineModel[], name = 'walk') {
  const duration = Math.max(0, ...timelines.flatMap((timeline) => [...timeline.times]))
  return { name, duration: Math.fround(duration), timelines }
}
