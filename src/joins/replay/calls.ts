/** The functions that replays call, by name. */

import {
  boneFollower,
  constraints,
  culling,
  mixing,
  runPipeline,
  skinning,
  timelineSampling,
  worldTransform,
} from '../../../systems'
import {
  addAttachment,
  addSkin,
  applyAnimation,
  clearTrack,
  clearTracks,
  despawnSkeleton,
  fadeOut,
  fadeOutAll,
  play,
  queue,
  registerRig,
  replaceImage,
  replaceRig,
  resetPhysics,
  setAttachment,
  setBone,
  setDefaultMix,
  setEntry,
  setIk,
  setMix,
  setPath,
  setPhysics,
  setPhysicsForces,
  setPhysicsInheritance,
  setPhysicsMode,
  setSkin,
  setSlider,
  setSlotColor,
  setToSetupPose,
  setTransformConstraint,
  shiftPhysics,
  sortByY,
  spawnSkeleton,
  teleport,
  turnPhysics,
  unregisterRig,
} from '../../api'
import { ensureSeated, settle, settleLeaving } from '../../tick/settle'
import type { AnimationWorld } from '../../world/world-type'
import { boneTarget, setBoneOffset } from '../bone-controls'
import {
  bake,
  bakedCulling,
  bakedSampling,
  playFigure,
  registerTable,
  spawnBaked,
  toBaked,
  toLive,
} from '../crowd'
import { look } from '../looks'
import { putInSlot, takeFromSlot } from '../nesting'
import { rootMotion } from '../root-motion'
import { saveState } from '../save'
import { despawnSprite, registerAtlas, spawnSprite, spawnSprites } from '../sprites'

/** A function of a world with arguments of its own. They come from bytes, and each function checks its own. */
export type Called = (world: AnimationWorld, ...args: unknown[]) => unknown

/** Every function that is recorded. */
export const CALLS = {
  ...{
    addAttachment,
    addSkin,
    applyAnimation,
    clearTrack,
    clearTracks,
    despawnSkeleton,
    fadeOut,
    fadeOutAll,
  },
  ...{
    play,
    queue,
    registerRig,
    replaceImage,
    replaceRig,
    resetPhysics,
    setAttachment,
    setBone,
    setDefaultMix,
  },
  ...{
    setEntry,
    setIk,
    setMix,
    setPath,
    setPhysics,
    setPhysicsForces,
    setPhysicsInheritance,
    setPhysicsMode,
  },
  ...{ setSkin, setSlider, setSlotColor, setToSetupPose, setTransformConstraint, shiftPhysics, sortByY },
  ...{ spawnSkeleton, teleport, turnPhysics, unregisterRig },
  ...{ boneFollower, constraints, culling, mixing, runPipeline, skinning, timelineSampling, worldTransform },
  ...{ boneTarget, setBoneOffset },
  ...{ bake, bakedCulling, bakedSampling, playFigure, registerTable, spawnBaked, toBaked, toLive },
  ...{ look, putInSlot, rootMotion, takeFromSlot },
  ...{ despawnSprite, registerAtlas, spawnSprite, spawnSprites },
  // What the library does by itself between calls.
  ...{ ensureSeated, settle, settleLeaving, saveState },
} as const

/** Returns a function by its name. */
export function calledBy(name: string): Called | undefined {
  return Object.hasOwn(CALLS, name) ? (CALLS[name as keyof typeof CALLS] as unknown as Called) : undefined
}
