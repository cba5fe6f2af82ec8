/**
 * 2D skeletal animation for bitECS: load rigs, spawn skeletons, play and pose them, read them back.
 * Systems are in `osteon/systems`, drawing in `osteon/render`, readers in `osteon/formats/…`.
 *
 * @module osteon
 */
export type { AnimationWorld, Components, WorldTime } from '../../components/world-type'
export { type ErrorCode, OsteonError, type Warn, type Warning, type WarningCode } from '../errors'
export * from '../load'
export type { AtlasModel, AtlasPage, AtlasRegion } from '../model/atlas'
export type { AttachmentModel } from '../model/attachment'
export type { Reader, ReadOptions, SkeletonData } from '../model/reader'
export type { PageImage, RawPixels, Rig, RigPage } from '../rig/rig'
export { assembleFrame } from '../streams/frame'
export { createLooks, type RetainedLooks, updateLooks } from '../streams/looks'
export type { ClippedSlot } from '../streams/read'
export type { EventKindName } from '../world/events'
export type { CompiledKernels, KernelSource } from '../world/kernels'
export type { MixBlendName, MixDirectionName } from '../world/playback'
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
export { type AnimationEvent, dispatchEvents, events } from './events'
export { type InstallOptions, installAnimation } from './install'
export { kernelsOf } from './kernels'
export { type ApplyOptions, applyAnimation, type PlayOptions, play } from './play'
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
export { sortByY } from './y-sort'
