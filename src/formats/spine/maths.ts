import type { Maths } from '../../model/maths'

/** Spine editor versions whose files are read, by major.minor. */
export const DIALECTS = ['3.8', '4.0', '4.1', '4.2'] as const
export type Dialect = (typeof DIALECTS)[number]

/**
 * The choices of the runtimes that belong to a dialect: spine-pose §14, spine-constraints §12,
 * spine-animation-state §1; 4.2 as its late patch releases do.
 */
export function mathsOf(dialect: Dialect): Maths {
  const is38 = dialect === '3.8'
  const is40 = dialect === '4.0'
  const is42 = dialect === '4.2'
  const from41 = !is38 && !is40
  return {
    rotation: is38 ? 'wrapped' : 'plain',
    scaleAdd: is38 ? 'signed' : 'plain',
    colorClamp: is38 ? 'all' : 'light',
    keepDeform: !is38,
    recompose: is38 ? 'local' : 'applied',
    decompose: dialect === '4.1' ? '4.0' : dialect,
    noRotation: is42 ? 'scale-free' : 'raw',
    ik: {
      atMixZero: is38,
      signedOnlyTranslation: from41,
      singularGuard: from41,
      compressGuard: is42,
      needsNormal: is42,
      stretchZeroesY: !is38,
      uniformTwoBone: !is38,
    },
    transform: { gate: is38 ? 'none' : is40 ? '4.0' : 'all', nearestAngle: !is42, legacy: is38 },
    path: { legacy: is38 },
    clipping: is42 ? 'parametric' : 'lines',
    sequenceOut: is42 ? 'setup' : 'ignored',
    exactCornerPi: !is42,
    tracks: {
      bases: false,
      keepsUnapplied: false,
      appliedGuard: is42,
      negativeHides: is42,
      keepsAdded: is38,
      lowestAddedKeys: is38,
      delays: is38 ? '3.8' : is42 ? 'clamped' : 'plain',
      countsCycles: is42,
      turns: is42 ? 'new' : 'old',
      reversedEvents: false,
    },
  }
}
