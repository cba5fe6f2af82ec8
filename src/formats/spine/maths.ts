import type { Maths } from '../../model/maths'

/** Spine editor versions whose files are read, by major.minor. */
export const DIALECTS = ['3.6', '3.7', '3.8', '4.0', '4.1', '4.2'] as const
export type Dialect = (typeof DIALECTS)[number]

/** 3.8 and earlier: what these have in common. */
export function isBefore40(dialect: Dialect): boolean {
  return dialect === '3.6' || dialect === '3.7' || dialect === '3.8'
}

/**
 * The choices of the runtimes that belong to a dialect; 4.2 as its late patch releases do.
 */
export function mathsOf(dialect: Dialect): Maths {
  const is3 = isBefore40(dialect)
  const is37 = dialect === '3.7'
  const is40 = dialect === '4.0'
  const is42 = dialect === '4.2'
  const from41 = !is3 && !is40
  return {
    rotation: is3 ? 'wrapped' : 'plain',
    scaleAdd: is3 ? 'signed' : 'plain',
    colorClamp: is3 ? 'all' : 'light',
    keepDeform: !is3,
    lastDeformAdds: is37,
    recompose: is3 ? 'local' : 'applied',
    decompose: is3 ? '3.8' : is42 ? '4.2' : '4.0',
    noRotation: is37 ? 'scaled' : is42 ? 'scale-free' : 'raw',
    ik: {
      knowsModes: dialect !== '3.6' && dialect !== '3.7',
      atMixZero: is3,
      signedOnlyTranslation: from41,
      singularGuard: from41,
      compressGuard: is42,
      needsNormal: is42,
      stretchZeroesY: !is3,
      uniformTwoBone: !is3,
    },
    transform: { gate: is3 ? 'none' : is40 ? '4.0' : 'all', nearestAngle: !is42, legacy: is3 },
    path: { legacy: is3, nudged: dialect === '3.6' },
    clipping: is42 ? 'parametric' : 'lines',
    sequenceOut: is42 ? 'setup' : 'ignored',
    exactCornerPi: !is42,
    tracks: {
      bases: false,
      keepsUnapplied: false,
      appliedGuard: is42,
      holdsAll: is37,
      setsOut: is37,
      negativeHides: is42,
      lowestAddedKeys: is3,
      delays: is3 ? '3.8' : is42 ? 'clamped' : 'plain',
      countsCycles: is42,
      turns: is42 ? 'new' : 'old',
      reversedEvents: false,
    },
  }
}
