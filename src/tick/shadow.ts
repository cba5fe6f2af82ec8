/**
 * Copies public columns, which users write, to the instances' rows. Private columns hold the last copies: only
 * differences are copied, and they decide the skeleton's activity.
 *
 * Columns are compared, not rows: a column is read in order, while the rows of two skeletons are kilobytes apart.
 */

import { cosine, sine } from '../base/math/circular'
import { LANES, SKELETON } from '../base/memory/lanes'
import { endSleep } from '../world/awake'
import { seatBase } from '../world/chunks/addresses'
import { chunkAt } from '../world/chunks/blocks'
import { keepPace, startAnew } from '../world/chunks/clocks'
import { noteColors } from '../world/flags/changes'
import { setDrawn } from '../world/flags/states'
import { ACTIVITY, LEVEL } from '../world/skeletons'
import type { AnimationWorld } from '../world/world-type'
import { catchUp, noteWritten } from './catch-up'

/** Copies all public columns of all skeletons. */
export function copyColumns(world: AnimationWorld): void {
  copyTransforms(world)
  copyLooks(world)
  copyPaces(world)
}

function copyTransforms(world: AnimationWorld): void {
  const { alive, skeletons } = world.animation
  const { Transform, Skeleton } = world.components
  const { x, y, rotation, scaleX, scaleY, flipX, flipY } = skeletons
  const { x: newX, y: newY, rotation: newRotation, scaleX: newScaleX, scaleY: newScaleY } = Transform
  const { flipX: newFlipX, flipY: newFlipY } = Skeleton
  const { ids, count } = alive
  for (let i = 0; i < count; i++) {
    const eid = ids[i]
    if (
      x[eid] !== newX[eid] ||
      y[eid] !== newY[eid] ||
      rotation[eid] !== newRotation[eid] ||
      scaleX[eid] !== newScaleX[eid] ||
      scaleY[eid] !== newScaleY[eid] ||
      flipX[eid] !== newFlipX[eid] ||
      flipY[eid] !== newFlipY[eid]
    )
      copyTransform(world, eid)
  }
}

function copyLooks(world: AnimationWorld): void {
  const { alive, skeletons, streams } = world.animation
  const { Skeleton, SortKey } = world.components
  const { red, green, blue, alpha, flash, sortKey } = skeletons
  const { red: newRed, green: newGreen, blue: newBlue, alpha: newAlpha, flash: newFlash } = Skeleton
  const { value } = SortKey
  const { ids, count } = alive
  for (let i = 0; i < count; i++) {
    const eid = ids[i]
    if (
      red[eid] !== newRed[eid] ||
      green[eid] !== newGreen[eid] ||
      blue[eid] !== newBlue[eid] ||
      alpha[eid] !== newAlpha[eid] ||
      flash[eid] !== newFlash[eid]
    )
      copyTint(world, eid)
    if (sortKey[eid] !== value[eid]) streams.pools.keysStale = true
    sortKey[eid] = value[eid]
  }
}

function copyPaces(world: AnimationWorld): void {
  const { alive, skeletons } = world.animation
  const { Skeleton, Visibility } = world.components
  const { timeScale, level, rate } = skeletons
  const { timeScale: newScale } = Skeleton
  const { level: newLevel, rate: newRate } = Visibility
  const { ids, count } = alive
  for (let i = 0; i < count; i++) {
    const eid = ids[i]
    if (timeScale[eid] !== newScale[eid] || level[eid] !== newLevel[eid] || rate[eid] !== newRate[eid])
      copyPace(world, eid)
  }
}

/** Copies the columns of one entity that has rows, without a comparison. */
export function copyEntityColumns(world: AnimationWorld, eid: number): void {
  copyTransform(world, eid)
  copyTint(world, eid)
  copyPace(world, eid)
  world.animation.skeletons.sortKey[eid] = world.components.SortKey.value[eid]
  world.animation.streams.pools.keysStale = true
}

/** Copies the place of one entity that has rows, without a comparison. */
export function copyTransform(world: AnimationWorld, eid: number): void {
  const { arena, blocks, skeletons } = world.animation
  const { Transform, Skeleton } = world.components
  const { f32 } = arena
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  const base = seatBase(chunk, skeletons.seat[eid]) + chunk.layout.skeleton
  const scaleX = Transform.scaleX[eid]
  const scaleY = Transform.scaleY[eid]
  f32[base + SKELETON.X * LANES] = skeletons.x[eid] = Transform.x[eid]
  f32[base + SKELETON.Y * LANES] = skeletons.y[eid] = Transform.y[eid]
  f32[base + SKELETON.SCALE_X * LANES] = Skeleton.flipX[eid] ? -scaleX : scaleX
  f32[base + SKELETON.SCALE_Y * LANES] = Skeleton.flipY[eid] ? -scaleY : scaleY
  f32[base + SKELETON.FLIPS * LANES] = (Skeleton.flipX[eid] ? 1 : 0) + (Skeleton.flipY[eid] ? 2 : 0)
  skeletons.scaleX[eid] = scaleX
  skeletons.scaleY[eid] = scaleY
  skeletons.flipX[eid] = Skeleton.flipX[eid]
  skeletons.flipY[eid] = Skeleton.flipY[eid]
  skeletons.activity[eid] |= ACTIVITY.moved
  endSleep(world.animation, eid)
  const rotation = Transform.rotation[eid]
  if (skeletons.rotation[eid] === rotation && f32[base + SKELETON.COS * LANES] !== 0) return
  f32[base + SKELETON.ROTATION * LANES] = skeletons.rotation[eid] = rotation
  f32[base + SKELETON.COS * LANES] = cosine(rotation)
  f32[base + SKELETON.SIN * LANES] = sine(rotation)
}

function copyTint(world: AnimationWorld, eid: number): void {
  const { skeletons } = world.animation
  const { Skeleton } = world.components
  skeletons.red[eid] = Skeleton.red[eid]
  skeletons.green[eid] = Skeleton.green[eid]
  skeletons.blue[eid] = Skeleton.blue[eid]
  skeletons.alpha[eid] = Skeleton.alpha[eid]
  skeletons.flash[eid] = Skeleton.flash[eid]
  noteColors(world.animation, eid)
  skeletons.activity[eid] |= ACTIVITY.tinted
  endSleep(world.animation, eid)
}

/** Copies time scale, level and rate; up to now the old ones applied. Physics that were not posed start again. */
export function copyPace(world: AnimationWorld, eid: number): void {
  const { skeletons, streams } = world.animation
  const { Skeleton, Visibility } = world.components
  catchUp(world.animation, eid)
  const level = Visibility.level[eid]
  if ((skeletons.level[eid] === LEVEL.full) !== (level === LEVEL.full)) {
    setDrawn(world.animation, eid, level === LEVEL.full)
    streams.pools.membersStale = true
  }
  if (skeletons.level[eid] > LEVEL.noVertices && level <= LEVEL.noVertices)
    startAnew(world.animation, eid, -1)
  skeletons.timeScale[eid] = Skeleton.timeScale[eid]
  keepPace(world.animation, eid)
  skeletons.level[eid] = level
  skeletons.rate[eid] = Visibility.rate[eid]
  noteWritten(world.animation, eid)
}
