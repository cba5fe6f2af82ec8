/** The parts of DragonBones' official core that the comparison uses, as its own type declarations name them. */

interface Transform {
  x: number
  y: number
  rotation: number
  skew: number
  scaleX: number
  scaleY: number
}

export interface Matrix {
  a: number
  b: number
  c: number
  d: number
  tx: number
  ty: number
}

interface Numbers {
  readonly length: number
  readonly [index: number]: number
}

export interface Bone {
  readonly name: string
  readonly globalTransformMatrix: Matrix
  readonly offset: Transform
  offsetMode: number
  /** Of surfaces: the matrix at a point. */
  _getGlobalTransformMatrix?(x: number, y: number): Matrix
}

export interface Geometry {
  readonly offset: number
  readonly data: { readonly intArray: Numbers; readonly floatArray: Numbers }
  readonly weight: { readonly offset: number; readonly bones: readonly object[] } | null
  readonly inheritDeform: boolean
}

export interface Slot {
  readonly name: string
  readonly parent: Bone
  readonly displayIndex: number
  readonly globalTransformMatrix: Matrix
  readonly childArmature: Armature | null
  readonly _blendMode: number
  readonly _zOrder: number
  readonly _zIndex: number
  readonly _globalAlpha: number
  readonly _pivotX: number
  readonly _pivotY: number
  readonly _colorTransform: Readonly<Record<string, number>>
  readonly _geometryBones: readonly (Bone | null)[]
  readonly _geometryData: Geometry | null
  readonly _displayFrame: {
    readonly deformVertices: readonly number[]
    readonly displayData: { readonly type: number } | null
    readonly rawDisplayData: { readonly type: number } | null
  } | null
}

export interface State {
  readonly name: string
  readonly layer: number
  readonly group: string
  readonly isFadeIn: boolean
  readonly isFadeOut: boolean
  readonly isFadeComplete: boolean
  readonly _fadeProgress: number
  readonly _weightResult: number
  readonly currentTime: number
  readonly currentPlayTimes: number
  readonly isCompleted: boolean
  readonly isPlaying: boolean
  /** Of a blend tree. */
  readonly _parent: State | null
  weight: number
  timeScale: number
  fadeOut(seconds: number): void
}

export interface Config {
  animation: string
  boneMask: string[]
  clear(): void
}

interface Player {
  timeScale: number
  readonly animationConfig: Config
  readonly lastAnimationState: State | null
  readonly lastAnimationName: string
  readonly animationNames: readonly string[]
  getStates(): readonly State[]
  playConfig(config: Config): State | null
  play(name: string, playTimes: number): State | null
  fadeIn(
    name: string,
    seconds: number,
    playTimes: number,
    layer: number,
    group: string,
    mode: number,
  ): State | null
  gotoAndPlayByTime(name: string, value: number, playTimes?: number): State | null
  gotoAndPlayByFrame(name: string, value: number, playTimes?: number): State | null
  gotoAndPlayByProgress(name: string, value: number, playTimes?: number): State | null
  gotoAndStopByTime(name: string, value: number): State | null
  gotoAndStopByFrame(name: string, value: number): State | null
  gotoAndStopByProgress(name: string, value: number): State | null
}

export interface Armature {
  readonly name: string
  readonly animation: Player
  readonly armatureData: {
    readonly name: string
    readonly frameRate: number
    readonly sortedSlots: readonly { readonly name: string }[]
    readonly animations: Readonly<Record<string, { readonly duration: number; readonly frameCount: number }>>
  }
  flipX: boolean
  flipY: boolean
  clock: unknown
  getBones(): readonly Bone[]
  getBone(name: string): Bone | null
  getSlots(): readonly Slot[]
  advanceTime(seconds: number): void
  invalidUpdate(bone: string | null, withSlot: boolean): void
  dispose(): void
}

export interface CoreEvent {
  readonly type: string
  readonly name: string
  readonly time: number
  readonly armature: Armature
  readonly animationState: { readonly name: string; readonly animationData: { readonly name: string } } | null
  readonly bone: { readonly name: string } | null
  readonly slot: { readonly name: string } | null
  readonly data: {
    readonly ints: readonly number[]
    readonly floats: readonly number[]
    readonly strings: readonly string[]
  } | null
}

export interface Factory {
  /** Its members, in the order in which they joined; null: one that left. */
  readonly clock: {
    add(one: Armature): void
    remove(one: Armature): void
    readonly _animatebles: readonly (Armature | null)[]
  }
  readonly dragonBones: { advanceTime(seconds: number): void }
  parseDragonBonesData(
    data: object | ArrayBuffer,
    name: string,
  ): { readonly armatureNames: readonly string[] } | null
  parseTextureAtlasData(data: object, atlas: null, name: string): object
  buildArmature(name: string, data: string): Armature | null
}

/** The exports of `bench/peers/plain-factory.mjs`. */
export interface PlainCore {
  PlainFactory: new (hear?: (event: CoreEvent) => void) => Factory
}
