/** Where the maths differ between runtimes, each choice as a named field. The rig carries it. */
export interface Maths {
  /** Rotation keys and mixes take the shortest arc and are wrapped to [-180°, 180°). */
  rotation: 'wrapped' | 'plain'
  /** Scale under `add` with alpha ≠ 1. */
  scaleAdd: 'signed' | 'plain'
  /** Which colour timelines clamp to 0…1: all, or rgba and the light half of rgba2. */
  colorClamp: 'all' | 'light'
  /** The deform buffer survives an attachment change when both share a timeline attachment. */
  keepDeform: boolean
  /** From a deform's last key on, `first` and `replace` at less than full weight add the key to what they have mixed (3.7). */
  lastDeformAdds: boolean
  /**
   * What a bone listed again after a constraint is composed from: its local pose, or its applied one. 'stamps': as applied,
   * but poses are recovered from matrices only when something needs them, and a bone is composed only where a constraint
   * has moved it or what it hangs on since (4.3).
   */
  recompose: 'local' | 'applied' | 'stamps'
  /** How applied values are recovered from a matrix. */
  decompose: '3.8' | '4.0' | '4.2' | '4.3'
  /**
   * Factor and test of noRotationOrReflection: of the parent's raw matrix, or of that without the skeleton's scale. 'scaled':
   * as raw, and the axes keep that scale, too, before they are scaled by it (3.7).
   */
  noRotation: 'scaled' | 'raw' | 'scale-free'
  /** Axes of what does not inherit scale or rotation are made however small the parent's are; else tiny ones count as none. */
  tinyAxes: boolean
  ik: {
    /** One bone: its inherit mode decides where it is turned from; else each bone is taken for a normal one. */
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
    /** Determinants, lengths and differences of scales up to this count as none. */
    tiny: 1e-4 | 1e-5
  }
  transform: {
    /** When all mixes are 0: run, skip, or skip by 4.0's test that forgets mixScaleY. */
    gate: 'none' | '4.0' | 'all'
    /** Local absolute mode maps angles to the nearest equivalent. */
    nearestAngle: boolean
    /** 3.8: scale tests are `> 0` and `> 0.00001`, local shear goes to the unconstrained pose. */
    legacy: boolean
  }
  path: {
    /**
     * 3.8: short bones take no space; at constant speed a fixed position is measured along the setup pose's path; skipped
     * where no mix is above 0 instead of where all are 0.
     */
    legacy: boolean
    /** 3.6: a bone at the start of a curve stands at a ten-thousandth of its time. */
    nudged: boolean
    /** A bone's length and its spacing together are 0 at least, and on closed paths each place is searched from the curve's start. */
    bounded: boolean
  }
  physics: {
    /** Between two steps of the simulation what is shown is between them; else it is the newest. */
    lags: boolean
  }
  /** How clip edges are intersected. */
  clipping: 'lines' | 'parametric'
  /** A clip ends at its end slot even if that holds a clipping attachment, which may start the next one. */
  clipsEndClips: boolean
  /** A sequence timeline mixing out returns to the setup frame. */
  sequenceOut: 'ignored' | 'setup'
  /** Frames of a sequence timeline are those of the attachment that it is for, or of the one that the slot shows. */
  sequenceCount: 'own' | 'shown'
  /** Full-precision π in the corner rotation of region attachments. */
  exactCornerPi: boolean
  /** The animation state. */
  tracks: TrackMaths
}

/** Where animation states differ between runtimes. */
export interface TrackMaths {
  /**
   * Timelines start from a base that says who keys a property, adding is a flag beside it, upper tracks hold, and
   * an interrupted mix goes on. Else from what blends say.
   */
  bases: boolean
  /** What was replaced before it was applied stays in the chain, unless by the same animation. */
  keepsUnapplied: boolean
  /** A mix ends only once the new entry was applied, not once time has passed for it. */
  appliedGuard: boolean
  /** What is set at once is held like all else; what `holdPrevious` holds starts from the setup pose, whoever keyed it before. */
  holdsAll: boolean
  /**
   * What is mixed out and does not start from the setup pose sets its attachments and its draw order, for good: below its
   * thresholds, or where it adds. Else it sets none, and attachments beyond their threshold are put back.
   */
  setsOut: boolean
  /** Entries of negative weight do not keep the attachments that they key. */
  negativeHides: boolean
  /** Of entries that add, the lowest of a track counts as keying properties; else the current one. */
  lowestAddedKeys: boolean
  /** Computed delays: 0 or more, as they come, or as 3.8 does. */
  delays: 'clamped' | 'plain' | '3.8'
  /** Loops complete when a cycle is full; else when the remainder falls. */
  countsCycles: boolean
  /** Rotation memory: when it takes a full turn, and which way half a turn goes. */
  turns: 'old' | 'new'
  /** Reversed entries fire keyed events, and both ends of a window bound what fires. */
  reversedEvents: boolean
}
