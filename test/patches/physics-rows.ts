/** What differs between patch releases of Spine in physics: one small skeleton and script each. */
import { axisY, blown, type Json, type Row, set, tick, x } from './kit'

/** An animation that moves the root by 200 units a second. */
const PUSHED: Json = {
  animations: { one: { bones: { root: { translate: [{ x: 0 }, { time: 1, x: 200 }] } } } },
}

export const PHYSICS_ROWS: readonly Row[] = [
  {
    name: 'physics of JSON (4.2.35), with their reference scale (4.2.39)',
    version: '4.2',
    json: { ...blown('4.2', { strength: 100 }), skeleton: { referenceScale: 50 } },
    ops: [tick(0.017, 4)],
    read: x,
    shown: [0, 0.4128, 0.8142, 1.3318],
  },
  {
    name: 'wind is multiplied by the skeleton’s scale (4.2.72)',
    version: '4.2',
    json: blown('4.2', {}),
    ops: [{ op: 'skeleton', set: { scaleX: 2, scaleY: 2 } }, tick(0.017, 4)],
    read: x,
    shown: [0, 1.6667, 3.3333, 5.5556],
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
  ...(
    [
      ['volume', [1, 1.5702, 2.6855, 3.7635, 3.2687]],
      ['uniform', [1, 0.6615, 0.3578, 0.0644, -0.1991]],
    ] as const
  ).map(
    ([scaleY, shown]): Row => ({
      name: `physics of which the scale of y is \`${scaleY}\` (4.3.3)`,
      version: '4.3',
      json: blown('4.3', { x: 0, scaleX: 1, strength: 100, scaleY }, PUSHED),
      ops: [set('one'), tick(0.017, 5)],
      read: (dump) => axisY(dump)[1],
      shown,
    }),
  ),
  ...(
    [
      ['4.2', 50, [3.4, 6.0166, 8.6486, 11.3349, 14.0874, 16.914]],
      ['4.2', 5000, [3.4, 3.6665, 3.9943, 4.5397, 5.3495, 6.4558]],
      ['4.3', 50, [3.4, 5.9527, 8.5716, 11.2095, 13.9052, 16.6706]],
      ['4.3', 5000, [3.4, 3.4107, 3.6862, 4.0379, 4.6207, 5.4822]],
    ] as const
  ).map(
    ([version, limit, shown]): Row => ({
      name: `physics of limit ${limit} (4.2.39)`,
      version,
      json: blown(version, { wind: 0, strength: 100, damping: 0.85, limit }, PUSHED),
      ops: [set('one'), tick(0.017, 6)],
      read: x,
      shown,
    }),
  ),
]
