/**
 * Differences in maths between official runtimes, each as a named field. A rig carries the choices of its file's
 * version.
 */
export interface Maths {
  /** Rotation keys and mixes take the shortest arc and are wrapped to [-180°, 180°). */
  rotation: 'wrapped' | 'plain'
  /** How scale is mixed under `add` with an alpha other than 1. */
  scaleAdd: 'signed' | 'plain'
  /**
   * Which colour timelines clamp to 0…1. 'all': all of them. 'light': rgba, and the light half of rgba2. 'keyed' (4.3):
   * all from their first key on; before it, as 'light'.
   */
  colorClamp: 'all' | 'light' | 'keyed'
  /** The deform buffer survives an attachment change when both share a timeline attachment. */
  keepDeform: boolean
  /**
   * When a deform timeline is past its last key, at less than full weight, `first` and `replace` add the key to the
   * mixed deform (3.7).
   */
  lastDeformAdds: boolean
  /**
   * The pose from which a bone is composed again after a constraint: its local or its applied one. 'stamps' (4.3) also
   * means the applied one, but a pose is recovered from a matrix only when code needs it, and a bone is composed again
   * only if a constraint has moved it or an ancestor since.
   */
  recompose: 'local' | 'applied' | 'stamps'
  /** How applied values are recovered from a matrix. */
  decompose: '3.8' | '4.0' | '4.2' | '4.3'
  /**
   * The matrix from which noRotationOrReflection takes its factor and test: the parent's as it is ('raw'), or without
   * the skeleton's scale ('scale-free'). 'scaled' (3.7) is like raw, but the axes keep the skeleton's scale and get it
   * once more.
   */
  noRotation: 'scaled' | 'raw' | 'scale-free'
  /**
   * True: bones that do not inherit scale or rotation keep tiny axes of their parent. False: tiny axes count as zero.
   */
  tinyAxes: boolean
  ik: {
    /** With one bone, the solver respects the bone's inherit mode. False: it treats each bone as a normal one. */
    knowsModes: boolean
    /** Runs even with mix 0. */
    atMixZero: boolean
    /** With one bone of onlyTranslation, the vector is multiplied by the signs of the skeleton's scale. */
    signedOnlyTranslation: boolean
    /** Guards divisions by singular parents. */
    singularGuard: boolean
    /** Compress needs a bone length above zero, like stretch. */
    compressGuard: boolean
    /** With two bones, both must inherit normally. */
    needsNormal: boolean
    /** With two bones, stretch zeroes the child's y. */
    stretchZeroesY: boolean
    /** With two bones, `scaleY` is used. */
    uniformTwoBone: boolean
    /** With two bones, the parent's shear becomes 0. */
    clearsShear: boolean
    /** Determinants, lengths and scale differences up to this value count as 0. */
    tiny: 1e-4 | 1e-5
  }
  transform: {
    /** When all mixes are 0: run, skip, or skip by 4.0's test, which ignores mixScaleY. */
    gate: 'none' | '4.0' | 'all'
    /** In local absolute mode, angles are mapped to the nearest equivalent. */
    nearestAngle: boolean
    /** In 3.8, scale tests are `> 0` and `> 0.00001`, and local shear goes to the unconstrained pose. */
    legacy: boolean
  }
  path: {
    /**
     * In 3.8, short bones take no space, a fixed position at constant speed is measured along the setup pose's path,
     * and the constraint is skipped if no mix is above 0 (later: if all are 0).
     */
    legacy: boolean
    /** In 3.6, a bone at the start of a curve is placed at a ten-thousandth of its time. */
    nudged: boolean
    /**
     * Length plus spacing of a bone is at least 0, and on closed paths each place is searched from the curve's start.
     */
    bounded: boolean
  }
  physics: {
    /** True: the pose is interpolated between two steps of the simulation. False: it is that of the newest step. */
    lags: boolean
  }
  /** How clip edges are intersected. */
  clipping: 'lines' | 'parametric'
  /** A clip ends at its end slot even if that slot holds a clipping attachment, which may start the next clip. */
  clipsEndClips: boolean
  /** What a sequence timeline does when it is mixed out: nothing, or return to the setup frame. */
  sequenceOut: 'ignored' | 'setup'
  /** Which attachment's sequence gives the number of frames: the timeline's own, or the one that the slot shows. */
  sequenceCount: 'own' | 'shown'
  /** Use π at full precision to rotate the corners of region attachments. */
  exactCornerPi: boolean
  /** Tracks, mixing and events. */
  tracks: TrackMaths
}

/** Where the animation states of runtimes differ. */
export interface TrackMaths {
  /**
   * True: a timeline starts from a base that depends on the other entries that key its property; adding is a separate
   * flag, upper tracks hold, and an interrupted mix goes on. False: the blend mode gives the base.
   */
  bases: boolean
  /** An entry that was replaced before it was applied stays in the chain, unless the same animation replaced it. */
  keepsUnapplied: boolean
  /** True: a mix ends only once the new entry was applied. False: it ends once time has passed for the new entry. */
  appliedGuard: boolean
  /**
   * Discrete timelines are held like others. Timelines under `holdPrevious` start from the setup pose, even if another
   * entry keys them.
   */
  holdsAll: boolean
  /**
   * An entry that is mixed out and does not start from the setup pose sets its attachments and draw order for good if
   * it is below its thresholds or additive. Otherwise it sets none, and attachments beyond their threshold are
   * restored.
   */
  setsOut: boolean
  /** Entries of negative weight do not keep the attachments that they key. */
  negativeHides: boolean
  /** Of a track's additive entries, the lowest counts as keying a property; otherwise the current one does. */
  lowestAddedKeys: boolean
  /** Computed delays: at least 0, unclamped, or as in 3.8. */
  delays: 'clamped' | 'plain' | '3.8'
  /** True: loops complete when a cycle is full. False: when the remainder falls. */
  countsCycles: boolean
  /** When the rotation memory counts a full turn, and in which direction half a turn goes. */
  turns: 'old' | 'new'
  /** Reversed entries fire keyed events, and a window of event times includes both ends. */
  reversedEvents: boolean
}
