/** The parts of the official web runtime that the differential calls: its documented interface, 4.0 to 4.3. */

import type { PhysicsMode } from 'osteon'

/** The module of one version. */
export interface ReferenceModule {
  TextureAtlas: new (text: string) => { pages: ReferencePage[] }
  FakeTexture?: new (page: ReferencePage) => object
  AtlasAttachmentLoader: new (atlas: object) => object
  SkeletonJson: new (loader: object) => { scale: number; readSkeletonData(json: string): ReferenceData }
  Skeleton: new (data: ReferenceData) => ReferenceSkeleton
  Skin: new (name: string) => ReferenceSkin
  AnimationStateData: new (data: ReferenceData) => ReferenceStateData
  AnimationState: new (data: ReferenceStateData) => ReferenceState
  /** Up to 4.2. */
  MixBlend?: Readonly<Record<string, number | string>>
  RotateTimeline: new (...args: never[]) => ReferenceRotation
  Physics?: Readonly<Record<PhysicsMode, number>>
  RegionAttachment: new (...args: never[]) => ReferenceRegion
  MeshAttachment: new (...args: never[]) => ReferenceVertices
  PointAttachment: new (...args: never[]) => ReferencePoint
  BoundingBoxAttachment: new (...args: never[]) => ReferenceVertices
  ClippingAttachment: new (...args: never[]) => ReferenceVertices
  PathAttachment: new (...args: never[]) => ReferenceVertices
}

interface ReferencePage {
  setTexture(texture: object): void
}

export interface ReferenceRotation {
  readonly boneIndex: number
  /** The first number is the time of the first key. */
  readonly frames: ArrayLike<number>
  /** `rest` differs from version to version; `blend` is one of `MixBlend` up to 4.2. */
  apply(
    skeleton: ReferenceSkeleton,
    lastTime: number,
    time: number,
    events: unknown,
    alpha: number,
    blend: unknown,
    ...rest: unknown[]
  ): void
}

export interface ReferenceSkin {
  addSkin(skin: ReferenceSkin): void
}

export interface ReferenceData {
  /** Their colours are their own up to 4.2, and those of a setup pose from 4.3 on. */
  readonly slots: readonly (ReferenceSlotColors | { readonly setupPose: ReferenceSlotColors })[]
  readonly animations: readonly {
    readonly name: string
    duration: number
    readonly timelines: readonly object[]
  }[]
  findSkin(name: string): ReferenceSkin | null
}

interface ReferenceStateData {
  defaultMix: number
  setMix(from: string, to: string, duration: number): void
}

export interface ReferenceEntry {
  readonly animation: { readonly name: string } | null
  readonly trackIndex: number
  readonly next: ReferenceEntry | null
  readonly mixingFrom: ReferenceEntry | null
  readonly alpha: number
  readonly delay: number
  readonly trackEnd: number
  readonly trackTime: number
  [field: string]: unknown
}

interface ReferenceEvent {
  readonly data: { readonly name: string; readonly audioPath: string | null }
  readonly intValue: number
  readonly floatValue: number
  readonly stringValue: string | null
  readonly time: number
  readonly volume: number
  readonly balance: number
}

type Listen = (entry: ReferenceEntry) => void

export interface ReferenceState {
  readonly data: ReferenceStateData
  timeScale: number
  update(seconds: number): void
  apply(skeleton: ReferenceSkeleton): boolean
  setAnimation(track: number, name: string, loop: boolean): ReferenceEntry
  addAnimation(track: number, name: string, loop: boolean, delay: number): ReferenceEntry
  setEmptyAnimation(track: number, mix: number): ReferenceEntry
  addEmptyAnimation(track: number, mix: number, delay: number): ReferenceEntry
  setEmptyAnimations(mix: number): void
  clearTrack(track: number): void
  clearTracks(): void
  getCurrent?(track: number): ReferenceEntry | null
  /** Its name from 4.3 on. */
  getTrack?(track: number): ReferenceEntry | null
  addListener(listener: {
    start: Listen
    interrupt: Listen
    end: Listen
    dispose: Listen
    complete: Listen
    event: (entry: ReferenceEntry, event: ReferenceEvent) => void
  }): void
}

export interface ReferenceColor {
  r: number
  g: number
  b: number
  a: number
}

interface ReferenceSlotColors {
  readonly color: ReferenceColor
  readonly darkColor: ReferenceColor | null
}

/** From 4.3 on: the pose of animations, and the pose after constraints. */
interface Posed<Pose> {
  readonly pose: Pose
  readonly appliedPose: Pose
}

/** The pose after constraints, of an object with poses of its own or of one that is a pose itself. */
export function appliedOf<Pose extends object>(it: Pose | Posed<Pose>): Pose {
  return 'appliedPose' in it ? it.appliedPose : it
}

/** The pose that animations and scripts write. */
export function poseOf<Pose extends object>(it: Pose | Posed<Pose>): Pose {
  return 'appliedPose' in it ? it.pose : it
}

export interface BonePose {
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
  readonly worldX: number
  readonly worldY: number
  rotation: number
  x: number
  y: number
  scaleX: number
  scaleY: number
}

export type ReferenceBone = (BonePose | Posed<BonePose>) & { readonly active: boolean }

export interface ReferenceAttachment {
  readonly name: string
  /** From 4.3 on all have one, of one region if the file says nothing. */
  readonly sequence?: { readonly regions: readonly object[] } | null
}

interface ReferenceRegion extends ReferenceAttachment {
  /** 4.0 takes the bone, later versions the slot; 4.3 then takes the result of `getOffsets`. */
  computeWorldVertices(owner: ReferenceSlot | ReferenceBone, ...rest: unknown[]): void
  getOffsets?(pose: SlotPose): unknown
}

interface ReferenceVertices extends ReferenceAttachment {
  readonly worldVerticesLength: number
  /** The slot (4.3: the skeleton before it), first number, how many, where to, offset, stride. */
  computeWorldVertices(...args: unknown[]): void
}

export interface ReferencePoint extends ReferenceAttachment {
  readonly x: number
  readonly y: number
  /** Degrees. */
  readonly rotation: number
}

export interface SlotPose {
  readonly color: ReferenceColor
  readonly darkColor: ReferenceColor | null
  /** From 4.1 on. */
  readonly sequenceIndex?: number
  getAttachment(): ReferenceAttachment | null
}

export type ReferenceSlot = (SlotPose | Posed<SlotPose>) & {
  readonly data: { readonly index: number; readonly name: string }
  readonly bone: ReferenceBone
}

export interface ReferenceSkeleton {
  readonly bones: readonly ReferenceBone[]
  readonly slots: readonly ReferenceSlot[]
  readonly drawOrder: readonly ReferenceSlot[] | Posed<readonly ReferenceSlot[]>
  /** From 4.3 on. */
  readonly constraints?: readonly (Posed<object> & {
    readonly data: { readonly name: string }
    reset?(skeleton: ReferenceSkeleton): void
  })[]
  /** Up to 4.2, a list for each kind. */
  readonly ikConstraints?: readonly object[]
  readonly transformConstraints?: readonly object[]
  readonly pathConstraints?: readonly object[]
  readonly physicsConstraints?: readonly object[]
  x: number
  y: number
  scaleX: number
  scaleY: number
  update?(seconds: number): void
  updateWorldTransform(physics?: number): void
  setBonesToSetupPose?(): void
  setSlotsToSetupPose?(): void
  /** Their names from 4.3 on. */
  setupPoseBones?(): void
  setupPoseSlots?(): void
  setSkin(skin: ReferenceSkin | null): void
  setAttachment(slot: string, attachment: string | null): void
  findBone(name: string): ReferenceBone | null
  /** Up to 4.2. */
  findIkConstraint?(name: string): object | null
  findTransformConstraint?(name: string): object | null
  /** 4.2 alone. */
  findPhysicsConstraint?(name: string): { reset(): void } | null
  /** From 4.2 on. */
  physicsTranslate?(x: number, y: number): void
  physicsRotate?(x: number, y: number, degrees: number): void
}

/** The constraints of all kinds that the version has. */
export function constraintsOf({
  constraints,
  ikConstraints,
  transformConstraints,
  pathConstraints,
  physicsConstraints,
}: ReferenceSkeleton): object[] {
  const lists = [constraints, ikConstraints, transformConstraints, pathConstraints, physicsConstraints]
  return lists.flatMap((list = []) => list)
}
