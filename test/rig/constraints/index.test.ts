/** All kinds of constraints: timelines, rows and kernels. */
import { expect, test } from 'vitest'
import type { ConstraintTimeline } from '../../../src/base/model/animation'
import type { ConstraintModel } from '../../../src/base/model/constraint'
import { CONSTRAINT_TYPES, isConstraintTimeline, kindOf } from '../../../src/rig/constraints'
import { PER_CONSTRAINT } from '../../../src/rig/constraints/kind'
import { rigOf } from '../../kernels/program/stage'

const KEYS = {
  times: Float64Array.of(0, 1),
  values: new Float64Array(12),
  curves: Uint8Array.of(0, 0),
  handles: null,
}
const FLAGS = { bend: Int8Array.of(1, -1), compress: Uint8Array.of(0, 1), stretch: Uint8Array.of(1, 0) }
const PATH = ['position', 'spacing', 'mix'] as const
const PHYSICS = ['inertia', 'strength', 'damping', 'mass', 'wind', 'gravity', 'mix'] as const

/** Every timeline that a constraint can have. */
const TIMELINES: ConstraintTimeline[] = [
  { type: 'ik', constraint: 0, channels: 2, ...FLAGS, ...KEYS },
  { type: 'aim', constraint: 0, channels: 1, bend: FLAGS.bend, ...KEYS },
  { type: 'transform', constraint: 0, channels: 6, ...KEYS },
  { type: 'map', constraint: 0, channels: 6, ...KEYS },
  ...PATH.map(
    (property): ConstraintTimeline => ({ type: 'path', constraint: 0, property, channels: 1, ...KEYS }),
  ),
  ...PHYSICS.map(
    (property): ConstraintTimeline => ({ type: 'physics', constraint: 0, property, channels: 1, ...KEYS }),
  ),
  ...(['time', 'mix'] as const).map(
    (property): ConstraintTimeline => ({ type: 'slider', constraint: 0, property, channels: 1, ...KEYS }),
  ),
]

test('timelines of every kind are known', () => {
  expect(new Set(TIMELINES.map(({ type }) => type))).toEqual(new Set(CONSTRAINT_TYPES))
  expect(TIMELINES.every(isConstraintTimeline)).toBe(true)
  expect(isConstraintTimeline({ type: 'physicsReset', constraint: 0, times: KEYS.times })).toBe(false)
})

test('timelines of one kind that key different things have different properties, as many as there is room for', () => {
  for (const type of CONSTRAINT_TYPES) {
    const properties = TIMELINES.filter((it) => it.type === type).map((it) => kindOf(it).property(it))
    expect(new Set(properties).size).toBe(properties.length)
    for (const property of properties) expect(property).toBeLessThan(PER_CONSTRAINT)
  }
})

test('a timeline keys rows that its constraint has, each once', () => {
  const { constraints } = rigOf(
    '4.2',
    [{ name: 'root' }, { name: 'a', parent: 'root' }],
    [
      { type: 'ik', bones: ['a'], target: 'root' },
      { type: 'transform', bones: ['a'], target: 'root' },
      { type: 'path', bones: ['a'], owner: 'root', points: [0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0] },
    ],
  )
  constraints.models.forEach((model, index) => {
    const rows = constraints.kinds[index].setup(model).length
    const timelines = TIMELINES.filter(({ type }) => type === model.type)
    const fields = timelines
      .flatMap((timeline) => kindOf(timeline).keys(timeline, model))
      .map(({ field }) => field)
    expect([...fields].sort()).toEqual(Array.from({ length: rows }, (_, row) => row))
  })
})

test('constraints of every kind can be run', () => {
  const { constraints } = rigOf('4.2', [{ name: 'root' }], [{ type: 'ik', bones: ['root'], target: 'root' }])
  for (const type of CONSTRAINT_TYPES) {
    const model = { ...constraints.models[0], type } as unknown as ConstraintModel
    expect(kindOf(model).emit, type).toBeTypeOf('function')
  }
})
