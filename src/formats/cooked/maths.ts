/** Codec of the choices that a file's version makes. */
import type { Maths, TrackMaths } from '../../base/model/maths'
import { type Codec, flag, oneOf, record } from './codec'

export const maths: Codec<Maths> = /* @__PURE__ */ (() =>
  record<Maths>({
    rotation: oneOf('wrapped' as const, 'plain' as const),
    scaleAdd: oneOf('signed' as const, 'plain' as const),
    colorClamp: oneOf('all' as const, 'light' as const, 'keyed' as const),
    keepDeform: flag,
    lastDeformAdds: flag,
    recompose: oneOf('local' as const, 'applied' as const, 'stamps' as const),
    decompose: oneOf('3.8' as const, '4.0' as const, '4.2' as const, '4.3' as const),
    noRotation: oneOf('scaled' as const, 'raw' as const, 'scale-free' as const),
    tinyAxes: flag,
    ik: record<Maths['ik']>({
      knowsModes: flag,
      atMixZero: flag,
      signedOnlyTranslation: flag,
      singularGuard: flag,
      compressGuard: flag,
      needsNormal: flag,
      stretchZeroesY: flag,
      uniformTwoBone: flag,
      clearsShear: flag,
      tiny: oneOf<1e-4 | 1e-5>(1e-4, 1e-5),
    }),
    transform: record<Maths['transform']>({
      gate: oneOf('none' as const, '4.0' as const, 'all' as const),
      nearestAngle: flag,
      legacy: flag,
    }),
    path: record<Maths['path']>({ legacy: flag, nudged: flag, bounded: flag }),
    physics: record<Maths['physics']>({ lags: flag }),
    clipping: oneOf('lines' as const, 'parametric' as const),
    clipsEndClips: flag,
    sequenceOut: oneOf('ignored' as const, 'setup' as const),
    sequenceCount: oneOf('own' as const, 'shown' as const),
    exactCornerPi: flag,
    tracks: record<TrackMaths>({
      bases: flag,
      keepsUnapplied: flag,
      appliedGuard: flag,
      holdsAll: flag,
      setsOut: flag,
      negativeHides: flag,
      lowestAddedKeys: flag,
      delays: oneOf('clamped' as const, 'plain' as const, '3.8' as const),
      countsCycles: flag,
      turns: oneOf('old' as const, 'new' as const),
      reversedEvents: flag,
    }),
  }))()
