/** Where the maths differ between runtimes, each choice as a named field. The rig carries it. */
export interface Maths {
  /** Rotation keys and mixes take the shortest arc and are wrapped to [-180°, 180°) (spine-pose §4.1). */
  rotation: 'wrapped' | 'plain'
  /** Scale under `add` with alpha ≠ 1 (spine-pose §3.3). */
  scaleAdd: 'signed' | 'plain'
  /** Which colour timelines clamp to 0…1: all, or rgba and the light half of rgba2 (spine-pose §3.3). */
  colorClamp: 'all' | 'light'
  /** The deform buffer survives an attachment change when both share a timeline attachment (spine-pose §7.2). */
  keepDeform: boolean
  /** What a bone listed again after a constraint is composed from (spine-constraints §2.4). */
  recompose: 'local' | 'applied'
  /** How applied values are recovered from a matrix (spine-pose §5.4). */
  decompose: '3.8' | '4.0' | '4.2' | '4.3'
  /** Factor and test of noRotationOrReflection (spine-pose §5.2). */
  noRotation: 'raw' | 'scale-free'
  ik: {
    /** Runs even with mix 0. */
    atMixZero: boolean
    /** One bone, onlyTranslation: the vector is multiplied by the signs of the skeleton's scale. */
    signedOnlyTranslation: boolean
    /** Guards divisions by singular parents. */
    singularGuard: boolean
    /** Compress needs a bone length above zero, like stretch. */
    compressGuard: boolean
    /** Two bones: both must inherit normally. */
    needsNormal: boolean
    /** Two bones: stretch zeroes the child's y. */
    stretchZeroesY: boolean
    /** Two bones: `uniform` also scales y. */
    uniformTwoBone: boolean
  }
  transform: {
    /** When all mixes are 0: run, skip, or skip by 4.0's test that forgets mixScaleY. */
    gate: 'none' | '4.0' | 'all'
    /** Local absolute mode maps angles to the nearest equivalent. */
    nearestAngle: boolean
    /** 3.8: scale tests are `> 0` and `> 0.00001`, local shear goes to the unconstrained pose. */
    legacy: boolean
  }
  /** How clip edges are intersected (spine-pose §10.4). */
  clipping: 'lines' | 'parametric'
  /** A sequence timeline mixing out returns to the setup frame (spine-pose §4.7). */
  sequenceOut: 'ignored' | 'setup'
  /** Full-precision π in the corner rotation of region attachments (spine-pose §1). */
  exactCornerPi: boolean
  /** The guard of finished mixes, the delay clamp and the cycle count of late 4.2 (spine-animation-state §1). */
  lateMixGuard: boolean
}
