/**
 * Sliders: where a program stops, an animation is applied to the applied pose, as `applyAnimation` does with the local
 * one.
 */

import { LANES, LOCAL_FIELDS } from '../../base/memory/lanes'
import type { SliderModel } from '../../base/model/constraint'
import { mappedNumber } from '../../rig/constraints/map'
import { SLIDER } from '../../rig/constraints/slider'
import { localOffset, worldOffset } from '../../rig/program/ops'
import { applyByHand, giveByHand, takeByHand } from '../../tracks/commands/by-hand'
import { seatBase } from '../../world/chunks/addresses'
import type { Chunk } from '../../world/chunks/blocks'
import { slidDeforms } from '../../world/chunks/scratch'
import { beginShown, endShown } from '../../world/chunks/shown-rows'
import { worldWords } from '../../world/chunks/world-rows'
import { commandAt } from '../../world/commands'
import { BY_HAND } from '../../world/entries'
import { flagsBefore, takeBackChanges } from '../../world/flags/changes'
import { MIX_BLEND, WORK } from '../../world/playback'
import type { AnimationState } from '../../world/state'
import { mixEntry } from '../mix/mix-chunk'

/** Before a chunk's program begins. @param masks word index of one mask of lanes a block. */
export function beginSlides({ arena }: AnimationState, chunk: Chunk, masks: number): void {
  const { i32 } = arena
  for (let block = 0; block < chunk.blocks; block++)
    if (i32[masks + block] !== 0)
      beginShown(i32, chunk, chunk.words + block * chunk.layout.stride, i32[masks + block])
}

/** When it has ended: flags skeletons that show something else than before. */
export function endSlides(state: AnimationState, chunk: Chunk, masks: number): void {
  const { i32 } = state.arena
  for (let seat = 0; seat < chunk.used; seat++)
    if ((i32[masks + (seat >> 2)] & (1 << (seat & (LANES - 1)))) !== 0) endShown(state, chunk, seat)
}

/** Where it stops: applies the slider to the lanes of `masks`. */
export function slide(state: AnimationState, chunk: Chunk, masks: number, constraint: number): void {
  const { arena } = state
  const { i32 } = arena
  const model = chunk.rig.source.constraints.models[constraint]
  if (model.type !== 'slider') return
  for (let seat = 0; seat < chunk.used; seat++) {
    if ((i32[masks + (seat >> 2)] & (1 << (seat & (LANES - 1)))) === 0) continue
    const eid = i32[chunk.owners + seat]
    // Changes are found in the end, against the run before.
    const flags = flagsBefore(state, eid)
    if (writeWork(state, chunk, seat, constraint, model)) applyTo(state, chunk, seat, constraint, model)
    takeBackChanges(state, eid, flags)
  }
}

/** Writes time and weight to the entry's command. @returns false where there is nothing to be done. */
function writeWork(
  { arena, kernels, playback }: AnimationState,
  chunk: Chunk,
  seat: number,
  constraint: number,
  { animation, driver, loop }: SliderModel,
): boolean {
  const { f32, f64 } = arena
  const { layout, program, rig } = chunk
  const base = seatBase(chunk, seat)
  const rows = base + layout.shownLocal + rig.source.rows.constraint[constraint] * LANES
  const mix = f32[rows + SLIDER.MIX * LANES]
  if (mix === 0) return false
  const { duration } = rig.source.animations[animation]
  const at = commandAt(playback.commands, BY_HAND) >> 1
  const work = at + WORK.TIME
  if (driver) {
    const { bone, local, property } = driver
    if (program.program.activeBones[bone] === 0) return false
    const applied = rig.source.rows.appliedOf[bone]
    const pose = applied < 0 ? layout.shownLocal + localOffset(bone) : layout.applied + applied * LANES
    const block = seat >> 2
    const matrix = worldWords(chunk) + block * layout.worldStride + worldOffset(bone) + (seat & (LANES - 1))
    const { readProperty } = kernels.run
    readProperty(mappedNumber(property), local ? base + pose : -1, matrix, base + layout.skeleton, work)
    f64[work] = driver.to + (f64[work] - driver.from) * driver.scale
    if (loop && duration !== 0) f64[work] = duration + (f64[work] % duration)
    else f64[work] = Math.max(0, f64[work])
  } else f64[work] = f32[rows + SLIDER.TIME * LANES]
  if (loop && duration !== 0) f64[work] %= duration
  f64[at + WORK.ALPHA] = f64[at + WORK.HOLD] = mix
  return Number.isFinite(f64[work])
}

function applyTo(
  state: AnimationState,
  chunk: Chunk,
  seat: number,
  constraint: number,
  { additive, animation }: SliderModel,
): void {
  const eid = state.arena.i32[chunk.owners + seat]
  const blend = additive ? MIX_BLEND.add : MIX_BLEND.replace
  takeByHand(state, eid, animation, blend, false, slidDeforms(chunk.rig))
  copyPoses(state, chunk, seat, constraint, true)
  applyByHand(state, chunk.applied)
  mixEntry(state, chunk.applied, seat, BY_HAND)
  copyPoses(state, chunk, seat, constraint, false)
  giveByHand(state)
}

/** Poses of the bones that it keys: from their applied rows to where the animation writes, or back. */
function copyPoses(
  { arena }: AnimationState,
  chunk: Chunk,
  seat: number,
  constraint: number,
  out: boolean,
): void {
  const { f32 } = arena
  const { constraints, rows } = chunk.rig.source
  const base = seatBase(chunk, seat)
  const bones = constraints.touched[constraint].writes.applied
  for (let i = 0; i < bones.length; i++) {
    const pose = base + chunk.layout.applied + rows.appliedOf[bones[i]] * LANES
    const row = base + chunk.layout.shownLocal + localOffset(bones[i])
    const from = out ? pose : row
    const to = out ? row : pose
    for (let field = 0; field < LOCAL_FIELDS * LANES; field += LANES) f32[to + field] = f32[from + field]
  }
}
