/** What differs between patch releases of Spine 4.0 to 4.2, but for physics: one small skeleton and script each. */
import {
  angle,
  axisX,
  axisY,
  BONE,
  entry,
  fade,
  follows,
  type Json,
  kinds,
  mixOf,
  moves,
  REST,
  ROOT,
  type Row,
  sequence,
  set,
  tick,
  x,
} from './kit'

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
]
