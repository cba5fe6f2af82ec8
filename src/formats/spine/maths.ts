/** The dialects of Spine's files, and the maths of each. */
import type { Maths } from '../../base/model/maths'

/** Spine editor versions whose files are read, by major.minor. */
export const DIALECTS = ['3.6', '3.7', '3.8', '4.0', '4.1', '4.2', '4.3'] as const
export type Dialect = (typeof DIALECTS)[number]

/** Returns whether a dialect is 3.8 or earlier. */
export function isBefore40(dialect: Dialect): boolean {
  return dialect === '3.6' || dialect === '3.7' || dialect === '3.8'
}

/** Returns the maths of the official runtimes for a dialect; for 4.2, of its late patch releases. */
export function mathsOf(dialect: Dialect): Maths {
  const is3 = isBefore40(dialect)
  const is37 = dialect === '3.7'
  const is40 = dialect === '4.0'
  const is43 = dialect === '4.3'
  const from42 = dialect === '4.2' || is43
  const from41 = !is3 && !is40
  return {
    rotation: is3 ? 'wrapped' : 'plain',
    scaleAdd: is3 ? 'signed' : 'plain',
    colorClamp: is3 ? 'all' : is43 ? 'keyed' : 'light',
    keepDeform: !is3,
    lastDeformAdds: is37,
    recompose: is3 ? 'local' : is43 ? 'stamps' : 'applied',
    decompose: is3 ? '3.8' : is43 ? '4.3' : from42 ? '4.2' : '4.0',
    noRotation: is37 ? 'scaled' : from42 ? 'scale-free' : 'raw',
    tinyAxes: is43,
    ik: {
      knowsModes: dialect !== '3.6' && dialect !== '3.7',
      atMixZero: is3,
      signedOnlyTranslation: from41,
      singularGuard: from41,
      compressGuard: from42,
      needsNormal: from42,
      stretchZeroesY: !is3,
      uniformTwoBone: !is3,
      clearsShear: !is43,
      tiny: is43 ? 1e-5 : 1e-4,
    },
    transform: { gate: is3 ? 'none' : is40 ? '4.0' : 'all', nearestAngle: !from42, legacy: is3 },
    path: { legacy: is3, nudged: dialect === '3.6', bounded: is43 },
    physics: { lags: is43 },
    clipping: from42 ? 'parametric' : 'lines',
    clipsEndClips: is43,
    sequenceOut: from42 ? 'setup' : 'ignored',
    sequenceCount: is43 ? 'shown' : 'own',
    exactCornerPi: !from42,
    tracks: {
      bases: is43,
      keepsUnapplied: is43,
      appliedGuard: from42,
      holdsAll: is37,
      setsOut: is37,
      negativeHides: from42,
      lowestAddedKeys: is3,
      delays: is3 ? '3.8' : from42 ? 'clamped' : 'plain',
      countsCycles: from42,
      turns: from42 ? 'new' : 'old',
      reversedEvents: is43,
    },
  }
}
