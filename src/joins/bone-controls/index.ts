/**
 * Bones that games move on top of animations: by offsets, for aiming or recoil, and by entities that bones follow, for
 * the target of a hand's IK or a point for eyes to look at.
 *
 * @module osteon/bone-controls
 */
export { type BoneOffset, getBoneOffset, setBoneOffset } from './bone-offset'
export { boneTarget } from './bone-target'
export type { BoneTargetData } from './component'
export { boneControls } from './install'
export type { BoneTargetColumns } from './state'
