/** What differs between patch releases of Spine 4.3, but for physics: one small skeleton and script each. */
import {
  axisY,
  BONE,
  entry,
  fade,
  follows,
  type Json,
  mixOf,
  moves,
  REST,
  ROOT,
  type Row,
  set,
  tick,
  x,
} from './kit'

const late = moves({
  one: { translate: [{ x: 100 }] },
  two: { translate: [{ x: 10 }] },
  three: { translate: [{ x: 50 }] },
})

/** The draw order of three slots of four. */
const FOLDERS: Json = {
  bones: [ROOT],
  slots: ['s', 't', 'u', 'v'].map((name) => ({ name, bone: 'root' })),
  animations: {
    one: {
      drawOrderFolder: [{ slots: ['s', 't', 'u'], keys: [{ offsets: [{ slot: 's', offset: 2 }] }] }],
    },
    two: {
      drawOrderFolder: [
        { slots: ['s', 't', 'u'], keys: [{ time: 0.35, offsets: [{ slot: 't', offset: 1 }] }] },
      ],
    },
  },
}

export const ROWS_43: readonly Row[] = [
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
  {
    name: 'draw orders of folders that fade out are gone at once, also with a threshold (4.3.6)',
    version: '4.3',
    json: FOLDERS,
    ops: [set('one'), entry({ mixDrawOrderThreshold: 1 }), tick(0.1), fade(0.4), tick(0.1, 2)],
    read: ({ drawOrder }) => drawOrder,
    shown: [[1, 2, 0, 3], null, null],
  },
  {
    name: 'draw orders of folders fade to the setup order before the first key of the next (4.3.6)',
    version: '4.3',
    json: FOLDERS,
    ops: [mixOf(0.5), set('one'), tick(0.1), set('two'), tick(0.1, 4)],
    read: ({ drawOrder }) => drawOrder,
    shown: [[1, 2, 0, 3], null, null, null, [0, 2, 1, 3]],
  },
  {
    name: 'mixShearY of JSON has the value of each key (4.3.6)',
    version: '4.3',
    json: {
      ...follows('4.3', { properties: { rotate: { to: { shearY: { max: 100 } } } } }, { rotation: 40 }),
      animations: { one: { transform: { follow: [{ mixShearY: 0 }, { time: 1, mixShearY: 1 }] } } },
    },
    ops: [set('one'), tick(0), tick(0.5, 2)],
    read: axisY,
    shown: [
      [0, 1],
      [-0.342, 0.9397],
      [-0.6428, 0.766],
    ],
  },
  {
    name: 'a component that only an upper track keys goes on from where it is (4.3.6)',
    version: '4.3',
    json: {
      bones: [ROOT],
      slots: [{ name: 's', bone: 'root', color: 'ffffffff' }],
      animations: {
        opaque: { slots: { s: { alpha: [{ value: 1 }] } } },
        green: { slots: { s: { rgba: [{ color: '00ff00ff' }] } } },
      },
    },
    ops: [
      set('opaque'),
      set('green', false, 1),
      entry({ alpha: 0.5 }, 1),
      tick(0.1, 4),
      fade(0.1, 1),
      tick(0.1, 2),
    ],
    read: ({ colors }) => Array.isArray(colors[0]) && colors[0][0],
    shown: [0.5, 0.25, 0.125, 0.0625, 0.0625, 0.0625],
  },
]
