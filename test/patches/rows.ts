/** Small skeletons and scripts, one for each difference between patch releases of Spine that the guide on versions names. */
import type { Dump, Op } from '../golden/schema'

type Json = Readonly<Record<string, unknown>>

/** What one release line shows. */
export interface Row {
  /** What is tested, and which releases show it. */
  readonly name: string
  readonly version: '4.0' | '4.1' | '4.2' | '4.3'
  readonly json: Json
  /** `update` with `times` is that many ticks; each is read. */
  readonly ops: readonly (Op & { readonly times?: number })[]
  /** What is read after every tick. */
  readonly read: (dump: Dump) => unknown
  /** What the newest release shows, tick after tick. */
  readonly shown: readonly unknown[]
}

const BONE = { name: 'b', parent: 'root' }
const ROOT = { name: 'root' }
export const x = ({ bones }: Dump) => bones[10]
const REST = { animations: { rest: {} } }
const axisX = ({ bones }: Dump) => [bones[6], bones[8]]
const axisY = ({ bones }: Dump) => [bones[7], bones[9]]
const angle = ({ bones }: Dump) => (Math.atan2(bones[8], bones[6]) * 180) / Math.PI
const sequence = (dump: Dump) => dump.sequence?.[0] ?? -1
const kinds = ({ events = [] }: Dump) => events.filter(({ kind }) => kind === 'complete').length

const set = (name: string, loop = false, track = 0): Op => ({ op: 'setAnimation', track, name, loop })
const entry = (fields: Op['set'], track = 0): Op => ({ op: 'entry', track, which: 'last', set: fields })
export const tick = (dt: number, times = 1) => ({ op: 'update', dt, times })
const mixOf = (duration: number): Op => ({ op: 'defaultMix', duration })
const fade = (mixDuration: number, track = 0): Op => ({ op: 'setEmptyAnimation', track, mixDuration })

/** A bone `b` below the root, with animations of bones' timelines. */
const moves = (animations: Readonly<Record<string, Json>>, setup: Json = {}): Json => ({
  bones: [ROOT, { ...BONE, ...setup }],
  animations: Object.fromEntries(Object.entries(animations).map(([name, b]) => [name, { bones: { b } }])),
})

/** A transform constraint that turns, scales or shears `b` like `source`. */
export const follows = (version: string, constraint: Json, source: Json): Json => {
  const own = { name: 'follow', bones: ['b'] }
  const bones = [ROOT, BONE, { name: 'source', parent: 'root', ...source }]
  const none = { mixRotate: 0, mixX: 0, mixY: 0, mixScaleX: 0, mixScaleY: 0, mixShearY: 0 }
  if (version === '4.3')
    return { bones, ...REST, constraints: [{ type: 'transform', source: 'source', ...own, ...constraint }] }
  return { bones, ...REST, transform: [{ target: 'source', ...own, ...none, ...constraint }] }
}

const QUARTER = [mixOf(0.5)]
const BASE = { one: { scale: [{ x: 3, y: 3 }] }, more: { scalex: [{ value: 1.317 }] } }

/** A slot with a sequence of four images. */
const images = (mode: string): Json => ({
  bones: [ROOT, BONE],
  slots: [{ name: 's', bone: 'b', attachment: 'a' }],
  skins: [
    {
      name: 'default',
      attachments: {
        s: { a: { path: 'i', width: 4, height: 4, sequence: { count: 4, start: 0, digits: 1 } } },
      },
    },
  ],
  animations: {
    run: {
      attachments: { default: { s: { a: { sequence: [{ mode, delay: 0.125 }] } } } },
      bones: { root: { translate: [{ x: 0 }, { time: 2, x: 0 }] } },
    },
  },
})

/** A bone `b` with physics along x, a constant wind, steps of 1/60 s. */
export const blown = (version: string, constraint: Json, more: Json = {}): Json => {
  const own = {
    name: 'p',
    bone: 'b',
    x: 1,
    inertia: 1,
    strength: 0,
    damping: 1,
    mass: 1,
    wind: 10,
    gravity: 0,
    ...constraint,
  }
  const list = version === '4.3' ? { constraints: [{ type: 'physics', ...own }] } : { physics: [own] }
  return { bones: [ROOT, { ...BONE, length: 10 }], ...REST, ...list, ...more }
}

const late = moves({
  one: { translate: [{ x: 100 }] },
  two: { translate: [{ x: 10 }] },
  three: { translate: [{ x: 50 }] },
})

export const ROWS: readonly Row[] = [
  ...(['4.0', '4.1'] as const).map(
    (version): Row => ({
      name: 'an additive scale fades out over the base (4.0.27, 4.1.12)',
      version,
      json: moves(BASE),
      ops: [
        set('one'),
        set('more', false, 1),
        entry({ mixBlend: 'add' }, 1),
        tick(0.1, 2),
        fade(0.3, 1),
        tick(0.1, 4),
      ],
      read: (dump) => axisX(dump)[0],
      shown: [3.317, 3.317, 3.2113, 3.1057, 3, 3],
    }),
  ),
  ...(
    [
      ['4.0', [1]],
      ['4.1', [2]],
      ['4.2', [2]],
    ] as const
  ).map(
    ([version, shown]): Row => ({
      name: 'a transform constraint with mixScaleX 0 scales y (4.1.31, 4.2.11; never in 4.0)',
      version,
      json: follows(version, { mixScaleX: 0, mixScaleY: 0.5 }, { scaleX: 3, scaleY: 3 }),
      ops: [tick(0.1)],
      read: (dump) => axisY(dump)[1],
      shown,
    }),
  ),
  {
    name: 'a sequence that runs back and forth, from its end (4.1.5)',
    version: '4.1',
    json: images('pingpongReverse'),
    ops: [set('run', true), tick(0.0625), tick(0.125, 7)],
    read: sequence,
    shown: [3, 2, 1, 0, 1, 2, 3, 2],
  },
  {
    name: '`shortestRotation` of an entry (4.1.12)',
    version: '4.1',
    json: moves({ low: { rotate: [{ value: 100 }] }, high: { rotate: [{ value: -100 }] } }),
    ops: [set('low'), set('high', false, 1), entry({ alpha: 0.5, shortestRotation: true }, 1), tick(0.1)],
    read: angle,
    shown: [0],
  },
  {
    name: 'shear of one axis fades to shear of two (not 4.2.29 to 4.2.35)',
    version: '4.2',
    json: moves({ one: { shear: [{ x: 20, y: 30 }] }, two: { sheary: [{ value: 40 }] } }),
    ops: [...QUARTER, set('one'), tick(0.125), set('two'), tick(0.125, 2)],
    read: axisY,
    shown: [
      [-0.5, 0.866],
      [-0.5373, 0.8434],
      [-0.5736, 0.8192],
    ],
  },
  {
    name: 'a fade to empty that is longer than the animation (not 4.2.29 to 4.2.39)',
    version: '4.2',
    json: moves({ one: { translate: [{ x: 0 }, { time: 0.5, x: 10 }] } }),
    ops: [set('one'), { op: 'addEmptyAnimation', track: 0, mixDuration: 1, delay: 0 }, tick(0.1, 5)],
    read: x,
    shown: [2, 3.6, 4.8, 5.6, 6],
  },
  {
    name: 'physics of JSON (4.2.35), with their reference scale (4.2.39)',
    version: '4.2',
    json: { ...blown('4.2', { strength: 100 }), skeleton: { referenceScale: 50 } },
    ops: [tick(0.017, 4)],
    read: x,
    shown: [0, 0.4128, 0.8142, 1.3318],
  },
  {
    name: '`complete` counts cycles (4.2.39)',
    version: '4.2',
    json: moves({ one: { translate: [{ x: 0 }, { time: 1, x: 10 }] } }),
    ops: [set('one', true), tick(1.2, 4), tick(-0.5, 2)],
    read: kinds,
    shown: [1, 1, 1, 1, 0, 0],
  },
  {
    name: '`complete` compares remainders up to 4.1',
    version: '4.1',
    json: moves({ one: { translate: [{ x: 0 }, { time: 1, x: 10 }] } }),
    ops: [set('one', true), tick(1.2, 5)],
    read: kinds,
    shown: [0, 0, 0, 0, 1],
  },
  {
    name: '`inherit` of bones (4.2.39)',
    version: '4.2',
    json: {
      bones: [
        { ...ROOT, rotation: 30 },
        { ...BONE, inherit: 'onlyTranslation' },
      ],
      ...REST,
    },
    ops: [tick(0.1)],
    read: angle,
    shown: [0],
  },
  {
    name: '`inherit` keys that fade out are gone in the first tick (4.2.58)',
    version: '4.2',
    json: {
      bones: [{ ...ROOT, rotation: 30 }, BONE],
      animations: { one: { bones: { b: { inherit: [{ inherit: 'onlyTranslation' }] } } } },
    },
    ops: [set('one'), tick(0.1), fade(0.4), tick(0.1, 2)],
    read: angle,
    shown: [0, 30, 30],
  },
  {
    name: 'noRotationOrReflection in a skeleton of uneven scale (4.2.59)',
    version: '4.2',
    json: {
      bones: [
        { ...ROOT, rotation: 20 },
        { ...BONE, rotation: 13, inherit: 'noRotationOrReflection' },
      ],
      ...REST,
    },
    ops: [{ op: 'skeleton', set: { scaleX: -2, scaleY: 1 } }, tick(0.1)],
    read: (dump) => [...axisX(dump), ...axisY(dump)],
    shown: [[-1.9487, 0.225, 0.4499, 0.9744]],
  },
  ...(
    [
      ['4.1', [0, 1, 2, 3, 0, 1]],
      ['4.2', [0, 1, 2, -1, -1, -1]],
    ] as const
  ).map(
    ([version, shown]): Row => ({
      name: 'sequence keys that fade out show the setup image (4.2.66), up to 4.1 they run on',
      version,
      json: images('loop'),
      ops: [set('run', true), tick(0.0625), tick(0.125, 2), fade(0.5), tick(0.125, 3)],
      read: sequence,
      shown,
    }),
  ),
  {
    name: 'wind is multiplied by the skeleton’s scale (4.2.72)',
    version: '4.2',
    json: blown('4.2', {}),
    ops: [{ op: 'skeleton', set: { scaleX: 2, scaleY: 2 } }, tick(0.017, 4)],
    read: x,
    shown: [0, 1.6667, 3.3333, 5.5556],
  },
  {
    name: 'a scale of another sign than the setup’s fades out (4.2.72)',
    version: '4.2',
    json: moves({ one: { scale: [{ x: -1.5, y: 1 }] } }, { scaleX: 2 }),
    ops: [set('one'), tick(0.1), fade(0.4), tick(0.1, 2)],
    read: (dump) => axisX(dump)[0],
    shown: [-3, 2.75, 2.5],
  },
  {
    name: 'a tick of 0 s after `play` keeps the crossfade (not 4.2.72 to 4.2.76)',
    version: '4.2',
    json: moves({ one: { translate: [{ x: 12 }] }, two: { translate: [{ x: 100 }] } }),
    ops: [mixOf(0.4), set('one'), tick(0.1), set('two'), tick(0), tick(0.1, 4)],
    read: x,
    shown: [12, 12, 34, 56, 78, 100],
  },
  {
    name: 'a tick of 0 s after a fade to empty keeps the fade (not 4.2.72 to 4.2.76)',
    version: '4.2',
    json: moves({ one: { translate: [{ x: 12 }] } }),
    ops: [set('one'), tick(0.1), fade(0.4), tick(0), tick(0.1, 4)],
    read: x,
    shown: [12, 12, 9, 6, 3, 0],
  },
  ...(
    [
      ['4.1', [3.7, 44.95, 46.2]],
      ['4.2', [3.7, 4.95, 6.2]],
    ] as const
  ).map(
    ([version, shown]): Row => ({
      name: 'delays that are worked out are 0 or more (4.2.82), not up to 4.1',
      version,
      json: moves({
        one: { translate: [{ x: 0 }, { time: 1, x: 10 }] },
        two: { translate: [{ x: 0 }, { time: 10, x: 100 }] },
      }),
      ops: [
        set('one', true),
        tick(0.37),
        { op: 'addAnimation', track: 0, name: 'two', loop: false, delay: -5 },
        tick(0.125, 2),
      ],
      read: x,
      shown,
    }),
  ),
  {
    name: 'physics of which the scale of y is uniform or keeps the volume (4.3.3)',
    version: '4.3',
    json: blown(
      '4.3',
      { x: 0, scaleX: 1, strength: 100, scaleY: 'volume' },
      {
        animations: { one: { bones: { root: { translate: [{ x: 0 }, { time: 1, x: 200 }] } } } },
      },
    ),
    ops: [set('one'), tick(0.017, 5)],
    read: axisY,
    shown: [
      [0, 1],
      [0, 1.5702],
      [0, 2.6855],
      [0, 3.7635],
      [0, 3.2687],
    ],
  },
  {
    name: 'an IK constraint that compresses keeps the volume (4.3.3)',
    version: '4.3',
    json: {
      ...REST,
      bones: [ROOT, { ...BONE, length: 20, scaleX: 1.1 }, { name: 'goal', parent: 'root', x: 8, y: 5 }],
      constraints: [
        { type: 'ik', name: 'reach', bones: ['b'], target: 'goal', compress: true, scaleY: 'volume' },
      ],
    },
    ops: [tick(0.1)],
    read: axisY,
    shown: [[-1.0082, 1.6132]],
  },
  {
    name: 'the weights of interrupted mixes (4.3.6)',
    version: '4.3',
    json: late,
    ops: [mixOf(0.5), set('one'), tick(0.125), set('two'), tick(0.125, 2), set('three'), tick(0.125, 4)],
    read: x,
    shown: [100, 77.5, 55, 36.875, 30, 40, 50],
  },
  {
    name: 'draw-order keys that fade out are gone at once (4.3.6)',
    version: '4.3',
    json: {
      bones: [ROOT],
      slots: [
        { name: 's', bone: 'root' },
        { name: 't', bone: 'root' },
      ],
      animations: { one: { drawOrder: [{ offsets: [{ slot: 's', offset: 1 }] }] } },
    },
    ops: [set('one'), tick(0.1), fade(0.4), tick(0.1, 2)],
    read: ({ drawOrder }) => drawOrder,
    shown: [[1, 0], null, null],
  },
  {
    name: 'a later attachment key over an old attachment with a threshold (4.3.6)',
    version: '4.3',
    json: {
      bones: [ROOT],
      slots: [{ name: 's', bone: 'root', attachment: 'r' }],
      skins: [
        { name: 'default', attachments: { s: { r: { width: 1, height: 1 }, q: { width: 1, height: 1 } } } },
      ],
      animations: {
        one: { slots: { s: { attachment: [{ name: null }] } } },
        two: { slots: { s: { attachment: [{ time: 0.35, name: 'q' }] } } },
      },
    },
    ops: [
      mixOf(0.5),
      set('one'),
      entry({ mixAttachmentThreshold: 0.5 }),
      tick(0.1),
      set('two'),
      tick(0.125, 4),
    ],
    read: ({ attachments }) => attachments[0],
    shown: [null, 'r', 'r', 'q', 'q'],
  },
  {
    name: 'a transform constraint to shearY of the world in a skeleton of uneven scale (4.3.6)',
    version: '4.3',
    json: follows(
      '4.3',
      { properties: { rotate: { to: { shearY: { max: 100 } } } }, mixShearY: 1 },
      { rotation: 20 },
    ),
    ops: [{ op: 'skeleton', set: { scaleX: 2, scaleY: 1 } }, tick(0.1)],
    read: axisY,
    shown: [[-0.684, 0.9397]],
  },
  {
    name: 'a constraint on a child that comes before one on its parent (4.3.9)',
    version: '4.3',
    json: {
      ...REST,
      bones: [
        ROOT,
        { ...BONE, length: 10 },
        { name: 'c', parent: 'b', x: 10 },
        { name: 'goal', parent: 'root', y: 50 },
        { name: 'source', parent: 'root', rotation: 30 },
      ],
      constraints: [
        {
          type: 'transform',
          name: 'turn',
          bones: ['c'],
          source: 'source',
          localSource: true,
          localTarget: true,
          properties: { rotate: { to: { rotate: { max: 100 } } } },
        },
        { type: 'ik', name: 'reach', bones: ['b'], target: 'goal' },
      ],
    },
    ops: [tick(0.1)],
    read: ({ bones }) => (Math.atan2(bones[14], bones[12]) * 180) / Math.PI,
    shown: [120],
  },
  ...(
    [
      ['4.2', [0, 33.2031, 128.9063, 287.1094, 507.8125]],
      ['4.3', [0, 0, 33.2031, 128.9063, 287.1094]],
    ] as const
  ).map(
    ([version, shown]): Row => ({
      name: 'frames that are multiples of the step: 4.3 shows the pose an update later',
      version,
      json: blown(version, { fps: 64 }),
      ops: [tick(0), tick(0.25, 4)],
      read: x,
      shown,
    }),
  ),
  ...(
    [
      ['4.2', [0, 33.2031, 128.9063, 0, 33.2031, 128.9063, 287.1094]],
      ['4.3', [0, 0, 33.2031, 0, 0, 33.2031, 128.9063]],
    ] as const
  ).map(
    ([version, shown]): Row => ({
      name: 'a reset key acts after the seconds of the tick were counted',
      version,
      json: blown(
        version,
        { fps: 64 },
        {
          animations: {
            one: {
              physics: { p: { reset: [{ time: 0.75 }] } },
              bones: { root: { translate: [{ x: 0 }, { time: 2, x: 0 }] } },
            },
          },
        },
      ),
      ops: [tick(0), set('one'), tick(0.25, 6)],
      read: x,
      shown,
    }),
  ),
]
