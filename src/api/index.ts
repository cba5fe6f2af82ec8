/**
 * 2D skeletal animation for bitECS: load rigs, spawn skeletons, play and pose them, read them back. Systems are in
 * `osteon/systems`, drawing in `osteon/render`, readers in `osteon/formats/…`.
 *
 * A function on a world throws `no-animation` if `installAnimation` was not called. After bitECS's `resetWorld` it sees
 * a world without entities; it throws `world-reset` if components of ours were added in between.
 *
 * A *structure call* is a function that may make a world's memory grow. Get columns and other typed arrays of the world
 * again after one. A tick *opens* when the first of its systems runs; writes to public columns take effect then.
 *
 * @module osteon
 */

export type { ComponentsOf, Extension } from '../../components/extension'
export { type ErrorCode, OsteonError, type Warn, type Warning, type WarningCode } from '../base/errors'
export type { EventDetails } from '../base/model/animation'
export type { TextureFilter } from '../base/model/atlas'
export type { Limits } from '../base/model/limits'
export type { ConstraintNames, Entity, Named, NameOf, RigNames } from '../base/model/names'
export type { Reader, SkeletonData } from '../base/model/reader'
export type { BlendName, InheritName, Rgb, Rgba } from '../base/model/values'
export * from '../load'
export { createMask, type Mask, type MaskOptions } from '../rig/animation/mask'
export type { PageImage, RawPixels, Rig, RigAnimation, RigPage, TextureFiller } from '../rig/rig'
export type { BoneTable, ConstraintTable, RigSkin, SlotTable } from '../rig/tables'
export { assembleFrame } from '../streams/frame/frame'
export { createLooks, type RetainedLooks, updateLooks } from '../streams/looks'
export type { ClippedSlot } from '../streams/read'
export type { AtlasPages } from '../world/atlas-pages'
export { type EntryHandle, NO_ENTRY } from '../world/entries'
export { EVENT_KIND, type EventBuffer, type EventKindName, type EventView } from '../world/events'
export type {
  FrameHooks,
  Hooks,
  Joined,
  JoinedHit,
} from '../world/joins'
export type { KernelSource } from '../world/kernels'
export type {
  EntryFields,
  EntryValues,
  FadeName,
  FadeOptions,
  LayerOptions,
  PlayOptions,
  QueueOptions,
  ReplaceName,
} from '../world/play-options'
export type { MixBlendName, MixDirectionName, MixInterpolationName } from '../world/playback'
export type {
  Frame,
  LookLog,
  StreamChanges,
  StreamState,
  TailArrays,
  VertexArrays,
  VertexLooks,
} from '../world/streams'
export type { AnimationWorld, Components, WorldTime } from '../world/world-type'
export { type AnimationBounds, type AnimationBoundsOptions, getAnimationBounds } from './animation-bounds'
export { type FreePagesOptions, freePages, type PageReport } from './dress/free-pages'
export { animationsOf, attachmentsOf, skinsOf, slotsOf } from './dress/lists'
export { type SkinOptions, setAttachment, setSkin } from './dress/skins'
export {
  addAttachment,
  addSkin,
  type MeshData,
  type RegionData,
  replaceImage,
  type SkinEntry,
} from './dress/wardrobe'
export {
  type ActionEvent,
  type AnimationEvent,
  dispatchEvents,
  type EntryEvent,
  type EventBase,
  eventColumns,
  events,
  type JoinedEvents,
  type KeyEvent,
  readEvent,
  type SkeletonEvent,
} from './events'
export { type Crossing, crossOutline, type Segment } from './hits/cross-outline'
export { type Hit, type HitOptions, type HitTarget, hitTest } from './hits/hit-test'
export { type InstallOptions, installAnimation } from './install'
export { kernelsOf } from './kernels'
export {
  type PhysicsForces,
  type PhysicsInheritance,
  type PhysicsMode,
  type PhysicsValues,
  resetPhysics,
  setPhysics,
  setPhysicsForces,
  setPhysicsInheritance,
  setPhysicsMode,
  shiftPhysics,
  teleport,
  turnPhysics,
} from './pose/physics'
export {
  type BoneMatrix,
  getAttachment,
  getBone,
  getColorOffset,
  getDarkColor,
  getDrawOrder,
  getSequenceIndex,
  getSlotColor,
  isBoneActive,
} from './pose/read-pose'
export { type BoundsOptions, getBounds, getClipped, getPoint, getWorldVertices } from './pose/read-vertices'
export {
  type BonePose,
  type IkValues,
  type PathValues,
  type SliderValues,
  type SlotColors,
  setBone,
  setIk,
  setPath,
  setSlider,
  setSlotColor,
  setToSetupPose,
  setTransformConstraint,
  type TransformConstraintValues,
} from './pose/write-pose'
export { replaceRig } from './replace-rig'
export {
  despawnSkeleton,
  registerRig,
  resolveSkeleton,
  type SkeletonRef,
  type SpawnOptions,
  skeletonRef,
  spawnSkeleton,
} from './spawn'
export { getPages } from './streams'
export { type ApplyOptions, applyAnimation } from './tracks/apply-animation'
export {
  currentAnimation,
  currentEntry,
  getEntry,
  isEntry,
  setEntry,
} from './tracks/entries'
export { clearTrack, clearTracks, fadeOut, fadeOutAll } from './tracks/fade'
export { getMix, setDefaultMix, setMix } from './tracks/mixes'
export { play } from './tracks/play'
export { queue } from './tracks/queue'
export { unregisterRig } from './unregister'
export { type SortOptions, sortByY } from './y-sort'
