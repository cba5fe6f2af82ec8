/**
 * 2D skeletal animation for bitECS: load rigs, spawn skeletons, play and pose them, read them back.
 * Systems are in `osteon/systems`, drawing in `osteon/render`, readers in `osteon/formats/…`.
 *
 * Whatever works on a world throws `no-animation` without `installAnimation`, and finds a world without entities
 * after bitECS's `resetWorld`; `world-reset` if components of ours were added in between.
 *
 * @module osteon
 */

export type { AnimationWorld, Components, WorldTime } from '../../components/world-type'
export { type ErrorCode, OsteonError, type Warn, type Warning, type WarningCode } from '../errors'
export * from '../load'
export type {
  AnimationModel,
  AttachmentTimeline,
  BoneProperty,
  BoneTimeline,
  ColorProperty,
  ColorTimeline,
  CurveKeys,
  DeformTimeline,
  DrawOrderTimeline,
  EventKey,
  EventTimeline,
  IkTimeline,
  InheritTimeline,
  PathTimeline,
  PhysicsResetTimeline,
  PhysicsTimeline,
  SequenceTimeline,
  TimelineModel,
  TransformTimeline,
} from '../model/animation'
export type { AtlasModel, AtlasPage, AtlasRegion, TextureFilter } from '../model/atlas'
export type {
  AttachmentModel,
  BoundingBoxModel,
  ClippingModel,
  MeshModel,
  NamedModel,
  PathModel,
  PointModel,
  RegionModel,
  SequenceModel,
  VertexData,
} from '../model/attachment'
export type {
  CommonModel,
  ConstraintModel,
  IkModel,
  PathConstraintModel,
  PhysicsModel,
  TransformModel,
} from '../model/constraint'
export type { Maths, TrackMaths } from '../model/maths'
export type { Reader, ReadOptions, SkeletonData } from '../model/reader'
export type {
  BlendName,
  BoneModel,
  EventModel,
  InheritName,
  Rgb,
  Rgba,
  SkeletonModel,
  SkinEntryModel,
  SkinModel,
  SlotModel,
} from '../model/skeleton'
export { createMask, type Mask, type MaskOptions } from '../rig/mask'
export type {
  BoneTable,
  ConstraintTable,
  PageImage,
  RawPixels,
  Rig,
  RigAnimation,
  RigPage,
  RigSkin,
  SlotTable,
} from '../rig/rig'
export { assembleFrame } from '../streams/frame'
export { createLooks, type RetainedLooks, updateLooks } from '../streams/looks'
export type { ClippedSlot } from '../streams/read'
export { EVENT_KIND, type EventBuffer, type EventKindName } from '../world/events'
export type { CompiledKernels, KernelSource } from '../world/kernels'
export type { MixBlendName, MixDirectionName, MixInterpolationName } from '../world/playback'
export type { AtlasPages, SpriteSheet } from '../world/sprites'
export type {
  Frame,
  LookLog,
  StreamChanges,
  StreamState,
  TailArrays,
  VertexArrays,
  VertexLooks,
} from '../world/streams'
export { type ApplyOptions, applyAnimation } from './apply-animation'
export { currentEntry, type EntryValues, getEntry, isEntry, setEntry } from './entries'
export type { EntryFields } from './entry-fields'
export { type AnimationEvent, dispatchEvents, eventColumns, events, readEvent } from './events'
export { clearTrack, clearTracks, type FadeOptions, fadeOut, fadeOutAll } from './fade'
export { type InstallOptions, installAnimation } from './install'
export { kernelsOf } from './kernels'
export { getMix, setDefaultMix, setMix } from './mixes'
export { type PlayOptions, play } from './play'
export { type QueueOptions, queue } from './queue'
export {
  getAttachment,
  getBone,
  getDarkColor,
  getDrawOrder,
  getSequenceIndex,
  getSlotColor,
  isBoneActive,
} from './read-pose'
export { getBounds, getClipped, getPoint, getWorldVertices } from './read-vertices'
export { restoreState, type SavedState, saveState } from './save'
export { setAttachment, setSkin } from './skins'
export { despawnSkeleton, registerRig, type SpawnOptions, spawnSkeleton } from './spawn'
export {
  despawnSprite,
  registerAtlas,
  type SpriteOptions,
  spawnSprite,
} from './sprites'
export { getPages } from './streams'
export {
  type BonePose,
  type IkValues,
  type SlotColors,
  setBone,
  setIk,
  setSlotColor,
  setToSetupPose,
  setTransformConstraint,
  type TransformConstraintValues,
} from './write-pose'
export { type SortOptions, sortByY } from './y-sort'
