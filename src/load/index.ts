/** The entry of this folder: loading rigs, atlases and lists of files. */
export { type CompileOptions, compileRig } from '../rig/compile'
export {
  type AttachmentRequest,
  type AttachmentResolver,
  createPage,
  type RegionPlace,
  type ResolvedRegion,
} from '../rig/resolve'
export { type Assets, createAssets, disposeAtlas, disposeRig, disposeRigs, type LoadedAtlas } from './assets'
export type { Progress } from './cache'
export type { Fetch } from './fetch'
export type { DecodeImage, PageSource } from './image'
export { type FileContent, listRigs, type RigChoice, type RigFiles } from './list-rigs'
export { loadAtlas } from './load-atlas'
export { type ListedRig, loadList } from './load-list'
export { loadPages } from './load-pages'
export { loadRig, loadRigs } from './load-rig'
export type { AtlasInput, AtlasInputs, AtlasOptions, LoadOptions, SkeletonInput } from './request'
export type { RigWorker } from './rig-worker'
export { type WarmUpOptions, warmUp } from './warm-up'
