/** Differences of maths between official runtimes, each as a named field. A rig carries the choices of its file's version. */
export interface Maths {
  /** Rotation keys and mixes take the shortest arc and are wrapped to [-180°, 180°). */
  rotation: 'wrapped' | 'plain'
  /** Scale under `add` with alpha ≠ 1. */
  scaleAdd: 'signed' | 'plain'
  /**
   * Which colour timelines clamp to 0…1: all; or rgba and the light half of rgba2 ('light'). 'keyed' (4.3) means all from their
   * first key on, and before it only those of 'light'.
   */
  colorClamp: 'all' | 'light' | 'keyed'
  /** The deform buffer survives an attachment change when both share a timeline attachment. */
  keepDeform: boolean
  /** A deform timeline past its last key, at less than full weight: `first` and `replace` add the key to the mixed deform (3.7). */
  lastDeformAdds: boolean
  /**
   * The pose from which a bone is composed again after a constraint: its local or its applied one. 'stamps' (4.3) means the
   * applied one, too. But then a pose is recovered from a matrix only when code needs it, and a bone is composed again only if
   * a constraint has moved it or an ancestor since.
   */
  recompose: 'local' | 'applied' | 'stamps'
  /** How applied values are recovered from a matrix. */
  decompose: '3.8' | '4.0' | '4.2' | '4.3'
  /**
   * Matrix from which noRotationOrReflection takes its factor and test: the parent's as it is ('raw'), or without the
   * skeleton's scale ('scale-free'). 'scaled' (3.7): as raw, and the axes keep the skeleton's scale and get it once more.
   */
  noRotation: 'scaled' | 'raw' | 'scale-free'
  /** Bones that inherit no scale or no rotation keep tiny axes of their parent; otherwise tiny axes count as none. */
  tinyAxes: boolean
  ik: {
    /** One bone: the solver heeds the bone's inherit mode; otherwise it treats each bone as a normal one. */
    knowsModes: boolean
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
    /** Two bones: `scaleY` counts. */
    uniformTwoBone: boolean
    /** Two bones: the parent's shear becomes 0. */
    clearsShear: boolean
    /** Determinants, lengths and differences of scales up to this count as 0. */
    tiny: 1e-4 | 1e-5
  }
  transform: {
    /** When all mixes are 0: run, skip, or skip by 4.0's test, which forgets mixScaleY. */
    gate: 'none' | '4.0' | 'all'
    /** Local absolute mode maps angles to the nearest equivalent. */
    nearestAngle: boolean
    /** 3.8: scale tests are `> 0` and `> 0.00001`, local shear goes to the unconstrained pose. */
    legacy: boolean
  }
  path: {
    /**
     * 3.8: short bones take no space; at constant speed a fixed position is measured along the setup pose's path; the
     * constraint is skipped where no mix is above 0 instead of where all are 0.
     */
    legacy: boolean
    /** 3.6: a bone at the start of a curve stands at a ten-thousandth of its time. */
    nudged: boolean
    /** Length and spacing of a bone add up to 0 or more, and on closed paths each place is searched from the curve's start. */
    bounded: boolean
  }
  physics: {
    /** The pose between two steps of the simulation is interpolated; otherwise it is the newest step's. */
    lags: boolean
  }
  /** How clip edges are intersected. */
  clipping: 'lines' | 'parametric'
  /** A clip ends at its end slot even if that holds a clipping attachment, which may start the next one. */
  clipsEndClips: boolean
  /** A sequence timeline mixing out returns to the setup frame. */
  sequenceOut: 'ignored' | 'setup'
  /** Attachment whose sequence gives the number of frames: the timeline's own, or the one that the slot shows. */
  sequenceCount: 'own' | 'shown'
  /** Full-precision π in the corner rotation of region attachments. */
  exactCornerPi: boolean
  /** Tracks, mixing and events. */
  tracks: TrackMaths
}

/** Where animation states differ between runtimes. */
export interface TrackMaths {
  /**
   * A timeline starts from a base that follows from the other entries that key its property; adding is a separate flag,
   * upper tracks hold, and an interrupted mix goes on. Otherwise the blend mode gives the base.
   */
  bases: boolean
  /** An entry that was replaced before it was applied stays in the chain, unless by the same animation. */
  keepsUnapplied: boolean
  /** A mix ends only once the new entry was applied; otherwise once time has passed for it. */
  appliedGuard: boolean
  /** Discrete timelines are held like others. Timelines under `holdPrevious` start from the setup pose, even if another entry keys them. */
  holdsAll: boolean
  /**
   * An entry that is mixed out and does not start from the setup pose sets its attachments and draw order for good:
   * below its thresholds, or where it adds. Otherwise it sets none, and attachments beyond their threshold are restored.
   */
  setsOut: boolean
  /** Entries of negative weight do not keep the attachments that they key. */
  negativeHides: boolean
  /** Among the adding entries of a track the lowest counts as keying a property; otherwise the current one. */
  lowestAddedKeys: boolean
  /** Computed delays: 0 or more, as they come, or as 3.8 does. */
  delays: 'clamped' | 'plain' | '3.8'
  /** Loops complete when a cycle is full; else when the remainder falls. */
  countsCycles: boolean
  /** When rotation memory counts a full turn, and the direction of half a turn. */
  turns: 'old' | 'new'
  /** Reversed entries fire keyed events, and a window of event times includes both of its ends. */
  reversedEvents: boolean
}
